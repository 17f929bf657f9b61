#!/usr/bin/env python3
"""Reviewed games as others read them: python-chess, python-shogi and cshogi
(`pip install chess python-shogi cshogi`); tsshogi reads them in `review.mjs`.

    tests/differential/review.py PROGRAM FOLDER FILE...

PROGRAM is the path of `somatic`. Each file of games is reviewed with 500 nodes a position and written to FOLDER
with `--record`, in PGN, or in KIF, CSA and lines of USI, beside what the review saw (`.jsonl`). Moves,
evaluations, depths, glyphs, better lines and sentences must be those of the review. Ends with exit code 1 where
they are not, and names the games.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

program, folder, files = sys.argv[1], Path(sys.argv[2]), sys.argv[3:]
faults = 0


def check(what, found, expected):
    global faults
    if found != expected:
        faults += 1
        print(f"{what}: {found!r}, expected {expected!r}")


def review(file, ending):
    """The file written, and what was seen in each game."""
    record = folder / (Path(file).stem + ending)
    jsonl = folder / (Path(file).stem + ".jsonl")
    subprocess.run(
        [program, "review", file, "--nodes", "500", "--record", record, "--jsonl", jsonl, "--overwrite"],
        check=True, stdout=subprocess.DEVNULL)
    return record, [json.loads(line) for line in jsonl.read_text().splitlines()]


def chess_games(file):
    import chess.engine
    import chess.pgn

    record, games = review(file, ".pgn")
    original = open(file)
    glyphs = {chess.pgn.NAG_DUBIOUS_MOVE: 50, chess.pgn.NAG_MISTAKE: 100, chess.pgn.NAG_BLUNDER: 200}
    with record.open() as text:
        for game in games:
            read = chess.pgn.read_game(text)
            check(f"{game['id']}: errors", read.errors, [])
            before = chess.pgn.read_game(original)
            comments = [" ".join(node.comment.split()) for node in [before, *before.mainline()]]
            nodes = [read, *read.mainline()]
            plies = game["plies"]
            check(f"{game['id']}: moves", [node.move.uci() for node in nodes[1:]], [p["move"] for p in plies[:-1]])
            for node, ply in zip(nodes, plies):
                name = f"{game['id']} after {ply['ply']}"
                # The reasons of a mistake stand behind the move that was played.
                last = plies[ply["ply"] - 1 - plies[0]["ply"]] if ply is not plies[0] else {}
                # Where none is known the answer stands there.
                told = last.get("why") or ((last.get("lost") or 0) >= 50 and ply["line"])
                kept = comments[ply["ply"] - plies[0]["ply"]]
                # Long lines are broken at blanks.
                comment = " ".join(node.comment.split())
                check(f"{name}: comment kept", comment.startswith(kept), True)
                rest = re.sub(r"\[%\w+ [^]]*]", "", comment.removeprefix(kept)).strip()
                check(f"{name}: sentences", rest != "", bool(told))
                seen = node.eval()
                if abs(ply["score"]) == 32000:
                    check(name, seen, None)
                    continue
                score = seen.white() if ply["side"] == "white" else seen.black()
                check(f"{name}: depth", node.eval_depth(), ply["depth"])
                if abs(ply["score"]) > 31000:
                    plies_left = 32000 - abs(ply["score"])
                    check(f"{name}: mate", abs(score.mate()), (plies_left + 1) // 2)
                    check(f"{name}: winner", score.mate() > 0, ply["score"] > 0)
                else:
                    # The curve of expectation that the engine's values have is 117.9 wide, that of centipawns 174.
                    check(f"{name}: evaluation", abs(score.score() - ply["score"] * 174 / 131) <= 2, True)
                lost = ply["lost"] or 0
                if node.variations:
                    marked = [least for nag, least in glyphs.items() if nag in node.variations[0].nags]
                    check(f"{name}: mark", max(marked, default=0), max((b for b in glyphs.values() if lost >= b), default=0))
                    if lost >= 50 and ply["best"] != ply["move"]:
                        better = list(node.variations[1].mainline())
                        check(f"{name}: line", [ply["line"][0], *(n.move.uci() for n in better)][: len(ply["line"])],
                              ([node.variations[1].move.uci()] + ply["line"][1:])[: len(ply["line"])])
    print(f"{file}: {len(games)} games of chess")


def shogi_games(file):
    import cshogi.CSA
    import shogi.KIF

    record, games = review(file, ".csa")
    parsed = cshogi.CSA.Parser.parse_file(str(record))
    check(f"{file}: games", len(parsed), len(games))
    import cshogi

    for read, game in zip(parsed, games):
        plies = game["plies"]
        moves = [cshogi.move_to_usi(m) for m in read.moves]
        check(f"{game['id']}: moves", moves, [p["move"] for p in plies[:-1]])
        for number, ply in enumerate(plies[1:]):
            sign = 1 if ply["side"] == "black" else -1
            if abs(ply["score"]) == 32000:
                continue
            score = read.scores[number]
            if abs(ply["score"]) > 31000:
                check(f"{game['id']} after {ply['ply']}: mate", score, sign * ply["score"])
            else:
                check(f"{game['id']} after {ply['ply']}: evaluation {score}",
                      abs(score - sign * ply["score"] * 600 / 720) <= 1, True)
    # python-shogi reads one game a file from the usual start, and no variations.
    usual = [n for n, game in enumerate(games, 1) if game["plies"][0]["position"].startswith("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/")]
    for number in usual[:4]:
        one = folder / f"{Path(file).stem}-{number}.kifu"
        subprocess.run([program, "review", file, "--game", str(number), "--nodes", "500", "--record", one, "--overwrite"],
                       check=True, stdout=subprocess.DEVNULL)
        text = one.read_text(encoding="utf-8")
        main = text.split("\n変化：")[0]
        read = shogi.KIF.Parser.parse_str(main)[0]
        check(f"{one}: moves", read["moves"], [p["move"] for p in games[number - 1]["plies"][:-1]])
    print(f"{file}: {len(games)} games of shogi")


for file in files:
    (chess_games if file.endswith(".pgn") else shogi_games)(file)
sys.exit(faults > 0)
