"""Makes and reads speech: Kokoro, espeak-ng, pico, flite, Festival, the recorded CC0 voices, people
of other languages (people.py), and what `annabella listen --keep` kept.

Every set becomes `WORK/features/NAME.npy`, float16 log-mel frames one utterance
after the other, and `NAME.json`, one entry per utterance:
`[first frame, frames, voice, text, [[phone, ...] per word], language]`.
The set `held` holds voices and sentences never trained on. The features are clean; rooms, noise, levels and more are put in while training
(augment.py). A set that exists is not made again.

    python speech.py WORK SPEECH espeak 16000
    python speech.py WORK SPEECH kept FOLDER
"""

import glob
import json
import os
import random
import subprocess
import sys
import tempfile
from multiprocessing import Pool

import numpy as np
import soundfile
from G722 import G722
from scipy.signal import resample_poly

import diphones
import graph
import kokoro
import people
import sentences
import variants
import voices
from features import fbank
from phones import phones_of_ipa, phonemise

ENGLISH = "en-us en-us en-gb en-gb en-gb-scotland en-gb-x-rp en-gb-x-gbclan en-gb-x-gbcwmd en-029".split()
ACCENTS = "nl da sv nb it es fr-fr pl cs hu tr fi hr pt en en-us ro".split()
KEPT_SHARE = 0.10  # of Kerstin's recordings, by id, for checking


def resample(samples, rate, factor=1.0):
    """To 16 kHz; a factor above 1 also makes it shorter and higher."""
    return resample_poly(samples, 160, max(1, round(160 * rate / 16000 * factor)))


def trim(samples):
    """Cuts the silence around speech but for 50 ms before and 75 ms after."""
    loud = np.flatnonzero(np.abs(samples) > 0.01 * np.abs(samples).max())
    return samples[max(0, loud[0] - 800) : loud[-1] + 1200] if len(loud) else samples


def espeak(text, voice, rng, wav, language="de", held=False):
    """(voice and its variant, samples, phones), in a variant to learn from or one that is kept for checking."""
    with variants.drawn(rng, held) as (variant, options):
        name = f"{voice}+{variant}"
        command = ["espeak-ng", *options, "-v", name, "--ipa=1", "--sep=_", "-s", str(rng.randrange(105, 210)),
                   "-p", str(rng.randrange(5, 95)), "-g", str(rng.choice([0, 0, 0, 1, 2, 5, 12])), "-w", wav, "--", text]
        ipa = subprocess.run(command, capture_output=True, text=True).stdout
    samples, rate = soundfile.read(wav, dtype="float32")
    return name, resample(samples, rate, rng.uniform(0.85, 1.18)), phones_of_ipa(ipa, language, voice)


def pico(text, rng, wav):
    marked = f"<pitch level='{rng.randrange(65, 150)}'><speed level='{rng.randrange(70, 145)}'>{text}</speed></pitch>"
    subprocess.run(["pico2wave", "-l", "de-DE", "-w", wav, marked], capture_output=True)
    samples, rate = soundfile.read(wav, dtype="float32")
    return resample(samples, rate), phonemise(text)


def flite(text, voice, rng, wav):
    subprocess.run(["flite", "-voice", voice, "--setf", f"duration_stretch={rng.uniform(0.8, 1.3):.2f}", "-t", text, wav], capture_output=True)
    samples, rate = soundfile.read(wav, dtype="float32")
    return resample(samples, rate), phonemise(text, "en-us", "en")


def neural(phones, rng, language):
    """(speaker, samples) of phones said by a speaker of Kokoro's; it is loaded once in every process."""
    global KOKORO
    KOKORO = KOKORO or kokoro.Kokoro(os.path.join(WORK, "kokoro", "voices"))
    voice, style = KOKORO.speaker(rng)
    return voice, resample(KOKORO.say(phones, style, rng, language), kokoro.RATE, rng.uniform(0.9, 1.12))


def recorded(folder, language):
    """(id, text) of a recorded set: [for training], [for checking]."""
    with open(os.path.join(folder, "metadata.csv"), encoding="utf-8") as lines:
        rows = sorted(line.strip().split("|")[:2] for line in lines if "|" in line)
    kept = round(len(rows) * KEPT_SHARE) if language == "de" else 0
    return rows[: len(rows) - kept], rows[len(rows) - kept :]


def kept(folder):
    """(path, words) of the recordings in a folder and below it of which it is known what is said; a label that is not in words is named."""
    for labels in sorted(glob.glob(os.path.join(folder, "**", "labels.tsv"), recursive=True)):
        with open(labels, encoding="utf-8") as lines:
            for line in lines:
                name, _, rest = line.rstrip("\n").partition("\t")
                words = rest.split("\t")[0].strip()
                if words in ("", "?") or name.startswith("#"):
                    continue
                if people.plain(words):
                    yield os.path.join(os.path.dirname(labels), name), words
                else:
                    print(f"{labels}: {name} is left out, its label should be words as they are spoken, found {words!r}", file=sys.stderr)


def read(path):
    """Samples and their rate; G.722, which no library of sound files knows, is wideband telephony."""
    if not path.endswith(".g722"):
        samples, rate = soundfile.read(path, dtype="float32", always_2d=True)
        return samples.mean(1), rate
    with open(path, "rb") as file:
        return np.array(G722(16000, 64000).decode(file.read()), np.float32) / 32768, 16000


def rough(samples, rng):
    """What cheap microphones and telephones do, for one utterance in eight."""
    samples = samples / (np.abs(samples).max() + 1e-9)
    kind = rng.random()
    if kind < 0.05:
        samples = np.clip(samples * rng.uniform(1.5, 6), -1, 1)
    elif kind < 0.09:
        samples = resample_poly(resample_poly(samples, 1, 2), 2, 1)
    elif kind < 0.12:
        samples = np.sign(samples) * np.log1p(255 * np.abs(samples)) / np.log(256)
        samples = np.round(samples * 31) / 31
        samples = np.sign(samples) * (256 ** np.abs(samples) - 1) / 255
    return samples


def spoken(text, voice):
    """A letter alone is asked of espeak-ng in English as a letter: else some are words, like a."""
    return text.upper() + "." if voice.startswith("en") and len(text) == 1 and text.isalpha() else text


def one(job):
    """Makes one utterance in all its voices: [(features, voice, text, words, language)]."""
    kind, seed, number, item = job
    rng = random.Random(f"{seed}/{number}")
    out = []
    with tempfile.NamedTemporaryFile(suffix=".wav") as file:
        try:
            if kind in ("espeak", "pico", "accent", "diphones", "kokoro", "held"):
                draw = rng.random()
                german, vocabulary = item
                words = None
                if draw < 0.42:
                    words = sentences.move(rng)
                elif draw < 0.54:
                    words = sentences.command(rng)
                elif draw < 0.76:
                    words = sentences.single(rng, vocabulary)
                text = sentences.spelled(words, rng) if words else sentences.babble(rng, german)
                if kind in ("espeak", "accent", "held"):
                    accent = rng.choice(ACCENTS) if kind == "accent" else "de"
                    voice, samples, phones = espeak(text, accent, rng, file.name, held=kind == "held")
                elif kind in ("diphones", "kokoro"):
                    phones = [rng.choice(LEXICON[word]) for word in words] if words and all(w in LEXICON for w in words) else phonemise(text)
                    if kind == "kokoro":
                        voice, samples = neural(phones, rng, "de")
                    else:
                        people, voice = rng.choice(diphones.SPEAKERS)
                        phones = diphones.say(phones, people, voice, rng, file.name)
                        samples, rate = soundfile.read(file.name, dtype="float32")
                        samples = resample(samples, rate, rng.uniform(0.88, 1.14))
                else:
                    voice = "pico"
                    samples, phones = pico(text, rng, file.name)
                copies, language = {"pico": 3, "diphones": 2, "kokoro": 2}.get(kind, 0), "de"
            elif kind in ("flite", "english", "kokoro-en"):
                text, language = sentences.english(rng, *item), "en"
                if kind == "kokoro-en":
                    phones, copies = phonemise(text, rng.choice(["en-us", "en-gb"]), "en"), 2
                    voice, samples = neural(phones, rng, "en")
                elif kind == "flite":
                    voice, copies = rng.choice(["awb", "rms", "slt", "kal16"]), 2
                    samples, phones = flite(text, voice, rng, file.name)
                else:
                    copies = 0
                    voice, samples, phones = espeak(text, rng.choice(ENGLISH), rng, file.name, "en")
            else:
                path, text, voice, espeak_voice, language, copies = item
                samples = resample(*read(path))
                phones = phonemise(spoken(text, espeak_voice), espeak_voice, language)
            samples = trim(samples)
            if not phones or not 1600 < len(samples) < 16000 * 14:
                return []
            heard = [(samples, voice)]
            if copies:
                # who says letters becomes the same others with each, so that they can be put side by side (batches.py)
                speaker = random.Random(f"{seed}/{voice}") if kind.startswith("letters") else rng
                for k, copy in enumerate(voices.convert(samples, speaker, copies)):
                    heard.append((copy, f"{voice}~{k}"))
            for samples, voice in heard:
                mel = fbank(rough(samples, rng) * 20000)
                out.append((mel.astype(np.float16), voice, text, phones, language))
        except (OSError, RuntimeError, ValueError, subprocess.SubprocessError) as error:
            print(f"skipped {text!r}: {error}", file=sys.stderr)
    return out


LEXICON = graph.hand_lexicon("de")
KOKORO, WORK = None, "."


def main(work, speech, kind, count, seed="1"):
    global WORK
    WORK, folder = work, os.path.join(work, "features")
    os.makedirs(folder, exist_ok=True)
    base = os.path.join(folder, kind if seed == "1" else f"{kind}-{seed}")
    if os.path.exists(base + ".json"):
        return print(base, "is there already")
    german = [text for _, text in recorded(os.path.join(speech, "kerstin"), "de")[0]]
    english = [text for _, text in recorded(os.path.join(speech, "kathleen"), "en")[0]]
    vocabulary = sorted(LEXICON)
    if kind in ("espeak", "pico", "accent", "diphones", "kokoro"):
        jobs = [(kind, seed, n, (german, vocabulary)) for n in range(int(count))]
    elif kind == "held":
        jobs = [(kind, seed, n, (german, vocabulary)) for n in range(int(count))]
        rows = recorded(os.path.join(speech, "kerstin"), "de")[1]
        jobs += [("kerstin", seed, n, (os.path.join(speech, "kerstin", i + ".ogg"), text, "kerstin", "de", "de", 1)) for n, (i, text) in enumerate(rows)]
    elif kind in ("flite", "english", "kokoro-en"):
        words = sorted(graph.grammar_words(os.path.join(graph.HERE, "../../grammars/en/words.toml")))
        jobs = [(kind, seed, n, (english, words)) for n in range(int(count))]
    elif kind in ("people", "single"):
        rows = {"people": people.recordings, "single": people.single}[kind](os.path.join(work, "people"))
        jobs = [(kind, seed, n, (*row, "de", int(count))) for n, row in enumerate(rows)]
    elif kind in ("letters", "letters-en"):
        english = kind.endswith("en")
        rows = people.letters(os.path.join(work, "people"), speech, english)
        jobs = [(kind, seed, n, (*row, "en" if english else "de", 1 if row[2].startswith("digits") else int(count))) for n, row in enumerate(rows)]
    elif kind == "kept":
        jobs = [(kind, seed, n, (path, words, "kept", "de", "de", 2)) for n, (path, words) in enumerate(kept(count))]
    else:
        voice, language = {"kerstin": ("de", "de"), "nathalie": ("nl", "de"), "kathleen": ("en-us", "en")}[kind]
        rows = recorded(os.path.join(speech, kind), "de" if kind == "kerstin" else "other")[0]
        jobs = [(kind, seed, n, (os.path.join(speech, kind, i + ".ogg"), text, kind, voice, language, int(count)))
                for n, (i, text) in enumerate(rows)]
    if kind.startswith("kokoro"):
        kokoro.fetch()
    index, first = [], 0
    with Pool() as pool, open(base + ".raw", "wb") as raw:
        for made in pool.imap_unordered(one, jobs, chunksize=16):
            for mel, voice, text, words, language in made:
                raw.write(mel.tobytes())
                index.append([first, len(mel), voice, text, words, language])
                first += len(mel)
    frames = np.memmap(base + ".raw", np.float16, "r", shape=(first, 40))
    np.save(base + ".npy", frames)
    os.remove(base + ".raw")
    with open(base + ".json", "w", encoding="utf-8") as out:
        json.dump(index, out, ensure_ascii=False)
    print(f"{base}: {len(index)} utterances, {first / 360000:.2f} h")


if __name__ == "__main__":
    main(*sys.argv[1:])
