"""What python-chess makes of score files: one a line, as a JSON string; for each a line of JSON comes back."""

import io
import json
import logging
import sys

import chess.pgn


class MainLine(chess.pgn.GameBuilder):
    """Reads no variation, so that every error is one of the main line."""

    def begin_variation(self):
        return chess.pgn.SKIP

    def end_variation(self):
        pass


def moves(game):
    """The main line in UCI, castling by its name, up to a move that was not made."""
    played = []
    board = game.board()
    for move in game.mainline_moves():
        if not move:
            break
        side = "O-O-O" if board.is_queenside_castling(move) else "O-O"
        played.append(side if board.is_castling(move) else move.uci())
        board.push(move)
    return played


def seen(game):
    """Where a game begins, if it can begin there; its moves; and whether all of it could be read."""
    try:
        board = game.board()
    except ValueError:
        return {"fen": None, "chess960": False, "moves": [], "whole": False}
    return {
        "fen": board.fen(en_passant="legal"),
        "chess960": board.chess960,
        "moves": moves(game),
        "whole": not game.errors and all(game.mainline_moves()),
    }


def read(text):
    """The games of one file."""
    file = io.StringIO(text.replace("\r\n", "\n").replace("\r", "\n"))
    games = []
    while (game := chess.pgn.read_game(file, Visitor=MainLine)) is not None:
        games.append(seen(game))
    return games


def main():
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    for line in sys.stdin:
        print(json.dumps(read(json.loads(line))))


if __name__ == "__main__":
    main()
