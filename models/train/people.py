"""People speaking other languages, recorded by volunteers for nine free programs, actors who spoke for a
telephone exchange, six who said digits, and some synthetic voices.

Microphones, rooms and voices of everyday life, which no studio and no program
gives. Debian packages hold the recordings and their texts; unpacked to
WORK/people by the Makefile. Labelled with the German phones really said, as
espeak-ng's IPA tells them; align.py finds out which recordings do not say
their text.
"""

import glob
import os
import re

# espeak-ng's voice for the language of each
TUX_PAINT = {"be": "be", "bg": "bg", "ca": "ca", "da": "da", "el": "el", "es": "es", "fr": "fr-fr", "nl": "nl", "ro": "ro", "ru": "ru"}
FISH_FILLETS = {"cs": "cs", "nl": "nl"}
KLETTRES = {"cs": "cs", "da": "da", "en": "en-us", "en_GB": "en-gb", "es": "es", "fr": "fr-fr", "hu": "hu", "it": "it", "lt": "lt", "nb": "nb", "nl": "nl", "pt_BR": "pt-br", "ru": "ru", "uk": "uk"}
GCOMPRIS = {"af": "af", "ast": "es", "ca": "ca", "da": "da", "en": "en-us", "eu": "eu", "fi": "fi", "fr": "fr-fr", "id": "id", "it": "it", "nb": "nb", "nl": "nl", "pt": "pt", "sl": "sl", "sv": "sv"}
ASTERISK = {
    "en_US_f_Allison": ("asterisk-en", "en-us"), "es_MX_f_Allison": ("asterisk-es", "es-419"), "fr_CA_f_June": ("asterisk-fr", "fr-fr"),
    "it_IT_m_Carlo": ("asterisk-it", "it"), "ru_RU_f_IvrvoiceRU": ("asterisk-ru", "ru"),
    "es": ("asterisk-es-co", "es-419"), "fr": ("asterisk-armelle", "fr-fr"), "it_IT_f_Menardi": ("asterisk-menardi", "it"),
}
QABCS = {"be": "be", "en": "en-us", "fr": "fr-fr", "pl": "pl", "ru": "ru", "uk": "uk"}
KTUBERLING = {"da": "da", "es": "es", "fi": "fi", "fr": "fr-fr", "it": "it", "nl": "nl", "pt": "pt", "ro": "ro", "sv": "sv"}

# Whole speakers, and with them whole languages, kept from training to check with (check.py).
UNHEARD = ("gcompris-en", "gcompris-it", "gcompris-nb", "gcompris-sl", "asterisk-it", "digits-lucas")
NATO = "alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey x-ray yankee zulu".split()
# Letters that another language names otherwise than the one by whose rules they are read.
NAMED = {("ast", "g"): "gue"}


def recordings(folder):
    """[(path, text, speaker, espeak-ng's voice)] of the phrases and sentences unpacked in `folder`."""
    found = [*tux_paint(folder), *fish_fillets(folder), *russian(folder)]
    return sorted(row for row in found if plain(row[1]))


def single(folder):
    """The same of words said alone, as recordings of sentences never have them, and of letters that are not Latin."""
    return sorted([*ktuberling(folder), *(row for row in [*klettres(folder), *qabcs(folder)] if not is_spelt(row))])


def letters(folder, speech, english=False, unheard=False):
    """The same of letters and numbers, with the letter or the digits as the text: in English or not, of people to
    learn from or of those kept for checking."""
    rows = [*gcompris(os.path.join(speech, "gcompris")), *asterisk(folder), *filter(is_spelt, [*klettres(folder), *qabcs(folder)])]
    if english:
        rows += [*digits(os.path.join(speech, "digits-en")), *scid(folder), *saytime(folder)]
    return sorted(row for row in rows if row[3].startswith("en") == english and (row[2] in UNHEARD) == unheard)


def is_spelt(row):
    """Whether it is a Latin letter or in English."""
    _, text, _, voice = row
    return re.fullmatch("[a-z]", text) or voice.startswith("en")


def plain(text):
    """Without numbers, abbreviations and signs, which readers say in their own ways."""
    return text and not re.search(r"[\d()$€£%&*_/<>\[\]]|[A-Z]{2}", text)


def tux_paint(folder):
    """Tux Paint's stamps (GPL-2 or later): what is in the picture, in a few words."""
    for language, voice in TUX_PAINT.items():
        ending = f"_desc_{language}.ogg"
        for path in glob.glob(f"{folder}/usr/share/tuxpaint/stamps/**/*{ending}", recursive=True):
            texts = path[: -len(ending)] + ".txt"
            if os.path.exists(texts):
                with open(texts, encoding="utf-8") as lines:
                    for line in lines:
                        if line.startswith(language + ".utf8="):
                            yield path, line.split("=", 1)[1].strip(), f"tuxpaint-{language}", voice


def fish_fillets(folder):
    """Fish Fillets (GPL-2): a small fish and a big one talk; their helpers' voices are distorted and left out."""
    for language, voice in FISH_FILLETS.items():
        for script in glob.glob(f"{folder}/usr/share/games/fillets-ng/script/**/dialogs_{language}.lua", recursive=True):
            level = os.path.relpath(os.path.dirname(script), f"{folder}/usr/share/games/fillets-ng/script")
            with open(script, encoding="utf-8") as file:
                lines = re.findall(r'dialogId\("([^"]+)", "font_(small|big)".*?dialogStr\("([^"]*)"\)', file.read(), re.DOTALL)
            for name, fish, text in lines:
                path = f"{folder}/usr/share/games/fillets-ng/sound/{level}/{language}/{name}.ogg"
                if os.path.exists(path):
                    yield path, text, f"fillets-{language}-{fish}", voice


def russian(folder):
    """Festival's Russian voice (BSD-like): the sentences it was cut from."""
    for base in glob.glob(f"{folder}/usr/share/festival/voices/russian/*"):
        with open(f"{base}/etc/txt.done.data", encoding="utf-8") as lines:
            for name, text in re.findall(r'\( (\S+) "([^"]*)" \)', lines.read()):
                if os.path.exists(f"{base}/wav/{name}.wav"):
                    yield f"{base}/wav/{name}.wav", text.replace("+", ""), "festival-ru", "ru"


def klettres(folder):
    """KLettres' alphabets (GPL-2 or later). Its syllables are kept for checking."""
    base = f"{folder}/usr/share/klettres"
    for language, voice in KLETTRES.items():
        with open(f"{base}/{language}/sounds.xml", encoding="utf-8") as file:
            for name, path in re.findall(r'name="([^"]+)"\s+file="([^"]+/alpha/[^"]+)"', file.read()):
                if os.path.exists(f"{base}/{path}"):
                    yield f"{base}/{path}", name.lower(), f"klettres-{language}", voice


def ktuberling(folder):
    """KTuberling's stickers (GPL-2 or later): its translators have named the files by what is said, behind the theme."""
    for language, voice in KTUBERLING.items():
        for path in glob.glob(f"{folder}/usr/share/ktuberling/sounds/{language}/*.*"):
            said = os.path.splitext(os.path.basename(path))[0].split("_")[-1].replace("-", " ").lower()
            yield path, said, f"ktuberling-{language}", voice


def gcompris(base):
    """GCompris' alphabets and numbers (GPL): files are named by the letter's code point, or the number.
    Gaelic's letters have names that espeak-ng does not know."""
    for language, voice in GCOMPRIS.items():
        for path in glob.glob(f"{base}/{language}/alphabet/*.ogg"):
            name = os.path.basename(path)[:-4]
            text = "".join(chr(int(point, 16)) for point in name.split("U")[1:]) or name
            yield path, NAMED.get((language, text), text), f"gcompris-{language}", voice


def asterisk(folder):
    """Asterisk's letters, numbers and names of letters (CC BY-SA 3.0; Russian CC BY 3.0; Colombian and Armelle GPL), an
    actor or two for each language, some as through a telephone."""
    for name, (speaker, voice) in ASTERISK.items():
        for path in glob.glob(f"{folder}/usr/share/asterisk/sounds/{name}/**/*.*", recursive=True):
            kind, text = os.path.splitext(path)[0].split(os.sep)[-2:]
            if kind == "digits" and re.fullmatch(r"1?\d|20", text) or kind == "letters" and re.fullmatch("[a-z]", text) and voice != "ru":
                yield path, text, speaker, voice
            elif kind == ("ICAO" if "menardi" in speaker else "phonetic") and re.fullmatch("[a-z]_p", text):
                yield path, NATO[ord(text[0]) - ord("a")], speaker, voice


def qabcs(folder):
    """qABCs' alphabets and words (GPL-3 or later): a person in English, most others synthetic. Its German is kept for checking."""
    for language, voice in QABCS.items():
        for path in glob.glob(f"{folder}/usr/share/qabcs/abcs/{language}/sounds/*/*.ogg"):
            yield path, os.path.basename(path)[:-4].replace("_", " "), f"qabcs-{language}", voice


def scid(folder):
    """Scid's letters, digits and pieces (GPL-2), a person."""
    for path in glob.glob(f"{folder}/usr/share/scid/sounds/*.wav"):
        name = os.path.basename(path)[:-4]
        if re.fullmatch("[a-h1-8]|King|Queen|Rook|Bishop|Knight|Check|Mate", name):
            yield path, name.lower(), "scid", "en-us"


def saytime(folder):
    """saytime's numbers (GPL), a person."""
    for path in glob.glob(f"{folder}/usr/share/saytime/*.au"):
        name = os.path.basename(path)[:-3]
        if re.fullmatch(r"\d+", name):
            yield path, name, "saytime", "en-us"


def digits(base):
    """English digits (CC BY-SA 4.0), six speakers at home, heard as through a telephone."""
    for path in glob.glob(f"{base}/*.flac"):
        digit, speaker, _ = os.path.basename(path).split("_")
        yield path, digit, f"digits-{speaker}", "en-us"
