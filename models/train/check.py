"""Makes recordings of voices never trained on; measure.py and `annabella eval` measure on them.

    python check.py make  WORK SPEECH            WORK/check: WAV files and labels.tsv
    python check.py position WORK                WORK/check/position: legal moves, each with its position as a FEN
    python check.py position WORK 20 en          WORK/check/position-en: the same in English
    python check.py lettered WORK                WORK/check/position/lettered: legal moves that are named by letters
    python check.py whispered WORK               WORK/check/position/whisper: the same whispered
    python check.py accented WORK                WORK/check/position/accent: the same with an accent
    python check.py illegal WORK                 WORK/check/illegal: moves one word off a legal one, with the position
    python check.py kinds WORK                   WORK/check/position/kinds: some of them again in every kind of noise;
                                                 WORK/check/false/crowd: talk in a crowd
    python check.py coloured WORK                all moves again, at 10 and 5 dB with noise of a kind trained on
    python check.py english WORK                 WORK/check/english: moves in English, in every form
    python check.py people WORK FOLDER ...       WORK/check/people: the recordings of Debian's klettres-data and
                                                 kajongg, unpacked in FOLDER
    python check.py letters WORK SPEECH FOLDER ...   WORK/check/letters: squares put together from letters and digits of
                                                 people kept from training; WORK/check/position/people: legal moves of
                                                 a German's letters and others' digits, position/alphabet: of a synthetic
                                                 voice's letters; in rooms, noise, with cut starts
    python check.py samples ../../tests/audio    the handful of recordings of the Rust tests

Whole voices are kept from training: eleven espeak-ng variants, ten speakers of
Kokoro's, and the mbrola voices (their licence allows no more than this). The noises are of other kinds
than noise.py makes.
"""

import glob
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable

import numpy as np
import soundfile
from scipy.signal import fftconvolve, lfilter, resample_poly

import accents
import kokoro
import noise as trained
import people as others
import speech
import variants
from phones import phonemise
from sentences import ENGLISH_FILES, ENGLISH_RANKS, ENGLISH_SPOKEN, FILES, LETTERS, PIECES, RANKS, SPOKEN, english_move, spelled
from speech import recorded, resample, trim

RATE = 16000
LEVELS = ["clean", "20", "10", "5"]
COLOURED = {"coloured-10": 10, "coloured-5": 5}  # decibels
MBROLA = [f"mb-de{i}" for i in range(1, 8)]
WHISPERING = ["whisper", "whisperf"]
ENGLISH_MBROLA = ["mb-en1", "mb-us1", "mb-us2", "mb-us3"]
COMMANDS = [words.strip() for words in """kurze rochade / lange rochade / ja / nein / korrektur / wiederholen / lauter / leiser / schneller / langsamer /
stopp / hilfe / remis annehmen / remis ablehnen / ich gebe auf / uhr / zeit / stellung / letzter zug / zugnummer / wer ist am zug /
material / weiter / pause / schach / matt / zurück / feld / remis""".replace("\n", " ").split("/")]
ROOMS = {"room-0.3": (0.3, 3), "room-0.5": (0.5, 0), "room-0.8": (0.8, -2)}  # seconds until the sound is 60 dB softer, decibels of the voice itself over it
STARTS = {"cut-30": 30, "cut-60": 60, "cut-100": 100}  # milliseconds that are missing
BEGUN: set[str] = set()  # folders of recordings that this run has written to
WORDS = PIECES + RANKS + FILES + "zwo kurze lange rochade schlägt schach matt ja nein korrektur uhr zeit remis stellung hilfe".split() + ["[unk]"]


def square(rng):
    return [rng.choice(FILES), rng.choice(RANKS)]


def move(form, rng):
    """Words of one move; the position it could be played in does not matter here."""
    piece = rng.choice(PIECES)
    if form == "full":
        return [piece] + square(rng) + rng.choice([[], [], ["nach"]]) + square(rng)
    if form == "short":
        return [piece] + square(rng)
    if form == "squares":
        return square(rng) + square(rng)
    if form == "capture":
        return [piece] + rng.choice([[], [rng.choice(FILES)]]) + ["schlägt"] + square(rng)
    if form == "promotion":
        return square(rng) + rng.choice([[], ["wird"]]) + [rng.choice(PIECES[1:5])]
    return rng.choice(COMMANDS).split()


FORMS = ["full", "short", "squares", "capture", "promotion", "command"]


def pink(r, n, slope):
    spectrum = np.fft.rfft(r.standard_normal(n))
    return np.fft.irfft(spectrum / np.maximum(np.arange(len(spectrum)), 5) ** slope, n)


def strings(r, n):
    """Plucked strings (Karplus and Strong)."""
    x = np.zeros(n)
    for at in range(0, n, int(RATE * r.uniform(0.1, 0.4))):
        period = int(RATE / r.choice([110, 131, 147, 165, 196, 220, 262, 330]))
        length = min(n - at, RATE)
        burst = np.zeros(length)
        burst[: min(period, length)] = r.uniform(-1, 1, min(period, length))
        x[at : at + length] += lfilter([1], np.r_[1, np.zeros(period - 1), -0.496, -0.496], burst)
    return x


def patter(r, n):
    """Rain, typing, rattle: many short drops through a tube."""
    drops = (r.random(n) < r.uniform(5, 400) / RATE) * r.exponential(1, n)
    tube = r.standard_normal(400) * np.exp(-np.arange(400) / r.uniform(10, 120))
    return fftconvolve(drops, tube)[:n]


def traffic(r, n):
    t = np.arange(n) / RATE
    engine = np.cumsum(np.interp(t, np.linspace(0, t[-1] + 1e-9, 5), r.uniform(40, 140, 5))) / RATE
    return pink(r, n, 1.1) * 40 + sum(np.sin(2 * np.pi * engine * k) / k for k in range(1, 9)) * 0.3


def as_trained(r, n):
    """Of a kind that noise.py makes: coloured, at times swelling or humming."""
    x = trained.coloured(r, n) * (trained.swell(r, n, 4) if r.random() < 0.4 else 1)
    return x + x.std() * trained.hum(r, n) * (r.random() < 0.2)


KINDS = {
    "ventilation": lambda r, n: pink(r, n, 0.5),
    "rumble": lambda r, n: pink(r, n, 1.0),
    "music": strings,
    "rattle": patter,
    "traffic": traffic,
    "hiss": lambda r, n: pink(r, n, 0.25),
}


def noise(r, n, crowd, kind=None):
    """Of a kind, or of any never trained on: where there is a crowd to draw from, eight people talking at once instead of hiss."""
    any_kind = [*KINDS][:-1] + ["crowd" if crowd else "hiss"]
    kind = kind or any_kind[r.integers(0, len(any_kind))]
    if kind == "crowd":
        x = sum(np.resize(np.roll(crowd[r.integers(len(crowd))], int(r.integers(9999))), n) * r.uniform(0.3, 1) for _ in range(8))
    elif kind == "coloured":
        x = as_trained(r, n)
    else:
        x = KINDS[kind](r, n)
    return x / (x.std() + 1e-9)


def synthesise(text, voice, rng):
    with tempfile.NamedTemporaryFile(suffix=".wav") as file:
        subprocess.run(["espeak-ng", "-v", voice, "-s", str(rng.randrange(115, 185)), "-p", str(rng.randrange(25, 75)), "-w", file.name, text], check=True, stderr=subprocess.DEVNULL)
        return read(file.name)


def read(wav):
    return resample(*speech.read(wav))


def speakers(work, language="de"):
    """The voices never trained on, in groups: [(group, names, say(text, name, rng) giving samples)]."""
    mbrola, accent = (MBROLA, "de") if language == "de" else (ENGLISH_MBROLA, "en-us")
    net = []

    def neural(text, name, rng):
        if not net:
            net.append(kokoro.Kokoro(os.path.join(work, "kokoro", "voices")))
        phones = phonemise(text, accent, language)
        return resample_poly(net[0].say(phones, net[0].styles[name], rng, language), RATE, kokoro.RATE)

    return [("mbrola", mbrola, lambda text, name, rng: synthesise(text, "mb/" + name, rng)),
            ("espeak", variants.HELD_OUT, lambda text, name, rng: synthesise(text, f"{accent}+{name}", rng)),
            ("kokoro", kokoro.HELD_OUT if language == "de" else kokoro.ENGLISH_HELD_OUT, neural)]


def pad(samples, rng):
    return np.concatenate([np.zeros(int(RATE * rng.uniform(0.2, 0.6))), samples, np.zeros(int(RATE * rng.uniform(0.4, 0.8)))])


def write(folder, name, samples, words, level=0.5):
    """One more recording in a folder; the first one begins it anew."""
    os.makedirs(folder, exist_ok=True)
    samples = samples / (np.abs(samples).max() + 1e-9) * level
    soundfile.write(os.path.join(folder, name), samples.astype(np.float32), RATE, subtype="PCM_16")
    with open(os.path.join(folder, "labels.tsv"), "a" if folder in BEGUN else "w", encoding="utf-8") as file:
        file.write(f"{name}\t{words}\n")
    BEGUN.add(folder)


def noisy(samples, level, crowd, r, kind=None):
    """With noise of a kind, or of any, so many dB below."""
    loud = np.sqrt((samples**2).mean())
    return samples + noise(r, len(samples), crowd, kind) * loud * 10 ** (-level / 20)


def room(samples, seconds, above, r):
    """In a room: a few early reflections, then noise that dies away, so many decibels below the voice itself in all."""
    t = np.arange(int(RATE * seconds)) / RATE
    late = r.standard_normal(len(t)) * 10 ** (-3 * t / seconds) * (t > 0.01)
    for at in r.uniform(0.003, 0.05, 8):
        late[int(at * RATE)] += r.choice([-1, 1]) * 4 * 10 ** (-3 * at / seconds)
    late *= 10 ** (-above / 20) / np.sqrt((late**2).sum())
    late[0] += 1
    return fftconvolve(samples, late)[: len(samples) + len(t) // 2]


def side_by_side(parts, r):
    """Words said alone as if they were said together: equally loud, with hardly a pause, or a longer one before a square's letter."""
    out = []
    for k, samples in enumerate(parts):
        samples = said_alone(samples)
        fade = np.ones(len(samples))
        fade[:80], fade[-160:] = np.linspace(0, 1, 80), np.linspace(1, 0, 160)
        out += [np.zeros(int(RATE * r.uniform(0, 0.2 if k % 2 == 0 else 0.08))), samples * fade / np.sqrt((samples**2).mean())]
    return np.concatenate(out[1:])


def said_alone(samples, step=RATE // 100):
    """Without what is 25 dB softer than its loudest moment, or hardly louder than its softest, before and after."""
    level = 10 * np.log10((samples[: len(samples) // step * step].reshape(-1, step) ** 2).mean(1) + 1e-10)
    loud = np.flatnonzero(level > max(level.max() - 25, np.quantile(level, 0.1) + 6))
    return samples[max(0, loud[0] - 1) * step : (loud[-1] + 2) * step]


def write_places(folder, name, parts, label, r, rng):
    """What people said side by side: as it is, in noise, in rooms, and with its start missing."""
    start = np.zeros(int(RATE * rng.uniform(0.3, 0.6)))
    samples = side_by_side(parts, r)
    padded = np.concatenate([start, samples, np.zeros(int(RATE * rng.uniform(0.5, 0.9)))])
    heard = {"clean": padded} | {level: noisy(padded, int(level), [], r) for level in LEVELS[1:]}
    heard |= {place: room(padded, *ROOMS[place], r) for place in ROOMS}
    heard |= {cut: padded[len(start) + RATE * missing // 1000 :] for cut, missing in STARTS.items()}
    for place, sound in heard.items():
        floor = 3e-4 * np.abs(sound).max() * r.standard_normal(len(sound))
        write(os.path.join(folder, place), name, sound + floor, label, rng.uniform(0.1, 0.9))


def write_levels(folder, name, samples, crowd, label, r, rng):
    """The same utterance at every level of noise, in a folder of its own each."""
    for level in LEVELS:
        heard = samples if level == "clean" else noisy(samples, int(level), crowd, r)
        write(os.path.join(folder, level), name, heard, label, rng.uniform(0.05, 0.9))


def make(work, folder, each=36):
    root = os.path.join(work, "check")
    crowd = []
    for group, names, say in speakers(work):
        for name in names:
            rng = random.Random(name)
            r = np.random.default_rng(rng.randrange(2**31))
            for i in range(int(each)):
                form = FORMS[i % len(FORMS)]
                words = move(form, rng)
                samples = pad(say(spelled(words, random.Random(1)), name, rng), rng)
                crowd = (crowd + [samples])[-60:]
                write_levels(os.path.join(root, group), f"{name}-{i:02}-{form}.wav", samples, crowd, " ".join(words), r, rng)
    make_words(os.path.join(root, "words"))
    rng = random.Random(4)
    for i, _ in recorded(os.path.join(folder, "kerstin"), "de")[1]:
        samples, rate = soundfile.read(os.path.join(folder, "kerstin", i + ".ogg"), dtype="float32")
        write(os.path.join(root, "false", "sentences"), i + ".wav", pad(samples, rng), "")
        for k in range(2):
            length = int(rate * rng.uniform(1.3, 3))
            start = rng.randrange(max(1, len(samples) - length))
            write(os.path.join(root, "false", "pieces"), f"{i}-{k}.wav", pad(trim(samples[start : start + length]), rng), "")
    others = {"fr-fr": "Je ne sais pas ce que tu veux dire, mais nous allons voir demain.", "it": "Domani mattina andiamo al mercato a comprare il pane.",
              "es": "No me acuerdo de dónde dejé las llaves del coche.", "pl": "Jutro rano pojedziemy do miasta na zakupy.",
              "tr": "Bugün hava çok güzel, dışarı çıkalım mı?", "ru": "Сегодня хорошая погода, пойдём гулять.", "en": "I think we should have dinner before the next round begins.",
              "nl": "Volgens mij moeten we nu echt naar huis gaan.", "de": "Hast du gestern noch den Bus gekriegt, oder bist du gelaufen?", "da": "Jeg tror ikke, at vi når det i dag."}
    for language, text in others.items():
        for name in variants.HELD_OUT[:6]:
            write(os.path.join(root, "false", "languages"), f"{language}-{name}.wav", pad(synthesise(text, f"{language}+{name}", rng), rng), "")
    r = np.random.default_rng(5)
    for i in range(200):
        n = int(RATE * r.uniform(1.5, 4))
        write(os.path.join(root, "false", "noise"), f"noise-{i:03}.wav", noise(r, n, []) if i % 20 else np.zeros(n), "", 10 ** r.uniform(-2.5, -0.05))


def said(board, move, rng, words, files):
    """The words of a legal move, in one of the forms players use."""
    import chess

    origin, to = ([files[chess.square_file(s)], words["ranks"][chess.square_rank(s)]] for s in (move.from_square, move.to_square))
    if board.is_castling(move):
        return words["castling"][not board.is_kingside_castling(move)].split()
    pawn, *pieces = words["pieces"]
    piece = words["pieces"][board.piece_type_at(move.from_square) - 1]
    takes = [words["takes"]] if board.is_capture(move) else []
    becomes = words["becomes"] + [pieces[move.promotion - 2]] if move.promotion else []
    others = [m for m in board.legal_moves if m.to_square == move.to_square and m != move and board.piece_type_at(m.from_square) == board.piece_type_at(move.from_square)]
    forms = [[piece] + origin + takes + to, origin + to]
    if not others or move.promotion:
        forms.append(([] if piece == pawn and not takes else [piece]) + takes + to)
    return rng.choice(forms) + becomes


SAID = {
    "de": {"folder": "position", "files": [FILES], "ranks": RANKS, "pieces": ["bauer", "springer", "läufer", "turm", "dame", "könig"],
           "takes": "schlägt", "becomes": [], "castling": ["kurze rochade", "lange rochade"], "spoken": SPOKEN},
    "en": {"folder": "position-en", "files": [ENGLISH_FILES[:8], ENGLISH_FILES[8:]], "ranks": ENGLISH_RANKS, "pieces": ["pawn", "knight", "bishop", "rook", "queen", "king"],
           "takes": "takes", "becomes": ["becomes"], "castling": ["short castling", "long castling"], "spoken": ENGLISH_SPOKEN},
}


def wandered(rng):
    """A position that random moves lead to."""
    import chess

    board = chess.Board()
    for _ in range(rng.randrange(4, 90)):
        following = board.copy()
        following.push(rng.choice(list(board.legal_moves)))
        if following.is_game_over():
            break
        board = following
    return board


def position(work, each=30, language="de", groups=None):
    """Moves that are legal where they are said, in the forms players use. `each` per voice and level."""
    words = SAID[language]

    def legal(rng, i):
        board = wandered(rng)
        return board, said(board, rng.choice(list(board.legal_moves)), rng, words, words["files"][i % len(words["files"])])

    write_moves(os.path.join(work, "check", words["folder"]), groups or speakers(work, language), "position", legal, words["spoken"], each)


def whispered(work, each=60):
    """By the variants of espeak-ng's that whisper; training has none of theirs."""
    position(work, each, groups=[("whisper", WHISPERING, lambda text, name, rng: synthesise(text, f"de+{name}", rng))])


def accented(work, each=20):
    """By mbrola's voices of other countries and its Bavarian one, with the sounds that their languages have."""
    def say(text, name, rng):
        with tempfile.NamedTemporaryFile(suffix=".wav") as file:
            accents.say(text, name, rng, file.name)
            return read(file.name)

    position(work, each, groups=[("accent", accents.VOICES, say)])


def illegal(work, each=20):
    """Moves that are illegal by one file or rank: they must not be taken for legal ones that sound like them."""
    words = SAID["de"]

    def nearly_legal(rng, _):
        while True:
            board = wandered(rng)
            move = said(board, rng.choice(list(board.legal_moves)), rng, words, FILES)
            places = [i for i, word in enumerate(move) if word in FILES + RANKS]
            if not places or move[-1] in words["pieces"]:
                continue
            at = rng.choice(places)
            move[at] = rng.choice([word for word in (FILES if move[at] in FILES else RANKS) if word != move[at]])
            if not is_legal(board, move):
                return board, move

    write_moves(os.path.join(work, "check", "illegal"), speakers(work)[:2], "illegal", nearly_legal, SPOKEN, each)


def write_moves(folder, groups, seed, move, spoken, each):
    """What `move(rng, i)` gives, a position and the words said in it, by every voice at every level of noise."""
    for group, names, say in groups:
        for name in names:
            rng = random.Random(name + seed)
            r = np.random.default_rng(rng.randrange(2**31))
            crowd = []
            for i in range(int(each)):
                board, words = move(rng, i)
                samples = pad(say(spelled(words, random.Random(1), spoken), name, rng), rng)
                crowd = (crowd + [samples])[-60:]
                write_levels(os.path.join(folder, group), f"{name}-{i:02}.wav", samples, crowd, " ".join(words) + "\t" + board.fen(), r, rng)


def is_legal(board, move):
    """Whether the words can mean a legal move."""
    places = [word for word in move if word in FILES + RANKS]
    *origin, to = [FILES.index(file) + 8 * RANKS.index(rank) for file, rank in zip(places[::2], places[1::2])]
    named = [i + 1 for i, piece in enumerate(SAID["de"]["pieces"]) if piece in move]
    piece = named or ([] if origin else [1])  # a square alone is a pawn's
    return any(m.to_square == to and m.from_square in (origin or [m.from_square]) and board.piece_type_at(m.from_square) in (piece or range(7)) for m in board.legal_moves)


def labelled(folder):
    """(name, the rest of its label line) of every recording in a folder."""
    with open(os.path.join(folder, "labels.tsv"), encoding="utf-8") as file:
        return [line.rstrip("\n").split("\t", 1) for line in file]


def kinds(work, each=120):
    """The clean ones of `position`, not espeak-ng's, again in every kind of noise at 10 dB, and talk that is
    not meant for the program again in the crowd."""
    root = os.path.join(work, "check", "position")
    folders = [os.path.join(root, group, "clean") for group in ("kokoro", "mbrola")]
    rows = random.Random(6).sample([(folder, *row) for folder in folders for row in labelled(folder)], int(each))
    spoken = [soundfile.read(os.path.join(folder, name))[0] for folder, name, _ in rows]
    r = np.random.default_rng(8)
    for kind in [*KINDS, "crowd"]:
        for (_, name, label), samples in zip(rows, spoken):
            write(os.path.join(root, "kinds", kind), name, noisy(samples, 10, spoken, r, kind), label)
    talk = os.path.join(work, "check", "false")
    for name, _ in labelled(os.path.join(talk, "pieces")):
        samples = soundfile.read(os.path.join(talk, "pieces", name))[0]
        write(os.path.join(talk, "crowd"), name, noisy(samples, 10, spoken, r, "crowd"), "")


def coloured(work):
    """The clean ones of `make` and `position` again, with a kind of noise trained on (other seeds)."""
    for folder, level in COLOURED.items():
        r = np.random.default_rng(level - 1)  # of its own: a level more changes none of the others
        for group in ("espeak", "kokoro", "mbrola"):
            for root in (os.path.join(work, "check", group), os.path.join(work, "check", "position", group)):
                for name, label in labelled(os.path.join(root, "clean")):
                    samples = soundfile.read(os.path.join(root, "clean", name))[0]
                    write(os.path.join(root, folder), name, noisy(samples, level, [], r, "coloured"), label)


def english(work, each=40):
    for group, names, say in speakers(work, "en"):
        for name in names:
            rng = random.Random(name + "english")
            r = np.random.default_rng(rng.randrange(2**31))
            for i in range(int(each)):
                words = english_move(rng)
                samples = pad(say(spelled(words, random.Random(1), ENGLISH_SPOKEN), name, rng), rng)
                write_levels(os.path.join(work, "check", "english", group), f"{name}-{i:02}.wav", samples, [], " ".join(words), r, rng)


def people(work, *folders):
    """Letters, and words and syllables that are none of ours, said by people of twenty countries (klettres-data),
    and tiles of mah-jongg, "Bambus drei", named by four Germans (kajongg). All GPL; of klettres-data people.py
    takes the alphabets of other languages to learn from, everything else is for checking only.
    """
    def recordings(pattern):
        return sorted(path for folder in folders for path in glob.glob(os.path.join(folder, "usr/share", pattern)))

    def padded(path):
        samples, rate = soundfile.read(path, dtype="float32", always_2d=True)
        return pad(resample_poly(samples.mean(1), RATE, rate), random.Random(path[path.index("usr/share") :]))

    for path in recordings("kajongg/voices/de/*/[bcs][1-8].ogg"):
        voice, tile = path[:-4].split(os.sep)[-2:]
        write(os.path.join(work, "check", "people", "numbers"), f"{voice}-{tile}.wav", padded(path), RANKS[int(tile[1]) - 1])
    for path in recordings("klettres/*/*/*.ogg"):
        language, kind, name = path[:-4].split(os.sep)[-3:]
        ours = language == "de" and (kind == "alpha" and name in set("abcdefgh") or name == "ja")
        group = "ours" if ours else "german" if language == "de" else "foreign"
        out = os.path.join(work, "check", "people", group if ours else f"{group}-{kind}")
        write(out, f"{language}-{kind}-{name}.wav", padded(path), name if ours else "")


def letters(work, speech_folder, *folders):
    """Squares and moves of people's letters and digits: none of the recordings is trained on, nor any of the speakers."""
    said = {}
    for english in (False, True):
        for path, text, speaker, voice in others.letters(folders[0], speech_folder, english, unheard=True):
            language = "en" if english else "de"
            if len(text) == 1 and text in "abcdefgh12345678":
                phones = phonemise(speech.spoken(text, voice), voice, language)
                said.setdefault((speaker, language), {}).setdefault(text, ([p for word in phones for p in word], []))[1].append(path)
    for (speaker, language), recordings in sorted(said.items()):
        rng, r = random.Random(speaker), np.random.default_rng(random.Random(speaker).randrange(2**31))
        folder = os.path.join(work, "check", "letters", f"{speaker}-{language}")
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, "lexicon.tsv"), "w", encoding="utf-8") as file:
            file.writelines(f"{text}\t{' '.join(phones)}\n" for text, (phones, _) in sorted(recordings.items()))
        names = [[text for text in some if text in recordings] for some in ("abcdefgh", "12345678")]
        for i in range(40):
            texts = [rng.choice(some) for some in names if some]
            parts = [resample(*speech.read(rng.choice(recordings[text][1]))) for text in texts]
            write_places(folder, f"{i:02}.wav", parts, " ".join(texts), r, rng)
    german_letters(work, speech_folder, folders)


def german_letters(work, speech_folder, folders, each=20):
    """Legal moves: KLettres' German (`people`) or qABCs' synthetic one (`alphabet`) names the files, the four of kajongg
    and Christina the ranks, she the pieces as well.

    Of KLettres' letters only a, c and e are names. The others are the sounds that children learn: b, d, g and h with a
    short vowel behind, f without a voice.
    """
    def recordings(pattern):
        return sorted(path for folder in folders for path in glob.glob(os.path.join(folder, "usr/share", pattern)))

    namers = {"people": "klettres/de/alpha/[ace].ogg", "alphabet": "qabcs/abcs/de/sounds/alpha/[a-h].ogg"}
    voices = {path[:-4].split(os.sep)[-2]: {} for path in recordings("kajongg/voices/de/*/b1.ogg")}
    for path in recordings("kajongg/voices/de/*/[bcs][1-8].ogg"):
        voice, tile = path[:-4].split(os.sep)[-2:]
        number = last_word(read(path), RANKS[int(tile[1]) - 1])
        if number is not None:
            voices[voice].setdefault(RANKS[int(tile[1]) - 1], []).append(number)
    christina = {word: os.path.join(speech_folder, "check-words", f"christina-{word}.wav") for word in PIECES + RANKS}
    voices["christina"] = {word: [read(path)] for word, path in christina.items() if os.path.exists(path)}
    words = SAID["de"] | {"files": ["a b c d e f g h".split()]}
    namers = {group: {os.path.basename(path)[0]: [read(path)] for path in recordings(pattern)} for group, pattern in namers.items()}
    for (group, files), (voice, known) in itertools.product(namers.items(), sorted(voices.items())):
        known = known | files
        rng, r = random.Random(voice), np.random.default_rng(random.Random(voice).randrange(2**31))
        made = 0
        while made < each:
            board = wandered(rng)
            move = said(board, rng.choice(list(board.legal_moves)), rng, words, words["files"][0])
            if all(word in known for word in move) and "rochade" not in move:
                parts = [rng.choice(known[word]) for word in move]
                write_places(os.path.join(work, "check", "position", group), f"{voice}-{made:02}.wav", parts, " ".join(move) + "\t" + board.fen(), r, rng)
                made += 1


LETTERING = ["mb/mb-de5", "mb/mb-de7", "de+steph2"]


def lettered(work):
    """72 legal moves, their files named by letters, in quiet and in noise."""
    for k in range(72):
        rng, r, voice = random.Random(f"lettered {k}"), np.random.default_rng(k), LETTERING[k % 3]
        words: list[str] = []
        while not words or "rochade" in words:
            board = wandered(rng)
            words = said(board, rng.choice(list(board.legal_moves)), rng, SAID["de"], LETTERS)
        samples = pad(synthesise(spelled(words, random.Random(1)), voice, rng), rng)
        samples = samples / np.abs(samples).max()
        for level in LEVELS:
            heard = samples if level == "clean" else noisy(samples, int(level), [], r)
            heard = heard + 3e-4 * np.abs(heard).max() * r.standard_normal(len(heard))
            write(os.path.join(work, "check", "position", "lettered", level), f"{voice.replace('/', '+').replace('-', '')}-{k:02}.wav", heard, " ".join(words) + "\t" + board.fen())


def last_word(samples, word):
    """The word at the end of a recording, where our own model hears it there."""
    import vosk

    vosk.SetLogLevel(-1)
    recognizer = vosk.KaldiRecognizer(vosk.Model(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../de")), RATE, json.dumps([*RANKS, "zwo", "[unk]"], ensure_ascii=False))
    recognizer.SetWords(True)
    silence = np.zeros(RATE // 2)
    recognizer.AcceptWaveform((np.concatenate([silence, samples / np.abs(samples).max(), silence]) * 16000).astype(np.int16).tobytes())
    heard = json.loads(recognizer.FinalResult()).get("result", [])
    if not heard or heard[-1]["word"] != word:
        return None
    start, end = (int(RATE * (heard[-1][key] - 0.5)) for key in ("start", "end"))
    return samples[max(0, start - 320) : end + 800]


def make_words(folder):
    """Single words, clean, each as short as a word is."""
    for name in MBROLA:
        rng = random.Random(name + "words")
        for word in WORDS[:-1]:
            write(folder, f"{name}-{word}.wav", pad(synthesise(spelled([word], random.Random(1)), "mb/" + name, rng), rng), word)


SAMPLES = """f4 springer gustav eins felix drei / m5 eva zwei eva vier / Alicia bauer eva schlägt david fünf / Mario kurze rochade
/ klatt3 anna acht wird springer / Hugo ja / f4 korrektur / Mario wer ist am zug"""


def samples(out):
    rng, r = random.Random(21), np.random.default_rng(1)
    for sample in SAMPLES.replace("\n", " ").split(" / "):
        voice, words = sample.split(" ", 1)
        said = pad(synthesise(spelled(words.split(), random.Random(1)), "de+" + voice, rng), rng)
        name = words.replace(" ", "-").translate({228: "ae", 246: "oe", 252: "ue"})
        write(out, name + ".wav", said + 0.0005 * r.standard_normal(len(said)), words)
    write(out, "noise.wav", pink(r, 2 * RATE, 0.7), "", 0.2)


if __name__ == "__main__":
    tasks: dict[str, Callable[..., None]] = {"make": make, "position": position, "lettered": lettered, "whispered": whispered, "accented": accented, "illegal": illegal, "kinds": kinds, "coloured": coloured, "english": english, "people": people, "letters": letters, "samples": samples}
    tasks[sys.argv[1]](*sys.argv[2:])
