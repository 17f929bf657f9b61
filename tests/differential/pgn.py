#!/usr/bin/env python3
"""Games in PGN as Somatic reads them, beside python-chess (`pip install chess`).

    tests/differential/pgn.py PROGRAM [FILE...] [--games N] [--seed N]

Every game of the files, or N games made at random in many dresses (comments, variations, numbers of
annotations, odd blanks, results and tags, Chess960), is read by both: PROGRAM is the path of `somatic`,
which writes what it has read as PGN again. First position, moves, result, players and comments must be
equal. Ends with exit code 1 where they are not, and names the games.

    tests/differential/pgn.py PROGRAM --speed N

writes a file of N games of 80 plies, has both count its moves, and tells games a second and the peak of
memory; python-chess reads the first 2000 of them.
"""

import argparse
import io
import random
import re
import resource
import subprocess
import sys
import tempfile
import time

import chess
import chess.pgn

NAMES = ["Anna", "O'Neil, J.", 'The \\"Great\\" One', "Müller", "羽生", "?", ""]
REMARKS = ["good", "a (bracket) and 1-0", "; semicolon", "12. e4 is no move here", "über", "x" * 120, ""]


def random_board(rng):
    """The first position of a game."""
    if rng.random() < 0.7:
        return chess.Board()
    if rng.random() < 0.5:
        return chess.Board.from_chess960_pos(rng.randrange(960))
    board = chess.Board()
    for _ in range(rng.randrange(1, 40)):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(rng.choice(moves))
    return board


def line_of(board, rng, plies):
    """Random moves as written words, with remarks between them; the last is the result's."""
    words = []
    interrupted = True
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            break
        move = rng.choice(moves)
        if board.turn == chess.WHITE:
            words.append(f"{board.fullmove_number}.")
            if rng.random() < 0.1:
                words[-1] += board.san(move)
                board.push(move)
                interrupted = False
                continue
        elif interrupted or rng.random() < 0.05:
            words.append(f"{board.fullmove_number}...")
        san = board.san(move)
        if rng.random() < 0.05:
            san = san.replace("O", "0")
        san += rng.choice(["", "", "", "", "!", "?", "!?", "??"])
        words.append(san)
        before = board.copy(stack=False)
        board.push(move)
        interrupted = False
        if rng.random() < 0.1:
            words.append(f"${rng.randrange(1, 140)}")
        if rng.random() < 0.1:
            words.append("{" + rng.choice(REMARKS) + "}")
            interrupted = True
        if rng.random() < 0.05:
            words.append("(" + " ".join(line_of(before, rng, rng.randrange(1, 5))[:-1] or ["{none}"]) + ")")
            interrupted = True
    words.append(rng.choice(["1-0", "0-1", "1/2-1/2", "*"]))
    return words


def random_game(rng, number):
    """A game as other programs might write it."""
    board = random_board(rng)
    tags = [f'[Event "game {number}"]', f'[White "{rng.choice(NAMES)}"]', f'[Black "{rng.choice(NAMES)}"]']
    if board.fen() != chess.STARTING_FEN:
        tags += ['[SetUp "1"]', f'[FEN "{board.fen()}"]']
        if board.chess960:
            tags.append(f'[Variant "{rng.choice(["Chess960", "chess 960", "Fischer Random", "Fischerandom"])}"]')
    elif rng.random() < 0.2:
        tags.append(f'[Variant "{rng.choice(["Standard", "Classical", "From Position", "Chess"])}"]')
    if rng.random() < 0.3:
        tags.append("[Annotator none]")
    words = line_of(board, rng, rng.randrange(0, 120))
    tags.append(f'[Result "{words[-1]}"]')
    rng.shuffle(tags)
    # The tag that parts games stands first.
    tags.sort(key=lambda tag: not tag.startswith("[Event"))
    text = "\n".join(tags) + "\n\n"
    column = 0
    for word in words:
        text += word
        column += len(word) + 1
        if column > 70 and not word.startswith("{"):
            text += "\n"
            column = 0
        else:
            text += rng.choice([" ", " ", "  "])
    return text.rstrip() + "\n\n"


def games_of(text):
    """What python-chess reads of a text."""
    handle = io.StringIO(text)
    while game := chess.pgn.read_game(handle):
        yield game


def plain(comment):
    """A comment, its blanks made one: what is compared."""
    return re.sub(r"\s+", " ", comment.replace("}", ")")).strip()


def described(game):
    """What must be equal."""
    moves, comments = [], [plain(game.comment)]
    node = game
    while node.variations:
        node = node.variations[0]
        moves.append(node.move.uci())
        comments.append(plain(node.comment))
    name = lambda side: "" if game.headers.get(side, "?") in ("?", "") else game.headers[side]
    return {
        "start": game.board().fen(),
        "moves": " ".join(moves),
        "result": game.headers.get("Result", "*"),
        "white": name("White"),
        "black": name("Black"),
        "comments": comments,
    }


def compare(program, name, text):
    """Reads a text with both; the number of games, and how many differ."""
    with tempfile.NamedTemporaryFile("w", suffix=".pgn", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        run = subprocess.run([program, "convert", file.name, "--to", "pgn"], capture_output=True, encoding="utf-8")
    theirs, ours = list(games_of(text)), list(games_of(run.stdout))
    if len(theirs) != len(ours):
        print(f"{name}: {len(theirs)} games by python-chess, {len(ours)} by Somatic\n{run.stderr[:2000]}")
        return len(theirs), max(len(theirs), len(ours))
    different = 0
    for number, (one, other) in enumerate(zip(theirs, ours), 1):
        one, other = described(one), described(other)
        faults = [f"{key}: {one[key]!r} by python-chess, {other[key]!r} by Somatic" for key in one if one[key] != other[key]]
        if faults:
            different += 1
            print(f"{name}, game {number}: " + "; ".join(faults)[:1000])
    return len(theirs), different


def speed(program, count, seed):
    """Games a second of both over a file of so many games."""
    rng = random.Random(seed)
    different = []
    while len(different) < 500:
        board, words = chess.Board(), []
        while len(board.move_stack) < 80 and (moves := list(board.legal_moves)):
            if board.turn == chess.WHITE:
                words.append(f"{board.fullmove_number}.")
            move = rng.choice(moves)
            words.append(board.san(move))
            board.push(move)
        different.append(" ".join(words) + " *\n\n")
    with tempfile.NamedTemporaryFile("w", suffix=".pgn") as file:
        for number in range(count):
            file.write(f'[Event "{number}"]\n[White "A"]\n[Black "B"]\n[Result "*"]\n\n{different[number % 500]}')
        file.flush()
        start = time.monotonic()
        run = subprocess.run([program, "convert", file.name, "--to", "uci"], stdout=subprocess.PIPE)
        seconds = time.monotonic() - start
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        read = run.stdout.count(b"\n")
        print(f"Somatic: {read} games in {seconds:.1f} s, {read / seconds:.0f} a second, {peak / 1024:.0f} MiB at most")
        start = time.monotonic()
        with open(file.name, encoding="utf-8") as handle:
            few = min(count, 2000)
            for _ in range(few):
                sum(1 for _ in chess.pgn.read_game(handle).mainline_moves())
        seconds = time.monotonic() - start
        print(f"python-chess: {few} games in {seconds:.1f} s, {few / seconds:.0f} a second")
    return read != count


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("files", nargs="*")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--speed", type=int)
    args = parser.parse_args()
    if args.speed:
        return speed(args.program, args.speed, args.seed)
    rng = random.Random(args.seed)
    texts = [(name, open(name, encoding="utf-8", errors="replace").read()) for name in args.files]
    if not texts:
        texts = [("made at random", "".join(random_game(rng, number) for number in range(args.games)))]
    counts = [compare(args.program, name, text) for name, text in texts]
    games, different = (sum(column) for column in zip(*counts))
    print(f"{games} games, {different} read otherwise")
    return different > 0


if __name__ == "__main__":
    sys.exit(main())
