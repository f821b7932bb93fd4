"""The phones, and how espeak-ng's IPA becomes phones.

German has 40 phones, English 38; each language has an output layer of its own
in the network. Dutch is heard with the German phones. Speech in other accents
(an Italian reading German words, say) is labelled with the German phones that
were really said, as espeak-ng's IPA tells them.

The index of a phone is part of the model file: append, never reorder.
"""

import re
import subprocess

PHONES = {
    "de": "2: 6 9 @ C E E: I N O OY S U Y a a: aI aU b d e: f g h i: j k l m n o: p r s t u: v x y: z".split(),
    "en": "AA AE AH AO AW AX AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH".split(),
}

GERMAN = {
    "ə": "@", "ɾ": "r", "r": "r", "ɹ": "r", "ʁ": "r", "ʀ": "r", "ɛ": "E", "ɪ": "I", "a": "a", "ɑ": "a",
    "iː": "i:", "i": "i:", "aɪ": "aI", "ai": "aI", "ɡ": "g", "ʃ": "S", "eː": "e:", "e": "e:", "ʊ": "U",
    "ɜ": "6", "ɐ": "6", "ɑː": "a:", "aː": "a:", "ts": "t s", "oː": "o:", "o": "o:", "ç": "C", "ɔ": "O",
    "uː": "u:", "u": "u:", "aʊ": "aU", "au": "aU", "ŋ": "N", "yː": "y:", "y": "Y", "ʏ": "Y", "ɛː": "E:",
    "ɔø": "OY", "ɔɪ": "OY", "øː": "2:", "ø": "2:", "œ": "9", "pf": "p f", "tʃ": "t S", "dʒ": "d S",
    "ʒ": "S", "ɔ̃": "O N", "ɑ̃": "a N", "ɒ": "O", "eɪ": "e:", "əʊ": "o:", "oʊ": "o:", "w": "v", "ɜː": "9",
    "œ̃": "9 N", "eə": "E 6", "ɛɪ": "e:", "ɔː": "o:", "əl": "@ l", "aɪə": "aI 6", "ɛ̃": "E N", "ɪə": "i: 6",
    "ʊə": "u: 6", "θ": "s", "ð": "z", "ʔ": "", "ʌ": "a", "æ": "E", "c": "k", "ɟ": "g", "??": "U r",
    "ɚ": "6", "oːɹ": "o: r", "ɔːɹ": "O r", "ɑːɹ": "a: r", "ɛɹ": "E r", "ɪɹ": "i: r", "ʊɹ": "u: r", "ᵻ": "I",
    "n̩": "@ n", "l̩": "@ l", "β": "v", "ʎ": "l j", "ɲ": "n j", "ʋ": "v", "ɣ": "x", "χ": "x", "ħ": "h",
    "ɦ": "h", "ɫ": "l", "ɭ": "l", "ʂ": "S", "ʐ": "z", "ɕ": "S", "ʑ": "S", "ɵ": "9", "œy": "OY", "ʌʊ": "aU",
    "ɯ": "u:", "ɨ": "I", "ɤ": "@", "ʉ": "u:", "ʉː": "u:", "ɪː": "I", "yʊ": "y: v", "eʊ": "e: v", "œː": "9",
    "ɶ": "9", "ɑʊ": "aU", "ɬ": "l", "r̝": "r S", "dz": "d s", "ɱ": "m", "æː": "E:", "ɛu": "E U", "eu": "E U",
}
ENGLISH = {
    "iː": "IY", "i": "IY", "ɪ": "IH", "ᵻ": "IH", "eɪ": "EY", "ɛ": "EH", "æ": "AE", "a": "AE", "aː": "AA", "ɑː": "AA",
    "ɑ": "AA", "ɒ": "AO", "ɔ": "AO", "ɔː": "AO", "oː": "AO", "oʊ": "OW", "əʊ": "OW", "ʊ": "UH", "uː": "UW", "u": "UW",
    "ʌ": "AH", "ə": "AX", "ɐ": "AX", "ɚ": "ER", "ɜː": "ER", "ɜ": "ER", "aɪ": "AY", "aʊ": "AW", "ɔɪ": "OY", "ɔːɹ": "AO R",
    "oːɹ": "AO R", "ɑːɹ": "AA R", "ɛɹ": "EH R", "ɪɹ": "IH R", "ʊɹ": "UH R", "aɪə": "AY AX", "aɪɚ": "AY ER", "iə": "IY AX",
    "eə": "EH AX", "ɪə": "IH AX", "ʊə": "UH AX", "əl": "AX L", "n̩": "AX N", "l̩": "AX L", "ɾ": "T", "t": "T", "d": "D", "p": "P",
    "b": "B", "k": "K", "ɡ": "G", "tʃ": "CH", "dʒ": "JH", "f": "F", "v": "V", "θ": "TH", "ð": "DH", "s": "S", "z": "Z", "ʃ": "SH",
    "ʒ": "ZH", "h": "HH", "m": "M", "n": "N", "ŋ": "NG", "l": "L", "ɹ": "R", "r": "R", "w": "W", "j": "Y", "x": "K", "ʔ": "",
    "o": "OW", "e": "EY", "ɬ": "L", "ɲ": "N Y", "ʍ": "W",
}
MAPS = {"de": GERMAN, "en": ENGLISH}
VOWELS = set("2: 6 9 @ E E: I O OY U Y a a: aI aU e: i: o: u: y:".split())
R_IS_A_VOWEL = ("de", "nl", "da")  # at a syllable's end; others roll it there too
unknown: dict[str, int] = {}  # IPA symbols that no table knows, counted, so that a run can tell


def phones_of_ipa(ipa, language="de", voice="de"):
    """Turns espeak-ng's `--ipa=1 --sep=_` output into one phone list per word."""
    words = (word_phones(word, language) for word in ipa.split())
    if language == "de" and voice[:2] in R_IS_A_VOWEL:
        words = map(vocalise, words)
    return [word for word in words if word]


def word_phones(word, language):
    table, found = MAPS[language], []
    for token in word.split("_"):
        token = re.sub("[ˈˌ͡'ʲʰ\u200d]", "", token)
        if not token or token.startswith("("):
            continue
        known = set(PHONES[language])
        bare = token.replace("\u0303", "").replace("ː", "")
        for form in (token, bare):
            if form in table:
                found += table[form].split()
                break
            if form in known:
                found.append(form)
                break
        else:
            unknown[token] = unknown.get(token, 0) + 1
            for letter in token:
                found += table.get(letter, letter if letter in known else "").split()
    return found


def vocalise(phones):
    """German r after a vowel and before a consonant or the word's end is a vowel, [6]."""
    out = []
    for i, phone in enumerate(phones):
        coda = i + 1 == len(phones) or phones[i + 1] not in VOWELS
        if phone == "r" and i > 0 and phones[i - 1] in VOWELS and coda:
            if phones[i - 1] == "@":
                out[-1] = "6"
            else:
                out.append("6")
        else:
            out.append(phone)
    return out


def phonemise(text, voice="de", language="de"):
    """Asks espeak-ng how it would say `text`; gives one phone list per word."""
    command = ["espeak-ng", "-v", voice, "-q", "--ipa=1", "--sep=_", text]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return phones_of_ipa(done.stdout, language, voice)
