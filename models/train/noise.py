"""Sounds that are no speech: `WORK/features/noise`, labelled with no words.

Rooms, fans and hum, halls, clicks of clocks and keys, pieces put on wood,
chairs, paper, breath and coughs, music. They train the network to stay silent,
and they are mixed under speech.

    python noise.py WORK 1800
"""

import json
import os
import sys
from multiprocessing import Pool

import numpy as np
from scipy.signal import lfilter

from features import fbank

RATE = 16000


def coloured(r, n):
    """Noise of a random colour with a few resonances."""
    spectrum = np.fft.rfft(r.standard_normal(n))
    f = np.arange(len(spectrum)) / len(spectrum) * RATE / 2 + 20
    gain = (f / 1000) ** r.uniform(-1.4, 0.3)
    for _ in range(r.integers(0, 4)):
        gain *= 1 + r.uniform(-0.9, 4) * np.exp(-(((f - r.uniform(100, 6000)) / r.uniform(50, 1500)) ** 2))
    x = np.fft.irfft(spectrum * gain, n)
    return x / (x.std() + 1e-9)


def swell(r, n, speed):
    points = max(3, int(n / RATE * speed))
    return np.interp(np.arange(n), np.linspace(0, n, points), r.uniform(0.1, 1.5, points))


def ring(r, n, low, high, decay):
    """A knock: a few resonances that die away."""
    t = np.arange(n) / RATE
    x = sum(r.uniform(0.2, 1) * np.sin(2 * np.pi * r.uniform(low, high) * t + r.uniform(0, 6)) * np.exp(-t / r.uniform(decay / 4, decay)) for _ in range(r.integers(2, 7)))
    return x + r.uniform(0, 1) * r.standard_normal(n) * np.exp(-t / 0.002)


def events(r, n, make, count):
    x = np.zeros(n)
    for _ in range(count):
        one = make() * 10 ** r.uniform(-1, 0)
        at = r.integers(0, max(1, n - len(one)))
        x[at : at + len(one)] += one[: n - at]
    return x


def often(r, n, most):
    """How many: from one in three seconds to `most` in one, as soon rare as frequent."""
    return 1 + int(n / RATE * np.exp(r.uniform(np.log(0.3), np.log(most))))


def hum(r, n):
    t, base = np.arange(n) / RATE, r.choice([50, 60, 100, 120]) * r.uniform(0.97, 1.03)
    return sum(r.uniform(0, 1) / k * np.sin(2 * np.pi * base * k * t + r.uniform(0, 6)) for k in range(1, 12))


def breath(r, n):
    """A puff of air through a mouth: breath, cough, sniff, or rubbing cloth."""
    length = int(RATE * r.choice([r.uniform(0.05, 0.3), r.uniform(0.3, 1.2)]))
    x = r.standard_normal(length)
    for _ in range(r.integers(1, 3)):
        f, width = r.uniform(300, 5000), r.uniform(200, 2500)
        p = np.exp(-np.pi * width / RATE)
        x = lfilter([1 - p], [1, -2 * p * np.cos(2 * np.pi * f / RATE), p * p], x)
    shape = np.sin(np.linspace(0, np.pi, length)) ** r.uniform(0.3, 3)
    if r.random() < 0.4:  # cough: sudden, then dying away, with a voice in it
        shape = np.exp(-np.arange(length) / RATE / r.uniform(0.03, 0.15))
        x = x / x.std() + r.uniform(0, 1.5) * np.sign(np.sin(2 * np.pi * r.uniform(90, 350) * np.arange(length) / RATE)) * r.uniform(0, 1)
    return x / (np.abs(x).max() + 1e-9) * shape


def tune(r, n):
    """Music: notes of a scale on an instrument of random overtones, perhaps chords and drums."""
    x, at = np.zeros(n), 0
    beat = r.uniform(0.12, 0.6)
    overtones = r.uniform(0, 1, 8) ** r.uniform(1, 3)
    root, scale = r.uniform(55, 330), [0, 2, 4, 5, 7, 9, 11, 12, 14, 16]
    while at < n:
        length = int(RATE * beat * r.choice([1, 1, 2, 4]))
        t = np.arange(min(length * 2, n - at)) / RATE
        for _ in range(r.choice([1, 1, 3])):
            f = root * 2 ** (r.choice(scale) / 12) * (1 + 0.006 * r.random() * np.sin(2 * np.pi * 5.5 * t))
            note = sum(a * np.sin(2 * np.pi * f * k * t) for k, a in enumerate(overtones, 1) if f.max() * k < 7900)
            x[at : at + len(t)] += note * np.exp(-t / r.uniform(0.1, 1.5)) * np.minimum(1, t / r.uniform(0.002, 0.08))
        if r.random() < 0.4:
            x[at : at + 800] += (r.standard_normal(800) * np.exp(-np.arange(800) / 150) * 2)[: max(0, n - at)]
        at += length
    return x


def clip(seed):
    """One clip of 2 to 7 s, as features."""
    r = np.random.default_rng(seed)
    n = int(RATE * r.uniform(2, 7))
    kind = r.random()
    floor = coloured(r, n) * 10 ** r.uniform(-3, -0.7)
    if kind < 0.30:
        x = coloured(r, n) * (swell(r, n, r.uniform(0.5, 12)) if r.random() < 0.6 else 1)
    elif kind < 0.38:
        x = hum(r, n) + floor
    elif kind < 0.52:
        x = events(r, n, lambda: ring(r, r.integers(200, 4000), 200, 7000, r.choice([0.01, 0.03])), often(r, n, 60)) + floor
    elif kind < 0.62:
        x = events(r, n, lambda: ring(r, r.integers(1500, 6000), 80, 1800, 0.08), often(r, n, 10)) + floor
    elif kind < 0.80:
        x = events(r, n, lambda: breath(r, n), r.integers(1, 6)) + floor * 0.3
    elif kind < 0.92:
        x = tune(r, n) + floor * 0.3
    elif kind < 0.96:  # a chair, a door: tones that slide, roughly
        f = np.interp(np.arange(n), np.linspace(0, n, 6), r.uniform(150, 2500, 6))
        x = np.sign(np.sin(2 * np.pi * np.cumsum(f) / RATE)) * np.maximum(0, swell(r, n, 4) - 0.7) + floor
    else:
        x = floor
    x = x / (np.abs(x).max() + 1e-9) * 20000
    return fbank(x).astype(np.float16)


def main(work, count):
    base = os.path.join(work, "features", "noise")
    if os.path.exists(base + ".json"):
        return print(base, "is there already")
    os.makedirs(os.path.dirname(base), exist_ok=True)
    with Pool() as pool:
        clips = pool.map(clip, range(int(count)), chunksize=16)
    index, first = [], 0
    for mel in clips:
        index.append([first, len(mel), "noise", "", [], "de"])
        first += len(mel)
    np.save(base + ".npy", np.concatenate(clips))
    with open(base + ".json", "w") as file:
        json.dump(index, file)
    print(f"{base}: {len(index)} clips, {first / 360000:.2f} h")


if __name__ == "__main__":
    main(*sys.argv[1:])
