"""Writes random games of shogi as lines for `somatic convert`, with comments, times and ends.

    python3 -m venv v && v/bin/pip install cshogi
    v/bin/python tests/differential/random_games.py 500 > games.usi

Some games begin from handicaps or from the middle of another game.
"""

import json
import random
import sys

import cshogi

HANDICAPS = [
    "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
]
SAID = ["良い手", "two\\nlines", "* 30 +7776FU", "(a) 疑問手？ 50%"]


def game(number, rng):
    board = cshogi.Board()
    if number % 5 == 1:
        board.set_sfen(rng.choice(HANDICAPS))
    elif number % 5 == 2:
        for _ in range(60):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
        if board.is_game_over():
            board.reset()
        board.set_sfen(" ".join(board.sfen().split()[:3]) + " 1")
    start = board.sfen()
    moves, times, comments = [], [], []
    for ply in range(rng.randrange(1, 160)):
        legal = list(board.legal_moves)
        if not legal:
            break
        # Captures, promotions and drops more often than by chance: they need the words.
        rng.shuffle(legal)
        move = max(legal[:3], key=lambda m: (cshogi.move_is_promotion(m), rng.random()))
        moves.append(cshogi.move_to_usi(move))
        board.push(move)
        times.append(str(rng.randrange(0, 4000 if ply % 20 == 0 else 60)))
        if rng.randrange(8) == 0:
            comments.append((ply + 1, rng.choice(SAID)))
    mover = "black" if board.turn == cshogi.BLACK else "white"
    other = "white" if mover == "black" else "black"
    ends = [
        (other, "resignation"),
        (other, "time"),
        (mover, "declaration"),
        ("draw", "repetition"),
        (None, None),
    ]
    result, reason = ends[rng.randrange(len(ends))]
    line = f"sfen {start}" + (" moves " + " ".join(moves) if moves else "")
    line += f' ; id "{number}" ; black "先 {number}" ; white "後" ; times "{" ".join(times)}"'
    line += "".join(f' ; comment {ply} "{text}"' for ply, text in comments)
    if result:
        line += f" ; result {result} ; reason {reason}"
    return line


def main():
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    for number in range(int(sys.argv[1])):
        print(game(number, rng))


main()
