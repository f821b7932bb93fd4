"""What the synthetic voices read: moves, commands, single words, letters, and
plain sentences so that the network also knows speech that is no chess."""

FILES = "anna bella cäsar david eva felix gustav hektor".split()
LETTERS = "a b c d e f g h".split()
RANKS = "eins zwei drei vier fünf sechs sieben acht".split()
PIECES = "könig dame turm läufer springer bauer".split()
COMMANDS = """
kurze rochade / lange rochade / kleine rochade / große rochade / rochade / rochade kurz / rochade lang
ja / nein / doch / ja / nein / korrektur / zurück / zug zurück / wiederholen / bitte wiederholen / noch einmal
lauter / leiser / schneller / langsamer / ruhe / stopp / mikrofon aus / mikrofon an / hilfe
remis / remis anbieten / remis annehmen / remis ablehnen / ich biete remis / annehmen / ablehnen / anbieten
dreimalige stellung / dreimalige stellungswiederholung / dreimalige stellung mit dame eva vier
fünfzig züge / fünfzig züge mit turm anna eins / reklamiere remis / ich reklamiere / ich gebe auf / aufgabe
zeit überschritten / zeitüberschreitung / berührt eva vier / berührt springer felix drei / ich rücke zurecht
uhr / uhr anhalten / uhr weiter / uhr starten / weiter / pause / schiedsrichter / abgabezug / abgabezug dame david eins
letzter zug / letzte züge / die letzten drei züge / die letzten fünf züge / zugnummer / wer ist am zug / zeit / meine zeit
zeit gegner / stellung / was steht auf eva vier / was steht auf hektor acht / wo sind meine springer / wo sind meine türme
wo sind meine läufer / wo sind meine damen / wo sind meine bauern / wo ist mein könig / wo steht meine dame / reihe vier
reihe acht / linie eva / linie gustav / diagonale / diagonale anna eins hektor acht / wer greift felix sieben an
mögliche züge / mögliche züge von gustav eins / material / feld eva vier / welche figuren / was kann ich sagen
schach / matt / schachmatt / patt / en passant / eva fünf schlägt david sechs en passant / gegner / weiß / schwarz
dame / turm / läufer / springer / könig / bauer / neue partie / beenden / bestätigen / abbrechen / richtig / falsch
""".replace("\n", " / ").split(" / ")
COMMANDS = [c.strip() for c in COMMANDS if c.strip()]

# How a word must be written for espeak-ng and pico to say it the way a player does.
SPOKEN = {
    "cäsar": ["Zäsar", "Zäsar", "Zehsar", "Cäsar"], "hektor": ["Hektor"], "remis": ["Remie"],
    "eva": ["Ehfa", "Eva"], "david": ["Dahvit", "David", "Dahfit"],
    "rochade": ["Rochade", "Roschade"], "passant": ["Passang", "Passant"], "en": ["ang", "en"],
    "a": ["ah"], "b": ["beh"], "c": ["zeh"], "d": ["deh"], "e": ["eh"], "f": ["eff"], "g": ["geh"], "h": ["hah"],
    "sieben": ["sieben", "sieben", "siebm"],
}
LETTER = 0.35  # share of squares whose file is a letter: the shortest words, so often practised


ENGLISH_FILES = "anna bella cesar david eva felix gustav hector alpha bravo charlie delta echo foxtrot golf hotel".split()
ENGLISH_RANKS = "one two three four five six seven eight".split()
ENGLISH_PIECES = "king queen rook bishop knight pawn".split()
ENGLISH_SPOKEN = {
    "cesar": ["Caesar", "Cesar"], "eva": ["Eva", "Ayva"],
    "a": ["eigh"], "b": ["bee"], "c": ["see"], "d": ["dee"], "e": ["ee"], "f": ["F"], "g": ["gee"], "h": ["aitch"],
}


def square(rng):
    file = rng.randrange(8)
    name = LETTERS[file] if rng.random() < LETTER else FILES[file]
    rank = rng.choice(RANKS)
    return [name, "zwo" if rank == "zwei" and rng.random() < 0.3 else rank]


def move(rng):
    """One move in any of the forms players use, as lower-case words."""
    form, piece = rng.random(), rng.choice(PIECES)
    to = rng.choice([[], [], [], ["nach"], ["auf"], ["schlägt"], ["schlägt", "auf"], ["nimmt"], ["mal"]])
    origin = rng.choice([[], [], [], ["von"]])
    if form < 0.28:
        words = [piece] + origin + square(rng) + to + square(rng)
    elif form < 0.48:
        words = [piece] + to + square(rng)
    elif form < 0.70:
        words = origin + square(rng) + to + square(rng)
    elif form < 0.75:
        words = square(rng)
    elif form < 0.81:
        promoted = rng.choice([[], ["wird"], ["gleich"], ["umwandlung"], ["umwandlung", "in"]]) + [rng.choice(PIECES[1:5])]
        words = rng.choice([square(rng), square(rng) + to + square(rng)]) + promoted
    elif form < 0.85:
        words = [piece, "schlägt", rng.choice(PIECES)]
    elif form < 0.89:
        words = [rng.choice(["kurze", "lange", "große", "kleine"]), "rochade"]
    else:
        words = [piece, rng.choice(FILES + RANKS)] + square(rng)
    if rng.random() < 0.08:
        words += rng.choice([["schach"], ["matt"], ["schach", "matt"]])
    return words


def english_move(rng):
    """One move as English-speaking players say it, with the names of the Laws or of NATO."""
    form, piece = rng.random(), rng.choice(ENGLISH_PIECES)
    place = lambda: [rng.choice(LETTERS if rng.random() < LETTER else ENGLISH_FILES), rng.choice(ENGLISH_RANKS)]
    to = rng.choice([[], [], [], ["to"], ["takes"], ["takes", "on"], ["captures"]])
    if form < 0.28:
        words = [piece] + rng.choice([[], ["from"]]) + place() + to + place()
    elif form < 0.48:
        words = [piece] + to + place()
    elif form < 0.70:
        words = place() + to + place()
    elif form < 0.81:
        words = place() + rng.choice([[], ["becomes"], ["promotes", "to"]]) + [rng.choice(ENGLISH_PIECES[1:5])]
    elif form < 0.89:
        words = rng.choice(["short castling", "long castling", "castle kingside", "castle queenside", "kingside castling"]).split()
    else:
        words = [piece, rng.choice(ENGLISH_FILES + ENGLISH_RANKS)] + place()
    return words + rng.choice([[]] * 10 + [["check"], ["mate"]])


def command(rng):
    return rng.choice(COMMANDS).split()


def single(rng, vocabulary, core=FILES + RANKS + PIECES):
    """One word alone, or a few in no order: the hardest thing to hear, so often practised."""
    pool = rng.choice([core, core, LETTERS, vocabulary])
    return [rng.choice(pool) for _ in range(rng.choice([1, 1, 1, 2, 3]))]


def english(rng, sentences, vocabulary):
    """What an English synthetic voice reads."""
    draw = rng.random()
    if draw < 0.45:
        return spelled(english_move(rng), rng, ENGLISH_SPOKEN)
    if draw < 0.75:
        return spelled(single(rng, vocabulary, ENGLISH_FILES + ENGLISH_RANKS + ENGLISH_PIECES), rng, ENGLISH_SPOKEN)
    words = rng.choice(sentences).split()
    start = rng.randrange(len(words))
    return " ".join(words[start : start + rng.randrange(1, 9)])


def babble(rng, sentences):
    """A piece of an ordinary sentence, or words that do not exist."""
    if rng.random() < 0.6:
        words = rng.choice(sentences).split()
        start = rng.randrange(len(words))
        return " ".join(words[start : start + rng.randrange(1, 9)])
    onset = "b bl br d dr f fl fr g gl gr h j k kl kr l m n p pf pl pr r s sch schl schm schn schr schw sp st str t tr w z zw".split()
    nucleus = "a a e e i i o u ä ö ü ei au eu ie ah eh oh uh".split()
    coda = ["", "", "", "l", "m", "n", "r", "s", "t", "ch", "ck", "ff", "ng", "nt", "rt", "st", "tz", "x"]
    syllable = lambda: rng.choice(onset) + rng.choice(nucleus) + rng.choice(coda)
    return " ".join("".join(syllable() for _ in range(rng.randrange(1, 4))) for _ in range(rng.randrange(1, 5)))


def spelled(words, rng, spoken=SPOKEN):
    """The words as text for a synthetic voice, with or without pauses."""
    out = [rng.choice(spoken.get(word, [word])) for word in words]
    text, pause = " ".join(out), rng.random()
    if pause < 0.15:
        text = ", ".join(out)
    elif pause < 0.3 and len(out) > 2:
        cut = rng.randrange(1, len(out))
        text = " ".join(out[:cut]) + ", " + " ".join(out[cut:])
    return text + rng.choice(["", ".", "!", "?"])
