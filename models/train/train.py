"""Trains the network; stops after so many minutes, goes on where it stopped.

    python train.py WORK MINUTES [UNTIL]

MINUTES is the whole training, over which the learning rate falls; UNTIL stops
before, to go on later (with more speech, or words to cut out).

The loss is LF-MMI (lfmmi.py), where letters and digits are put side by side also against the speaker's
other letters and digits alone, and, from a second output layer, the plain sum
over alignments, which gets a flat start going. A model that is taken further
(restore.py) also learns to say of what is heard in noise what it said, as it
was, of the same in a quiet place, with dropout; and what comes out is a third of the
way from it to the mean of the last third, which forgets less; neither of these last two
where one voice is to be learned (`kept`). One process per worker, each
with batches of its own; now and then they meet and average their weights, so
that on a busy machine they seldom wait for each other. Where there is a GPU it
is the only worker, and the processors make its batches and sum the losses (crew.py).

Writes WORK/train.pt (everything needed to go on), WORK/best.pt (what comes out,
else the weights with the best loss on voices never trained on) and a line of progress now and then.
"""

import ctypes
import math
import os
import signal
import sys
import time

import numpy as np
import torch
import torch.distributed as dist
import torch.multiprocessing as mp
import torch.nn.functional as F

from batches import ENGLISH, ROW, ROWS, Batches, held_batches, losses
from crew import PR_SET_PDEATHSIG, Crew
from network import BANDS, OUTPUTS, Network

RATE = 2e-3
# glibc would give memory back to the system after every layer and clear it anew: a third of the time
ALLOCATION = {"MALLOC_MMAP_THRESHOLD_": "33554432", "MALLOC_TRIM_THRESHOLD_": "8589934592", "MALLOC_TOP_PAD_": "268435456"}
MEET = 10  # steps between averages of the weights
LAST = 2 / 3  # share of the training after which the weights of a model taken further count
LEARNT = 1 / 3  # how far it goes to their mean: farther, what is said in quiet is forgotten for what is said in rooms
DROPOUT = 0.4  # in the middle of that training, none at its ends: so the units learn to do without each other
TEACHER = 0.5  # how much what the model said before counts beside LF-MMI


def unlike(scores, teacher, known):
    """The cross entropy of scores to those the teacher gives where the voice is known to it, summed over frames."""
    return -((F.softmax(teacher, 2) * F.log_softmax(scores, 2)).sum(2) * known).sum()


def worker(rank, workers, work, minutes, until, port):
    # Workers that outlived a killed training would write into the next one's state.
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    dist.init_process_group("gloo", init_method=f"tcp://127.0.0.1:{port}", rank=rank, world_size=workers)
    state_file = os.path.join(work, "train.pt")
    state = torch.load(state_file, map_location="cpu", weights_only=False) if os.path.exists(state_file) else {"step": 0, "seconds": 0.0, "best": 1e9}
    # A model taken apart (restore.py) has itself for a teacher. It needs no training aid, nor a normalisation other
    # than the one it came with: a new aid's gradients, and sounds normalised anew, spoil it faster than it can learn.
    teacher = None
    if "teacher" in state:
        teacher = Network()
        teacher.load_state_dict(state["teacher"])
        teacher.eval()
    torch.manual_seed(5)
    source = Batches(work, np.random.default_rng([rank, state["step"]]))
    speech, bigram = source.speech, source.bigrams["de"]
    held = held_batches(work)
    net = Network()
    if "net" in state:
        net.load_state_dict(state["net"])
    else:
        sample = np.concatenate([source.augment(speech.any(speech.spoken))[0] for _ in range(300)])
        net.mean.copy_(torch.from_numpy(sample.mean(0)))
        net.std.copy_(torch.from_numpy(sample.std(0)))
    for tensor in net.state_dict().values():
        dist.broadcast(tensor, 0)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    if device == "cuda":
        scores = (ROWS, ROW // 3, OUTPUTS)
        source = Crew(source, [(ROWS, ROW, BANDS), (ROWS, ROW, BANDS), (ROWS, ROW // 3), scores, scores], device)
        net, teacher = net.to(device), teacher and teacher.to(device)
    optimiser = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=1e-3, betas=(0.9, 0.98))
    if "optimiser" in state:
        optimiser.load_state_dict(state["optimiser"])
    if rank == 0:
        hours = {name: round(s[1][-1][0] / 360000 + 0.01, 1) for name, s in speech.sets.items()}
        print(f"{sum(p.numel() for p in net.parameters())} parameters, hours of clean speech: {hours}", flush=True)
    began, step, sums = time.time() - state["seconds"], state["step"], np.zeros(4)
    clock = torch.zeros(1)
    for language, heard, quiet, known in source:
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
        net.dropout = DROPOUT * (1 - abs(2 * share - 1)) if teacher and "kept" not in speech.sets else 0.0
        with torch.autocast(device, dtype=torch.bfloat16):
            scores, aid = net(heard, language)
        mmi, plain, frames, g_scores, g_log = source.losses(scores, None if teacher else aid)
        warm = 1 if teacher else min(1, step / 300)
        # scores are kept small (second term), as Kaldi does
        loss = (scores * (warm * g_scores / frames + 1e-3 * scores.detach() / scores.numel())).sum()
        if teacher:
            with torch.no_grad(), torch.autocast(device, dtype=torch.bfloat16):
                said = teacher(quiet, language)[0]
            loss = loss + TEACHER / frames * unlike(scores, said, known)
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
            save(net, optimiser, step, time.time() - began, state, rank, workers, work, held, bigram)
    save(net, optimiser, step, time.time() - began, state, rank, workers, work, held, bigram)
    if "last" in state and rank == 0:
        torch.save(towards(state["teacher"], state["last"]), os.path.join(work, "best.pt"))
    dist.destroy_process_group()


def average(tensors, workers):
    """Makes `tensors` the mean of all workers'."""
    if workers == 1:
        return
    flat = torch.cat([t.flatten() for t in tensors])
    dist.all_reduce(flat)
    for t, mean in zip(tensors, (flat / workers).split([t.numel() for t in tensors])):
        t.copy_(mean.view_as(t))


def add(sums, net):
    """Adds the weights to `sums`, and to `count` there one."""
    sums["count"] = sums.get("count", 0) + 1
    for name, tensor in net.state_dict().items():
        sums[name] = sums[name] + tensor.cpu() if name in sums else tensor.cpu().clone()


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
        net.dropout = 0.0
        total, frames = np.zeros(2), 0
        with torch.no_grad():
            for heard, _, _, places in held:
                mmi, plain, counted, _, _ = losses(*net(heard.to(net.mean.device), "de"), places, bigram)
                total, frames = total + [mmi, plain], frames + counted
        print(f"{step} voices never trained on: mmi {total[0] / frames:.4f} plain {total[1] / frames:.4f}", flush=True)
        if total[0] / frames < state["best"]:
            state["best"] = total[0] / frames
            torch.save(net.state_dict(), os.path.join(work, "best.pt"))
    done = {**state, "net": net.state_dict(), "optimiser": optimiser.state_dict(), "step": step, "seconds": seconds}
    torch.save(done, os.path.join(work, "train.pt.new"))
    os.replace(os.path.join(work, "train.pt.new"), os.path.join(work, "train.pt"))


def main(work, minutes, until=None):
    workers = 1 if torch.cuda.is_available() else os.cpu_count()
    os.environ.update(ALLOCATION)
    minutes = float(minutes)
    arguments = (workers, work, minutes, float(until or minutes), 29500 + os.getpid() % 500)
    mp.spawn(worker, arguments, nprocs=workers)


if __name__ == "__main__":
    main(*sys.argv[1:])
