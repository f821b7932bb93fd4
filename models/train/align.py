"""Finds the words in the recorded voices, so that training can cut them out:
single words said by real people are what recordings of whole sentences lack.

Writes `WORK/features/NAME.words`: per utterance `[[first frame, end], ...]`, one pair
per word, nothing where one of them is not to be found, and false where something else is
said than the text: no training with that one. Needs a network that has learnt something,
so training runs twice.

    python align.py WORK kerstin nathalie people single
"""

import json
import os
import sys

import numpy as np
import torch

import lfmmi
from batches import phone_bigram, units_of
from features import fbank
from network import Network

MARGIN = 2  # frames kept around a word
SAID = -0.1  # log per frame: the text against whatever else might have been said; 0.3 is usual


def word_bounds(path, words):
    """From the place in the units per output frame to frames of input per word."""
    bounds, unit = [], 1
    for word in words:
        inside = np.flatnonzero((path >= unit) & (path < unit + len(word)))
        if len(inside) < len(word):
            return None
        bounds.append([max(0, 3 * int(inside[0]) - MARGIN), 3 * int(inside[-1]) + 3 + MARGIN])
        unit += len(word) + 1
    return bounds


def main(work, *names):
    torch.set_num_threads(1)
    net = Network()
    net.load_state_dict(torch.load(os.path.join(work, "train.pt"), weights_only=False)["net"])
    net.eval()
    floor = np.exp(fbank(np.random.default_rng(0).standard_normal(16000 * 20)).astype(np.float32))
    for name in names:
        base = os.path.join(work, "features", name)
        frames = np.load(base + ".npy", mmap_mode="r")
        with open(base + ".json", encoding="utf-8") as file:
            index = json.load(file)
        found, bigram = [], phone_bigram([entry[4] for entry in index[::3]], index[0][5])
        for first, count, _, _, words, language in index:
            mel = np.log(np.exp(frames[first : first + count].astype(np.float32)) + floor[:count])
            with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16):
                scores = net(torch.from_numpy(mel[None]), language)[0][0].numpy()
            units, optional = units_of(words, language)
            text, anything = lfmmi.numerator(scores, units, optional)[0], lfmmi.denominator(scores, *bigram)[0]
            said = (text - anything) / len(scores) > SAID
            found.append(word_bounds(lfmmi.align(scores, units, optional), words) if said else False)
        with open(base + ".words", "w") as file:
            json.dump(found, file)
        print(f"{base}: words found in {sum(map(bool, found))} of {len(found)} utterances; {found.count(False)} do not say their text")


if __name__ == "__main__":
    main(*sys.argv[1:])
