"""Music to check with: several instruments and voices at once, made up here or cut from what free games play.

Nothing of it is trained on; noise.py's music and check.py's strings are of other kinds.
"""

import functools
import glob
import os
import subprocess
import tempfile

import numpy as np
import pyworld
import soundfile
from scipy.signal import lfilter, resample_poly

from speech import read, resample, trim
from voices import PERIOD

RATE = 16000
SCALES = {"major": [0, 2, 4, 5, 7, 9, 11], "minor": [0, 2, 3, 5, 7, 8, 10]}
VOWELS = [(730, 1090, 2440), (530, 1840, 2480), (270, 2290, 3010), (570, 840, 2410), (300, 870, 2240)]  # a e i o u: formants
SUNG = ["l a:", "n a:", "d u:", "d i:", "m o:", "j e:", "h a:", "v I", "t a", "b a:"]
SINGERS = {"dev": ["de1", "de2"], "rep": ["de4", "de5", "de7"]}
# Debian packages, unpacked: what plays in them is cut into clips, for each lot another's.
GAMES = {"dev": ["freedroidrpg-data", "supertux-data", "frozen-bubble-data"],
         "rep": ["hedgewars-data", "extremetuxracer-data", "lincity-ng-data", "torus-trooper-data"]}


def decay(n, seconds):
    return np.exp(-np.arange(n) / RATE / seconds)


def tones(hz, n, harmonics, bend=0.0):
    """Harmonics of these loudnesses; `bend` is vibrato, as a share of the pitch."""
    t = np.arange(n) / RATE
    phase = 2 * np.pi * np.cumsum(hz * (1 + bend * np.sin(2 * np.pi * 5.5 * t))) / RATE
    return sum(loud * np.sin(phase * k) for k, loud in enumerate(harmonics, 1) if hz * k < RATE / 2)


def organ(r, hz, n):
    return tones(hz, n, [1, 0.7, 0.3, 0.5, 0, 0.25, 0, 0.3])


def piano(r, hz, n):
    return sum(tones(hz * k * np.sqrt(1 + 4e-4 * k * k), n, [1]) * decay(n, 0.9 / k) / k for k in range(1, 9) if hz * k < 7000)


def bowed(r, hz, n):
    return tones(hz, n, 1 / np.arange(1, 14), 0.006) * np.minimum(1, np.arange(n) / RATE / 0.12)


def brass(r, hz, n):
    return np.tanh(3 * tones(hz, n, 1 / np.arange(1, 9) ** 0.8)) * np.minimum(1, np.arange(n) / RATE / 0.05)


def plucked(r, hz, n):
    period = max(2, int(RATE / hz))
    burst = np.zeros(n)
    burst[:period] = r.uniform(-1, 1, period)[: n]
    return lfilter([1], np.r_[1, np.zeros(period - 1), -0.497, -0.497], burst)


def bell(r, hz, n):
    return sum(tones(hz * k, n, [1]) * decay(n, 1.2 / k) for k in (1, 2.01, 2.76, 5.4) if hz * k < 7500)


def flute(r, hz, n):
    return tones(hz, n, [1, 0.2, 0.08], 0.004) + 0.05 * r.standard_normal(n)


def sung(r, hz, n):
    """A voice on a vowel, with a hummed or plosive beginning now and then."""
    x = tones(hz, n, np.ones(40) / np.arange(1, 41) ** 0.7, 0.008)
    for formant in VOWELS[r.integers(len(VOWELS))]:
        pole = np.exp(-np.pi * r.uniform(60, 110) / RATE + 2j * np.pi * formant * r.uniform(0.9, 1.15) / RATE)
        x = lfilter([1], [1, -2 * pole.real, abs(pole) ** 2], x)
        x /= np.abs(x).max() + 1e-9
    onset = min(n, int(RATE * r.uniform(0.03, 0.08)))
    if r.random() < 0.5:
        x[:onset] = lfilter([0.1], [1, -0.9], x[:onset]) if r.random() < 0.5 else np.linspace(0.3, 0, onset) * r.standard_normal(onset)
    return x


INSTRUMENTS = [organ, piano, bowed, brass, plucked, bell, flute, sung]


def drums(r, n, beat):
    """Bass drum, snare and cymbal, on and between the beats."""
    x = np.zeros(n + RATE)
    for k in range(int(n / beat * 2)):
        at = int(k * beat / 2)
        if k % 4 == 0:
            hit = np.sin(2 * np.pi * np.cumsum(50 + 120 * decay(RATE // 4, 0.03)) / RATE) * decay(RATE // 4, 0.1)
        elif k % 4 == 2:
            hit = (r.standard_normal(RATE // 5) + np.sin(2 * np.pi * 190 * np.arange(RATE // 5) / RATE)) * decay(RATE // 5, 0.06) * 0.6
        else:
            hit = np.diff(r.standard_normal(RATE // 8 + 1)) * decay(RATE // 8, 0.02) * 0.4
        x[at : at + len(hit)] += hit * r.uniform(0.5, 1)
    return x[:n]


def part(r, n, beat, root, scale, octave, instrument, chord):
    """One instrument's notes: a tune, or chords."""
    x, at, degree = np.zeros(n), 0, int(r.integers(0, 7))
    while at < n:
        length = min(n - at, int(beat * (4 if chord else r.choice([0.5, 1, 1, 2]))))
        if chord or r.random() < 0.85:
            for step in (0, 2, 4) if chord else (0,):
                note = degree + step
                hz = root * 2 ** (octave + (scale[note % 7] + 12 * (note // 7)) / 12)
                fade = np.minimum(1, np.arange(length)[::-1] / (0.02 * RATE))
                x[at : at + length] += instrument(r, hz, length) * fade
        degree = (degree + int(r.integers(-2, 3))) % 7 if not chord else int(r.choice([0, 3, 4, 5]))
        at += length
    return x / (x.std() + 1e-9)


def made_up(r, n):
    """Two to four instruments in one key, often with drums."""
    beat, root = RATE * 60 / r.uniform(70, 160), 55 * 2 ** (r.integers(0, 12) / 12)
    scale = SCALES[r.choice([*SCALES])]
    x = sum(part(r, n, beat, root, scale, int(r.integers(1, 4)), INSTRUMENTS[r.integers(len(INSTRUMENTS))], k == 1) * r.uniform(0.4, 1) for k in range(r.integers(2, 5)))
    return x + x.std() * r.uniform(0.5, 1.5) * drums(r, n, beat) * 3 if r.random() < 0.6 else x


def song(r, n, lot):
    """Syllables sung by a voice of mbrola's, alone or with instruments."""
    root, scale = r.choice([110, 131, 147, 165, 196]), SCALES[r.choice([*SCALES])]
    lines, degree = [], int(r.integers(0, 7))
    for _ in range(int(n / RATE / 0.15)):
        consonant, vowel = r.choice(SUNG).split()
        hz, length = root * 2 ** (scale[degree % 7] / 12), int(r.choice([180, 250, 350, 500, 700]))
        lines += [f"{consonant} 70 0 {hz:.0f}", f"{vowel} {length} 0 {hz:.0f} 100 {hz:.0f}"]
        degree += int(r.integers(-2, 3))
    singer = r.choice(SINGERS[lot])
    with tempfile.NamedTemporaryFile(suffix=".wav") as file:
        subprocess.run(["mbrola", "-e", f"/usr/share/mbrola/{singer}/{singer}", "-", file.name], input="\n".join(lines) + "\n_ 50\n", text=True, check=True, capture_output=True)
        voice = np.resize(resample(*read(file.name)), n)
    voice = voice / (voice.std() + 1e-9)
    return voice + made_up(r, n) / 4 * r.uniform(0.1, 1) if r.random() < 0.6 else voice


@functools.cache
def games(folder, lot):
    """The recordings long enough to be music."""
    paths = [path for package in GAMES[lot] for path in sorted(glob.glob(os.path.join(folder, package, "**/*.ogg"), recursive=True))]
    return [path for path in paths if "voices" not in path.lower() and soundfile.info(path).duration > 15]


def from_a_game(r, n, lot, folder):
    path = games(folder, lot)[r.integers(len(games(folder, lot)))]
    about = soundfile.info(path)
    wanted = int(n / RATE * about.samplerate) + 1
    samples, rate = soundfile.read(path, start=int(r.integers(0, max(1, about.frames - wanted))), frames=wanted, always_2d=True)
    samples = resample_poly(samples.mean(1), RATE, rate)[:n]
    return samples if samples.std() > 1e-3 else from_a_game(r, n, lot, folder)


def people_singing(r, n, paths):
    """What people said, each voiced stretch on a note of its own and up to twice as slow (WORLD), mostly with instruments."""
    root, scale, beat = r.choice([110, 147, 196, 262]), SCALES[r.choice([*SCALES])], r.uniform(0.2, 0.5)
    voice = np.zeros(0)
    while len(voice) < n:
        samples = trim(np.asarray(resample(*read(paths[r.integers(len(paths))])), dtype=np.float64))
        pitch, times = pyworld.dio(samples, RATE, f0_floor=65, f0_ceil=550, frame_period=PERIOD)
        pitch = pyworld.stonemask(samples, pitch, times, RATE)
        parts = [pitch, pyworld.cheaptrick(samples, pitch, times, RATE), pyworld.d4c(samples, pitch, times, RATE)]
        near = np.arange(0, len(pitch), r.uniform(0.5, 0.9)).astype(int)
        pitch, envelope, noisiness = (np.ascontiguousarray(part[near]) for part in parts)
        notes = [root * 2 ** (scale[int(r.integers(0, 7))] / 12) for _ in range(int(len(near) * PERIOD / 1000 / beat) + 1)]
        note = np.array([notes[int(k * PERIOD / 1000 / beat)] for k in range(len(near))]) * (1 + 0.01 * np.sin(np.arange(len(near)) * PERIOD / 1000 * 2 * np.pi * 5.5))
        sound = pyworld.synthesize(note * (pitch > 0), envelope, noisiness, RATE, PERIOD)
        voice = np.concatenate([voice, sound / (sound.std() + 1e-9), np.zeros(int(RATE * r.uniform(0, 0.3)))])
    played = made_up(r, n)
    return voice[:n] + played / (played.std() + 1e-9) * r.uniform(0.1, 0.8) * (r.random() < 0.7)
