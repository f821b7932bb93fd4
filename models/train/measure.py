"""Measures a model on the recordings of check.py.

    python measure.py moves WORK MODEL ...       moves and commands, clean and in noise
    python measure.py words SPEECH/check-words MODEL ...   single words, grammar of 40 words (also WORK/check/words)
    python measure.py numbers WORK MODEL ...     how many of kajongg's numbers are heard
    python measure.py letters WORK MODEL ...     a to h, when nothing else is listened for
    python measure.py squares WORK MODELS ...    squares of people of other languages, where MODELS holds de and en: their
                                                 own names of letters and digits are listened for, 64 squares and [unk]
    python measure.py kinds WORK MODEL ...       the moves of `check.py kinds`, by the kind of noise
    python measure.py false WORK MODEL ...       what is heard in talk, other languages, noise

Needs Vosk's own `vosk` from PyPI, so what is measured is the unmodified recognizer. Recordings with a
position, and those in `english` and `people`, are measured by `annabella eval`.
"""

import contextlib
import io
import itertools
import json
import os
import shutil
import sys
import tempfile
from collections import Counter, defaultdict
from multiprocessing import Pool

import soundfile

import graph
from check import COLOURED, COMMANDS, LEVELS, RATE, WORDS, labelled
from sentences import FILES, PIECES, RANKS

ALIKE = {"cesar": "cäsar", "hector": "hektor", "zwo": "zwei"}  # the same to a player


def loose_grammar(known):
    """Any two chess words in a row, the commands, and [unk]: as hard as it gets, no legality."""
    core = [w for w in FILES + RANKS + PIECES + ["zwo", "schlägt", "nach", "wird", "schach"]]
    names = {w: next((a for a in [w, *(k for k, v in ALIKE.items() if v == w)] if a in known), None) for w in core}
    core = [n for n in names.values() if n]
    phrases = [f"{a} {b}" for a in core for b in core] + [c for c in COMMANDS if all(w in known for w in c.split())]
    return phrases + ["[unk]"]


def alike(words):
    return [ALIKE.get(word, word) for word in words]


def known_words(model):
    with open(os.path.join(model, "graph", "words.txt"), encoding="utf-8") as file:
        return {line.split()[0] for line in file}


def decode(job):
    """The words heard in each file: [(file, label, words, confidences)]."""
    import vosk

    path, grammar, files = job
    vosk.SetLogLevel(-1)
    model = vosk.Model(path)
    out = []
    for name, label in files:
        samples, _ = soundfile.read(name, dtype="int16")
        recognizer = vosk.KaldiRecognizer(model, RATE, json.dumps(grammar, ensure_ascii=False))
        recognizer.SetWords(True)
        heard = []
        data = samples.tobytes()
        for start in range(0, len(data), 6400):
            if recognizer.AcceptWaveform(data[start : start + 6400]):
                heard += json.loads(recognizer.Result()).get("result", [])
        heard += json.loads(recognizer.FinalResult()).get("result", [])
        out.append((name, label, alike(w["word"] for w in heard), [w["conf"] for w in heard]))
    return out


def decode_folder(model, folder, grammar):
    files = [(os.path.join(folder, name), label.split("\t")[0]) for name, label in labelled(folder)]
    jobs = [(model, grammar, files[i::2]) for i in range(2)]
    with Pool(2) as pool:
        return [row for part in pool.map(decode, jobs) for row in part]


def moves(work, *models):
    for group in ("espeak", "kokoro", "mbrola"):
        for model in models:
            grammar = loose_grammar(known_words(model))
            levels = [*LEVELS, *COLOURED]
            print(f"\n{group}, {model}: exact words, % ({', '.join(levels)})")
            right, total = defaultdict(Counter), defaultdict(Counter)
            for level in levels:
                confusions, accepted = Counter(), 0
                for name, label, heard, _ in decode_folder(model, os.path.join(work, "check", group, level), grammar):
                    voice, form = os.path.basename(name)[:-4].rsplit("-", 2)[0], name[:-4].rsplit("-", 1)[1]
                    good = heard == alike(label.split())
                    accepted += not good and bool(heard) and "[unk]" not in heard
                    for key in ("all", form, voice):
                        right[key][level] += good
                        total[key][level] += 1
                    if not good:
                        confusions[f"{label} = {' '.join(heard)}"] += 1
                if level in ("clean", "10", "coloured-10"):
                    print(f"  {level}: wrong without [unk] {accepted}; e.g. " + "; ".join(list(confusions)[:6]))
            for key in total:
                print(f"  {key:12}" + "".join(f"{100 * right[key][level] / total[key][level]:7.1f}" for level in levels))


def words(folder, *models):
    for model in models:
        known = known_words(model)
        grammar = [next((a for a in [w, *(k for k, v in ALIKE.items() if v == w)] if a in known), None) for w in WORDS]
        rows = decode_folder(model, folder, [w for w in grammar if w])
        wrong = [(label, " ".join(heard)) for _, label, heard, _ in rows if heard != alike(label.split())]
        accepted = [w for w in wrong if w[1] and "[unk]" not in w[1]]
        print(f"{model}: {len(rows) - len(wrong)} of {len(rows)} right, {len(accepted)} accepted wrongly: {wrong}")


def numbers(work, *models):
    """The number ends what is said; the suit before it is no word of ours, and whatever is heard for it is not counted."""
    for model in models:
        rows = decode_folder(model, os.path.join(work, "check", "people", "numbers"), loose_grammar(known_words(model)))
        rows = [(label, heard) for _, label, heard, _ in rows]
        print(f"{model}: {sum(heard[-1:] == [label] for label, heard in rows)} of {len(rows)} numbers right;",
              "; ".join(f"{label}: {' '.join(heard)}" for label, heard in rows if heard[-1:] != [label]))


def letters(work, *models):
    """How well they are told from each other, where nothing else can be meant."""
    for model in models:
        rows = decode_folder(model, os.path.join(work, "check", "people", "ours"), list("abcdefgh"))
        rows = [(label, heard) for _, label, heard, _ in rows if len(label) == 1]
        print(f"{model}: {sum(heard == [label] for label, heard in rows)} of {len(rows)} letters right")


def kinds(work, *models):
    for model in models:
        grammar, root = loose_grammar(known_words(model)), os.path.join(work, "check", "position", "kinds")
        for kind in sorted(os.listdir(root)):
            rows = decode_folder(model, os.path.join(root, kind), grammar)
            right = sum(heard == alike(label.split()) for _, label, heard, _ in rows)
            print(f"{model}, {kind}: exact words {100 * right / len(rows):.1f} %")


def squares(work, *models):
    """How many of the squares that people of other languages name are right, with a graph of their own words."""
    root = os.path.join(work, "check", "letters")
    for model in models:
        print(f"\n{model}: squares right of 40, and wrong ones accepted")
        for speaker in sorted(os.listdir(root)):
            folder, language = os.path.join(root, speaker), speaker[-2:]
            with open(os.path.join(folder, "lexicon.tsv"), encoding="utf-8") as lines:
                lexicon = {text: [phones.split()] for text, phones in (line.rstrip("\n").split("\t") for line in lines)}
            letters, digits = ([text for text in lexicon if text.isdigit() == wanted] for wanted in (False, True))
            grammar = [" ".join(square) for square in (itertools.product(letters, digits) if letters else [[d] for d in digits])]
            with tempfile.TemporaryDirectory() as own, contextlib.redirect_stdout(io.StringIO()):
                shutil.copytree(os.path.join(model, language), own, dirs_exist_ok=True)
                graph.build(lexicon, own, language)
                rows = {place: decode_folder(own, os.path.join(folder, place), [*grammar, graph.UNK]) for place in sorted(os.listdir(folder)) if os.path.isdir(os.path.join(folder, place))}
            told = []
            for place, heard in rows.items():
                right = sum(words == label.split() for _, label, words, _ in heard)
                wrong = sum(words != label.split() and bool(words) and graph.UNK not in words for _, label, words, _ in heard)
                told.append(f"{place} {right}, {wrong}")
            print(f"  {speaker:18} " + "; ".join(told))


def false(work, *models):
    """Counts utterances of no words out of which words come, by how strict a reader is."""
    chess = set(FILES + RANKS + ["zwo"])
    for model in models:
        grammar = loose_grammar(known_words(model))
        print(f"\n{model}: of N, any words without [unk] | such that hold file and rank | any word with confidence > 0.7")
        for kind in ("sentences", "pieces", "crowd", "languages", "noise"):
            rows = decode_folder(model, os.path.join(work, "check", "false", kind), grammar)
            clean = [h for _, _, h, _ in rows if h and "[unk]" not in h]
            squares = [h for h in clean if any(a in FILES and b in chess - set(FILES) for a, b in zip(h, h[1:]))]
            sure = sum(any(w != "[unk]" and c > 0.7 for w, c in zip(h, c_)) for _, _, h, c_ in rows)
            print(f"  {kind:10} of {len(rows)}: {len(clean)} | {len(squares)} | {sure}   {[' '.join(h) for h in clean[:8]]}")


if __name__ == "__main__":
    {"moves": moves, "words": words, "numbers": numbers, "letters": letters, "squares": squares, "kinds": kinds, "false": false}[sys.argv[1]](*sys.argv[2:])
