#!/usr/bin/env python3
"""Every command that writes, ended in the middle again and again, and made whole.

    tests/outputs/ended.py PROGRAM [--times N] [--only COMMAND] [--seed N]

PROGRAM is the path of `somatic`. Each command runs once to its end. Then it is run again with the same output and
ended at a random moment, by a kill or by Ctrl-C, N times of each (40), and gone on with by `--resume`, with one
thread and with two. The output must at all times be a beginning of the whole (of `sample`: whole lines), and in the
end the whole: byte for byte, where the order of lines is not that in which games end. What cannot be gone on with is
begun anew.

Besides: two processes on one file, a file of something else, a folder that may not be written, and a full disk
(`--tmpfs FOLDER`, a file system of some 256 KiB).

Needs nothing but Python.
"""

import argparse
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SFEN, EPD = ROOT / "sfen/shogi/tactics.sfen", ROOT / "sfen/chess/tactics.epd"
ARTICLE = ROOT / "sfen/shogi/article.sfen"
CSA, LEAVES = ROOT / "sfen/shogi/games.csa", ROOT / "sfen/chess/leaves.jsonl"

# A file with a few games.
FEW = tempfile.NamedTemporaryFile("w", suffix=".usi")
FEW.writelines((ROOT / "sfen/shogi/games.usi").read_text().splitlines(keepends=True)[:6])
FEW.flush()

# Name: arguments with OUT for the output and FEW for that file, whether it can be gone on with, whether lines come as games end.
COMMANDS = {
    "compare": (f"compare {EPD} --shard 1/8 --depth 4 --hash 1 --no-times --jsonl OUT", True, False),
    "suite": (f"suite {SFEN} --shard 1/8 --depth 4 --hash 1 --no-times --jsonl OUT", True, False),
    "mate": (f"mate {SFEN} --nodes 2000 --hash 1 --no-times --jsonl OUT", True, False),
    "census": (f"census {CSA} --jsonl OUT", True, False),
    "review": ("review FEW --nodes 100 --hash 1 --jsonl OUT", True, False),
    "label": (f"label {SFEN} --shard 1/8 --depth 3 --second 2 --hash 1 --jsonl OUT", True, False),
    "accuracy": (f"accuracy {LEAVES} --shard 1/4 --no-times --jsonl OUT", True, False),
    "match": ("match --a Hash=1 --b Hash=1,Tactics=quiescence --games 60 --nodes 200 --no-times --jsonl OUT", True, True),
    "tune": ("tune --set razor_base=0..800 --games 60 --nodes 100 --out OUT", True, False),
    "selfplay": ("selfplay --games 120 --nodes 60 --out OUT", True, False),
    "sample": (f"sample {ARTICLE} --count 24 --plies 60 --play-nodes 50 --nodes 400 --jsonl OUT", False, False),
    "convert": (f"convert {CSA} --to kifu --out OUT", False, False),
    "book make": (f"book make {CSA} --out OUT", False, False),
}
THREADED = {"compare", "suite", "mate", "census", "review", "label", "accuracy", "match", "tune", "selfplay", "sample"}


def words_of(line, out):
    return [{"OUT": str(out), "FEW": FEW.name}.get(word, word) for word in line.split()]


def fail(text):
    sys.exit("ended.py: " + text)


class Trial:
    """A command with a number of threads, its whole result, and a folder."""

    def __init__(self, program, name, threads, folder):
        line, self.resumes, self.as_they_end = COMMANDS[name]
        self.name, self.folder = f"{name} --threads {threads}", folder
        self.out = folder / ("out.db" if name == "book make" else "out.kifu" if name == "convert" else "out")
        words = words_of(line, self.out)
        self.command = [program, *words] + (["--threads", str(threads)] if name in THREADED else [])
        start = time.monotonic()
        self.run()
        self.took = time.monotonic() - start
        self.whole = self.out.read_bytes()
        self.out.unlink()

    def start(self, *more):
        return subprocess.Popen([*self.command, *more], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                stderr=subprocess.PIPE, cwd=self.folder)

    def run(self, *more):
        child = self.start(*more)
        error = child.communicate()[1].decode()
        # Lines of the inputs that cannot be used are no fault of the output.
        if child.returncode not in (0, 2) or (child.returncode == 2 and "could not be used" not in error):
            fail(f"{self.name}: exit code {child.returncode}: {error}")

    def lines(self, data):
        return sorted(data.splitlines(keepends=True)) if self.as_they_end else data

    def check(self):
        """The output is a beginning of the whole."""
        if not self.out.exists():
            return
        data = self.out.read_bytes()
        if self.name.startswith("sample"):
            # What is drawn of a part of the games is no part of what is drawn of all.
            good = data.count(b"\n") <= self.whole.count(b"\n") and all(map(json.loads, data.splitlines()))
        elif self.as_they_end:
            known = set(self.whole.splitlines(keepends=True))
            *all_whole, last = data.splitlines(keepends=True) or [b""]
            good = set(all_whole) <= known and any(line.startswith(last) for line in known)
        else:
            good = self.whole.startswith(data)
        if not good:
            fail(f"{self.name}: what is there after {len(data)} bytes is no beginning of the whole")

    def end_again_and_again(self, times):
        left = {signal.SIGKILL: times, signal.SIGINT: times}
        while any(left.values()):
            if self.out.exists() and len(self.out.read_bytes()) >= len(self.whole):
                self.out.unlink()
            sign = random.choice([sign for sign, count in left.items() if count])
            child = self.start(*(["--resume"] if self.resumes and self.out.exists() else
                                 [] if self.resumes else ["--overwrite"]))
            time.sleep(random.uniform(0, self.took / 3 if self.resumes else self.took))
            ended_itself = child.poll() is not None
            child.send_signal(sign)
            error = child.communicate()[1].decode()
            if "panicked" in error or (ended_itself and child.returncode not in (0, 2)):
                fail(f"{self.name}: {error}")
            if not ended_itself:
                left[sign] -= 1
            self.check()
        self.run(*(["--resume"] if self.resumes and self.out.exists() else ["--overwrite"]))
        if self.lines(self.out.read_bytes()) != self.lines(self.whole):
            fail(f"{self.name}: gone on with, it is not the whole")
        if os.listdir(self.folder) != [self.out.name] and not all(
                name.endswith(".somatic-new") or name == self.out.name for name in os.listdir(self.folder)):
            fail(f"{self.name}: left over: {os.listdir(self.folder)}")

    def two_writers(self):
        self.out.unlink(missing_ok=True)
        first = self.start()
        while not self.out.exists() and first.poll() is None:
            time.sleep(0.002)
        second = self.start("--resume")
        error = second.communicate()[1].decode()
        if first.poll() is None and (second.returncode != 2 or error.count("\n") != 1):
            fail(f"{self.name}: a second process is not refused in one line: {second.returncode} {error}")
        first.communicate()
        if self.lines(self.out.read_bytes()) != self.lines(self.whole):
            fail(f"{self.name}: two processes on one file")

    def refused(self, what, text, *more):
        """What is there stays, and the command ends with one line and exit code 2."""
        self.out.write_bytes(text)
        child = self.start(*more)
        error = child.communicate()[1].decode()
        if child.returncode != 2 or len(error.splitlines()) != 1 or self.out.read_bytes() != text:
            fail(f"{self.name}: {what}: exit code {child.returncode}: {error}")
        self.out.unlink()


def train(program, times, folder):
    """`train` ended again and again: in the end its net is that of a run in one go, and the games are as they were."""
    games, out = folder / "games", folder / "a.net"
    subprocess.run([program, *"selfplay --games 40 --nodes 20 --out".split(), games], check=True, capture_output=True)
    known = games.read_bytes()
    command = [program, "train", games, "--epochs", "4", "--batch", "64", "--out", out]
    start = time.monotonic()
    subprocess.run(command, check=True, capture_output=True)
    took = time.monotonic() - start
    whole, state = out.read_bytes(), out.with_suffix(".state")
    left = {signal.SIGKILL: times, signal.SIGINT: times}
    out.unlink()
    while True:
        # A net that is there is the whole one; the state is there only without one.
        if out.exists():
            if out.read_bytes() != whole:
                fail("train: another net")
            if not any(left.values()):
                break
            out.unlink()
        sign = next((sign for sign, count in sorted(left.items(), key=lambda it: -it[1]) if count), None)
        child = subprocess.Popen([*command, "--resume" if state.exists() else "--overwrite"],
                                 stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        if sign is not None:
            time.sleep(random.uniform(0, took))
            if child.poll() is None:
                child.send_signal(sign)
                left[sign] -= 1
        error = child.communicate()[1].decode()
        if "panicked" in error or child.returncode not in (0, 130, -signal.SIGKILL):
            fail(f"train: exit code {child.returncode}: {error}")
    if games.read_bytes() != known:
        fail("train: the games have changed")
    print(f"train: {times} kills and {times} times Ctrl-C: the same net of {len(whole)} bytes", flush=True)


def in_folder(program, name, folder, what):
    """A command whose output cannot be written ends with one line, and not with 0."""
    line = COMMANDS[name][0]
    out = folder / ("full.db" if name == "book make" else "full.kifu" if name == "convert" else "full")
    words = words_of(line, out)
    done = subprocess.run([program, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    lines = [line for line in done.stderr.splitlines() if line.startswith("somatic: ")]
    if done.returncode != 2 or len(lines) != 1 or "panicked" in done.stderr:
        fail(f"{name}: {what}: exit code {done.returncode}: {done.stderr}")
    if out.is_file():
        out.unlink()


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("program")
    arguments.add_argument("--times", type=int, default=40)
    arguments.add_argument("--only", choices=[*COMMANDS, "train"])
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--tmpfs", type=pathlib.Path)
    asked = arguments.parse_args()
    random.seed(asked.seed)
    program = os.path.abspath(asked.program)
    if asked.only in (None, "train"):
        with tempfile.TemporaryDirectory() as folder:
            train(program, asked.times, pathlib.Path(folder))
    for name in [name for name in COMMANDS if asked.only in (None, name)]:
        for threads in (1, 2) if name in THREADED else (1,):
            with tempfile.TemporaryDirectory() as folder:
                trial = Trial(program, name, threads, pathlib.Path(folder))
                trial.end_again_and_again(asked.times)
                told = f"{asked.times} kills and {asked.times} times Ctrl-C"
                trial.out.unlink()
                trial.refused("a file of something else", b"notes of somebody, without an end")
                if trial.resumes:
                    trial.two_writers()
                    trial.refused("a file of something else", b"notes of somebody, without an end", "--resume")
                    told += ", two writers"
                print(f"{trial.name}: {told}, a file of something else: {len(trial.whole)} bytes, whole", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            closed = pathlib.Path(folder) / "closed"
            closed.mkdir(mode=0o555)
            if os.access(closed, os.W_OK):
                # Who may write everywhere is kept out by a folder that is none.
                closed = pathlib.Path(folder) / "file"
                closed.write_text("")
            in_folder(program, name, closed, "a folder that may not be written")
        if asked.tmpfs:
            filler = asked.tmpfs / "filler"
            with open(filler, "wb") as file:
                try:
                    while True:
                        file.write(bytes(1024))
                        file.flush()
                except OSError:
                    pass
            in_folder(program, name, asked.tmpfs, "a full disk")
            filler.unlink()
        print(f"{name}: no folder to write to{', a full disk' if asked.tmpfs else ''}: refused in one line", flush=True)


main()
