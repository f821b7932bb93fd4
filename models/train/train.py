"""Trains the network; stops after so many minutes, goes on where it stopped.

    python train.py WORK MINUTES [UNTIL]

MINUTES is the whole training, over which the learning rate falls; UNTIL stops
before, to go on later (with more speech, or words to cut out).

The loss is LF-MMI (lfmmi.py), where letters and digits are put side by side also against the speaker's
other letters and digits alone, and, from a second output layer, the plain sum
over alignments, which gets a flat start going. A model that is taken further
(restore.py) also learns to say of what is heard in noise what it said, as it
was, of the same in a quiet place; and what comes out is a third of the way from
it to the mean of the last third, which forgets less, but where one voice is to be
learned (`kept`). One process per worker, each
with batches of its own; now and then they meet and average their weights, so
that on a busy machine they seldom wait for each other.

Writes WORK/train.pt (everything needed to go on), WORK/best.pt (what comes out,
else the weights with the best loss on voices never trained on) and a line of progress now and then.
"""

import ctypes
import functools
import json
import math
import os
import signal
import sys
import time
from typing import NamedTuple

import numpy as np
import torch
import torch.distributed as dist
import torch.multiprocessing as mp
import torch.nn.functional as F

import lfmmi
from augment import Augment
from features import fbank
from network import LANGUAGES, Network
from phones import PHONES

# Share of utterances drawn from each set, per language; a set not made is left out.
MIX = {
    "de": {"kerstin": 0.19, "espeak": 0.12, "pico": 0.10, "nathalie": 0.04, "accent": 0.05, "diphones": 0.08, "kokoro": 0.20, "people": 0.12, "single": 0.06, "letters": 0.26, "kept": 0.12, "noise": 0.08},
    "en": {"kathleen": 0.25, "flite": 0.20, "english": 0.20, "kokoro-en": 0.35, "letters-en": 0.30},
}
ENGLISH = 0.33  # share of batches
ROWS, ROW = 6, 2010  # a batch: rows of so many frames, a multiple of 3
RATE = 2e-3
# glibc would give memory back to the system after every layer and clear it anew: a third of the time
ALLOCATION = {"MALLOC_MMAP_THRESHOLD_": "33554432", "MALLOC_TRIM_THRESHOLD_": "8589934592", "MALLOC_TOP_PAD_": "268435456"}
QUIET = (5, 7)  # frames that speech.trim() leaves before and after a word
MEET = 10  # steps between averages of the weights
PR_SET_PDEATHSIG = 1  # linux/prctl.h
CUT = 0.5  # share of aligned sentences of which only a few words are heard
SPELT = 0.7  # share of recordings of single letters of which squares are made
UNLEARNT = ("kept", "single", "letters", "letters-en")  # sets of which the model as it was has too little to teach
LAST = 2 / 3  # share of the training after which the weights of a model taken further count
LEARNT = 1 / 3  # how far it goes to their mean: farther, what is said in quiet is forgotten for what is said in rooms
TEACHER = 0.5  # how much what the model said before counts beside LF-MMI
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


def batches(speech, augment, rng):
    """An endless row of (language, *pack(...))."""
    while True:
        language = "en" if rng.random() < ENGLISH and any(s in speech.sets for s in MIX["en"]) else "de"
        mix = {name: share for name, share in MIX[language].items() if name in speech.sets}
        names, shares = list(mix), np.array(list(mix.values()))
        rows = [[] for _ in range(ROWS)]
        room = [ROW] * ROWS
        while max(room) > ROW // 8:
            name = rng.choice(names, p=shares / shares.sum())
            mel, words, rivals = speech.draw(name)
            heard, quiet = augment(mel, is_speech=name != "noise")
            units, optional = units_of(words, language)
            rivals = rivals and [[numbers(word, language) for word in some] for some in rivals]
            k, length = int(np.argmax(room)), len(heard) // 3 * 3
            if length <= room[k] and length // 3 > 1.15 * (~optional).sum() + 2:
                rows[k].append(Utterance(heard[:length], quiet[:length], units, optional, name not in UNLEARNT, rivals))
                room[k] -= length
            elif length > room[k] and rows[k]:  # an empty row waits for one that is not too long
                room[k] = 0
        yield (language, *pack(rows))


def pack(rows):
    """Utterances one after the other, as a microphone hears them: no time goes into padding.

    Gives them as heard and in quiet places [rows, ROW, 40], and per utterance (row, first output, end, utterance).
    """
    places = []
    for k, row in enumerate(rows):
        at = 0
        for utterance in row:
            end = at + len(utterance.heard)
            places.append((k, at // 3, end // 3, utterance))
            at = end
    return joined([[u.heard for u in row] for row in rows]), joined([[u.quiet for u in row] for row in rows]), places


def joined(rows):
    rows = [np.concatenate(mels) for mels in rows]
    return torch.from_numpy(np.stack([np.pad(mels, ((0, ROW - len(mels)), (0, 0)), mode="edge") for mels in rows]))


def losses(scores, aid, places, bigram):
    """LF-MMI and plain loss summed over utterances, their gradients, and the frames counted."""
    scores, log = scores.detach().clamp(-30, 30).numpy(), F.log_softmax(aid.detach(), 2).numpy()
    mmi, plain, frames, g_scores, g_log = 0.0, 0.0, 0, np.zeros_like(scores), np.zeros_like(log)
    for k, start, end, (_, _, units, optional, _, rivals) in places:
        num, g_num = lfmmi.numerator(scores[k, start:end], units, optional)
        den, g_den = lfmmi.denominator(scores[k, start:end], *bigram)
        ctc, g_ctc = lfmmi.numerator(log[k, start:end], units, optional)
        if math.isfinite(num) and math.isfinite(ctc) and math.isfinite(den):
            mmi, plain, frames = mmi + den - num, plain - ctc, frames + end - start
            g_scores[k, start:end], g_log[k, start:end] = g_den - g_num, -g_ctc
            if rivals:
                g_scores[k, start:end] += RIVALS * (lfmmi.denominator(scores[k, start:end], *lfmmi.rivals(rivals))[1] - g_num)
    return mmi, plain, frames, torch.from_numpy(g_scores), torch.from_numpy(g_log)


def unlike(scores, teacher, places):
    """The cross entropy of scores to those the teacher gives where the voice is known to it, summed over frames."""
    asked = torch.zeros(scores.shape[:2])
    for k, start, end, utterance in places:
        asked[k, start:end] = utterance.known
    return -((F.softmax(teacher, 2) * F.log_softmax(scores, 2)).sum(2) * asked).sum()


def worker(rank, workers, work, minutes, until, port):
    # Workers that outlived a killed training would write into the next one's state.
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    dist.init_process_group("gloo", init_method=f"tcp://127.0.0.1:{port}", rank=rank, world_size=workers)
    state_file = os.path.join(work, "train.pt")
    state = torch.load(state_file, weights_only=False) if os.path.exists(state_file) else {"step": 0, "seconds": 0.0, "best": 1e9}
    # A model taken apart (restore.py) has itself for a teacher. It needs no training aid, nor a normalisation other
    # than the one it came with: a new aid's gradients, and sounds normalised anew, spoil it faster than it can learn.
    teacher = None
    if "teacher" in state:
        teacher = Network()
        teacher.load_state_dict(state["teacher"])
        teacher.eval()
    rng = np.random.default_rng([rank, state["step"]])
    torch.manual_seed(5)
    speech = Speech(work, rng)
    augment = augmentation(speech, rng, speech.spoken)
    bigrams = {}
    for language, mix in MIX.items():
        bigrams[language] = phone_bigram([e[4] for name in mix if name in speech.sets for e in speech.sets[name][1][::3]], language)
    held = held_batches(work)
    net = Network()
    if "net" in state:
        net.load_state_dict(state["net"])
    else:
        sample = np.concatenate([augment(speech.any(speech.spoken))[0] for _ in range(300)])
        net.mean.copy_(torch.from_numpy(sample.mean(0)))
        net.std.copy_(torch.from_numpy(sample.std(0)))
    for tensor in net.state_dict().values():
        dist.broadcast(tensor, 0)
    optimiser = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=1e-3, betas=(0.9, 0.98))
    if "optimiser" in state:
        optimiser.load_state_dict(state["optimiser"])
    if rank == 0:
        hours = {name: round(s[1][-1][0] / 360000 + 0.01, 1) for name, s in speech.sets.items()}
        print(f"{sum(p.numel() for p in net.parameters())} parameters, hours of clean speech: {hours}", flush=True)
    began, step, sums = time.time() - state["seconds"], state["step"], np.zeros(4)
    clock = torch.zeros(1)
    for language, heard, quiet, places in batches(speech, augment, rng):
        if step % MEET == 0:
            clock[0] = time.time() - began
            dist.broadcast(clock, 0)
            average([p.data for p in net.parameters()], workers)
        share = clock.item() / 60 / minutes
        if teacher and "kept" not in speech.sets and step % MEET == 0 and share >= LAST:
            add(state.setdefault("last", {}), net)
        if share * minutes >= until:
            break
        rate = state.get("rate", RATE) * min(1, (step + 1) / 150) * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * share)))
        for group in optimiser.param_groups:
            group["lr"] = rate
        net.train(teacher is None)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            scores, aid = net(heard, language)
        mmi, plain, frames, g_scores, g_log = losses(scores, aid, places, bigrams[language])
        warm = 1 if teacher else min(1, step / 300)
        # scores are kept small (second term), as Kaldi does
        loss = (scores * (warm * g_scores / frames + 1e-3 * scores.detach() / scores.numel())).sum()
        if teacher:
            with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16):
                said = teacher(quiet, language)[0]
            loss = loss + TEACHER / frames * unlike(scores, said, places)
        else:
            loss = loss + (1 - 0.7 * warm) / frames * (F.log_softmax(aid, 2) * g_log).sum()
        for p in net.parameters():
            p.grad = torch.zeros_like(p)
        loss.backward()
        for p in net.parameters():
            torch.nan_to_num_(p.grad)
        torch.nn.utils.clip_grad_norm_(net.parameters(), 3.0)
        optimiser.step()
        step += 1
        sums += [mmi, plain, frames, heard.shape[0] * heard.shape[1]] if language == "de" else 0
        if step % 100 == 0 and rank == 0:
            print(f"{step} {clock.item() / 60:.1f} min  mmi {sums[0] / sums[2]:.4f} plain {sums[1] / sums[2]:.4f}  rate {rate:.5f}  {sums[3] / 360000 * workers / (1 - ENGLISH):.2f} h", flush=True)
            sums[:] = 0
        if step % 250 == 0:
            save(net, optimiser, step, time.time() - began, state, rank, workers, work, held, bigrams["de"])
    save(net, optimiser, step, time.time() - began, state, rank, workers, work, held, bigrams["de"])
    if "last" in state and rank == 0:
        torch.save(towards(state["teacher"], state["last"]), os.path.join(work, "best.pt"))
    dist.destroy_process_group()


@functools.cache
def noise_floor():
    return fbank(np.random.default_rng(0).standard_normal(16000 * 200))


def augmentation(speech, rng, spoken):
    """Sounds and people in the background are drawn from `speech`, people from its sets `spoken`."""
    return Augment(rng, lambda: speech.draw("noise")[0], lambda: speech.any(spoken), noise_floor())


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


def average(tensors, workers):
    """Makes `tensors` the mean of all workers'."""
    flat = torch.cat([t.flatten() for t in tensors])
    dist.all_reduce(flat)
    for t, mean in zip(tensors, (flat / workers).split([t.numel() for t in tensors])):
        t.copy_(mean.view_as(t))


def add(sums, net):
    """Adds the weights to `sums`, and to `count` there one."""
    sums["count"] = sums.get("count", 0) + 1
    for name, tensor in net.state_dict().items():
        sums[name] = sums[name] + tensor if name in sums else tensor.clone()


def towards(before, sums):
    """The weights before, taken so far to the mean of those in `sums`."""
    mean = lambda name: sums[name] / sums["count"]
    return {name: torch.lerp(tensor, mean(name), LEARNT) if tensor.is_floating_point() else tensor for name, tensor in before.items()}


def save(net, optimiser, step, seconds, state, rank, workers, work, held, bigram):
    norms = [m for m in net.modules() if isinstance(m, torch.nn.BatchNorm1d)]
    average([p.data for p in net.parameters()] + [t for m in norms for t in (m.running_mean, m.running_var)], workers)
    if rank:
        return
    if held:
        net.eval()
        total, frames = np.zeros(2), 0
        with torch.no_grad():
            for heard, _, places in held:
                mmi, plain, counted, _, _ = losses(*net(heard, "de"), places, bigram)
                total, frames = total + [mmi, plain], frames + counted
        print(f"{step} voices never trained on: mmi {total[0] / frames:.4f} plain {total[1] / frames:.4f}", flush=True)
        if total[0] / frames < state["best"]:
            state["best"] = total[0] / frames
            torch.save(net.state_dict(), os.path.join(work, "best.pt"))
    done = {**state, "net": net.state_dict(), "optimiser": optimiser.state_dict(), "step": step, "seconds": seconds}
    torch.save(done, os.path.join(work, "train.pt.new"))
    os.replace(os.path.join(work, "train.pt.new"), os.path.join(work, "train.pt"))


def main(work, minutes, until=None):
    workers = os.cpu_count()
    os.environ.update(ALLOCATION)
    minutes = float(minutes)
    arguments = (workers, work, minutes, float(until or minutes), 29500 + os.getpid() % 500)
    mp.spawn(worker, arguments, nprocs=workers)


if __name__ == "__main__":
    main(*sys.argv[1:])
