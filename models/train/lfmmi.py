"""End-to-end LF-MMI: how well an utterance's phones explain the network's outputs,
compared with everything a phone bigram allows. Exact sums over all alignments,
forwards and backwards, one utterance at a time, so nothing is lost to padding. Or compared
with some other words alone that might have stood there.

A unit is silence (0) or a phone (1...). Its first frame scores output 2 u, each
further one output 2 u + 1. No alignments are needed: training starts flat.
"""

import numpy as np
from numba import njit


@njit(cache=True, fastmath=True)
def numerator(scores, units, optional):
    """Sum over all alignments of `units`, of which optional ones may be skipped.

    scores: [frames, outputs], log. Returns (log of the sum, d sum / d scores);
    -inf and zeros where the utterance is too short for its phones.
    """
    T, U = scores.shape[0], len(units)
    gradient = np.zeros(scores.shape, np.float32)
    first = np.zeros((T, U))
    further = np.zeros((T, U))
    total = 0.0
    for t in range(T):
        top = -1e30
        for u in range(U):
            top = max(top, scores[t, 2 * units[u]], scores[t, 2 * units[u] + 1])
        total += top
        for u in range(U):
            first[t, u] = np.exp(scores[t, 2 * units[u]] - top)
            further[t, u] = np.exp(scores[t, 2 * units[u] + 1] - top)
    enter = np.zeros((T, U))
    alpha = np.zeros((T, U))
    enter[0, 0] = 1.0
    if optional[0] and U > 1:
        enter[0, 1] = 1.0
    for t in range(T):
        scale = 0.0
        for u in range(U):
            if t > 0:
                e = 0.0
                if u > 0:
                    e = alpha[t - 1, u - 1]
                    if u > 1 and optional[u - 1]:
                        e += alpha[t - 1, u - 2]
                enter[t, u] = e
                alpha[t, u] = alpha[t - 1, u] * further[t, u] + e * first[t, u]
            else:
                alpha[t, u] = enter[t, u] * first[t, u]
            scale += alpha[t, u]
        if scale <= 0.0:
            return -np.inf, gradient
        total += np.log(scale)
        for u in range(U):
            alpha[t, u] /= scale
    final = np.zeros(U)
    final[U - 1] = 1.0
    if optional[U - 1] and U > 1:
        final[U - 2] = 1.0
    end = 0.0
    for u in range(U):
        end += alpha[T - 1, u] * final[u]
    if end <= 1e-290:
        return -np.inf, gradient
    total += np.log(end)
    beta = final.copy()
    new = np.zeros(U)
    for t in range(T - 1, -1, -1):
        sum_ = 0.0
        for u in range(U):
            sum_ += alpha[t, u] * beta[u]
        if sum_ <= 0.0:
            gradient[:] = 0
            return -np.inf, gradient
        for u in range(U):
            # alpha = stay + enter, each scaled alike: their shares of the posterior
            p_first = enter[t, u] * first[t, u]
            p_stay = alpha[t - 1, u] * further[t, u] if t > 0 else 0.0
            both = p_first + p_stay
            if both > 0.0:
                posterior = alpha[t, u] * beta[u] / sum_
                gradient[t, 2 * units[u]] += posterior * p_first / both
                gradient[t, 2 * units[u] + 1] += posterior * p_stay / both
        if t > 0:
            scale = 0.0
            for u in range(U):
                b = beta[u] * further[t, u]
                if u + 1 < U:
                    b += beta[u + 1] * first[t, u + 1]
                    if u + 2 < U and optional[u + 1]:
                        b += beta[u + 2] * first[t, u + 2]
                new[u] = b
                scale += b
            for u in range(U):
                beta[u] = new[u] / scale
    return total, gradient


@njit(cache=True, fastmath=True)
def denominator(scores, bigram, initial, final, units):
    """The same sum over every way through states, each of which scores as one of `units`, weighted by how likely one
    follows another: over all that anyone might say, with a state for every unit; or over what `rivals` gives."""
    T, N = scores.shape[0], len(units)
    gradient = np.zeros(scores.shape, np.float32)
    first = np.empty((T, N), np.float32)
    further = np.empty((T, N), np.float32)
    alpha = np.empty((T, N), np.float32)
    enter = np.empty((T, N), np.float32)
    total = 0.0
    for t in range(T):
        top = -1e30
        for d in range(scores.shape[1]):
            top = max(top, scores[t, d])
        total += top
        for u in range(N):
            first[t, u] = np.exp(max(scores[t, 2 * units[u]] - top, -30.0))
            further[t, u] = np.exp(max(scores[t, 2 * units[u] + 1] - top, -30.0))
    for t in range(T):
        if t == 0:
            for u in range(N):
                enter[0, u] = initial[u]
                alpha[0, u] = initial[u] * first[0, u]
        else:
            for u in range(N):
                enter[t, u] = 0.0
            for v in range(N):
                a = alpha[t - 1, v]
                for u in range(N):
                    enter[t, u] += a * bigram[v, u]
            for u in range(N):
                alpha[t, u] = alpha[t - 1, u] * further[t, u] + enter[t, u] * first[t, u]
        scale = 0.0
        for u in range(N):
            scale += alpha[t, u]
        total += np.log(scale)
        for u in range(N):
            alpha[t, u] = max(alpha[t, u] / scale, 1e-20)
    end = 0.0
    for u in range(N):
        end += alpha[T - 1, u] * final[u]
    total += np.log(end)
    beta = final.copy()
    weighted = np.empty(N, np.float32)
    new = np.empty(N, np.float32)
    for t in range(T - 1, -1, -1):
        sum_ = 0.0
        for u in range(N):
            f = enter[t, u] * first[t, u] * beta[u]
            s = alpha[t - 1, u] * further[t, u] * beta[u] if t > 0 else 0.0
            gradient[t, 2 * units[u]] += f
            gradient[t, 2 * units[u] + 1] += s
            sum_ += f + s
        for d in range(scores.shape[1]):
            gradient[t, d] /= sum_
        if t > 0:
            for u in range(N):
                weighted[u] = beta[u] * first[t, u]
            scale = 0.0
            for v in range(N):
                b = beta[v] * further[t, v]
                for u in range(N):
                    b += bigram[v, u] * weighted[u]
                new[v] = b
                scale += b
            for u in range(N):
                beta[u] = max(new[u] / scale, 1e-20)
    return total, gradient


def rivals(parts):
    """What `denominator` wants for one of several words, given as their units, in each of `parts`; with silence before,
    between and after, or none. Sums over all of them as `numerator` does over one, so never less."""
    units, links, initials, ends = [0], [], [0], [0]
    for words in parts:
        begins = ends  # the silence before, and what was said before that
        ends = [len(units) + sum(map(len, words))]
        for word in words:
            at = len(units)
            units += word
            links += [(begin, at) for begin in begins]
            links += [(unit, unit + 1) for unit in range(at, len(units) - 1)]
            links.append((len(units) - 1, ends[0]))
            ends.append(len(units) - 1)
            if begins == [0]:
                initials.append(at)
        units.append(0)
    follows, initial, final = np.zeros((len(units), len(units)), np.float32), np.zeros(len(units), np.float32), np.zeros(len(units), np.float32)
    for one, other in links:
        follows[one, other] = 1
    initial[initials] = 1
    final[ends] = 1
    return follows, initial, final, np.array(units)


@njit(cache=True)
def align(scores, units, optional):
    """The best alignment: for each frame the place in `units`."""
    T, U = scores.shape[0], len(units)
    best = np.full((T, U), -1e30)
    back = np.zeros((T, U), np.int32)
    for t in range(T):
        for u in range(U):
            enter, source = -1e30, u
            if t == 0:
                if u == 0 or (u == 1 and optional[0]):
                    enter = 0.0
            else:
                if u > 0:
                    enter, source = best[t - 1, u - 1], u - 1
                    if u > 1 and optional[u - 1] and best[t - 1, u - 2] > enter:
                        enter, source = best[t - 1, u - 2], u - 2
                stay = best[t - 1, u] + scores[t, 2 * units[u] + 1]
                enter += scores[t, 2 * units[u]]
                if stay >= enter:
                    best[t, u], back[t, u] = stay, u
                else:
                    best[t, u], back[t, u] = enter, source
                continue
            best[t, u], back[t, u] = enter + scores[t, 2 * units[u]], source
    path = np.zeros(T, np.int32)
    u = U - 1
    if optional[U - 1] and U > 1 and best[T - 1, U - 2] > best[T - 1, U - 1]:
        u = U - 2
    for t in range(T - 1, -1, -1):
        path[t] = u
        u = back[t, u]
    return path
