"""Makes recordings of answers to an open question, and of what is no answer; `annabella eval` measures on them.

    python answers.py WORK SPEECH LOT [SET ...]   WORK/check/LOT/SET
    python answers.py nobody ANNABELLA WORK LOT   how often a yes is heard where nobody answers, of a thousand times: in the
                                                  program's own sentences, a crowd, music and noise

The lots are those of situations.py: `dev` to choose by and `rep` to report on, of different voices and sentences. What
is no answer is heard while a move is read back.
"""

import functools
import glob
import json
import os
import random
import re
import subprocess
import sys

import numpy as np
import soundfile
from scipy.signal import resample_poly

import check
import kokoro
import songs
from check import RATE, noisy, room, said_alone, side_by_side, write
from phones import phonemise
from sentences import spelled
from situations import VOICES, Folders, ending, of_lot, plain, words_of_people
from speech import recorded

LOTS = {"dev": 0, "rep": 1}
NOBODY = {"own": 150, "own-en": 100, "crowd-asked": 250, "music-asked": 250}  # of own sentences whole ones, and as many pieces
# A position, the moves or the draw asked about, what may be said to that.
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KNIGHTS = "r1bqkb1r/pppp1ppp/2n2n2/4p3/3P4/5N2/PPP1PPPP/RNBQKB1R w KQkq - 0 4"
PAWN = "8/4P1k1/8/8/8/8/6K1/8 w - - 0 1"
SAID = {
    "de": [(START, "e2e4", "ja / nein / richtig / stimmt / falsch / korrektur / stopp / jawohl"),
           (KNIGHTS, "b1d2 f3d2", "bella / felix / gustav / bella eins / felix drei / b eins / f drei / nein"),
           (PAWN, "e7e8q e7e8r e7e8b e7e8n", "dame / turm / läufer / springer"),
           (START, "draw", "einverstanden / ja / nein / remis annehmen / ich nehme remis an / remis ablehnen / weiterspielen")],
    "en": [(START, "e2e4", "yes / no / right / wrong / correction / stop / confirm / cancel"),
           (KNIGHTS, "b1d2 f3d2", "bravo / foxtrot / bravo one / foxtrot three / no"),
           (PAWN, "e7e8q e7e8r e7e8b e7e8n", "queen / rook / bishop / knight"),
           (START, "draw", "agreed / yes / no / accept draw / i accept the draw / decline draw / carry on")],
}
# Of what cannot be taken back: what refuses it with the words of an assent, of which the one that denies is easily missed,
# and what assents. `resign`: the player is asked whether they resign.
REFUSED = {
    "de": {"draw": "kein remis / lieber kein remis / nein kein remis / ich nehme kein remis / nicht einverstanden / ich bin nicht einverstanden / nicht annehmen",
           "resign": "nicht richtig / das ist nicht richtig / stimmt nicht / das stimmt nicht / nicht korrekt / nein"},
    "en": {"draw": "no draw / not agreed / i do not agree / i do not accept / i do not want a draw / no",
           "resign": "not right / that is not right / not correct / that is not correct / no"},
}
ASSENTED = {
    "de": {"draw": "remis / einverstanden / annehmen / remis annehmen / ja", "resign": "ja / richtig / stimmt / korrekt / jawohl"},
    "en": {"draw": "draw / a draw / agreed / accept / i accept / yes", "resign": "yes / right / confirm / that is right"},
}
FINAL = ("clean", "quiet", "room", "noise10", "cut40", "cut100", "weak")
SHORTEST = {"de": {"ja": "yes", "nein": "no"}, "en": {"yes": "yes", "no": "no"}}  # to a read-back, with the set of each
VARIANTS = ("clean", "quiet", "room", "noise20", "noise10", "cut20", "cut40", "fast")
# Words and exclamations that are near a yes or a no, and are none; in the second lot no word of the first.
NEAR = {
    "dev": {
        "de": """da / na / so / ach / aha / oh / hm / tja / naja / jahr / jagd / jacke / januar / jan / gar / bar / klar / war / haar / sah / nah / mama / papa / jetzt /
je / jung / joghurt / yoga / dank / danke / bitte / moment / warte / gleich / wie / wo / was / nun / neu / neun / nie / kein / mein / rein / heim / nach / hallo / aua /
wichtig / richtung / bestimmt / stimme / sticht / stumm / ja wo ist denn der kellner / ich weiß ja nicht / das ist ja unglaublich / na ja mal sehen / heute nicht / nicht so laut""",
        "en": """yard / yet / yen / chess / less / guess / jazz / know / now / new / snow / oh / so / go / low / night / write / bright / rice / long / song / strong / stock / stay /
hello / thanks / please / well / hm / wait / what / who / yesterday / you know what i mean / no one told me / i guess so / all right then let us go / it is not right""",
    },
    "rep": {
        "de": """java / jacht / jäger / japan / jeder / juni / joker / tag / rad / glas / hase / star / karte / vater / abend / schade / hat / kann / mal / aha genau /
schein / reim / zaun / beine / steine / einen / neulich / nähe / name / nebel / leise / weil / zwei bier / stimmung / schwimmt / bestimmen / strumpf / sims / gericht /
licht / dicht / gewichtig / nichte / bericht / ritter / fasching / frisch / hals / salz / pfalz / galopp / topf / strom / truhe / blume / schule / konfekt / insekt /
ja dann bis morgen / das war ja klar / ach nein wie schade / na klar doch / so ist das eben / gar nicht schlecht""",
        "en": """yeast / yell / yoga / jet / bless / press / best / yours / near / nine / narrow / noise / nobody / know how / lonely / though / road / bride / fright / rye / wide / rock /
rung / along / belong / strung / correctly / collected / stack / shopping / stoop / stork / comfort / cancer / quick / yes and then he left / no wonder it is late / that is not right at all / what is wrong with him""",
    },
}


@functools.cache
def neural(work):
    return kokoro.Kokoro(os.path.join(work, "kokoro", "voices"))


def say(folders, text, voice, language, rng):
    """Samples of a voice never trained on; a name without a slash or a plus is a speaker of Kokoro's."""
    if "/" in voice or "+" in voice:
        return check.synthesise(text, voice, rng)
    net = neural(folders.work)
    phones = phonemise(text, "de" if language == "de" else "en-us", language)
    return resample_poly(net.say(phones, net.styles[voice], rng, language), RATE, kokoro.RATE)


def voices(lot, language):
    """Those of situations.py, and half of Kokoro's that were kept from training."""
    kept = kokoro.HELD_OUT if language == "de" else kokoro.ENGLISH_HELD_OUT
    return VOICES[lot][language] + kept[LOTS[lot] :: 2]


def faster(samples, by=1.35):
    """The same pitch in less time: overlapping pieces, each put where it fits the one before best."""
    size, step = 400, 200
    out, at = list(samples[:size]), 0.0
    while True:
        at += step * by
        near = range(max(0, int(at) - 120), int(at) + 120)
        if near[-1] + size >= len(samples):
            return np.asarray(out)
        tail = np.asarray(out[-step:])
        best = max(near, key=lambda k: float(tail @ samples[k : k + step]))
        fade = np.linspace(0, 1, step)
        out[-step:] = tail * (1 - fade) + samples[best : best + step] * fade
        out += list(samples[best + step : best + size])


def heard(samples, variant, rng, r):
    """An answer as it is heard: quiet before it, and a pause after it."""
    voice = said_alone(samples)
    voice = voice / np.abs(voice).max()
    if variant == "fast":
        voice = faster(voice)
    if variant == "weak":  # its beginning is 12 dB softer
        voice = voice * np.interp(np.linspace(0, 1, len(voice)), [0.35, 0.45], [0.25, 1])
    if variant.startswith("cut"):
        voice = voice[RATE * int(variant[3:]) // 1000 :]
    sound = np.concatenate([np.zeros(int(RATE * rng.uniform(0.4, 0.7))), voice, np.zeros(int(RATE * rng.uniform(0.9, 1.2)))])
    if variant == "room":
        sound = room(sound, 0.5, 0, r)
    if variant.startswith("noise"):
        sound = noisy(sound, int(variant[5:]), [], r)
    level = rng.uniform(0.2, 0.9) if variant != "quiet" else 0.02
    return sound + 3e-4 * np.abs(sound).max() * r.standard_normal(len(sound)), level


def answers(folders, lot, root, language):
    """The shortest yes and no in every variant by every voice; the others in three each."""
    for voice in voices(lot, language):
        rng, r = random.Random(f"{lot} {voice} answers"), np.random.default_rng(LOTS[lot])
        number = 0
        for fen, asked, said in SAID[language]:
            for words in said.split(" / "):
                samples = say(folders, spelled(words.split(), random.Random(1), check.SAID[language]["spoken"]), voice, language, rng)
                name = SHORTEST[language].get(words, "answers") if fen == START and asked != "draw" else "answers"
                picked = VARIANTS if name != "answers" else ("clean", VARIANTS[1 + number % 7], VARIANTS[1 + (number + 3) % 7])
                number += 1
                for variant in picked:
                    sound, level = heard(samples, variant, rng, r)
                    write(f"{root}/{name}{ending(language)}", f"{variant}-{plain(voice)}-{number:02}.wav", sound, f"{words}\t{fen}\t\t{asked}", level)


def final(folders, lot, root, language):
    """What assents to what cannot be taken back, and what denies it, by every voice in three variants."""
    for name, said in (("refused", REFUSED), ("assented", ASSENTED)):
        for voice in voices(lot, language):
            rng, r, number = random.Random(f"{lot} {voice} {name}"), np.random.default_rng(7 + LOTS[lot]), 0
            for asked, texts in said[language].items():
                for words in texts.split(" / "):
                    samples = say(folders, spelled(words.split(), random.Random(1), check.SAID[language]["spoken"]), voice, language, rng)
                    for variant in ("clean", FINAL[1 + number % 6], FINAL[1 + (number + 3) % 6]):
                        sound, level = heard(samples, variant, rng, r)
                        write(f"{root}/{name}{ending(language)}", f"{variant}-{plain(voice)}-{number:02}.wav", sound, f"{words}\t{START}\t\t{asked}", level)
                    number += 1


def people(folders, lot, root, language):
    """The only German person who says "ja", whom training never heard: only to report on."""
    path = os.path.join(folders.work, "people", "usr/share/klettres/de/syllab/ja.ogg")
    if language == "de" and lot == "rep" and os.path.exists(path):
        for k in range(3):
            rng, r = random.Random(f"people {k}"), np.random.default_rng(k)
            for variant in VARIANTS:
                sound, level = heard(check.read(path), variant, rng, r)
                write(f"{root}/yes-people", f"{variant}-{k}.wav", sound, f"ja\t{START}\t\te2e4", level)


def nobody(root, name, samples, rng, r, level=None, told=""):
    sound = np.concatenate([np.zeros(int(RATE * rng.uniform(0.3, 0.6))), samples / (np.abs(samples).max() + 1e-9), np.zeros(RATE)])
    write(root, name, sound + 3e-4 * r.standard_normal(len(sound)), f"\t{START}\t\te2e4\t{told}", level or rng.uniform(0.05, 0.9))


def own(folders, lot, root, language):
    """The program's own sentences, as espeak-ng says them for it, whole and in pieces as a gate would cut them."""
    rng, r, end = random.Random(lot + "own"), np.random.default_rng(3), ending(language)
    scripts = sorted(glob.glob(os.path.join(os.path.dirname(__file__), "..", "..", "tests", "transcripts", "*.txt")))
    said = set()
    for path in scripts:
        with open(path, encoding="utf-8") as lines:
            text = lines.read()
        if ("--language en" in text) == (language == "en"):
            said |= set(re.findall(r"^  say: (.+)$", text, re.M))
    said = sorted(said)[LOTS[lot] :: 2]
    for i, text in enumerate(rng.sample(said, min(NOBODY["own" + end], len(said)))):
        samples = check.synthesise(text, "de" if language == "de" else "en-us", rng)[: 6 * RATE]
        nobody(f"{root}/own{end}", f"whole-{i:03}.wav", samples, rng, r, told=text)
        start, length = rng.randrange(max(1, len(samples) - RATE)), int(RATE * rng.uniform(0.15, 0.9))
        nobody(f"{root}/own{end}", f"piece-{i:03}.wav", samples[start : start + length], rng, r, told=text)


def near(folders, lot, root, language):
    """Words that sound like an answer, by other voices than learnt from."""
    rng, r, end = random.Random(lot + "near"), np.random.default_rng(4), ending(language)
    texts = NEAR[lot][language].replace("\n", " ").split(" / ")
    for k, text in enumerate(texts):
        for voice in rng.sample(voices(lot, language), 4):
            nobody(f"{root}/near{end}", f"{plain(voice)}-{k:02}.wav", said_alone(say(folders, text.strip(), voice, language, rng)), rng, r)


def talk(folders, lot, root, language):
    """German sentences by a person, those kept from training, and pieces of a word or two of them; people's words."""
    if language != "de":
        return
    rng, r = random.Random(lot + "talk"), np.random.default_rng(5)
    sentences = []
    for i, _ in recorded(os.path.join(folders.speech, "kerstin"), "de")[1][LOTS[lot] :: 2]:
        samples, _ = soundfile.read(os.path.join(folders.speech, "kerstin", i + ".ogg"))
        sentences.append(samples)
        nobody(f"{root}/talk", f"whole-{i}.wav", samples, rng, r)
        for k in range(3):
            start, length = rng.randrange(max(1, len(samples) - RATE)), int(RATE * rng.uniform(0.2, 1.2))
            nobody(f"{root}/talk", f"piece-{i}-{k}.wav", samples[start : start + length], rng, r)
    rows = of_lot(words_of_people(folders), lot)
    for k, (speaker, path) in enumerate(rng.sample(rows, min(200, len(rows)))):
        if not re.search(r"/(ja|jo|da)\.", path):
            nobody(f"{root}/foreign", f"{speaker}-{k:03}.wav", check.read(path), rng, r)
    talkers = [side_by_side(rng.sample(sentences, min(12, len(sentences))), r) for _ in range(8)]
    for k in range(NOBODY["crowd-asked"]):
        n = int(RATE * rng.uniform(2, 5))
        parts = [np.resize(np.roll(talker, rng.randrange(len(talker))), n) * rng.uniform(0.3, 1) for talker in talkers[: rng.randrange(2, 9)]]
        nobody(f"{root}/crowd-asked", f"crowd-{k:03}.wav", sum(parts), rng, r)


def tunes(folders, lot, root, language):
    """Music that is made up and sung, and noise."""
    if language == "de":
        rng, r = random.Random(lot), np.random.default_rng(6 + LOTS[lot])
        for k in range(NOBODY["music-asked"]):
            n = int(RATE * r.uniform(2, 5))
            sound = (songs.made_up(r, n), songs.song(r, n, lot), check.noise(r, n, []))[k % 3]
            nobody(f"{root}/music-asked", f"{('made', 'sung', 'noise')[k % 3]}-{k:03}.wav", sound, rng, r)


def count(annabella, work, lot):
    """Prints how often each set of nobody's answers is taken for a yes, and how often all of them are."""
    heard = taken = 0
    for name in NOBODY:
        language = "en" if name.endswith("-en") else "de"
        command = [annabella, "eval", os.path.join(work, "check", lot, "asked", name), "--model", f"../{language}", "--language", language, "--json"]
        figures = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        print(f"{lot}/asked/{name}: {figures['false_yes']} of {figures['utterances']} taken for a yes", flush=True)
        heard, taken = heard + figures["utterances"], taken + figures["false_yes"]
    print(f"all: {taken} of {heard} taken for a yes")


SETS = {"answers": answers, "final": final, "people": people, "own": own, "near": near, "talk": talk, "tunes": tunes}


def main(work, speech_folder, lot, *sets):
    for name in sets or SETS:
        for language in ("de", "en"):
            SETS[name](Folders(work, speech_folder), lot, os.path.join(work, "check", lot, "asked"), language)


if __name__ == "__main__":
    count(*sys.argv[2:]) if sys.argv[1] == "nobody" else main(*sys.argv[1:])
