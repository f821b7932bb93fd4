"""Turns one recorded voice into many with the WORLD vocoder.

WORLD takes speech apart into pitch, spectral envelope and noisiness. Changing
each and putting them together again gives another speaker saying the same:
man, woman or child, young or old, clear or breathy, slow or quick.
"""

import numpy as np
import pyworld

RATE = 16000
PERIOD = 8.0  # ms between analysis frames


def convert(samples, rng, copies):
    """Gives `copies` new voices of one utterance of 16 kHz samples."""
    samples = np.ascontiguousarray(samples, dtype=np.float64)
    pitch, times = pyworld.dio(samples, RATE, f0_floor=65, f0_ceil=550, frame_period=PERIOD)
    pitch = pyworld.stonemask(samples, pitch, times, RATE)
    envelope = pyworld.cheaptrick(samples, pitch, times, RATE)
    noisiness = pyworld.d4c(samples, pitch, times, RATE)
    for _ in range(copies):
        yield speaker(pitch, envelope, noisiness, rng)


def speaker(pitch, envelope, noisiness, rng):
    """One invented speaker: first how deep, then a vocal tract that fits it more or less."""
    voiced = pitch > 0
    mean = np.exp(np.log(pitch[voiced]).mean()) if voiced.any() else 180.0
    target = np.exp(rng.uniform(np.log(80), np.log(330)))
    tract = np.interp(np.log(target), np.log([80, 330]), [0.86, 1.14]) * rng.uniform(0.92, 1.09)
    tract /= np.interp(np.log(mean), np.log([80, 330]), [0.86, 1.14])
    tempo = np.exp(rng.uniform(np.log(0.72), np.log(1.35)))

    frames = np.arange(0, len(pitch) - 1, tempo)
    near = np.rint(frames).astype(int)
    pitch, envelope, noisiness = pitch[near], envelope[near], noisiness[near]
    voiced = pitch > 0

    lively = rng.uniform(0.3, 1.6)
    new = np.zeros_like(pitch)
    new[voiced] = target * (pitch[voiced] / mean) ** lively
    wobble = np.interp(np.arange(len(new)), np.arange(0, len(new) + 12, 12), np.random.default_rng(rng.randrange(2**31)).normal(0, rng.uniform(0, 0.04), len(np.arange(0, len(new) + 12, 12))))
    new = np.clip(new * np.exp(wobble), 55, 520) * voiced

    # The tract's length moves all formants; a bend moves the upper ones apart from the lower.
    bins = envelope.shape[1]
    axis = np.linspace(0, 1, bins)
    knee, bend = rng.uniform(0.2, 0.5), rng.uniform(0.94, 1.06)
    source = np.where(axis < knee, axis, knee + (axis - knee) * bend) / tract
    source = np.clip(source, 0, 1) * (bins - 1)
    low = np.minimum(source.astype(int), bins - 2)
    share = (source - low).astype(np.float64)
    log = np.log(envelope + 1e-16)
    log = log[:, low] * (1 - share) + log[:, low + 1] * share
    smooth = log.mean(1, keepdims=True)
    log = smooth + (log - smooth) * rng.uniform(0.85, 1.2)  # sharper or duller formants
    log += np.linspace(0, rng.uniform(-2.5, 1.5), bins)  # tilt: soft to pressed voice
    noisy = noisiness[:, low] * (1 - share) + noisiness[:, low + 1] * share
    if rng.random() < 0.5:
        breath = rng.uniform(0, 0.6) * np.linspace(0.1, 1, bins)
        noisy = noisy + (1 - noisy) * breath
    if rng.random() < 0.04:  # whispered
        new[:] = 0
    out = pyworld.synthesize(new, np.ascontiguousarray(np.exp(log)), np.ascontiguousarray(np.clip(noisy, 0, 1)), RATE, PERIOD)
    return out.astype(np.float32)
