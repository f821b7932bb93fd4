"""The words of a grammar file as Vosk's graph: HCLr.fst, Gr.fst, words.txt.

Needs no training and no network, so new words and pronunciations take seconds:

    python graph.py ../../grammars/de/words.toml ../de

Words come from the grammar file, pronunciations from lexicon.de.tsv, and for
words not found there from espeak-ng.

HCLr is built by hand, since chain topology with context-free phones needs no
tree and no determinisation. From LOOP one linear path per pronunciation leads
back to LOOP, the word on its first arc; a phone is one arc (forward
transition-id) into a state with a self-loop arc:

    START -(eps | SIL)-> LOOP -w1: phone phone ... -> (eps | SIL) -> LOOP or END

The silence before the first word, which may be all there is, that between words and that after the last are
states of their own, as only the one between words costs anything (PAUSE).

[unk] is a loop over all phones with the costs of a phone bigram, so that
whatever is no word is heard as that. Transition-ids and phones: see kaldi.py.

OpenFst relabels the words so that those reachable from a state are neighbours
(olabel_lookahead); words.txt must hold the new numbers.
"""

import json
import math
import os
import re
import subprocess
import sys
import tempfile
import tomllib

import kaldi
from phones import PHONES, phonemise

HERE = os.path.dirname(os.path.abspath(__file__))
UNK = "[unk]"
# Costs of hearing [unk] beside the phone bigram's: once, and for each phone. Less than nothing, as the bigram's cost
# is too dear for what was not said in whole words: with 0 more talk came out as words; with -2 once, "ja" was lost.
UNK_ENTRY, UNK_PHONE = -1.0, -0.1
ESPEAK = {"de": ["de"], "en": ["en-us", "en-gb"]}  # who pronounces words that are not in the lexicon
SILENCE = 0.3  # share of pauses between words
# The costs of going on to another word, and of 30 ms of a pause before it: else short words are heard as pauses in noise.
# Not of the first word, nor of the silence around all of them: else words are heard in noise alone.
ANOTHER, PAUSE = -1.0, 0.05


def hand_lexicon(language):
    """lexicon.LANGUAGE.tsv: {word: [[phone, ...], ...]}."""
    lexicon = {}
    with open(os.path.join(HERE, f"lexicon.{language}.tsv"), encoding="utf-8") as lines:
        for line in lines:
            if line.strip() and not line.startswith("#"):
                word, said = line.rstrip("\n").split("\t")
                lexicon[word] = [p.split() for p in said.split(",")]
    for word, said in lexicon.items():
        for phone in (p for pronunciation in said for p in pronunciation):
            if phone not in PHONES[language]:
                raise ValueError(f"lexicon.{language}.tsv: {word}: {phone!r} is no phone, choose from {' '.join(PHONES[language])}")
    return lexicon


# What stands under these keys is typed, or only named.
UNHEARD = ("language", "polite", "asking", "inverted", "fillers", "said-as", "contractions", "spoken", "typed", "steps", "unstressed", "title", "exploring", "key", "does", "says",
           "called", "contrasts", "denials", "descriptions", "doubts", "nth", "others", "repairs")


def grammar_words(path):
    """Every word that a grammar file can hear: all lower-case words of what can be spoken, and of the parts that it needs."""
    with open(path, "rb") as file:
        data = tomllib.load(file)
    parts = data.pop("parts", {}) | data["move"].pop("parts", {})
    words = set()

    def visit(value):
        if isinstance(value, dict):
            for key, inner in value.items():
                if key not in UNHEARD:
                    visit(inner)
        elif isinstance(value, list):
            for inner in value:
                visit(inner)
        elif isinstance(value, str):
            for part in re.findall(r"<([^>]*)>", value):
                visit(parts.pop(part, []))
            words.update(w for w in re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)*", re.sub(r"<[^>]*>|\{[^}]*\}", " ", value)) if w == w.lower())

    visit(data)
    return words


def lexicon_for(words, language):
    known, out = hand_lexicon(language), {}
    for word in sorted(words):
        if word in known:
            out[word] = known[word]
        else:
            said = ([p for w in phonemise(word, voice, language) for p in w] for voice in ESPEAK[language])
            out[word] = [list(p) for p in dict.fromkeys(map(tuple, said))]
            print(f"{word}: by espeak-ng, {', '.join(map(' '.join, out[word]))}")
    return out


def position(i, n):
    return "S" if n == 1 else "B" if i == 0 else "E" if i == n - 1 else "I"


def hcl(lexicon, ids, bigram, language, entry=UNK_ENTRY, per_phone=UNK_PHONE):
    """The decoding graph as OpenFst text."""
    phones, lines, count = PHONES[language], [], 6
    start, loop, end, before, between, after = range(count)

    def arc(a, b, i, o=0, cost=0.0):
        lines.append(f"{a} {b} {i} {o} {cost:.4f}")

    def state():
        nonlocal count
        count += 1
        return count - 1

    def may_pause(s, silence, to, cost=0.0):
        arc(s, to, 0, 0, cost - math.log(1 - SILENCE))
        arc(s, silence, kaldi.forward_id(kaldi.SIL), 0, cost - math.log(SILENCE))

    def word_end(s):
        may_pause(s, between, loop, ANOTHER)
        may_pause(s, after, end)

    may_pause(start, before, loop)
    arc(start, end, 0)
    for silence, cost, targets in ((before, 0.0, (loop, end)), (between, PAUSE, (loop,)), (after, 0.0, (end,))):
        arc(silence, silence, kaldi.self_loop_id(kaldi.SIL), 0, cost)
        for target in targets:
            arc(silence, target, 0)
    for word in lexicon:
        for said in sorted(set(map(tuple, lexicon[word]))):
            s = loop
            for i, phone in enumerate(said):
                p, d = kaldi.phone_id(phones.index(phone), position(i, len(said))), state()
                arc(s, d, kaldi.forward_id(p), ids[word] if i == 0 else 0)
                arc(d, d, kaldi.self_loop_id(p))
                s = d
            word_end(s)
    begin = [state() for _ in phones]
    inner = [state() for _ in phones]
    last = [state() for _ in phones]
    unknown = state()
    for i in range(len(phones)):
        for states, place in ((begin, "B"), (inner, "I"), (last, "E")):
            arc(states[i], states[i], kaldi.self_loop_id(kaldi.phone_id(i, place)))
        arc(loop, begin[i], kaldi.forward_id(kaldi.phone_id(i, "B")), ids[UNK], entry + per_phone)
        arc(last[i], unknown, 0)
        for j in range(len(phones)):
            if bigram[i][j] > 12:
                continue
            for source in (begin[i], inner[i]):
                arc(source, inner[j], kaldi.forward_id(kaldi.phone_id(j, "I")), 0, bigram[i][j] + per_phone)
                arc(source, last[j], kaldi.forward_id(kaldi.phone_id(j, "E")), 0, bigram[i][j] + per_phone)
    word_end(unknown)
    lines.append(f"{end} 0")
    return "\n".join(lines) + "\n"


def tool():
    """openfst.cc, built once."""
    built = os.path.join(tempfile.gettempdir(), f"annabella-openfst-{os.getuid()}")
    source = os.path.join(HERE, "openfst.cc")
    if not os.path.exists(built) or os.path.getmtime(built) < os.path.getmtime(source):
        subprocess.run(["c++", "-O1", "-std=c++17", source, "-o", built, "-lfst", "-ldl", "-lpthread"], check=True)
    return built


def build(lexicon, out, language, entry=UNK_ENTRY, per_phone=UNK_PHONE):
    """Writes OUT/graph."""
    folder = os.path.join(out, "graph")
    os.makedirs(os.path.join(folder, "phones"), exist_ok=True)
    with open(os.path.join(HERE, f"bigram.{language}.json")) as file:
        bigram = json.load(file)
    ids = {word: i + 1 for i, word in enumerate([*lexicon, UNK])}
    with tempfile.TemporaryDirectory() as temporary:
        relabel = os.path.join(temporary, "relabel")
        text = hcl(lexicon, ids, bigram, language, entry, per_phone)
        subprocess.run([tool(), "lookahead", os.path.join(folder, "HCLr.fst"), relabel], input=text, text=True, check=True)
        with open(relabel) as pairs:
            new = dict(tuple(map(int, line.split())) for line in pairs if line.strip())
    relabelled = {word: new[i] for word, i in ids.items()}
    with open(os.path.join(folder, "words.txt"), "w", encoding="utf-8") as file:
        file.write("<eps> 0\n")
        for word, i in sorted(relabelled.items(), key=lambda pair: pair[1]):
            file.write(f"{word} {i}\n")
    cost = math.log(len(lexicon))
    loop = "".join(f"0 0 {i} {i} {cost:.4f}\n" for word, i in relabelled.items() if word != UNK)
    subprocess.run([tool(), "const", os.path.join(folder, "Gr.fst")], input=loop + "0 0\n", text=True, check=True)
    kaldi.write_phone_files(folder)
    print(f"{folder}: {len(lexicon)} words, {sum(len(set(map(tuple, p))) for p in lexicon.values())} pronunciations")


def main(grammar, out, entry=UNK_ENTRY, per_phone=UNK_PHONE):
    language = os.path.basename(os.path.dirname(os.path.abspath(grammar)))
    words = grammar_words(grammar) if os.path.exists(grammar) else set()
    words |= set(hand_lexicon(language))
    build(lexicon_for(words, language), out, language, float(entry), float(per_phone))


if __name__ == "__main__":
    main(*sys.argv[1:])
