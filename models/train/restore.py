"""Takes a Vosk model of ours apart again, so that training can go on from it.

    python restore.py ../de ../en WORK

Writes WORK/train.pt, from which train.py goes on. What a model does not hold is made anew: the
normalisation, which is folded into its weights, from WORK's speech; the optimiser's state, not at all. The
learning rate begins low. The network as it is goes along as the teacher, which also tells train.py that it is
going on from a model.
"""

import os
import sys

import numpy as np
import torch

import kaldi
import train
from network import LANGUAGES, Network

RATE = 1.5e-4
SIZE = 0.1  # of the weights before a normalisation: there their scale matters only to the optimiser


def components(model):
    with open(os.path.join(model, "am", "final.mdl"), "rb") as file:
        return {name: value for name, value in kaldi.read_model(file.read())[1] if isinstance(value, tuple)}


def restore(net, layers, mels):
    """Sets the weights to those in `layers`, a dictionary for each language, measuring normalisation on `mels`."""
    net.mean.copy_(mels.mean((0, 1)))
    net.std.copy_(mels.std((0, 1)))
    shared = layers[LANGUAGES[0]]

    def tensors(layer):
        return [torch.tensor(np.array(part), dtype=torch.float32) for part in layer]

    weight, bias = tensors(shared["a1"])
    net.a1.weight.copy_(weight * net.std.repeat(5))
    net.a1.bias.copy_(bias + weight @ net.mean.repeat(5))
    plain = {"a2": net.a2, **{f"la{k}": layer for k, layer in enumerate(net.la)}}
    normalised = {"b2": net.b2, "pf": net.pf, **{f"lb{k}": layer for k, layer in enumerate(net.lb)}}
    for name, layer in plain.items():
        layer.weight.copy_(tensors(shared[name])[0])
    for name, layer in normalised.items():
        for parameter, values in zip((layer.weight, layer.bias), tensors(shared[name])):
            parameter.copy_(values)
    for language in LANGUAGES:
        output = net.out[language]
        for parameter, values in zip((output.weight, output.bias), tensors(layers[language]["out"])):
            parameter.copy_(values)
    norms = {net.a1: net.n1, net.b2: net.n2, net.pf: net.np, **dict(zip(net.lb, net.norms))}
    for norm in norms.values():  # at first it changes nothing
        norm.running_var.fill_(1 - norm.eps)
    hooks = [norm.register_forward_hook(measured) for norm in norms.values()]
    net.eval()(mels, LANGUAGES[0])
    for hook in hooks:
        hook.remove()
    for layer, norm in norms.items():
        gain = SIZE / layer.weight.square().mean().sqrt()
        layer.weight *= gain
        layer.bias *= gain
        norm.running_mean *= gain
        norm.running_var *= gain**2


def measured(norm, inputs, output):
    """Makes a normalisation that changes nothing into one that changes nothing of what it is given here."""
    (x,) = inputs
    norm.running_mean.copy_(x.mean(0))
    norm.running_var.copy_(x.var(0))
    norm.bias.copy_(norm.running_mean)
    norm.weight.copy_(torch.sqrt(norm.running_var + norm.eps))


def main(*paths):
    *models, work = paths
    torch.set_num_threads(1)
    net, rng = Network(), np.random.default_rng(1)
    speech = train.Speech(work, rng)
    augment = train.augmentation(speech, rng, speech.spoken)
    mels = torch.cat([heard for _, (_, heard, _, _) in zip(range(20), train.batches(speech, augment, rng))])
    layers = {os.path.basename(os.path.normpath(model)): components(model) for model in models}
    with torch.no_grad():
        restore(net, layers, mels)
    state = {"net": net.state_dict(), "teacher": net.state_dict(), "step": 0, "seconds": 0.0, "best": 1e9, "rate": RATE}
    torch.save(state, os.path.join(work, "train.pt"))


if __name__ == "__main__":
    main(*sys.argv[1:])
