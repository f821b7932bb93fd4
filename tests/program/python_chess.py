"""What python-chess makes of games: one a line, a FEN and its moves in UCI; Chess960 where a 960 stands before it.

For every position of the game a line of JSON comes back.
"""

import json
import sys

import chess


def seen(board):
    """All that the Laws say of a position."""
    legal = {}
    for move in board.legal_moves:
        san = board.san(move)
        capture = board.is_capture(move)
        board.push(move)
        # About to appear, about to be fifty moves.
        legal[move.uci()] = {
            "san": san,
            "capture": capture,
            "threefold": board.is_repetition(3),
            "fifty": board.halfmove_clock >= 100,
        }
        board.pop()
    return {
        "legal": legal,
        "check": board.is_check(),
        "checkmate": board.is_checkmate(),
        "stalemate": board.is_stalemate(),
        "threefold": board.is_repetition(3),
        "fivefold": board.is_repetition(5),
        "fifty": board.halfmove_clock >= 100,
        "seventy_five": board.halfmove_clock >= 150,
    }


def main():
    for line in sys.stdin:
        kind, fen, moves = line.rstrip("\n").split(";")
        board = chess.Board(fen, chess960=kind == "960")
        print(json.dumps(seen(board)))
        for move in moves.split():
            board.push_uci(move)
            print(json.dumps(seen(board)))


if __name__ == "__main__":
    main()
