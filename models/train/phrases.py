"""Speaks what people say to the program, a share of ../../tests/asked, and prints what is heard of it.

    python phrases.py make WORK LOT [SHARE]       WORK/check/LOT/phrases: by two voices in each language, one of SHARE lines
    python phrases.py count ANNABELLA WORK LOT    a row for each voice, and what was heard right and refused, or wrong and accepted

The voices are kept from training; the lots are those of situations.py, and have different lines. Lines with a word that the model does not know can
only be typed, and are left out.
"""

import json
import os
import random
import re
import subprocess
import sys

import numpy as np

import answers
import check
from sentences import spelled
from situations import Folders, ending, plain

VOICES = {
    "dev": {"de": ["mb/mb-de6", "af_sarah"], "en": ["mb/mb-us1", "am_puck"]},
    "rep": {"de": ["mb/mb-de7", "bf_emma"], "en": ["mb/mb-us2", "bm_george"]},
}
HERE = os.path.dirname(os.path.abspath(__file__))


def sayable(language):
    """The lines of words that the model knows, each once."""
    with open(os.path.join(HERE, "..", language, "graph", "words.txt"), encoding="utf-8") as lines:
        known = {line.split(" ")[0] for line in lines}
    said = set()
    with open(os.path.join(HERE, "..", "..", "tests", "asked", language + ".txt"), encoding="utf-8") as lines:
        for line in lines:
            words = re.sub(r"[^\w' ]", " ", line.lower()).split()
            if line.startswith("  ") and all(word in known for word in words):
                said.add(" ".join(words))
    return sorted(said)


def make(work, lot, share="3"):
    for language in ("de", "en"):
        lines = sayable(language)
        random.Random("thirds" + language).shuffle(lines)
        lines = lines[answers.LOTS[lot] :: int(share)]
        for voice in VOICES[lot][language]:
            rng, r = random.Random(lot + voice), np.random.default_rng(31)
            for number, line in enumerate(lines):
                text = spelled(line.split(), random.Random(1), check.SAID[language]["spoken"])
                try:
                    samples = answers.say(Folders(work, ""), text, voice, language, rng)
                except subprocess.CalledProcessError:  # mbrola lacks a diphone of it
                    continue
                sound = check.pad(samples / np.abs(samples).max(), rng)
                sound = sound + 3e-4 * r.standard_normal(len(sound))
                check.write(f"{work}/check/{lot}/phrases{ending(language)}", f"{plain(voice)}-{number:03}.wav", sound, line, rng.uniform(0.2, 0.9))


def count(annabella, work, lot):
    print("voice: accepted and right, heard right and refused, heard wrong and refused, wrong and asked or told, wrong and accepted")
    for language in ("de", "en"):
        folder = os.path.join(work, "check", lot, "phrases" + ending(language))
        command = [annabella, "eval", folder, "--model", f"../{language}", "--language", language, "--json", "--list"]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        figures = json.loads(done.stdout)
        for voice, of in [*figures["speakers"].items(), ("both", figures)]:
            heard = of["utterances"] - of["rejected_as_typed"]
            refused = of["rejected"] - of["rejected_as_heard"] - of["rejected_as_typed"]
            print(f"{language}, {voice}: of {heard}: {of['right'] + of['asked']}, {of['rejected_as_heard']}, {refused}, {of['wrong_asked']}, {of['wrong_accepted']}")
        print(done.stderr, flush=True)


if __name__ == "__main__":
    count(*sys.argv[2:]) if sys.argv[1] == "count" else make(*sys.argv[2:])
