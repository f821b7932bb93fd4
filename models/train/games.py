"""Plays whole games by voice: through the virtual microphone of ../../tests/virtual, each move read back and confirmed.

    python games.py make WORK SPEECH              WORK/check/games: thirty half-moves by each of VOICES, and a crowd
    python games.py play ANNABELLA WORK [VOICE ...]   plays them, on virtual devices; a voice with "+crowd" among a crowd
                                                  10 dB softer. Prints what was right at the first try, what was not, and
                                                  whether the score is what was said

The voices are kept from training. What is not understood is said again; what has failed three times is typed.
"""

import atexit
import functools
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time

import chess
import chess.pgn
import numpy as np
import soundfile

RATE = 16000
VOICES = {"mb/mb-de7": "de", "bf_emma": "de", "de+steph2": "de", "af_sarah": "en"}
HALF_MOVES = 30
LOUDNESS = 0.06  # root mean square of full scale
SOFTER = 10  # decibels of the crowd below the player
TRIES = 3
ANSWERS = 6  # recordings of a yes, and of a no, in turn
PATIENCE = 12  # seconds for an answer
WORDS = {"de": {"yes": "ja", "no": "nein", "asked": "ja nein"}, "en": {"yes": "yes", "no": "no", "asked": "yes no"}}
WORTH = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}


def folder_of(work, voice):
    return os.path.join(work, "check", "games", voice.replace("/", "+"))


def next_move(board, rng):
    """Nearly sensible: takes what is not protected, leaves little where it can be taken."""

    def worth(move):
        taken = board.piece_type_at(move.to_square)
        after = board.copy()
        after.push(move)
        risk = WORTH[board.piece_type_at(move.from_square)] if after.attackers(after.turn, move.to_square) else 0
        return (-100 if after.is_game_over() else 0) + WORTH.get(taken, 0) - risk + rng.random()

    return max(board.legal_moves, key=worth)


def make(work, speech):
    import answers
    import check
    from sentences import spelled
    from situations import Folders
    from speech import recorded

    folders = Folders(work, speech)

    def write(voice, name, words, rng):
        language = VOICES[voice]
        text = spelled(words, random.Random(1), check.SAID[language]["spoken"])
        samples = check.said_alone(answers.say(folders, text, voice, language, rng))
        samples = np.clip(samples / samples.std() * LOUDNESS, -1, 0.999)
        soundfile.write(os.path.join(folder_of(work, voice), name + ".wav"), samples.astype(np.float32), RATE, subtype="PCM_16")

    for voice, language in VOICES.items():
        rng, board, moves, out = random.Random(voice + "game"), chess.Board(), [], folder_of(work, voice)
        os.makedirs(out, exist_ok=True)
        for name in ("yes", "no"):
            for number in range(ANSWERS):
                write(voice, f"{name}-{number}", [WORDS[language][name]], rng)
        for number in range(HALF_MOVES):
            move = next_move(board, rng)
            words = check.said(board, move, rng, check.SAID[language], check.SAID[language]["files"][-1])
            for again in range(2):
                write(voice, f"{number:02}-{again}", words, rng)
            moves.append(move.uci())
            board.push(move)
        with open(os.path.join(out, "moves.json"), "w", encoding="utf-8") as file:
            json.dump({"language": language, "moves": moves}, file)
    kept = recorded(os.path.join(speech, "kerstin"), "de")[1][1::2]
    rng, r = random.Random("crowd"), np.random.default_rng(23)
    said = [soundfile.read(os.path.join(speech, "kerstin", name + ".ogg"))[0] for name, _ in kept]
    talkers = [check.side_by_side(rng.sample(said, min(30, len(said))), r) for _ in range(8)]
    crowd = sum(np.resize(talker, 120 * RATE) * rng.uniform(0.4, 1) for talker in talkers)
    crowd = np.clip(crowd / crowd.std() * LOUDNESS * 10 ** (-SOFTER / 20), -1, 0.999)
    soundfile.write(os.path.join(work, "check", "games", "crowd.wav"), crowd.astype(np.float32), RATE, subtype="PCM_16")


class Board:
    """The program at its board: what it prints, and when."""

    def __init__(self, annabella, language, home):
        self.journal = os.path.join(home, "game.jsonl")
        command = [annabella, "play", "--language", language, "--model", os.path.join("..", language), "--confirm", "voice", "--journal", self.journal]
        self.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ | {"XDG_DATA_HOME": home, "XDG_CONFIG_HOME": home})
        atexit.register(self.child.kill)  # or it would go on, on whatever devices are there
        self.lines, self.come = [], threading.Condition()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.child.stdout:
            with self.come:
                self.lines.append((time.monotonic(), line.rstrip()))
                self.come.notify_all()

    def until(self, start, fits, patience=PATIENCE):
        """The first line from the number `start` on that fits, and when it came."""
        deadline = time.monotonic() + patience
        with self.come:
            while True:
                found = next((row for row in self.lines[start:] if fits(row[1])), None)
                if found or time.monotonic() > deadline:
                    return found
                self.come.wait(max(0, deadline - time.monotonic()))

    def type(self, line):
        self.child.stdin.write(line + "\n")
        self.child.stdin.flush()


def is_quiet(seconds=0.3):
    """Whether the loudspeaker has been silent for so long."""
    with open(os.path.join(os.environ["ANNABELLA_VIRTUAL"], "speaker.raw"), "rb") as sound:
        size = sound.seek(0, os.SEEK_END)
        sound.seek(max(0, size - 2 * int(48000 * seconds)) // 2 * 2)
        heard = np.frombuffer(sound.read(), "<i2")
    return not len(heard) or np.abs(heard.astype(int)).max() < 200


def falls_silent(pause=0.3):
    """Waits until what is said has begun and ended; sentences may have a shorter pause between them."""
    deadline = time.monotonic() + 2
    while is_quiet(0.1) and time.monotonic() < deadline:
        time.sleep(0.02)
    deadline = time.monotonic() + 30
    while not is_quiet(pause) and time.monotonic() < deadline:
        time.sleep(0.02)


def sound(path):
    subprocess.run(["paplay", "-d", "mic", path], check=True)


def around(path, ended):
    while not ended.is_set():
        child = subprocess.Popen(["paplay", "-d", "mic", path])
        while child.poll() is None and not ended.is_set():
            time.sleep(0.1)
        if child.poll() is None:
            child.terminate()
        child.wait()


def is_of(move, line):
    """Whether a braille line names the move: by its squares, or as castling."""
    named = re.search(rf"{move[:2]}[-x]{move[2:4]}", line)
    castles = {"e1g1": "0-0", "e8g8": "0-0", "e1c1": "0-0-0", "e8c8": "0-0-0"}.get(move)
    return bool(named or castles and re.search(rf"(?<![-0]){castles}(?![-0])", line))


def say(board, path, fits):
    """Says it, and returns the first line of the answer that fits; None if there is none."""
    start = len(board.lines)
    sound(path)
    if not board.until(start, lambda line: line.startswith("say: ")):
        return None
    answer = board.until(start, fits, 1)
    falls_silent()
    return answer


def game(annabella, work, voice, crowd):
    out = folder_of(work, voice)
    with open(os.path.join(out, "moves.json"), encoding="utf-8") as file:
        read = json.load(file)
    language, words = read["language"], WORDS[read["language"]]
    asks = lambda line: line.startswith("braille: ") and f"? {words['asked']}" in line
    said = lambda line: line.startswith("braille: ")
    right, failed, times, ended = {"move": 0, "yes": 0}, [], [], threading.Event()
    with tempfile.TemporaryDirectory() as home:
        board = Board(annabella, language, home)
        assert board.until(0, lambda line: line.startswith("say: "), 60), "it does not begin"
        falls_silent(2)
        if crowd:
            threading.Thread(target=around, args=(os.path.join(work, "check", "games", "crowd.wav"), ended), daemon=True).start()
            time.sleep(2)
        for number, move in enumerate(read["moves"]):
            began, path, is_read_back = time.monotonic(), functools.partial(os.path.join, out), False
            for again in range(TRIES):
                start = len(board.lines)
                answer = say(board, path(f"{number:02}-{again % 2}.wav"), asks)
                is_read_back = bool(answer) and is_of(move, answer[1].split("?")[0])
                if is_read_back:
                    right["move"] += again == 0
                    break
                failed.append(f"{number} {move}: " + " / ".join(line for _, line in board.lines[start:] if line.startswith(("hear: ", "say: "))))
                if answer:
                    say(board, path(f"no-{(number + again) % ANSWERS}.wav"), said)
            if not is_read_back:
                board.type(move)
                board.until(len(board.lines), asks)
            made = lambda line, move=move: said(line) and is_of(move, line) and not asks(line)
            for again in range(TRIES):
                start = len(board.lines)
                answer = say(board, path(f"yes-{(number + again) % ANSWERS}.wav"), made)
                if answer:
                    right["yes"] += again == 0
                    times.append(answer[0] - began)
                    break
                failed.append(f"{number} yes: " + " / ".join(line for _, line in board.lines[start:] if line.startswith(("hear: ", "say: "))))
                if any(asks(line) and not is_of(move, line.split("?")[0]) for _, line in board.lines[start:]):  # another move
                    for typed, fits in ((words["no"], said), (move, asks)):
                        start = len(board.lines)
                        board.type(typed)
                        board.until(start, fits)
                    falls_silent()
            else:
                # What was taken for a move instead is asked about first; a yes to "which?" is none.
                for typed in (words["yes"], words["yes"], words["no"], move, words["yes"]):
                    start = len(board.lines)
                    board.type(typed)
                    if board.until(start, made):
                        break
        ended.set()
        board.child.stdin.close()
        board.child.terminate()
        board.child.wait()
        score = subprocess.run([annabella, "export", "--pgn", board.journal], capture_output=True, text=True).stdout
        with tempfile.TemporaryFile("w+") as pgn:
            pgn.write(score)
            pgn.seek(0)
            written = [move.uci() for move in chess.pgn.read_game(pgn).mainline_moves()]
    wrong = sum(one != other for one, other in zip(written, read["moves"])) + abs(len(written) - len(read["moves"]))
    print("\n".join(failed))
    name = voice + (", in a crowd" if crowd else "")
    print(f"{name}: moves {right['move']} and yes {right['yes']} of {len(read['moves'])} right at the first try, {wrong} wrong in the score, {np.median(times):.1f} s a half-move, at most {max(times):.1f}", flush=True)


def main(annabella, work, *voices):
    for name in voices or [*VOICES, next(iter(VOICES)) + "+crowd"]:
        game(annabella, work, name.removesuffix("+crowd"), name.endswith("+crowd"))


if __name__ == "__main__":
    make(*sys.argv[2:]) if sys.argv[1] == "make" else main(*sys.argv[2:])
