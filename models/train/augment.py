"""Rooms, noise, microphones, speakers and levels, put into log-mel features.

Powers of sounds add up, so log-mel frames can be mixed: two sounds, an echo, a
noise floor. That is a thousand times cheaper than doing it to samples, so no
utterance is ever heard twice the same.
"""

import numpy as np
from numba import njit

LOW, HIGH = 1127 * np.log(1 + 40 / 700), 1127 * np.log(1 + 7600 / 700)
CENTRES = 700 * (np.exp((LOW + np.arange(1, 41) * (HIGH - LOW) / 41) / 1127) - 1)

ROOMS = 0.55  # share of utterances heard in a room
LASTING = 2.0  # frames at most for which a room goes on helping or cancelling: what is said has more pitch than noise
SPREAD = np.linspace(1.4, 1.1, 40, dtype=np.float32)  # of what it draws, beyond noise, as the lower bands hold few harmonics
CUT_SHORT = 0.12  # share of utterances of which the first moment is missing, up to 100 ms, of which trim() left 50


class Augment:
    def __init__(self, rng, noise, speech, dither, chance):
        """noise() and speech() give some log-mel frames; dither: log-mel frames of the noise floor; chance: what is drawn
        where many waves meet, as frames of powers over their mean, and of how much two sounds help or cancel each other."""
        self.rng, self.noise, self.speech = rng, noise, speech
        self.dither = np.exp(dither.astype(np.float32))
        self.drawn, self.phases = chance

    def __call__(self, mel, is_speech=True):
        """Clean log-mel frames to the same as some microphone heard them, and as one in a quiet place would have."""
        r = self.rng
        mel = mel.astype(np.float32)
        if is_speech:
            if r.random() < CUT_SHORT:
                mel = mel[r.integers(0, min(11, len(mel) // 4)) :]
            if r.random() < 0.5:
                mel = stretch(mel, np.exp(r.uniform(np.log(0.78), np.log(1.3 if r.random() < 0.8 else 1.67))))
            if r.random() < 0.6:
                mel = tract(mel, r.uniform(0.86, 1.16), r)
            quiet = (0, 0) if r.random() < 0.08 else (r.integers(2, 70), r.integers(3, 80))
            sound = np.pad(np.exp(mel), (quiet, (0, 0)))
            loud, quietly = power(sound), sound * np.float32(10 ** -r.uniform(0, 1.5))
            if r.random() < ROOMS:
                sound = self.room(sound)
            sound = sound * channel(r)
            if r.random() < 0.8:
                sound = self.mix(sound, self.background(len(sound)), loud * 10 ** -r.triangular(-0.3, 1.0, 4.0))
        else:
            sound = np.exp(mel) * (channel(r) * np.float32(10 ** r.uniform(-3, 0)))
            if r.random() < 0.5:
                sound = self.mix(sound, self.background(len(sound)), power(sound) * 10 ** -r.uniform(0, 3))
        sound = sound * np.float32(10 ** -r.uniform(0, 3.6))
        start = r.integers(0, len(self.dither) - len(sound))
        dither = self.dither[start : start + len(sound)]
        mel = np.log(sound + dither)
        return (mask(mel, r), np.log(quietly + dither)) if is_speech else (mel, mel)

    def background(self, frames):
        """Noise, sometimes of two kinds, or a murmur of one to eight people, as powers."""
        if self.rng.random() < 0.65:
            noise = np.exp(fit(self.noise(), frames, self.rng))
            if self.rng.random() < 0.4:
                noise = noise * channel(self.rng) ** 2
            if self.rng.random() < 0.3:
                other = np.exp(fit(self.noise(), frames, self.rng)) * channel(self.rng)
                share = np.float32(10 ** self.rng.uniform(-1, 0.5))
                noise = noise / (power(noise) + 1e-3) + other * (share / (power(other) + 1e-3))
            return noise
        murmur = np.zeros((frames, 40), np.float32)
        for _ in range(self.rng.integers(1, 9)):
            murmur += np.exp(fit(self.speech(), frames, self.rng)) * np.float32(10 ** self.rng.uniform(-1.2, 0))
        return self.room(murmur)

    def room(self, sound):
        """What a room makes of it: a few early reflections, and a tail that dies away, high bands sooner.

        Waves that come by many ways add up to a power that is no more than drawn, and what comes later helps or cancels
        what comes first.
        """
        r = self.rng
        t60 = np.exp(r.uniform(np.log(0.15), np.log(1.0))) * np.linspace(r.uniform(0.9, 1.4), r.uniform(0.5, 1.0), 40)
        decay = np.exp(-13.8 * 0.01 / t60).astype(np.float32)
        share = (10 ** -r.uniform(-0.6, 1.4) * (1 - decay)).astype(np.float32)  # 6 dB more than the voice itself to 14 less
        lasting = np.exp(r.uniform(0, np.log(LASTING)))
        tail = reverberate(sound, decay, share) * self.some(self.drawn, sound, lasting) ** SPREAD
        for late in r.integers(1, 6, r.integers(0, 4)):
            if late < len(sound):
                tail[late:] += sound[:-late] * np.float32(10 ** -r.uniform(0.3, 1.6))
        return sound + tail + 2 * np.sqrt(sound * tail) * self.some(self.phases, sound, lasting)

    def mix(self, sound, other, level):
        """Adds `other` with a mean power of `level`; their phases sometimes help, sometimes cancel."""
        other = other * np.float32(level / (power(other) + 1e-3))
        return sound + other + 2 * np.sqrt(sound * other) * self.some(self.phases, sound)

    def some(self, drawn, sound, lasting=1.0):
        """As many frames as `sound` has, from anywhere, each so often."""
        start = self.rng.integers(0, len(drawn) - len(sound))
        return drawn[start + (np.arange(len(sound)) / lasting).astype(int)]


def power(sound):
    return sound.sum(1).mean()


def fit(mel, frames, rng):
    start = rng.integers(0, len(mel))
    mel = np.concatenate([mel[start:], mel[:start]]).astype(np.float32)
    return np.tile(mel, (-(-frames // len(mel)), 1))[:frames]


def stretch(mel, factor):
    at = np.arange(0, len(mel) - 1, 1 / factor)
    low = at.astype(int)
    share = (at - low)[:, None].astype(np.float32)
    return mel[low] * (1 - share) + mel[low + 1] * share


def tract(mel, factor, rng):
    """A longer or shorter vocal tract: all formants move, the upper ones a little more or less."""
    bend = 1 + rng.uniform(-0.05, 0.05) * np.linspace(-1, 1, 40)
    source = (1127 * np.log(1 + CENTRES * factor * bend / 700) - LOW) / (HIGH - LOW) * 41 - 1
    source = np.clip(source, 0, 39)
    low = np.minimum(source.astype(int), 38)
    share = (source - low).astype(np.float32)
    return mel[:, low] * (1 - share) + mel[:, low + 1] * share


@njit(cache=True)
def reverberate(sound, decay, share):
    out, tail = np.empty_like(sound), np.zeros(sound.shape[1], np.float32)
    for t in range(len(sound)):
        for band in range(sound.shape[1]):
            out[t, band] = share[band] * tail[band]
            tail[band] = decay[band] * (tail[band] + sound[t, band])
    return out


def channel(rng):
    """What microphone, room and line do to the bands' powers."""
    points = np.cumsum(rng.normal(0, 0.45, 7))
    curve = np.interp(np.arange(40), np.linspace(0, 39, 7), points - points.mean())
    if rng.random() < 0.3:
        curve -= np.log1p((rng.uniform(60, 400) / CENTRES) ** 4)
    if rng.random() < 0.25:
        curve -= np.minimum(np.log1p((CENTRES / rng.uniform(3000, 7500)) ** 14), 12)
    return np.exp(curve).astype(np.float32)


def mask(mel, rng):
    n, fill = len(mel), mel.mean(0)
    for _ in range(2):
        if rng.random() < 0.3:
            width = rng.integers(1, 7)
            start = rng.integers(0, 40 - width)
            mel[:, start : start + width] = fill[start : start + width].mean()
        if rng.random() < 0.25:
            width = rng.integers(1, 10)
            start = rng.integers(0, max(1, n - width))
            mel[start : start + width] = fill
    return mel
