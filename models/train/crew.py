"""Where a GPU trains: one process per processor makes batches and sums the losses of the scores that the GPU gives them.

A batch is made in 25 ms of a processor, and its losses are summed in 10: many of them keep one GPU busy. Each
helper writes what it makes into a slot of memory that all share; the trainer takes a group of slots of one language at a
time, puts the scores into them, and finds the gradients in their place.
"""

import collections
import ctypes
import mmap
import multiprocessing as mp
import os
import signal
from multiprocessing.connection import wait

import numpy as np
import torch

PR_SET_PDEATHSIG = 1  # linux/prctl.h
GROUP = 16  # batches to a step


class Crew:
    """What train.Batches is to a worker that does it all, with GROUP batches at a time."""

    def __init__(self, batches, shapes, device, helpers=None, group=GROUP):
        """`shapes`: of a batch as heard, in quiet, where its voices are known, and of its scores and the training aid's."""
        helpers = helpers or os.cpu_count()
        self.group, self.device = group, device
        # A group may be with the GPU, another wait for its gradients to be read, and of each language almost one be ready.
        self.each = 1 + 3 * group // helpers
        self.slots = [shared((helpers * self.each, *shape)) for shape in shapes]
        self.ready, self.taken, self.read = collections.defaultdict(collections.deque), [], []
        self.pipes = []
        for rank in range(helpers):
            here, there = mp.Pipe()
            mp.get_context("fork").Process(target=help, args=(batches, rank, there, self.slots, self.each), daemon=True).start()
            self.pipes.append(here)
        if device != "cpu":  # after the fork, which a GPU in use would not survive: it reads and writes the slots straight
            for part in self.slots:
                torch.cuda.cudart().cudaHostRegister(part.data_ptr(), part.nbytes, 0)

    def __iter__(self):
        while True:
            while max(map(len, self.ready.values()), default=0) < self.group:
                self.hear()
            language = max(self.ready, key=lambda some: len(self.ready[some]))
            self.taken = [self.ready[language].popleft() for _ in range(self.group)]
            yield language, *(torch.cat([part[slot].to(self.device, non_blocking=True) for slot in self.taken]) for part in self.slots[:3])

    def losses(self, scores, aid):
        """Of the group given last. `aid` may be None, and the plain loss is nothing then."""
        given = [(part, of.detach().split(len(of) // self.group)) for part, of in zip(self.slots[3:], (scores, aid)) if of is not None]
        for part, split in given:
            for slot, one in zip(self.taken, split):
                part[slot].copy_(one, non_blocking=True)
        if self.device != "cpu":
            torch.cuda.synchronize()
        for slot in self.read:  # its gradients have been copied by now
            self.tell("free", slot)
        self.read, wanted = self.taken, set(self.taken)
        for slot in wanted:
            self.tell("losses" if aid is not None else "scores", slot)
        sums = np.zeros(3)
        while wanted:
            for slot, one in self.hear():
                wanted.remove(slot)
                sums += one
        gradients = [torch.cat([part[slot].to(self.device, non_blocking=True) for slot in self.taken]) for part, _ in given]
        return *sums, *gradients, *[None] * (2 - len(gradients))

    def tell(self, what, slot):
        self.pipes[slot // self.each].send((what, slot))

    def hear(self):
        """Waits for helpers to say something; gives the (slot, sums) among it."""
        summed = []
        for pipe in wait(self.pipes):
            slot, what = pipe.recv()
            if isinstance(what, str):
                self.ready[what].append(slot)
            else:
                summed.append((slot, what))
        return summed


def shared(shape):
    """Memory that processes forked from this one share."""
    return torch.frombuffer(mmap.mmap(-1, 4 * int(np.prod(shape))), dtype=torch.float32).view(shape)


def help(batches, rank, pipe, slots, each):
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    torch.set_num_threads(1)
    state = batches.rng.bit_generator.state
    batches.rng.bit_generator.state = np.random.default_rng([rank, *state["state"].values()]).bit_generator.state
    free, made = list(range(rank * each, (rank + 1) * each)), {}

    def attend():
        while not free or pipe.poll():
            what, slot = pipe.recv()
            if what == "free":
                free.append(slot)
                continue
            aid = slots[4][slot] if what == "losses" else None
            *sums, of_scores, of_aid = batches.losses(slots[3][slot], aid, *made[slot])
            slots[3][slot] = of_scores
            if aid is not None:
                slots[4][slot] = of_aid
            pipe.send((slot, np.array(sums)))

    try:
        for language, *parts, places in batches.made(attend):
            slot = free.pop()
            made[slot] = language, places
            for part, one in zip(slots, parts):
                part[slot] = one
            pipe.send((slot, language))
    except (EOFError, BrokenPipeError):
        pass
