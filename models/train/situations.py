"""Makes recordings of situations that cost the most: what is no speech for the program at all, and true speech
that is short, cut, too soft, too loud, slow, or in a crowd. `annabella eval` measures on them.

    python situations.py WORK SPEECH LOT [SET ...]   WORK/check/LOT/SET

There are two lots, `dev` to choose by and `rep` to report on, of different voices, people, games and moves. People are
those of Debian's packages unpacked in WORK/people and WORK/unheard, the games' music those in WORK/music.
"""

import functools
import glob
import os
import random
import re
import sys
from collections import namedtuple

import numpy as np
import soundfile
from G722 import G722

import check
import songs
from check import COMMANDS, RATE, SAID, labelled, noisy, read, said, said_alone, synthesise, wandered, write
from sentences import ENGLISH_FILES, FILES, LETTERS, spelled
from variants import HELD_OUT

# Voices never trained on.
VOICES = {
    "dev": {"de": ["mb/mb-de1", "mb/mb-de2", "mb/mb-de3", "mb/mb-de6", *(f"de+{name}" for name in HELD_OUT[:5])],
            "en": ["mb/mb-en1", "mb/mb-us1", *(f"en-us+{name}" for name in HELD_OUT[:5])]},
    "rep": {"de": ["mb/mb-de4", "mb/mb-de5", "mb/mb-de7", *(f"de+{name}" for name in HELD_OUT[5:])],
            "en": ["mb/mb-us2", "mb/mb-us3", *(f"en-us+{name}" for name in HELD_OUT[5:])]},
}
SAYING = {
    "de": COMMANDS + ["ruhe", "mikrofon aus", "mikrofon an", "remis anbieten", "richtig", "falsch", "aufgabe", "uhr anhalten", "meine zeit", "abbrechen"],
    "en": """yes / no / clock / time / help / draw / i resign / correction / repeat / louder / softer / faster / slower / stop /
position / last move / material / pause / short castling / long castling / accept draw / decline draw / microphone off / microphone on / offer draw""".replace("\n", " ").split(" / "),
}
NAMES = {"de": {"names": FILES, "letters": LETTERS}, "en": {"names": ENGLISH_FILES[8:], "letters": LETTERS}}  # English: NATO's
MISSING = (0, 30, 60, 100)  # milliseconds, from the frame before the voice on
PAUSES = (0.3, 0.6, 1.0, 1.5)  # seconds between all words
LEVELS = {"level-36": -36, "level-24": -24, "level+12": 12}  # decibels against half of full scale
# The ends of these are phrases or parts of phrases of the program.
ENDINGS = {
    "de": """bitte schalten sie das licht aus / wie sieht das aus / der strom fällt heute abend aus / machen sie das radio aus / ich ruf dich morgen an /
fangen wir endlich an / das fühlt sich gut an / der zug kommt um acht an / ziehen sie sich warm an / schalten sie die heizung an / komm doch herein /
schalten sie das gerät jetzt ein / das ist mir neu ja / das glaube ich nicht nein / er kommt so gegen vier / wir treffen uns um halb acht /
es ist schon viertel nach sieben uhr / ich habe keine zeit / ich brauche deine hilfe / machen wir eine kurze pause / jetzt geht es weiter /
ein neuer anruf von apparat zwei / drücken sie die eins / ihre nachricht wurde gelöscht / sie sind der dritte in der warteschlange /
der teilnehmer ist nicht erreichbar / bitte legen sie auf / das spiel ist noch nicht aus / gib doch auf / das mikrofon ist wohl kaputt""",
    "en": """please turn the light off / the show goes on / would you turn that on / he has just driven off / the meeting is off / go on /
keep your coat on / call me at four / it is half past eight / there are five of us / i have no time / can you help /
it is a draw then / that is right yes / certainly not no / your call may be recorded / press one / the number you dialed is not in service /
you are caller number three / wait a minute / that was the last one / what a nice position / it will not stop / talk a bit louder""",
}


Folders = namedtuple("Folders", "work speech")


def padded(samples, rng):
    return check.pad(samples / (np.abs(samples).max() + 1e-9), rng)


def spoken(words, voice, language, rng):
    return synthesise(spelled(words, random.Random(1), SAID[language]["spoken"]), voice, rng)


def plain(voice):
    """A voice's name as the speaker in a file's: up to its first hyphen."""
    return voice.replace("/", "+").replace("-", "")


def a_move(rng, language, names):
    """(words, position) of a legal move in any form; none castles, which has no letter."""
    while True:
        board = wandered(rng)
        words = said(board, rng.choice(list(board.legal_moves)), rng, SAID[language], names)
        if SAID[language]["castling"][0].split()[-1] not in words:
            return words, board.fen()


def short_move(rng, language, names, piece):
    """(words, position) of a legal move that a square says, or a piece and a square."""
    import chess

    while True:
        board = wandered(rng)
        legal = [m for m in board.legal_moves if not m.promotion and not board.is_capture(m) and not board.is_castling(m)]
        kind = {m: board.piece_type_at(m.from_square) for m in board.legal_moves}
        legal = [m for m in legal if (kind[m] != chess.PAWN) == piece and sum(n.to_square == m.to_square and kind[n] == kind[m] for n in board.legal_moves) == 1]
        if legal:
            move = rng.choice(legal)
            named = [SAID[language]["pieces"][kind[move] - 1]] * piece
            return named + [names[chess.square_file(move.to_square)], SAID[language]["ranks"][chess.square_rank(move.to_square)]], board.fen()


def utterances(lot, language, count):
    """[(name, samples without silence, label)]: half commands, mostly of a single word, half short moves."""
    rng, out = random.Random(f"{lot} short {language}"), []
    for i in range(count):
        voice = VOICES[lot][language][i % len(VOICES[lot][language])]
        names = NAMES[language][("letters", "names")[i // 2 % 2]]
        words, fen = (SAYING[language][i // 2 % len(SAYING[language])].split(), "") if i % 2 else short_move(rng, language, names, rng.random() < 0.4)
        label = " ".join(words) + ("\t" + fen if fen else "")
        out.append((f"{plain(voice)}-{i:03}.wav", spoken(words, voice, language, rng), label))
    return out


def commands(folders, lot, root, language, count=150):
    """Short commands and moves, clean and with noise 10 dB below."""
    rng, r, end = random.Random(lot), np.random.default_rng(1), ending(language)
    for name, samples, label in utterances(lot, language, count):
        sound = padded(samples, rng)
        write(f"{root}/cmd{end}", name, sound, label, rng.uniform(0.05, 0.9))
        write(f"{root}/cmd-10{end}", name, noisy(sound, 10, [], r), label, rng.uniform(0.05, 0.9))


def ending(language):
    return "" if language == "de" else "-" + language


def starts(folders, lot, root, language, count=80):
    """Their first moment missing: the microphone is opened in the voice, or it was quiet before."""
    for name, samples, label in utterances(lot, language, count):
        write_starts(root, name, samples, label, language)


def starts_of_people(folders, lot, root, language="de"):
    """The same of the German letters and digits of people that check.py has put together."""
    folder = os.path.join(folders.work, "check", "position", "people", "clean")
    speakers = {"dev": ("female1", "male1"), "rep": ("female2", "male2", "christina")}
    for name, label in labelled(folder) if os.path.isdir(folder) else []:
        if name.rsplit("-", 1)[0] in speakers[lot]:
            write_starts(root, name, soundfile.read(os.path.join(folder, name))[0], label, language, "-people")


def write_starts(root, name, samples, label, language, group=""):
    rng, r = random.Random(name), np.random.default_rng(len(name))
    voice = said_alone(samples)
    voice = np.concatenate([voice, np.zeros(int(RATE * rng.uniform(0.5, 0.9)))]) / np.abs(voice).max()
    quiet = np.zeros(int(RATE * rng.uniform(0.3, 0.6)))
    for missing in MISSING:
        for kind, before in (("cut", voice[:0]), ("cut-quiet", quiet)):
            sound = np.concatenate([before, voice[RATE * missing // 1000 :]])
            write(f"{root}/{kind}{group}-{missing}{ending(language)}", name, sound + 3e-4 * r.standard_normal(len(sound)), label)


def music(folders, lot, root, language="de"):
    """Clips of 3 to 6 s: of games, made up, and sung."""
    r = np.random.default_rng({"dev": 11, "rep": 12}[lot])
    for i in range({"dev": 200, "rep": 300}[lot]):
        n, kind = int(RATE * r.uniform(3, 6)), ("game", "game", "game", "made", "made", "sung")[i % 6]
        if kind == "game":
            sound = songs.from_a_game(r, n, lot, os.path.join(folders.work, "music"))
        else:
            sound = songs.made_up(r, n) if kind == "made" else songs.song(r, n, lot)
        write(f"{root}/music", f"{kind}-{i:03}.wav", sound, "", r.uniform(0.05, 0.8))


def singing(folders, lot, root, language="de", count=100):
    """Clips of 3 to 6 s of people's words sung, most with instruments."""
    r = np.random.default_rng({"dev": 13, "rep": 14}[lot])
    paths = [path for _, path in of_lot(words_of_people(folders), lot)]
    for i in range(count):
        write(f"{root}/songs", f"people-{i:03}.wav", songs.people_singing(r, int(RATE * r.uniform(3, 6)), paths), "", r.uniform(0.05, 0.8))


def levels(folders, lot, root, language, count=60):
    """Moves far too soft, soft, and so loud that they are clipped."""
    for i in range(count):
        rng = random.Random(f"{lot} level {language} {i}")
        voices = [voice for voice in VOICES[lot][language] if voice.startswith("mb/")]
        voice = voices[i % len(voices)]
        words, fen = a_move(rng, language, NAMES[language]["names"])
        sound = padded(spoken(words, voice, language, rng), rng)
        for name, decibels in LEVELS.items():
            loud = np.clip(sound * 0.5 * 10 ** (decibels / 20), -1, 0.9999)
            write(f"{root}/{name}{ending(language)}", f"{plain(voice)}-{i:02}.wav", loud, " ".join(words) + "\t" + fen, np.abs(loud).max())


def slow(folders, lot, root, language, count=40):
    """Moves dictated slowly: a pause after every word."""
    for named, names in NAMES[language].items():
        for i in range(count):
            rng, r = random.Random(f"{lot} slow {named} {language} {i}"), np.random.default_rng(i)
            voice = VOICES[lot][language][i % len(VOICES[lot][language])]
            words, fen = a_move(rng, language, names)
            parts = [said_alone(spoken([word], voice, language, rng)) for word in words]
            parts = [part / np.sqrt((part**2).mean()) for part in parts]
            for pause in PAUSES:
                sound = np.concatenate([x for part in parts for x in (part, np.zeros(int(RATE * pause * rng.uniform(0.9, 1.1))))][:-1])
                sound = check.pad(sound, random.Random(i))
                sound = np.concatenate([sound, np.zeros(RATE)]) + 3e-4 * np.abs(sound).max() * r.standard_normal(len(sound) + RATE)
                write(f"{root}/slow-{named}-{pause}{ending(language)}", f"{plain(voice)}-{i:02}.wav", sound, " ".join(words) + "\t" + fen, 0.3)


def of_lot(paths, lot):
    """The paths of this lot's speakers: `paths` are (speaker, path)."""
    speakers = sorted({speaker for speaker, _ in paths})
    mine = set(speakers[{"dev": 0, "rep": 1}[lot] :: 2])
    return [row for row in paths if row[0] in mine]


def take(rows, count, seed):
    rng = random.Random(seed)
    return rng.sample(rows, min(count, len(rows)))


@functools.cache
def words_of_people(folders):
    """[(speaker, path)] of words and short phrases in other languages, and German ones that are none of ours."""
    share = os.path.join(folders.work, "people", "usr/share")
    found = [(f"klettres-{path.split(os.sep)[-3]}", path) for path in glob.glob(f"{share}/klettres/*/syllab/*.ogg") if not path.endswith("/de/syllab/ja.ogg")]
    found += [(f"ktuberling-{path.split(os.sep)[-2]}", path) for path in glob.glob(f"{share}/ktuberling/sounds/*/*.*")]
    found += [(f"gcompris-{path.split(os.sep)[-3]}", path) for path in glob.glob(f"{folders.speech}/gcompris/*/misc/*.ogg")]
    found += [(f"tuxpaint-{path[:-4].rsplit('_desc_', 1)[-1]}", path) for path in glob.glob(f"{share}/tuxpaint/stamps/**/*_desc_*.ogg", recursive=True)]
    found += [("festival-ru", path) for path in glob.glob(f"{share}/festival/voices/russian/*/wav/*.wav")]
    return sorted(row for row in found if re.fullmatch(r"[a-z]+-\w+", row[0]) and length(row[1]) < 4)


def length(path):
    try:
        return soundfile.info(path).duration
    except soundfile.LibsndfileError:
        return float("inf")


def foreign(folders, lot, root, language="de", count=250):
    """From every speaker as many as from any other; for English but for those who speak it."""
    rows, picked = of_lot(words_of_people(folders), lot), []
    by_speaker = {speaker: take([row for row in rows if row[0] == speaker], 10**6, speaker) for speaker, _ in rows}
    while len(picked) < count and any(by_speaker.values()):
        picked += [rest.pop() for rest in by_speaker.values() if rest]
    rng = random.Random(lot)
    for i, (speaker, path) in enumerate(picked[:count]):
        sound, loud = padded(read(path), rng), rng.uniform(0.05, 0.9)
        for own in ["foreign"] + ["foreign-en"] * ("-en" not in speaker):
            write(f"{root}/{own}", f"{speaker}-{i:03}.wav", sound, "", loud)


def messages(folders, lot, root, language="de", count=100):
    """Half by actors for a telephone exchange in five languages, half by synthetic voices, ending like phrases of ours."""
    rng = random.Random(lot + "messages")
    paths = sorted(glob.glob(os.path.join(folders.work, "people", "usr/share/asterisk/sounds/*/*.g722")))
    paths = [path for path in paths[{"dev": 0, "rep": 1}[lot] :: 2] if 8_000 < os.path.getsize(path) < 48_000]  # a second to six
    for i, path in enumerate(take(paths, count // 2, lot)):
        with open(path, "rb") as file:
            samples = np.asarray(G722(16000, 64000).decode(file.read()), dtype=float)
        write(f"{root}/messages", f"asterisk+{path.split(os.sep)[-2][:2]}-{i:03}.wav", padded(samples, rng), "", rng.uniform(0.05, 0.9))
    for i in range(count // 2):
        tongue = "de" if i % 3 else "en"
        voices, texts = VOICES[lot][tongue], ENDINGS[tongue].replace("\n", " ").split(" / ")[{"dev": 0, "rep": 1}[lot] :: 2]
        voice = voices[i % len(voices)]
        write(f"{root}/messages", f"said+{tongue}-{i:03}.wav", padded(synthesise(rng.choice(texts), voice, rng), rng), "", rng.uniform(0.05, 0.9))


def crowd(folders, lot, root, language="de"):
    """A minute of eight talkers; and twelve moves in it, 10 and 5 dB above it."""
    rng, r = random.Random(lot + "crowd"), np.random.default_rng(7)
    rows = [row for row in of_lot(words_of_people(folders), lot) if row[0].startswith(("tuxpaint", "festival"))]
    talkers = [np.concatenate([x / (x.std() + 1e-9) for x in (said_alone(read(path)) for _, path in take(rows, 40, k))])[: 60 * RATE] for k in range(8)]
    people = sum(np.resize(talker, 60 * RATE) * r.uniform(0.5, 1) for talker in talkers)
    write(f"{root}/crowd", "crowd-0.wav", people, "", 0.3)
    for i in range(12):
        voice = VOICES[lot]["de"][i % len(VOICES[lot]["de"])]
        words, fen = a_move(rng, "de", NAMES["de"][("names", "letters")[i % 2]])
        samples = said_alone(spoken(words, voice, "de", rng))
        at = int(RATE * rng.uniform(2, 3))
        around = np.roll(people, -i * 5 * RATE)[: at + len(samples) + 3 * RATE].copy()
        for decibels in (10, 5):
            sound = around.copy()
            sound[at : at + len(samples)] += samples / np.sqrt((samples**2).mean()) * around.std() * 10 ** (decibels / 20)
            write(f"{root}/crowd-{decibels}", f"{plain(voice)}-{i:02}.wav", sound, " ".join(words) + "\t" + fen, 0.5)


SETS = {"cmd": commands, "music": music, "songs": singing, "foreign": foreign, "messages": messages, "starts": starts, "people": starts_of_people, "levels": levels, "slow": slow, "crowd": crowd}
ENGLISH = ("cmd", "starts", "levels", "slow")  # what nobody says to the program has no language


def main(work, speech_folder, lot, *sets):
    for name in sets or SETS:
        for language in ("de", "en") if name in ENGLISH else ("de",):
            SETS[name](Folders(work, speech_folder), lot, os.path.join(work, "check", lot), language)


if __name__ == "__main__":
    main(*sys.argv[1:])
