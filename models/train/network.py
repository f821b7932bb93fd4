"""The network: a factored time-delay network (TDNN-F) of 9.4 million weights.

    40 log-mel bands, 100 frames/s
    a1  5 frames of input      -> 256
    a2  3 of those, every third frame: 33 frames/s, through a bottleneck of 192 -> 1024
    11 x residual layers: this and an earlier frame -> 192; this and a later, or an earlier -> 1024; added to the input
    pf  -> 256 -> 82 outputs, one output layer per language

It looks 0.39 s ahead and 0.87 s back: the last four layers see an earlier frame twice, since what was before
tells what noise there is and keeps nobody waiting. Before the utterance there is nothing for it: Kaldi tries
the network on windows of 40, 80, 160 frames until it fits one, every time it is loaded, and what need not be
there (`IfDefined`) does not count. In training every layer is normalised over the batch; for Kaldi that folds
into the affine layers (`kaldi_layers`).
"""

import torch
import torch.nn.functional as F
from torch import nn

import kaldi

BANDS, FIRST, WIDTH, NECK, LAST = 40, 256, 1024, 192, 256
# What each layer's two halves see beside this frame, in frames after subsampling by 3.
OFFSETS = [(-1, 1), (-1, 1), (-1, 1), (-2, 2), (-2, 2), (-2, 2), (-3, 3), (-4, -4), (-1, -1), (-2, -2), (-1, -1)]
# Frames of 10 ms that must be there before and after.
BACK = 3 - 3 * sum(first for first, second in OFFSETS if second > 0)
AHEAD = 3 + 3 * sum(second for _, second in OFFSETS if second > 0)
OUTPUTS = 2 * (1 + kaldi.COUNT)
LANGUAGES = ["de", "en"]


class Network(nn.Module):
    dropout = 0.0  # up to how much more or less than its share a unit counts

    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(BANDS))
        self.register_buffer("std", torch.ones(BANDS))
        self.a1, self.n1 = nn.Linear(5 * BANDS, FIRST), nn.BatchNorm1d(FIRST)
        self.a2, self.b2, self.n2 = nn.Linear(3 * FIRST, NECK, bias=False), nn.Linear(NECK, WIDTH), nn.BatchNorm1d(WIDTH)
        self.la = nn.ModuleList(nn.Linear(2 * WIDTH, NECK, bias=False) for _ in OFFSETS)
        self.lb = nn.ModuleList(nn.Linear(2 * NECK, WIDTH) for _ in OFFSETS)
        self.norms = nn.ModuleList(nn.BatchNorm1d(WIDTH) for _ in OFFSETS)
        self.pf, self.np = nn.Linear(WIDTH, LAST), nn.BatchNorm1d(LAST)
        self.out = nn.ModuleDict({name: nn.Linear(LAST, OUTPUTS) for name in LANGUAGES})
        self.aid = nn.ModuleDict({name: nn.Linear(LAST, OUTPUTS) for name in LANGUAGES})  # for training only
        for layer in self.out.values():
            nn.init.normal_(layer.weight, std=0.02)
            nn.init.zeros_(layer.bias)

    def forward(self, x, language):
        """[utterances, frames, 40] to scores [utterances, frames / 3, 82], and the training aid's."""
        x = (x - self.mean) / self.std
        x = torch.cat([x[:, :1].expand(-1, BACK, -1), x, x[:, -1:].expand(-1, AHEAD, -1)], 1)
        x = torch.cat([x[:, i : x.shape[1] - 4 + i] for i in range(5)], 2)
        x = self.norm(self.n1, self.a1(x))
        n = (x.shape[1] - 3) // 3 + 1
        x = torch.cat([x[:, i : i + 3 * (n - 1) + 1 : 3] for i in range(3)], 2)
        x = self.norm(self.n2, self.b2(self.a2(x)))
        for (first, second), a, b, n_ in zip(OFFSETS, self.la, self.lb, self.norms):
            # a's two inputs are an earlier frame and this one: two products, shifted and added
            both = F.linear(x, torch.cat([a.weight[:, :WIDTH], a.weight[:, WIDTH:]], 0))
            old, new = both[:, :, :NECK], both[:, :, NECK:]
            if second > 0:
                z = old[:, :first] + new[:, -first:]
                y = b(torch.cat([z[:, :-second], z[:, second:]], 2))
                x = self.norm(n_, y, x[:, -first : y.shape[1] - first])
            else:
                z = earlier(old, -first) + new
                x = self.norm(n_, b(torch.cat([earlier(z, -second), z], 2)), x)
        h = self.norm(self.np, self.pf(x))
        return self.out[language](h).float(), self.aid[language](h).float()

    def norm(self, layer, x, residual=None):
        shape = x.shape
        x = layer(x.reshape(-1, shape[-1])).reshape(shape)
        if self.dropout:
            x = x * (1 + self.dropout * (2 * torch.rand(shape[0], 1, shape[-1], device=x.device, dtype=x.dtype) - 1))
        return F.relu(x if residual is None else x + residual)

    def kaldi_layers(self, language):
        """(config, components) as kaldi.write_model wants them, normalisation folded in."""
        components, config = [], ["input-node name=input dim=40"]

        def affine(name, source, weight, bias):
            components.append((name, (weight.numpy(), bias.numpy())))
            config.append(f"component-node name={name} component={name} input={source}")

        def relu(name, source, width):
            components.append((name, width))
            config.append(f"component-node name={name} component={name} input={source}")

        with torch.no_grad():
            weight = self.a1.weight / self.std.repeat(5)
            bias = self.a1.bias - weight @ self.mean.repeat(5)
            near = "Offset(input, -2), Offset(input, -1), input, Offset(input, 1), Offset(input, 2)"
            affine("a1", f"Append({near})", *fold(weight, bias, self.n1))
            relu("r1", "a1", FIRST)
            affine("a2", "Append(Offset(r1, -1), r1, Offset(r1, 1))", self.a2.weight, torch.zeros(NECK))
            affine("b2", "a2", *fold(self.b2.weight, self.b2.bias, self.n2))
            relu("x0", "b2", WIDTH)
            for k, (first, second) in enumerate(OFFSETS):
                shifted = ("IfDefined(Offset({}, {}))" if second < 0 else "Offset({}, {})").format
                affine(f"la{k}", f"Append({shifted(f'x{k}', 3 * first)}, x{k})", self.la[k].weight, torch.zeros(NECK))
                halves = [f"la{k}", shifted(f"la{k}", 3 * second)][:: 1 if second > 0 else -1]  # the earlier first
                affine(f"lb{k}", f"Append({', '.join(halves)})", *fold(self.lb[k].weight, self.lb[k].bias, self.norms[k]))
                relu(f"x{k + 1}", f"Sum(lb{k}, x{k})", WIDTH)
            affine("pf", f"x{len(OFFSETS)}", *fold(self.pf.weight, self.pf.bias, self.np))
            relu("rp", "pf", LAST)
            affine("out", "rp", self.out[language].weight, self.out[language].bias)
        config.append("output-node name=output input=out objective=linear")
        return "\n".join(config), components


def earlier(x, frames):
    return F.pad(x, (0, 0, frames, 0))[:, : x.shape[1]]


def fold(weight, bias, layer):
    gain = layer.weight / torch.sqrt(layer.running_var + layer.eps)
    return weight * gain[:, None], (bias - layer.running_mean) * gain + layer.bias
