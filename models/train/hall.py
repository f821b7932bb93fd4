"""Makes what is heard beside a board while nobody speaks to the program: people talking, a crowd, music, all of these.

    python hall.py WORK SPEECH LOT [MINUTES]      WORK/check/LOT/hall.wav, 20 minutes
    python hall.py count ANNABELLA MODEL LANGUAGE FILE    how often a game that hears it speaks, and of that how often it
                                                  reads back a move or does something

The lots are those of situations.py: `dev` to choose by and `rep` to report on, of different people, voices and sentences.
"""

import os
import random
import subprocess
import sys
import tempfile

import numpy as np
import soundfile

import check
import songs
from check import RATE, read
from situations import ENDINGS, VOICES, Folders, of_lot, take, words_of_people
from speech import recorded, trim

LOTS = {"dev": 0, "rep": 1}
LOUDNESS = 0.06  # root mean square of full scale: as loud as a player at the microphone


def sentences(folders, lot, rng):
    """What is said: a person kept from training, her sentences and others by synthetic voices, people in other languages."""
    texts, kept = recorded(os.path.join(folders.speech, "kerstin"), "de")
    kept = kept[LOTS[lot] :: 2]
    said = [soundfile.read(os.path.join(folders.speech, "kerstin", name + ".ogg"))[0] for name, _ in kept]
    others = [text for _, text in kept] + ENDINGS["de"].replace("\n", " ").split(" / ")[LOTS[lot] :: 2]
    voices = [voice for voice in VOICES[lot]["de"] if voice.startswith("mb/")]
    for text in others:
        for voice in rng.sample(voices, 2):
            try:
                said.append(check.synthesise(text, voice, rng))
            except subprocess.CalledProcessError:  # mbrola lacks a diphone of it
                pass
    said += [read(path) for _, path in take(of_lot(words_of_people(folders), lot), 150, lot)]
    said = [trim(samples) for samples in said if samples.std() > 1e-3]
    return [samples / samples.std() for samples in said if len(samples) > RATE // 4]


def talker(said, n, rng, pause):
    """One after the other of somebody's sentences, with pauses."""
    out = np.zeros(0)
    while len(out) < n:
        out = np.concatenate([out, rng.choice(said), np.zeros(int(RATE * rng.uniform(*pause)))])
    return out[:n]


def tune(r, n, lot):
    x = songs.song(r, n, lot) if r.random() < 0.5 else songs.made_up(r, n)
    return x / (x.std() + 1e-9)


def passage(said, n, rng, r, lot):
    kind = rng.choice(["one", "two", "crowd", "music", "all"])
    if kind == "music":
        return tune(r, n, lot)
    many = {"one": 1, "two": 2, "crowd": 8, "all": 4}[kind]
    pause = (0.4, 3.0) if many < 3 else (0.1, 1.0)
    people = sum(talker(said, n, rng, pause) * rng.uniform(0.4, 1) for _ in range(many))
    return people / (people.std() + 1e-9) + (tune(r, n, lot) * rng.uniform(0.2, 1) if kind == "all" else 0)


def make(work, speech_folder, lot, minutes=20):
    rng, r = random.Random(lot + "hall"), np.random.default_rng(17 + LOTS[lot])
    said, parts, length = sentences(Folders(work, speech_folder), lot, rng), [], 0
    while length < int(minutes) * 60 * RATE:
        n = int(RATE * rng.uniform(8, 25))
        parts += [passage(said, n, rng, r, lot) * LOUDNESS * rng.uniform(0.4, 1.3), np.zeros(int(RATE * rng.uniform(0.5, 3)))]
        length += len(parts[-1]) + n
    sound = np.concatenate(parts)
    sound = np.clip(sound + 2e-4 * r.standard_normal(len(sound)), -1, 0.9999)
    folder = os.path.join(work, "check", lot)
    os.makedirs(folder, exist_ok=True)
    soundfile.write(os.path.join(folder, "hall.wav"), sound.astype(np.float32), RATE, subtype="PCM_16")


def count(annabella, model, language, path):
    """Plays White's side of a game that hears the recording, and prints what it says to it."""
    annabella, model, path = map(os.path.abspath, (annabella, model, path))
    with tempfile.TemporaryDirectory() as home:
        folders = {f"XDG_{kind}_HOME": home for kind in ("DATA", "CONFIG", "CACHE", "STATE")}
        command = [annabella, "play", "--audio", path, "--model", model, "--language", language, "--user", "white"]
        done = subprocess.run(command, env=os.environ | folders, capture_output=True, text=True, cwd=home)
    lines = done.stdout.splitlines()
    first = next((k for k, line in enumerate(lines) if line.startswith("hear: ")), len(lines))
    said = [line for line in lines[first:] if line.startswith("say: ")]
    print("\n".join(line for line in lines if line.startswith(("hear: ", "say: "))))
    asked = [line for line in said if line.endswith("?")]
    print(f"{os.path.basename(path)}: {len(said)} sentences, {len(asked)} of them questions")
    print(done.stderr[-2000:], file=sys.stderr)


if __name__ == "__main__":
    count(*sys.argv[2:]) if sys.argv[1] == "count" else make(*sys.argv[1:])
