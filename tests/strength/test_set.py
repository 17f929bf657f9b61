#!/usr/bin/env python3
"""The loss of nets on games that none of them learned from.

    python3 tests/strength/test_set.py --engine target/release/somatic \\
        --games strangers.jsonl --games strategies.jsonl generation-12.net generation-15.net

Games are results of `somatic match`. Of each, quiet positions are taken: nobody is in check, and
neither the move before nor the move that was played takes a piece. What a net, with the formula
beside it, says of a position is turned into an expectation by a sigmoid whose scale is fitted for each
net; the loss is the mean cross entropy with the result of the game, and gain_over_blind how much more it
is to say always what the side to move scores on average. As all positions of a game share its result, the error is over games:
half of the 95 % interval of the difference to the last net named.

Needs cshogi (shogi) and python-chess (chess). One line of CSV a net goes to standard output.
"""

import argparse
import csv
import json
import math
import subprocess
import sys


class Shogi:
    def __init__(self, start):
        import cshogi

        self.board = cshogi.Board()
        if start != "startpos":
            self.board.set_sfen(start.removeprefix("sfen "))

    def takes(self, move):
        import cshogi

        return "*" not in move and self.board.piece(cshogi.move_to(self.board.move_from_usi(move))) != 0

    def push(self, move):
        self.board.push_usi(move)

    def in_check(self):
        return self.board.is_check()

    def black_moves(self):
        return self.board.turn == 0


class Chess:
    def __init__(self, start):
        import chess

        self.board = chess.Board() if start == "startpos" else chess.Board(start.removeprefix("fen "))

    def takes(self, move):
        return self.board.is_capture(self.board.parse_uci(move))

    def push(self, move):
        self.board.push_uci(move)

    def in_check(self):
        return self.board.is_check()

    def black_moves(self):
        return not self.board.turn


def positions(game, every):
    """Quiet positions of a game: the moves to them, and what the side to move scored."""
    start, moves = game["start"], game["opening_moves"] + game["moves"]
    board = (Shogi if game["game"] == "shogi" else Chess)(start)
    points = {"draw": 0.5}.get(game["result"])
    taken_before = True
    for at, move in enumerate(moves):
        takes = board.takes(move)
        quiet = not takes and not taken_before and not board.in_check()
        if quiet and at >= len(game["opening_moves"]) and at % every == 0:
            black = game["black"] == game["result"] if points is None else None
            score = points if black is None else float(black == board.black_moves())
            yield moves[:at], score
        taken_before = takes
        board.push(move)


class Program:
    """A program that is spoken to in lines."""

    def __init__(self, command):
        self.child = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )

    def say(self, *lines):
        self.child.stdin.write("".join(f"{line}\n" for line in lines))
        self.child.stdin.flush()

    def read(self, *begins):
        for line in self.child.stdout:
            if line.startswith(begins):
                return line
        raise SystemExit(f"{self.child.args[0]} has ended")

    def end(self):
        self.say("quit")
        self.child.wait()


class Engine(Program):
    """The engine with a net, asked for its static evaluation."""

    def __init__(self, path, protocol, net):
        super().__init__([path, protocol])
        self.net = net
        self.word = {"usi": "sfen", "uci": "fen"}[protocol]
        self.say(protocol, f"setoption name EvalFile value {net}", "isready")
        self.read("readyok")

    def value(self, start, moves):
        if start != "startpos" and not start.startswith(self.word):
            start = f"{self.word} {start}"
        self.say(f"position {start} moves {' '.join(moves)}" if moves else f"position {start}", "eval")
        # A net that the engine refuses is not the one that it goes on with.
        if self.net not in self.read("evaluation: "):
            raise SystemExit(f"the engine does not take {self.net}")
        return int(self.read("evaluation ").split()[1])


def entropy(score, expected):
    expected = min(max(expected, 1e-6), 1 - 1e-6)
    return -(score * math.log(expected) + (1 - score) * math.log(1 - expected))


def losses(values, scores, scale):
    return [entropy(s, 1 / (1 + math.exp(-v / scale))) for v, s in zip(values, scores)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", required=True)
    parser.add_argument("--games", action="append", required=True, metavar="FILE")
    parser.add_argument("--every", type=int, default=3, help="positions at plies that this number divides")
    parser.add_argument("nets", nargs="+", metavar="NET")
    args = parser.parse_args()

    sets = []
    for name in args.games:
        with open(name) as lines:
            for game in map(json.loads, lines):
                found = list(positions(game, args.every))
                if found:
                    sets.append((game, found))
    kinds = {game["game"] for game, _ in sets}
    if len(kinds) != 1:
        sys.exit(f"expected games of one kind, found {sorted(kinds) or 'none'}")
    protocol = "usi" if kinds == {"shogi"} else "uci"
    scores = [[score for _, score in found] for _, found in sets]
    flat_scores = [score for game in scores for score in game]
    mean = sum(flat_scores) / len(flat_scores)
    blind = sum(entropy(score, mean) for score in flat_scores) / len(flat_scores)

    results = []
    for net in args.nets:
        engine = Engine(args.engine, protocol, net)
        values = [
            [engine.value(game["start"], moves) for moves, _ in found] for game, found in sets
        ]
        engine.end()
        flat = [value for game in values for value in game]
        scales = [50 * 1.06**n for n in range(80)]
        scale = min(scales, key=lambda scale: sum(losses(flat, flat_scores, scale)))
        by_game = [sum(losses(v, s, scale)) for v, s in zip(values, scores)]
        results.append((net, scale, by_game))

    count = len(flat_scores)
    last = results[-1][2]
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["net", "games", "positions", "scale", "loss", "gain_over_blind", "worse_than_last", "error"])
    for net, scale, by_game in results:
        loss = sum(by_game) / count
        more = [a - b for a, b in zip(by_game, last)]
        middle = sum(more) / len(more)
        spread = math.sqrt(sum((x - middle) ** 2 for x in more) / max(len(more) - 1, 1))
        error = 1.96 * spread * math.sqrt(len(more)) / count
        row = [loss, blind - loss, sum(more) / count, error]
        out.writerow([net, len(sets), count, round(scale)] + [f"{x:.5f}" for x in row])


if __name__ == "__main__":
    main()
