"""Takes a Vosk model of ours apart again, so that training can go on from it.

    python restore.py ../de ../en WORK

Writes WORK/train.pt, from which train.py goes on. What a model does not hold is made anew: the
normalisation, which is folded into its weights, from WORK's speech; the optimiser's state, not at all. A model
smaller than network.py wants grows (`grown`), and computes the same. The learning rate begins low. The network
as it is goes along as the teacher, which also tells train.py that it is going on from a model.
"""

import os
import sys

import numpy as np
import torch

import kaldi
from batches import Batches
from network import LANGUAGES, NECK, OFFSETS, WIDTH, Network

RATE = 1.5e-4
SIZE = 0.1  # of the weights before a normalisation: there their scale matters only to the optimiser


def components(model):
    with open(os.path.join(model, "am", "final.mdl"), "rb") as file:
        return {name: value for name, value in kaldi.read_model(file.read())[1] if isinstance(value, tuple)}


def restore(net, layers, mels):
    """Sets the weights to those in `layers`, a dictionary for each language, measuring normalisation on `mels`."""
    net.mean.copy_(mels.mean((0, 1)))
    net.std.copy_(mels.std((0, 1)))
    shared = grown(layers[LANGUAGES[0]])

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
    gain = 1.0  # until a layer has weights
    for layer, norm in norms.items():
        size = layer.weight.square().mean().sqrt()
        if not size:  # a new layer: it is to learn as fast as the one before
            norm.running_var.fill_(1 - norm.eps)
            norm.weight.fill_(1 / gain)
            continue
        gain = SIZE / size
        layer.weight *= gain
        layer.bias *= gain
        norm.running_mean *= gain
        norm.running_var *= gain**2


def grown(layers):
    """The layers of a smaller network with as many and as wide ones as network.py wants: new units with weights like the
    others' before them and weights of nothing behind, and new layers that add nothing yet to what goes by them."""
    rng, out = np.random.default_rng(2), dict(layers)
    drawn = lambda like, shape: rng.normal(0, np.sqrt(np.square(like).mean()), shape).astype(np.float32)

    def widen(name, rows, columns, parts=1):
        """`columns`: of each of the `parts` side by side that the layer sees."""
        weight, bias = (np.array(part) for part in layers[name])
        old = weight.reshape(len(weight), parts, -1)
        new = drawn(weight, (rows, parts, columns))
        new[: len(old)] = 0
        new[: len(old), :, : old.shape[2]] = old
        out[name] = new.reshape(rows, -1), np.pad(bias, (0, rows - len(bias)))

    widen("a2", NECK, len(layers["a1"][1]), 3)
    widen("b2", WIDTH, NECK)
    widen("pf", len(layers["pf"][1]), WIDTH)
    for k in range(len(OFFSETS)):
        if f"la{k}" in layers:
            widen(f"la{k}", NECK, WIDTH, 2)
            widen(f"lb{k}", WIDTH, NECK, 2)
        else:
            out[f"la{k}"] = drawn(out[f"la{k - 1}"][0], (NECK, 2 * WIDTH)), np.zeros(NECK, np.float32)
            out[f"lb{k}"] = np.zeros((WIDTH, 2 * NECK), np.float32), np.zeros(WIDTH, np.float32)
    return out


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
    net = Network()
    mels = torch.cat([heard for _, (_, heard, *_) in zip(range(20), Batches(work, np.random.default_rng(1)))])
    layers = {os.path.basename(os.path.normpath(model)): components(model) for model in models}
    with torch.no_grad():
        restore(net, layers, mels)
    state = {"net": net.state_dict(), "teacher": net.state_dict(), "step": 0, "seconds": 0.0, "best": 1e9, "rate": RATE}
    torch.save(state, os.path.join(work, "train.pt"))


if __name__ == "__main__":
    main(*sys.argv[1:])
