"""espeak-ng's voice variants: those learned from, those kept for checking, and new ones crossed from the former.

A variant is a text file: the formants, how much breath, how loud the consonants are. A crossed one takes each of
these from another of those learned from, so hardly two utterances are said by the same voice.
"""

import contextlib
import functools
import os
import re
import subprocess
import tempfile

# Whole voices kept for checking.
HELD_OUT = "Alicia Mario m5 f4 klatt3 Hugo linda edward2 steph2 boris travis".split()
UNNATURAL = "Demonic UniRobot announcer anikaRobot fast fast_test whisper whisperf croak".split()
# What is drawn for itself; all of a voice's formants go together, or vowels would turn into others.
LINES = "pitch formant intonation tone flutter roughness voicing consonants breath breathw echo stressAdd stressAmp stressLength klatt".split()
CROSSED = 0.5  # share of utterances


@functools.cache
def data():
    version = subprocess.run(["espeak-ng", "--version"], capture_output=True, text=True, check=True).stdout
    return re.search(r"Data at: (.*)", version)[1].strip()


def learned():
    drop = {name.casefold() for name in HELD_OUT + UNNATURAL}
    names = os.listdir(os.path.join(data(), "voices", "!v"))
    return sorted(n for n in names if n.isalnum() and n.casefold() not in drop and not n.casefold().startswith("robosoft"))


LEARNED = learned()


@functools.cache
def lines():
    """[{line's name: its text} per variant]."""
    out = []
    for name in LEARNED:
        parts = {}
        with open(os.path.join(data(), "voices", "!v", name), encoding="utf-8", errors="replace") as file:
            for line in file:
                key = line.split(maxsplit=1)[:1]
                if key and key[0] in LINES:
                    parts[key[0]] = parts.get(key[0], "") + line.rstrip() + "\n"
        out.append(parts)
    return out


def crossed(rng):
    """The text of a new variant."""
    parts = (rng.choice(lines()).get(key, "") for key in LINES)
    return "language variant\nname crossed\n" + "".join(parts)


@contextlib.contextmanager
def drawn(rng, held=False):
    """(variant, options for espeak-ng) for one utterance, to learn from or, `held`, to check with."""
    if held or rng.random() >= CROSSED:
        yield rng.choice(HELD_OUT if held else LEARNED), []
        return
    # espeak-ng looks for variants in its data only: links to these, with room for a new one.
    with tempfile.TemporaryDirectory() as folder:
        own = os.path.join(folder, "espeak-ng-data")
        for part, but in (("", "voices"), ("voices", "!v")):
            os.mkdir(os.path.join(own, part))
            for entry in set(os.listdir(os.path.join(data(), part))) - {but}:
                os.symlink(os.path.join(data(), part, entry), os.path.join(own, part, entry))
        os.mkdir(os.path.join(own, "voices", "!v"))
        with open(os.path.join(own, "voices", "!v", "crossed"), "w") as file:
            file.write(crossed(rng))
        yield "crossed", [f"--path={folder}"]
