"""Compares how somatic writes moves for people with what python-chess and tsshogi write, over random games.

    python3 -m venv v && v/bin/pip install chess && npm install tsshogi
    v/bin/python tests/differential/notation.py SOMATIC [MOVES]

In the positions of random games every legal move is written: SAN of chess beside python-chess, the notation of KIF
beside tsshogi (`notation.mjs`, which plays the games of shogi as well). The exit code is 1 if anything differs.
"""

import json
import random
import subprocess
import sys
import urllib.request
from pathlib import Path

import chess

PROGRAM = sys.argv[1]
MOVES = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000


def serve(notation):
    """The program as a server of positions, and its address."""
    words = [PROGRAM, "explore", "--no-browser", "--port", "0", "--notation", notation, "--lang", "en"]
    server = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    for line in server.stdout:
        if "http://" in line:
            return server, "http://" + line.split("http://")[1].split()[0].rstrip("/.")
    sys.exit("no server")


def names(address, game, start, moves):
    """How the program writes each legal move of a position."""
    body = json.dumps({"game": game, "start": start, "moves": moves}).encode()
    request = urllib.request.Request(address + "/api/position", body, {"Content-Type": "application/json"})
    return json.load(urllib.request.urlopen(request))["names"]


def chess_games(address):
    rng, done, wrong = random.Random(1), 0, 0
    while done < MOVES:
        board, moves = chess.Board(), []
        while not board.is_game_over() and len(moves) < 200 and done < MOVES:
            found = names(address, "chess", "", moves)
            expected = {move.uci(): board.san(move) for move in board.legal_moves}
            done += len(expected)
            for text, san in expected.items():
                if found.get(text) != san:
                    wrong += 1
                    print(f"{board.fen()} {text}: {found.get(text)}, python-chess {san}")
            move = rng.choice(list(board.legal_moves))
            moves.append(move.uci())
            board.push(move)
    print(f"chess: {done} moves, {wrong} differ")
    return wrong


def shogi_games(address):
    script = Path(__file__).with_name("notation.mjs")
    done = subprocess.run(["node", script, address, str(MOVES)], check=False)
    return done.returncode


def main():
    wrong = 0
    for notation, games in [("san", chess_games), ("kif", shogi_games)]:
        server, address = serve(notation)
        try:
            wrong += games(address)
        finally:
            server.kill()
    sys.exit(1 if wrong else 0)


main()
