"""German in the mouths of Festival's diphone voices: people of other countries.

Debian has no free German voice besides espeak-ng and pico, but recorded diphones
of four Czechs, two Italians, two Finns and two Americans. Given phones with
durations and pitch they say any words, as such a person would: sounds that the
language lacks are replaced by its nearest, and the label names what was really
said.
"""

import os
import subprocess
import tempfile

VOICES = {
    "czech": ["czech_ph", "czech_machac", "czech_dita", "czech_krb"],
    "italian": ["lp_diphone", "pc_diphone"],
    "finnish": ["hy_fi_mv_diphone", "suo_fi_lj_diphone"],
    "english": ["kal_diphone", "ked_diphone"],
}
SPEAKERS = [(people, voice) for people, voices in VOICES.items() for voice in voices]

# German phone: "the voice's phones", or "the voice's phones = what that is called in German".
SAME = {phone: phone for phone in "b d f g j k l m n p r s t v".split()}
SOUNDS = {
    "czech": SAME | {
        "a": "a", "a:": "a:", "E": "e", "E:": "e:", "e:": "e:", "@": "e", "I": "i", "i:": "i:", "O": "o", "o:": "o:",
        "U": "u", "u:": "u:", "aI": "a j", "aU": "a u", "OY": "o j", "6": "e r = E r", "9": "e = E", "2:": "e: = E:",
        "Y": "i = I", "y:": "i: = i:", "C": "ch = x", "x": "ch", "N": "n*", "S": "s~", "h": "h", "z": "z",
    },
    "italian": SAME | {
        "a": "a", "a:": "a1", "E": "E1", "E:": "E1", "e:": "e1", "@": "e", "I": "i", "i:": "i1", "O": "O1", "o:": "o1",
        "U": "u", "u:": "u1", "aI": "a1 i", "aU": "a1 u", "OY": "O1 i", "6": "e r = E r", "9": "E1 = E", "2:": "e1 = e:",
        "Y": "u = U", "y:": "u1 = u:", "C": "S = S", "x": "k = k", "N": "ng", "S": "S", "h": "=", "z": "z",
    },
    "finnish": SAME | {
        "a": "a", "a:": "a:", "E": "e", "E:": "e:", "e:": "e:", "@": "e", "I": "i", "i:": "i:", "O": "o", "o:": "o:",
        "U": "u", "u:": "u:", "aI": "a i", "aU": "a u", "OY": "o i", "6": "e r = E r", "9": "7", "2:": "7:",
        "Y": "y", "y:": "y:", "C": "h", "x": "h = h", "N": "N", "S": "S", "h": "h", "z": "s = s",
    },
    "english": (SAME | {
        "a": "ah", "a:": "aa", "E": "eh", "E:": "eh", "e:": "ey", "@": "ax", "I": "ih", "i:": "iy", "O": "ao", "o:": "ow",
        "U": "uh", "u:": "uw", "aI": "ay", "aU": "aw", "OY": "oy", "6": "er", "9": "er", "2:": "er",
        "Y": "uh = U", "y:": "uw = u:", "C": "sh = S", "x": "k = k", "N": "ng", "S": "sh", "h": "hh", "z": "z", "j": "y",
    }),
}
SILENCE = {"english": "pau"}
VOWELS = set("a a: E E: e: @ I i: O o: U u: aI aU OY 6 9 2: Y y:".split())
LONG = set("a: E: e: i: o: u: aI aU OY 2: y:".split())


def said(word, people):
    """[(German phone or "", the voice's phones)] of one word's phones."""
    out = []
    for phone in word:
        sounds, _, label = SOUNDS[people][phone].partition("=")
        labels = label.split() if "=" in SOUNDS[people][phone] else [phone]
        sounds = sounds.split()
        if labels and len(labels) == len(sounds):
            out += [(one, [sound]) for one, sound in zip(labels, sounds)]
        elif labels:
            out.append((labels[0], sounds))
    return out


def seconds(phone, last, rng):
    length = 0.13 if phone in LONG else 0.08 if phone in VOWELS else 0.095 if phone in "s S f C x h z" else 0.07
    return length * (1.4 if last else 1) * rng.uniform(0.75, 1.3)


def score(words, people, rng):
    """Festival's segments (name, end in s) and pitch targets, and the labels, of words of phones."""
    silence = SILENCE.get(people, "#")
    tempo, pitch, lively = rng.uniform(0.8, 1.35), rng.uniform(85, 210), rng.uniform(0.03, 0.25)
    segments, labels = [(silence, 0.1, [])], []
    for n, word in enumerate(words):
        accented = False
        spoken = said(word, people)
        labels.append([label for label, _ in spoken])
        for i, (label, sounds) in enumerate(spoken):
            length = seconds(label, n + 1 == len(words) and i + 2 >= len(spoken), rng) * tempo
            for sound in sounds:
                target = []
                if label in VOWELS and sound == sounds[0]:
                    fall = 1 - 0.15 * n / len(words)
                    target = [(length / len(sounds) / 2, pitch * fall * (1 + (0 if accented else lively) + rng.uniform(-0.03, 0.03)))]
                    accented = True
                segments.append((sound, length / len(sounds), target))
        if n + 1 < len(words) and rng.random() < 0.25:
            segments.append((silence, rng.uniform(0.05, 0.35), []))
    segments.append((silence, 0.15, []))
    return segments, [word for word in labels if word]


def say(words, people, voice, rng, wav):
    """Writes `words` (phone lists) spoken by `voice`; gives the phone lists that it really said."""
    segments, labels = score(words, people, rng)
    lines = " ".join(f"({name} {length:.3f} {' '.join(f'({at:.3f} {hertz:.0f})' for at, hertz in target)})" for name, length, target in segments)
    with tempfile.NamedTemporaryFile("w", suffix=".scm", delete=False) as script:
        script.write(f'(voice_{voice})\n(set! u (Utterance Segments ({lines})))\n(utt.synth u)\n(utt.save.wave u "{wav}")\n')
    try:
        done = subprocess.run(["festival", "-b", script.name], capture_output=True, text=True, timeout=30)
    finally:
        os.remove(script.name)
    if done.returncode or "ERROR" in done.stderr:
        raise OSError(f"festival {voice}: {done.stderr.strip()[:200]}")
    return labels
