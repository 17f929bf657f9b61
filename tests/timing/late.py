#!/usr/bin/env python3
"""How late an engine's moves come, with default options, as a GUI on the same machine sees it.

    tests/timing/late.py PROGRAM [--moves N] [--busy N] [--only NAME]

PROGRAM is the path of `somatic`. It plays both sides of games from the start position, N moves each with
byoyomi of 1000, 100 and 10 ms (USI) and with 1 s and 10 ms a move (Fischer, USI and UCI), beside `--busy`
processes that do nothing but count. The time of a move is that from the line `go` to `bestmove`; it is late
if it is longer than the clock allows. A second line tells the same of a process that only waits for as long
as the engine plans to think, and answers, at the same time as the engine: what the machine itself adds.

Needs nothing but Python.
"""

import argparse
import concurrent.futures
import multiprocessing
import subprocess
import sys
import time

# A process that waits for as many milliseconds as it is told, and answers.
WAITER = "import sys,time\nfor line in sys.stdin:\n time.sleep(float(line)/1000)\n print('bestmove', flush=True)\n"
# Plies of a game, and moves that end one.
LONGEST = 160
ENDS = ("resign", "win", "(none)")


class Process:
    """A program that answers lines."""

    def __init__(self, *command):
        self.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def say(self, line):
        self.child.stdin.write(line + "\n")
        self.child.stdin.flush()

    def until(self, word):
        while True:
            line = self.child.stdout.readline()
            if not line or line.split(" ")[0].strip() == word:
                return line.strip()

    def ask(self, line, word):
        """The answer to a line, and its milliseconds."""
        start = time.perf_counter()
        self.say(line)
        answer = self.until(word)
        return answer, (time.perf_counter() - start) * 1000


def tell(name, times, late, lost):
    times = sorted(times)
    at = lambda part: times[min(len(times) - 1, int(len(times) * part))]
    word = f"{late} of {len(times)} late" + (f", {lost} games lost on time" if lost else "")
    print(f"{name}: {word}; ms: median {at(0.5):.1f}, 99 % {at(0.99):.1f}, longest {times[-1]:.1f}", flush=True)


def play(program, protocol, moves, base, increment, byoyomi):
    """The times of so many moves, how many were late, and how many games were lost so."""
    engine = Process(program, protocol)
    engine.ask(protocol, protocol + "ok")
    times, late, lost = [], 0, 0
    while len(times) < moves:
        engine.ask("usinewgame\nisready" if protocol == "usi" else "ucinewgame\nisready", "readyok")
        played, clocks = [], [base, base]
        while len(times) < moves and len(played) < LONGEST:
            side = len(played) % 2
            engine.say("position startpos" + (" moves " + " ".join(played) if played else ""))
            first, second = ("btime", "wtime") if protocol == "usi" else ("wtime", "btime")
            clock = f"go {first} {clocks[0]:.0f} {second} {clocks[1]:.0f}"
            if byoyomi:
                clock += f" byoyomi {byoyomi}"
            elif increment:
                clock += f" binc {increment} winc {increment}"
            answer, took = engine.ask(clock, "bestmove")
            times.append(took)
            if took > clocks[side] + byoyomi:
                late += 1
                if base:
                    lost += 1
                    break
            if base:
                clocks[side] += increment - took
            move = answer.split(" ")[1] if " " in answer else "resign"
            if move in ENDS:
                break
            played.append(move)
    engine.say("quit")
    engine.child.wait()
    return times, late, lost


def wait(moves, byoyomi, planned):
    """The same of a process that only waits."""
    waiter = Process(sys.executable, "-c", WAITER)
    times = [waiter.ask(str(planned), "bestmove")[1] for _ in range(moves)]
    waiter.child.stdin.close()
    waiter.child.wait()
    return times, sum(took > byoyomi for took in times), 0


def count():
    while True:
        pass


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--moves", type=int, default=1000)
    parser.add_argument("--busy", type=int, default=0)
    parser.add_argument("--only", default="")
    args = parser.parse_args()
    busy = [multiprocessing.Process(target=count, daemon=True) for _ in range(args.busy)]
    for process in busy:
        process.start()
    # What the engine plans with byoyomi: a fifth is kept for delays.
    runs = [
        ("byoyomi 1000", lambda: play(args.program, "usi", args.moves, 0, 0, 1000), lambda: wait(args.moves, 1000, 800)),
        ("byoyomi 100", lambda: play(args.program, "usi", args.moves, 0, 0, 100), lambda: wait(args.moves, 100, 80)),
        ("byoyomi 10", lambda: play(args.program, "usi", args.moves, 0, 0, 10), lambda: wait(args.moves, 10, 8)),
        ("1 s + 10 ms, USI", lambda: play(args.program, "usi", args.moves, 1000, 10, 0), None),
        ("1 s + 10 ms, UCI", lambda: play(args.program, "uci", args.moves, 1000, 10, 0), None),
    ]
    with concurrent.futures.ThreadPoolExecutor() as beside:
        for name, engine, waiter in runs:
            if args.only in name:
                waited = beside.submit(waiter) if waiter else None
                tell(name, *engine())
                if waited:
                    tell(f"{name}, a process that only waits", *waited.result())


if __name__ == "__main__":
    main()
