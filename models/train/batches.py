"""What a network is trained with: utterances drawn from the feature sets, as someone may hear them, side by
side in batches; and how well its scores explain them.
"""

import functools
import json
import math
import os
from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F

import lfmmi
from augment import Augment
from features import fbank
from phones import PHONES

# Share of utterances drawn from each set, per language; a set not made is left out.
MIX = {
    "de": {"kerstin": 0.19, "espeak": 0.12, "pico": 0.10, "nathalie": 0.04, "accent": 0.05, "diphones": 0.08, "kokoro": 0.20, "people": 0.12, "single": 0.06, "letters": 0.26, "kept": 0.12, "noise": 0.08},
    "en": {"kathleen": 0.25, "flite": 0.20, "english": 0.20, "kokoro-en": 0.35, "letters-en": 0.30},
}
ENGLISH = 0.33  # share of batches
ROWS, ROW = 6, 2010  # a batch: rows of so many frames, a multiple of 3
QUIET = (5, 7)  # frames that speech.trim() leaves before and after a word
CUT = 0.5  # share of aligned sentences of which only a few words are heard
SPELT = 0.7  # share of recordings of single letters of which squares are made
UNLEARNT = ("kept", "single", "letters", "letters-en")  # sets of which the model as it was has too little to teach
RIVALS = 2.0  # how much the other letters and digits that might have been said there count beside it


class Utterance(NamedTuple):
    heard: np.ndarray
    quiet: np.ndarray  # log-mel frames, as `heard`: the same in a quiet place
    units: np.ndarray
    optional: np.ndarray
    known: bool  # to the model as it was: a voice that it is to learn is not
    rivals: list | None = None  # of letters and digits side by side: for each all that the speaker may have said there, as units


class Speech:
    """The feature sets on disk, and utterances drawn from them."""

    def __init__(self, work, rng):
        self.rng, self.sets = rng, {}
        folder = os.path.join(work, "features")
        for name in sorted(os.listdir(folder)):
            if name.endswith(".npy"):
                base = os.path.join(folder, name[:-4])
                with open(base + ".json", encoding="utf-8") as file:
                    index = json.load(file)
                words = None
                if os.path.exists(base + ".words"):
                    with open(base + ".words") as file:
                        words = json.load(file)
                    index = [entry for entry, bounds in zip(index, words) if bounds is not False]
                    words = [bounds for bounds in words if bounds is not False]
                self.sets[name[:-4]] = (np.load(base + ".npy", mmap_mode="r"), index, words)
        self.spellers = {name: [[(some, phones_of(some, index)) for some in speller] for speller in spellers(index)]
                         for name, (_, index, _) in self.sets.items() if name.startswith("letters")}
        self.spoken = [name for name in self.sets if name not in ("noise", "held")]

    def draw(self, name):
        """(log-mel, words as phone lists, rivals of each or None) of one utterance, or a few words cut out of it."""
        if self.spellers.get(name) and self.rng.random() < SPELT:
            return self.spelt(name)
        frames, index, bounds = self.sets[name]
        i = self.rng.integers(len(index))
        first, count, _, _, words, _ = index[i]
        if bounds and bounds[i] and self.rng.random() < CUT:
            k = self.rng.integers(len(words))
            end = min(len(words), k + self.rng.choice([1, 1, 2, 3, 4]))
            start, stop = bounds[i][k][0], bounds[i][end - 1][1]
            if stop - start > 3:
                return frames[first + start : first + min(stop, count)], words[k:end], None
        return frames[first : first + count], words, None

    def spelt(self, name):
        """A square or two that a speaker names, put together from letters and digits said alone."""
        frames, index, _ = self.sets[name]
        choose = lambda some: some[self.rng.integers(len(some))]
        speller = choose(self.spellers[name])
        parts, said, rivals = [], [], []
        for k in range(self.rng.choice([2, 2, 4])):
            recordings, phones = speller[k % 2]
            first, count, _, _, words, _ = index[choose(choose(recordings))]
            parts.append(frames[first : first + count].astype(np.float32))
            said.append(sum(words, []))
            rivals.append(phones)
        return side_by_side(parts, self.rng), said, rivals

    def any(self, names):
        name = names[self.rng.integers(len(names))]
        return self.draw(name)[0]


def spellers(index):
    """Per speaker who says both: (recordings of each letter, of each digit); those of a chess-board twice. Who says
    letters alone is lent the digits of those who say digits alone."""
    found = {}
    for i, (_, _, voice, text, _, _) in enumerate(index):
        if len(text) == 1 and text in "abcdefghijklmnopqrstuvwxyz123456789":
            found.setdefault(voice, ({}, {}))[text.isdigit()].setdefault(text, []).append(i)
    lent = {}
    for letters, digits in found.values():
        if not letters:
            for text, some in digits.items():
                lent.setdefault(text, []).extend(some)
    twice = lambda recordings: [some for text, some in recordings.items() for _ in range(1 + (text in "abcdefgh12345678"))]
    return [(twice(letters), twice(digits or lent)) for letters, digits in found.values() if letters and (digits or lent)]


def phones_of(recordings, index):
    """All that is said in them, each once."""
    return sorted({tuple(sum(index[i][4], [])) for some in recordings for i in some})


def side_by_side(parts, rng):
    """Log-mel frames of words said alone as if they were said together: equally loud, hardly a pause between a letter
    and its digit, or none and the one fading into the other."""
    out = parts[0]
    for k, mel in enumerate(parts[1:]):
        mel = mel + loudness(out) - loudness(mel) + rng.uniform(-0.5, 0.5)
        out, mel = out[: max(4, len(out) - QUIET[1])], mel[min(QUIET[0], len(mel) - 4) :]
        pause = rng.integers(-3, 9 if k % 2 == 0 or rng.random() < 0.5 else 40)
        if pause >= 0:
            out = np.concatenate([out, np.full((pause, out.shape[1]), min(out.min(), mel.min()), np.float32), mel])
        else:
            share = np.linspace(0, 1, 2 - pause)[1:-1, None].astype(np.float32)
            both = np.log((1 - share) * np.exp(out[pause:]) + share * np.exp(mel[:-pause]))
            out = np.concatenate([out[:pause], both, mel[-pause:]])
    return out


def loudness(mel):
    """Of the louder frames."""
    return np.quantile(np.log(np.exp(mel).sum(1)), 0.8)


def numbers(phones, language):
    return [PHONES[language].index(phone) + 1 for phone in phones]


def units_of(words, language):
    """Unit numbers and which may be skipped: silence at the ends and between words."""
    units, optional = [0], [True]
    for word in words:
        units += numbers(word, language) + [0]
        optional += [False] * len(word) + [True]
    return np.array(units), np.array(optional)


def phone_bigram(index, language, pause=0.25):
    """P(next unit | unit), and how likely each begins and ends: what anyone might say."""
    n = 1 + len(PHONES[language])
    pairs, begin, end = np.full((n, n), 0.02), np.full(n, 0.02), np.full(n, 0.02)
    for words in index:
        units = units_of(words, language)[0]
        if len(units) < 2:
            continue
        begin += np.bincount([0, units[1]], [0.9, 0.1], n)
        end += np.bincount([0, units[-2]], [0.9, 0.1], n)
        for i, (a, b) in enumerate(zip(units, units[1:])):
            edge = i == 0 or i == len(units) - 2
            if a == 0 or b == 0:
                pairs[a, b] += 0.9 if edge else pause
                if b == 0 and not edge:
                    pairs[a, units[i + 2]] += 1 - pause
            else:
                pairs[a, b] += 1
    return [x.astype(np.float32) for x in (pairs / pairs.sum(1, keepdims=True), begin / begin.sum(), np.clip(end / end.max(), 1e-4, 1))] + [np.arange(n)]


def pack(rows):
    """Utterances one after the other, as a microphone hears them: no time goes into padding.

    Gives them as heard and in quiet places [rows, ROW, 40], where the voice is known to the model as it was
    [rows, ROW / 3], and per utterance (row, first output, end, utterance).
    """
    places, known = [], torch.zeros(len(rows), ROW // 3)
    for k, row in enumerate(rows):
        at = 0
        for utterance in row:
            end = at + len(utterance.heard)
            places.append((k, at // 3, end // 3, utterance))
            known[k, at // 3 : end // 3] = utterance.known
            at = end
    return joined([[u.heard for u in row] for row in rows]), joined([[u.quiet for u in row] for row in rows]), known, places


def joined(rows):
    rows = [np.concatenate(mels) for mels in rows]
    return torch.from_numpy(np.stack([np.pad(mels, ((0, ROW - len(mels)), (0, 0)), mode="edge") for mels in rows]))


def losses(scores, aid, places, bigram):
    """LF-MMI and plain loss summed over utterances, the frames counted, and the losses' gradients. Without the training
    aid there is no plain loss."""
    scores, log = scores.detach().clamp(-30, 30).cpu().numpy(), None if aid is None else F.log_softmax(aid.detach(), 2).cpu().numpy()
    mmi, plain, frames, g_scores, g_log = 0.0, 0.0, 0, np.zeros_like(scores), None if aid is None else np.zeros_like(log)
    for k, start, end, (_, _, units, optional, _, rivals) in places:
        num, g_num = lfmmi.numerator(scores[k, start:end], units, optional)
        den, g_den = lfmmi.denominator(scores[k, start:end], *bigram)
        ctc, g_ctc = (0.0, 0.0) if aid is None else lfmmi.numerator(log[k, start:end], units, optional)
        if math.isfinite(num) and math.isfinite(ctc) and math.isfinite(den):
            mmi, plain, frames = mmi + den - num, plain - ctc, frames + end - start
            g_scores[k, start:end] = g_den - g_num
            if aid is not None:
                g_log[k, start:end] = -g_ctc
            if rivals:
                g_scores[k, start:end] += RIVALS * (lfmmi.denominator(scores[k, start:end], *lfmmi.rivals(rivals))[1] - g_num)
    return mmi, plain, frames, torch.from_numpy(g_scores), None if aid is None else torch.from_numpy(g_log)


@functools.cache
def noise_floor():
    return fbank(np.random.default_rng(0).standard_normal(16000 * 200))


@functools.cache
def chance(seconds=200):
    """What Augment draws, taken from noise: its power over the mean, and how much two noises help or cancel each other,
    from -1 to 1. A frame has some of it in common with the next, since they overlap: were each drawn alone, a large
    network would learn to hear through that, and less in a real room."""
    rng = np.random.default_rng(6)
    drawn, one, other = (1000 * rng.standard_normal(16000 * seconds) for _ in range(3))
    drawn, a, b, both = (np.exp(fbank(samples)) for samples in (drawn, one, other, one + other))
    return drawn / drawn.mean(0), np.clip((both - a - b) / (2 * np.sqrt(a * b)), -0.98, 0.98)


def augmentation(speech, rng, spoken):
    """Sounds and people in the background are drawn from `speech`, people from its sets `spoken`."""
    return Augment(rng, lambda: speech.draw("noise")[0], lambda: speech.any(spoken), noise_floor(), chance())


class Batches:
    """A worker's batches, and the losses of the network's scores of them."""

    def __init__(self, work, rng):
        self.speech, self.rng = Speech(work, rng), rng
        self.augment = augmentation(self.speech, rng, self.speech.spoken)
        sets = lambda mix: [self.speech.sets[name] for name in mix if name in self.speech.sets]
        self.bigrams = {language: phone_bigram([e[4] for _, index, _ in sets(mix) for e in index[::3]], language) for language, mix in MIX.items()}

    def made(self, attend=lambda: None):
        """(language, *pack(...)), on and on; before each utterance, attends to what else there is to do."""
        while True:
            language = "en" if self.rng.random() < ENGLISH and any(s in self.speech.sets for s in MIX["en"]) else "de"
            mix = {name: share for name, share in MIX[language].items() if name in self.speech.sets}
            names, shares = list(mix), np.array(list(mix.values()))
            rows = [[] for _ in range(ROWS)]
            room = [ROW] * ROWS
            while max(room) > ROW // 8:
                attend()
                name = self.rng.choice(names, p=shares / shares.sum())
                mel, words, rivals = self.speech.draw(name)
                heard, quiet = self.augment(mel, is_speech=name != "noise")
                units, optional = units_of(words, language)
                rivals = rivals and [[numbers(word, language) for word in some] for some in rivals]
                k, length = int(np.argmax(room)), len(heard) // 3 * 3
                if length <= room[k] and length // 3 > 1.15 * (~optional).sum() + 2:
                    rows[k].append(Utterance(heard[:length], quiet[:length], units, optional, name not in UNLEARNT, rivals))
                    room[k] -= length
                elif length > room[k] and rows[k]:  # an empty row waits for one that is not too long
                    room[k] = 0
            yield (language, *pack(rows))

    def __iter__(self):
        """(language, heard, quiet, where the voice is known), on and on."""
        for language, heard, quiet, known, places in self.made():
            self.last = language, places
            yield language, heard, quiet, known

    def losses(self, scores, aid, language=None, places=None):
        """Of a batch, if none is named of the one given last."""
        language, places = (language, places) if places else self.last
        return losses(scores, aid, places, self.bigrams[language])


def held_batches(work):
    """The voices kept out of training, always with the same noise, also after a restart."""
    rng = np.random.default_rng(11)
    speech = Speech(work, rng)
    if "held" not in speech.sets:
        return []
    augment = augmentation(speech, rng, ["held"])
    frames, index, _ = speech.sets["held"]
    rows, room = [[]], ROW
    for first, count, _, _, words, _ in index:
        heard, quiet = augment(frames[first : first + count])
        length = len(heard) // 3 * 3
        if length > ROW:
            continue
        if length > room:
            rows.append([])
            room = ROW
        rows[-1].append(Utterance(heard[:length], quiet[:length], *units_of(words, "de"), False))
        room -= length
    return [pack(rows[i : i + ROWS]) for i in range(0, len(rows), ROWS)]
