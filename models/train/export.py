"""Writes a Vosk model from trained weights: am/final.mdl, conf/, and the phone
bigram that graph.py gives to [unk].

    python export.py WORK/best.pt WORK ../de
"""

import json
import os
import sys

import numpy as np
import torch

import features
import kaldi
from network import AHEAD, BACK, Network
from phones import PHONES

# In noise the network is surer than it is right: at an acoustic scale of less than 1 what makes sense as a phrase
# counts for more. At 0.6 a third of the errors at 10 dB went; 0.7 is for networks trained with dropout. The more the
# sound counts the fewer foreign words are asked about and the fewer illegal moves are taken for legal, but before
# dropout, at 0.75, up to 4 % fewer moves named by names were right at once at 5 dB. The beams are in the same, smaller,
# units.
MODEL_CONF = """--min-active=200
--max-active=3000
--beam=9.0
--lattice-beam=3.5
--acoustic-scale=0.7
--frame-subsampling-factor=3
--endpoint.silence-phones=1
--endpoint.rule2.min-trailing-silence=0.5
--endpoint.rule3.min-trailing-silence=0.75
--endpoint.rule4.min-trailing-silence=1.0
"""
HERE = os.path.dirname(os.path.abspath(__file__))


def bigram(work, language):
    """-log P(phone | phone) in ordinary sentences, so that [unk] is what people talk, not chess."""
    name = {"de": "kerstin", "en": "kathleen"}[language]
    with open(os.path.join(work, "features", name + ".json"), encoding="utf-8") as file:
        sentences = {entry[3]: entry[4] for entry in json.load(file)}.values()
    number = {phone: i for i, phone in enumerate(PHONES[language])}
    pairs = np.full((len(number), len(number)), 1.0)
    for words in sentences:
        row = [number[phone] for word in words for phone in word]
        for a, b in zip(row, row[1:]):
            pairs[a, b] += 1
    return -np.log(pairs / pairs.sum(1, keepdims=True))


def main(weights, work, out):
    language = os.path.basename(os.path.normpath(out))
    net = Network()
    net.load_state_dict(torch.load(weights))
    net.eval()
    config, components = net.kaldi_layers(language)
    for folder in ("am", "conf"):
        os.makedirs(os.path.join(out, folder), exist_ok=True)
    with open(os.path.join(out, "am", "final.mdl"), "wb") as file:
        file.write(kaldi.write_model(config, components, (BACK, AHEAD)))
    with open(os.path.join(out, "conf", "fbank.conf"), "w") as file:
        file.write(features.CONF)
    with open(os.path.join(out, "conf", "model.conf"), "w") as file:
        file.write(MODEL_CONF)
    with open(os.path.join(HERE, f"bigram.{language}.json"), "w") as file:
        rows = ",\n".join(json.dumps([round(float(x), 2) for x in row]) for row in bigram(work, language))
        file.write(f"[\n{rows}\n]\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
