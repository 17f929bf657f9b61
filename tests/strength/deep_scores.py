#!/usr/bin/env python3
"""How well evaluations and short searches foretell the deep scores of a stranger.

    python3 tests/strength/deep_scores.py --engine target/release/somatic --stranger stockfish \\
        --games games.jsonl --nodes 100 --nodes 1000 --nodes 5000 > deep.csv

Games are results of `somatic match --game chess`; of each, quiet positions are taken as test_set.py
takes them. The stranger searches each to the depth. Then both programs give their static evaluation
(`eval`) and search with each number of nodes. A score is turned into an expectation by a sigmoid: the
deep scores with the scale 300, every other column with the scale that fits them best. The error is the
root of the mean square of the difference, with half of its 95 % interval, positions taken as independent.

This measures, and nothing is learned from it. Needs python-chess. One line of CSV a column goes to
standard output.
"""

import argparse
import csv
import json
import math
import re
import sys

from test_set import Program, positions

DEEP_SCALE = 300
MATE = 3000


class Judge(Program):
    """A UCI program that judges positions, each given by its moves from the start."""

    def __init__(self, command):
        super().__init__(command)
        self.say("uci", "setoption name Hash value 64", "isready")
        self.read("readyok")

    def static(self, moves):
        """What `eval` says, seen from the side to move, in hundredths of a pawn."""
        self.say(f"position startpos moves {' '.join(moves)}", "eval")
        words = self.read("evaluation ", "Final evaluation").split()
        if words[0] == "evaluation":
            return int(words[1])
        # Stockfish: pawns, seen by white.
        value = 100 * float(words[2])
        return value if len(moves) % 2 == 0 else -value

    def search(self, moves, limit):
        self.say("ucinewgame", f"position startpos moves {' '.join(moves)}", f"go {limit}")
        score = 0
        while not (line := self.read("info ", "bestmove")).startswith("bestmove"):
            if found := re.search(r" score (cp|mate) (-?\d+)\b(?! (?:lower|upper)bound)", line):
                score = int(found[2])
                if found[1] == "mate":
                    score = MATE if score > 0 else -MATE
        return score


def expected(score, scale):
    return 1 / (1 + math.exp(-max(min(score / scale, 50), -50)))


def error(scores, targets):
    """The error with the best scale, half of its interval, and the scale."""

    def squares(scale):
        return [(expected(s, scale) - t) ** 2 for s, t in zip(scores, targets)]

    scale = min((40 * 1.05**n for n in range(90)), key=lambda scale: sum(squares(scale)))
    found = squares(scale)
    mean = sum(found) / len(found)
    spread = math.sqrt(sum((s - mean) ** 2 for s in found) / max(len(found) - 1, 1))
    root = math.sqrt(mean)
    return root, 1.96 * spread / math.sqrt(len(found)) / 2 / root, scale


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", required=True)
    parser.add_argument("--stranger", required=True)
    parser.add_argument("--depth", type=int, default=13)
    parser.add_argument("--games", action="append", required=True, metavar="FILE")
    parser.add_argument("--every", type=int, default=17, help="positions at plies that this number divides")
    parser.add_argument("--nodes", action="append", type=int, default=[], metavar="N")
    args = parser.parse_args()

    found = []
    for name in args.games:
        with open(name) as lines:
            for game in map(json.loads, lines):
                if game["game"] != "chess" or game["start"] != "startpos":
                    sys.exit("expected games of chess from the start position")
                found += [moves for moves, _ in positions(game, args.every)]
    stranger, engine = Judge([args.stranger]), Judge([args.engine, "uci"])
    targets = [expected(stranger.search(at, f"depth {args.depth}"), DEEP_SCALE) for at in found]
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["program", "what", "positions", "error", "interval", "scale"])
    for name, program in [("Somatic", engine), ("stranger", stranger)]:
        for what in ["evaluation"] + args.nodes:
            if what == "evaluation":
                scores = [program.static(at) for at in found]
            else:
                scores = [program.search(at, f"nodes {what}") for at in found]
            root, interval, scale = error(scores, targets)
            row = [name, what if what == "evaluation" else f"{what} nodes", len(found)]
            out.writerow(row + [f"{root:.4f}", f"{interval:.4f}", round(scale)])
            sys.stdout.flush()
    stranger.end()
    engine.end()


if __name__ == "__main__":
    main()
