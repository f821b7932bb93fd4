"""German with an accent, by mbrola's voices of other countries and its Bavarian one: for checking only, as
their licence says.

Real people's diphones say what espeak-ng's German would say, each sound replaced by the nearest their
language has: so someone sounds who learnt German later. (espeak-ng's own Bavarian names sounds that the
voice lacks, and mbrola is silent there.)
"""

import functools
import subprocess

VOICES = "cr1 de8 en1 es1 es2 fr1 fr4 gr2 hu1 lt1 nl2 pl1 ro1 sw1 tr1 tr2 us1 us2".split()
GERMAN = "mb/mb-de5"  # whose sounds, lengths and melody are taken

# What may stand for a German sound (SAMPA, as mb-de5 writes it), the nearest first: a voice says the first it has.
NEAREST = {
    "a": "a/A/V/a:", "a:": "a:/A:/a/A", "E": "E/e/{", "E:": "E:/E/e/e:", "e:": "e:/EI/e/E", "@": "@/e/E/E:",
    "I": "I/i/i:", "i:": "i:/i/I", "O": "O/o/Q/O:", "o:": "o:/o/O:/O", "U": "U/u/u:", "u:": "u:/u/U",
    "Y": "Y/y/y:/u/U", "y:": "y:/y/u/u:/U", "9": "9/2/2:/e/E", "2:": "2:/2/9/e/E", "6": "6/e r/E r/E: r/@ r/e R/E R",
    "aI": "aI/a j/a i/A j/A i/a: j", "aU": "aU/a w/a u/a U/A u/A: u/a: u", "OY": "OY/o j/O j/O: j/O i/o i/o: j", "r": "r/R/4", "R": "r/R/4",
    "C": "C/S/s'/x", "x": "x/X/h/k", "h": "h/x/X/_", "S": "S/tS", "z": "z/s", "ts": "ts/t s", "N": "N/n g", "v": "v/w/b", "j": "j/i/i:",
}
OWN = {
    "en": {"x": "k"}, "us": {"x": "k"},  # [h] never ends a syllable in English
    "de": {"p": "b", "ts": "ds", "Y": "I", "y:": "i:", "6": "A", "OY": "aI", "aI": "AI"},  # Bavarian
}


@functools.cache
def has(voice, sounds):
    """Whether a voice has these sounds; mbrola says so only when asked for them."""
    score = "_ 50\n" + "".join(f"{sound} 90 50 120\n_ 50\n" for sound in sounds.split())
    return mbrola(voice, score, "/dev/null", []).returncode == 0


def mbrola(voice, score, wav, options):
    return subprocess.run(["mbrola", *options, f"/usr/share/mbrola/{voice}/{voice}", "-", wav], input=score, capture_output=True, text=True)


def score(text, voice, speed):
    """mbrola's lines (sound, ms, pitch targets) of a German text, in a voice's sounds."""
    german = subprocess.run(["espeak-ng", "-v", GERMAN, "-s", str(speed), "--pho", "-q", text], capture_output=True, text=True, check=True).stdout
    lines = []
    for sound, length, *pitch in filter(None, map(str.split, german.splitlines())):
        nearest = OWN.get(voice[:2], {}).get(sound, NEAREST.get(sound, sound)).split("/")
        spoken = next(sounds for sounds in nearest if has(voice, sounds)).split()
        lines += [" ".join([one, str(int(length) // len(spoken)), *(pitch if i == 0 else [])]) for i, one in enumerate(spoken)]
    return "\n".join(lines) + "\n"


def say(text, voice, rng, wav):
    """Writes a German text as `voice` says it, at any pitch people have."""
    done = mbrola(voice, score(text, voice, rng.randrange(115, 185)), wav, ["-e", "-f", f"{rng.uniform(0.5, 1.0):.2f}"])
    if done.returncode:
        raise OSError(f"mbrola {voice}: {done.stderr.strip()[:200]}")
