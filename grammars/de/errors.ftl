# Was schiefgehen kann: was gefunden wurde, was erwartet wird, und was hilft.
#
# Optionen, Werte, Dateinamen und Befehle bleiben, wie man sie tippt. Was ein anderes Programm auf Englisch meldet, steht
# als seine Rede in »Anführungszeichen«.

## Das Betriebssystem

io-not-found = die Datei oder den Ordner gibt es nicht
io-permission-denied = dazu fehlt das Recht
io-already-exists = das gibt es schon
io-is-a-directory = das ist ein Ordner
io-not-a-directory = das ist kein Ordner
io-storage-full = der Datenträger ist voll
io-quota-exceeded = der Platz, der diesem Benutzer zusteht, ist aufgebraucht
io-read-only = der Datenträger lässt sich nicht beschreiben
io-not-a-file = das ist keine Datei, sondern ein Gerät oder eine Pipe
io-too-large = die Datei ist zu groß
io-connection-refused = dort antwortet kein Programm
io-connection-lost = die Verbindung brach ab
io-broken-pipe = die Gegenseite ist fort
io-timed-out = keine Antwort in der erwarteten Zeit
io-unexpected-end = das Ende kam zu früh
io-invalid-data = die Daten sind nicht zu gebrauchen
io-no-text = das ist kein Text in UTF-8
io-busy = ein anderes Programm benutzt es
io-address-in-use = dort ist schon ein anderes Programm
io-no-such-address = dieser Rechner hat keine solche Adresse
io-unreachable = das Netz ist nicht zu erreichen
io-device-gone = das Gerät ist fort
io-no-port = das ist kein Anschluss eines Geräts
io-no-such-host = einen Rechner dieses Namens gibt es hier nicht
io-other = das Betriebssystem meldet { $code ->
    [0] einen Fehler ohne Nummer
   *[other] seinen Fehler { $code }
}

program-fault = ein Fehler dieses Programms: »{ $what }«

## Sprachen

unknown-language = die Sprache „{ $found }“ gibt es nicht, erwartet wird { $others } oder { $last }

catalogue-tag = „{ $found }“ ist keine Sprache, erwartet wird ein Kürzel wie de oder en-GB
catalogue-fluent = die Sätze können nicht gelesen werden

## Die Regeln

not-theirs = das hat { $side ->
    [white] Weiß
   *[black] Schwarz
} zu sagen

seal-game-over = die Partie ist zu Ende
seal-clock-stopped = die Uhr steht, der Abgabezug kann nicht mehr geändert werden
seal-damaged = der Abgabezug in der Partiedatei ist beschädigt, fragen Sie, wer ihn abgegeben hat

envelope-not-sealed = die Uhr wurde nicht angehalten, der Zug ist noch nicht abgegeben
envelope-replier-absent = wer antworten muss, ist nicht da
envelope-game-over = die Partie ist zu Ende, der Umschlag bleibt zu
envelope-other-position = auf dem Brett steht nicht die Stellung, die auf dem Umschlag steht

unknown-description = unbekannte Beschreibung „{ $found }“, erwartet wird einiges von squares, pieces, lines, changes, position, mit Kommas dazwischen

claim-game-over = die Partie ist zu Ende
claim-not-on-move = nur wer am Zug ist, kann Remis beanspruchen
claim-touched = eine Figur wurde berührt, also kein Anspruch vor dem nächsten Zug
claim-unclear = der beabsichtigte Zug ist nicht eindeutig

start-fen = keine FEN, { $kind ->
    [InvalidBoard] die Felder stimmen nicht
    [InvalidPocket] es stehen Figuren neben dem Brett
    [InvalidTurn] wer am Zug ist, stimmt nicht
    [InvalidCastling] die Rochaderechte stimmen nicht
    [InvalidEpSquare] das Feld für das Schlagen en passant stimmt nicht
    [InvalidRemainingChecks] die Zahl der Schachgebote stimmt nicht
    [InvalidHalfmoveClock] die Zahl der Halbzüge stimmt nicht
    [InvalidFullmoves] die Nummer des Zuges stimmt nicht
   *[InvalidFen] erwartet werden sechs Angaben mit Leerzeichen dazwischen
}
start-position = keine regelgemäße Stellung, { $kind ->
    [EMPTY_BOARD] das Brett ist leer
    [MISSING_KING] ein König fehlt
    [TOO_MANY_KINGS] es sind zu viele Könige
    [PAWNS_ON_BACKRANK] ein Bauer steht auf der ersten oder achten Reihe
    [INVALID_CASTLING_RIGHTS] die Rochaderechte passen nicht dazu
    [INVALID_EP_SQUARE] das Feld für das Schlagen en passant passt nicht dazu
    [OPPOSITE_CHECK] wer nicht am Zug ist, steht im Schach
    [IMPOSSIBLE_CHECK] ein solches Schach kann nicht entstehen
    [TOO_MUCH_MATERIAL] es sind zu viele Figuren
   *[UNKNOWN] sie kann nicht entstehen
}
start-number = keine Anfangsstellung { $found } von Chess960, erwartet wird 0 bis 959
start-placement = keine Anfangsstellung von Chess960: „{ $found }“, erwartet werden Läufer auf beiden Farben, der König zwischen den Türmen, eine Dame und zwei Springer

puzzle-in-line = Zeile { $line }: { $reason }
puzzle-in-game = Partie { $game }: { $reason }
puzzle-too-long = länger, als eine Aufgabe sein kann, erwartet werden höchstens 4000 Zeichen
puzzle-fields = keine Stellung mit Lösung gefunden, erwartet wird EPD, PGN oder die Spalten PuzzleId,FEN,Moves
puzzle-start = „{ $fen }“ kann keine Aufgabe beginnen: { $reason }
puzzle-over = in dieser Stellung ist die Partie zu Ende, zu finden ist nichts
puzzle-no-solution = keine Lösung gefunden, erwartet wird in EPD bm oder dm, sonst Züge
puzzle-illegal = der Zug „{ $found }“ der Lösung ist dort nicht möglich
puzzle-long-mate = ein Matt in { $moves } ohne seine Züge, erwartet wird pv mit allen

not-legal-illegal = hier nicht regelgemäß

unknown-draw-rule = unbekannte Regel für Remisangebote „{ $found }“, erwartet wird allowed, never oder nach wie vielen Zügen beider, etwa 30

offer-game-over = die Partie ist zu Ende
offer-stands-already = das Angebot dieses Spielers steht schon
offer-opponent-offered = das Angebot des Gegners steht, nehmen Sie es an, oder lehnen Sie es ab
offer-none-stands = kein Angebot des Gegners steht
offer-own-offer = das Angebot, das steht, ist das eigene
offer-too-early = kein vereinbartes Remis, ehe beide { $found } Züge gemacht haben
offer-not-allowed = kein vereinbartes Remis ohne die Zustimmung des Schiedsrichters

unknown-result = kein Ergebnis „{ $found }“, erwartet wird 1-0, 0-1, 1/2-1/2, 0-0, 1/2-0, 0-1/2 oder *

# Die Figur, um die es in einem Grund geht, in ihren Fällen.
reason-piece = { $role ->
    [pawn] Bauer
    [knight] Springer
    [bishop] Läufer
    [rook] Turm
    [queen] Dame
   *[king] König
}
reason-a-piece = { $role ->
    [queen] eine Dame
   *[other] ein { reason-piece }
}
reason-the-piece = { $role ->
    [queen] die Dame
   *[other] der { reason-piece }
}
reason-by-piece = { $role ->
    [queen] der Dame
    [pawn] dem Bauern
   *[other] dem { reason-piece }
}
reason-no-piece = { $role ->
    [queen] keine Dame
   *[other] kein { reason-piece }
}
reason-not-said = { $said ->
    [pawn] kein Bauer
    [knight] kein Springer
    [bishop] kein Läufer
    [rook] kein Turm
    [queen] keine Dame
   *[king] kein König
}
reason-side = { $side ->
    [white] Weiß
   *[black] Schwarz
}
reason-no-piece-from = { $role ->
    [none] nichts
   *[other] { reason-no-piece }
} von { reason-side }{ $from ->
    [none] { "" }
   *[other] { " " }auf { $from }
}
reason-has-no-piece = { reason-side } hat { $role ->
    [queen] keine Dame
    [pawn] keinen Bauern
   *[other] keinen { reason-piece }
}
reason-game-over = die Partie ist zu Ende
reason-empty-square = { $square } ist leer
reason-opponents-piece = { reason-the-piece } auf { $square } gehört { reason-side }
reason-other-piece = auf { $square } steht { reason-a-piece }, { reason-not-said }
reason-no-piece-left = { reason-has-no-piece }
reason-none-placed = auf { $from } steht { reason-no-piece } von { reason-side }
reason-same-square = { $square } nach { $square } ist kein Zug
reason-moves-otherwise = { reason-a-piece } zieht nicht von { $square } nach { $to }
reason-none-reaches = { reason-no-piece-from } kommt nach { $to }
reason-cannot-move = { reason-no-piece-from } kann ziehen
reason-path-blocked = auf { $square } steht { reason-a-piece } im Weg
reason-own-piece-on-target = auf { $square } steht { $role ->
    [queen] die eigene Dame
   *[other] der eigene { reason-piece }
}
reason-nothing-to-capture = auf { $square } gibt es nichts zu schlagen
reason-other-piece-captured = auf { $square } steht { reason-a-piece }, { reason-not-said }
reason-no-piece-to-capture = { reason-has-no-piece }
reason-cannot-capture = so lässt sich { $role ->
    [none] nichts
   *[other] { reason-no-piece }
} schlagen
reason-pawn-captures-straight = ein Bauer schlägt nicht geradeaus
reason-pawn-blocked = auf { $square } steht { reason-a-piece }
reason-double-step-later = der Bauer auf { $square } geht nur einen Schritt
reason-en-passant-too-late = der Bauer auf { $square } kann nur gleich nach seinem Doppelschritt en passant geschlagen werden
reason-no-en-passant = dort kann nicht en passant geschlagen werden
reason-promotion-to = ein Bauer wird nicht { $role ->
    [queen] zur Dame
    [pawn] zum Bauern
   *[other] zum { reason-piece }
}
reason-no-promotion = auf { $square } wird nicht umgewandelt
reason-only-pawn-promotes = nur ein Bauer wird umgewandelt
reason-none-promotes = so wird kein Bauer umgewandelt
reason-exposes-king = der König stünde im Schach von { reason-by-piece } auf { $square }
reason-king-in-check = der König steht im Schach von { reason-by-piece } auf { $square }
reason-king-into-check = auf { $to } stünde der König im Schach von { reason-by-piece } auf { $square }
reason-castling-lost = das Recht auf diese Rochade fehlt
reason-castling-in-check = keine Rochade, solange der König im Schach von { reason-by-piece } auf { $square } steht
reason-castling-blocked = keine Rochade, solange auf { $square } { reason-a-piece } steht
reason-castling-attacked = keine Rochade, solange { $through } von { reason-by-piece } auf { $square } angegriffen wird

unknown-ruleset = unbekannte Regeln „{ $found }“, erwartet wird fide-2023 oder fide-2009

two-minutes-game-over = die Partie ist zu Ende
two-minutes-not-on-move = nur wer am Zug ist, kann das beanspruchen
two-minutes-flag-fallen = das Blättchen ist gefallen
two-minutes-time-left = zwei Minuten oder mehr sind übrig
two-minutes-addition = mit jedem Zug kommt Zeit dazu
two-minutes-not-last-period = das ist nicht der letzte Abschnitt
two-minutes-blitz = nicht im Blitz
two-minutes-not-in-rules = das gibt es nach diesen Regeln nicht
two-minutes-not-announced = es wurde nicht angekündigt, dass man das beanspruchen kann

## Zeiten

unknown-authority = „{ $found }“ hält keine Zeit, erwartet wird program, server, peers oder board-clock

time-unreadable = „{ $found }“ ist keine Bedenkzeit, erwartet werden Minuten und Sekunden wie 90+30, oder PGN wie 40/7200:3600+30
time-open-period = nur der letzte Abschnitt kann für alle Züge sein: „{ $found }“, erwartet wird etwa 90+30 oder 40/90+30,30+30
time-length = ein Abschnitt muss länger als keine Zeit und höchstens einen Tag dauern: „{ $found }“

## Text in TOML: eine Grammatik, eine Brailleschrift

toml-missing = „{ $key }“ fehlt
# Was dort stehen kann, oder was ihm am ähnlichsten ist.
toml-unknown = „{ $found }“ bedeutet hier nichts, erwartet wird etwa { $expected }
toml-twice = das steht schon weiter oben
toml-length = erwartet werden { $expected } Werte
toml-text = erwartet wird Text in Anführungszeichen
toml-list = erwartet wird eine Liste in eckigen Klammern
toml-section = erwartet wird ein Abschnitt
toml-switch = erwartet wird true oder false
toml-number = erwartet wird eine Zahl
toml-unreadable = das ist kein TOML, erwartet wird etwa name = "Text"

## Notationen

braille-code-unknown = keine Brailleschrift „{ $found }“, erwartet wird { $expected } oder eine Datei
braille-code-read = die Brailleschrift { $file } kann nicht gelesen werden: { $source }
braille-code-line = { $file }, Zeile { $line }, `{ $text }`: { $fault }
braille-code-fault = die Brailleschrift { $file }: { $fault }
braille-code-count = { $name } hat { $count } Zellen, erwartet wird eine
braille-code-empty = ein Wert in { $name } hat keine Zellen
braille-code-same = { $cells } steht in { $name } für zweierlei
braille-code-no-cell = „{ $found }“ in { $name } ist keine Braillezelle, erwartet wird U+2800 bis U+28FF

trf-no-player = kein Turnierbericht: keine Zeile beginnt mit 001 und nennt jemanden
trf-too-large = kein Turnierbericht: zu viele oder zu lange Zeilen
trf-no-number = Zeile { $line }: „{ $found }“ ist keine Startnummer, erwartet wird eine Zahl in den Spalten 5 bis 8
trf-no-name = Zeile { $line }: Der Name fehlt, erwartet wird er in den Spalten 15 bis 47
trf-twice = Zeile { $line }: Die Startnummer { $number } kommt zweimal vor
trf-round = Zeile { $line }, Runde { $round }: „{ $found }“ ist nicht lesbar, erwartet werden Gegner, Farbe und Ergebnis, etwa „  12 w 1“
trf-points = Zeile { $line }: „{ $found }“ ist keine Punktwertung, erwartet wird etwa „162  W 3.0    D 1.0“
trf-contradiction = Zeile { $line }, Runde { $round }: Der Eintrag widerspricht dem der Gegnerin oder des Gegners
trf-no-pairing = Runde { $round }: { $white } gegen { $black } ist nicht gepaart
pgn-unreadable = Partie { $game }, Zug { $number } { $word }: nicht lesbar, erwartet wird ein Zug wie Nf3
pgn-illegal-promotion-missing = die neue Figur ist nicht genannt
pgn-illegal = Partie { $game }, Zug { $number } { $san }: nicht regelgemäß, { $reason }
pgn-ambiguous = Partie { $game }, Zug { $number } { $san }: Mehr als eine Figur kann dorthin, erwartet wird ihre Linie oder Reihe
pgn-pawn-letter = Partie { $game }, Zug { $number } { $san }: P ist im Englischen der Bauer und in einer anderen Sprache eine andere Figur, erwartet wird der Bauernzug ohne Buchstaben oder die Figur mit ihrem englischen
pgn-start = Partie { $game }: „{ $fen }“ kann nicht der Anfang sein: { $reason }
pgn-variant = Partie { $game }: die Variante „{ $variant }“, erwartet wird das gewöhnliche Schach oder Chess960
pgn-unclosed = Partie { $game }, vor Zug { $number }: Dort beginnt eine Variante, die nicht endet
pgn-unclosed-comment = Partie { $game }, vor Zug { $number }: Dort beginnt eine Anmerkung, die nicht endet
pgn-null-move = Partie { $game }, Zug { $number } { $word }: Dort steht kein Zug, die Partie ist bis dahin gelesen

notation-empty = nichts geschrieben, erwartet wird ein Zug wie e4
notation-no-destination = „{ $found }“ nennt kein Feld, wohin, erwartet wird ein Zug wie e4 oder 0-0
notation-unknown-piece = in „{ $found }“ ist „{ $letter }“ weder Linie noch Figur, erwartet wird eines von { $letters }
notation-promotion = „{ $found }“ ist keine neue Figur, erwartet wird eines von { $letters }
notation-piece-or-file = in „{ $found }“ kann der erste Buchstabe Figur oder Linie sein, schreiben Sie Figuren groß und Linien klein

## Was sich sagen lässt

grammar-unreadable = die Grammatik { $path } kann nicht gelesen werden: { $source }
grammar-fault = { $file }, Zeile { $line }: { $fault }

grammar-toml = in `{ $text }`: { $fault }
grammar-language = von der Sprache „{ $found }“ sind keine Figurenbuchstaben bekannt, erwartet wird eines von { $expected }
grammar-word = „{ $found }“ ist kein Wort, erwartet werden nur kleine Buchstaben, dazwischen vielleicht ein Apostroph
grammar-key = „{ $found }“ ist kein Schlüssel von [{ $section }], erwartet wird { $expected }
grammar-missing = in [{ $section }] fehlt „{ $missing }“
grammar-two-values = das Wort „{ $word }“ steht in [words.{ $class }] für zweierlei, erwartet wird eines
grammar-ignored-word = „{ $word }“ wird überhört und also nie gehört, doch diese Wendung braucht es
grammar-syntax = „{ $found }“ passt nicht in eine Wendung, erwartet wird { $expected }
grammar-unknown-slot = die Lücke {"{"}{ $found }{"}"} gibt es nicht, erwartet wird eine von { $expected }
grammar-useless-slot = die Lücke {"{"}{ $slot }{"}"} bedeutet hier nichts, erwartet wird { $expected }
grammar-needs-slot = eine Wendung ohne {"{"}{ $slot }{"}"} sagt hier zu wenig
grammar-slot-twice = die Lücke {"{"}{ $slot }{"}"} kann in einer Wendung zweimal stehen, erwartet wird einmal
grammar-example = „{ $found }“ ist keine Wendung von { $key }
grammar-unknown-part = ein Teil <{ $found }> gibt es nicht
grammar-recursive = der Teil <{ $found }> enthält sich selbst
grammar-unused-part = nichts verweist auf den Teil <{ $found }>
grammar-empty-phrase = eine Wendung kann leer sein, erwartet wird mindestens ein Wort
grammar-too-large = das lässt sich auf zu viele Arten sagen, erwartet werden weniger Teile in Teilen
grammar-two-meanings = „{ $utterance }“ bedeutet sowohl { $one } als auch { $other }

not-understood-silence = kein Wort wurde gesagt
not-understood-unknown-words = gesagt wurden Wörter, die in keiner Wendung stehen
not-understood-no-phrase = die Wörter sind keine ganze Wendung
not-understood-several-at-once = mehreres wurde auf einmal gesagt
not-understood-far-away = es wurde zu weit weg gesagt
not-understood-anything = es kann alles gewesen sein
not-understood-doubtful = es war nicht deutlich genug
not-understood-chatter = jemand redet weiter

## Partiedateien

journal-line-no-entry = { $number ->
    [1] das ist keine Partiedatei (.jsonl), in Zeile 1 steht
   *[other] Zeile { $number } ist kein Eintrag einer Partiedatei
}: `{ $text }`
journal-line-unknown = Zeile { $number }: „{ $found }“ ist hier unbekannt; ein neueres Programm kennt es vielleicht, erneuern Sie dieses
journal-line-value = Zeile { $number } ist kein Eintrag einer Partiedatei: { $key } kann nicht „{ $found }“ sein
journal-line-altered = Zeile { $number } ist nicht, wie sie geschrieben wurde
journal-line-misnumbered = Zeile { $number } trägt die Nummer { $stated }: Zeilen fehlen oder kamen dazu
journal-line-unsealed = Zeile { $number } hat keine Prüfsumme, obwohl zu jeder Zeile dieser Partiedatei eine gehört: Sie wurde geändert oder kam dazu
journal-line-instant = Zeile { $number } hat einen Zeitpunkt, der nicht sein kann ({ $at } Millisekunden nach dem Beginn): vor dem einer früheren Zeile, oder mehr als ein Jahr danach
journal-line-impossible = Zeile { $number }: { $key } kann nicht { $found } sein, erwartet wird höchstens { $most }
journal-line-newer = das hat ein neueres Programm geschrieben (Fassung { $version }, dieses liest bis { $known }), erneuern Sie dieses
journal-remark-torn = Zeile { $number }, die letzte, ist unvollständig, wie nach einem Stromausfall, und wurde weggelassen

journal-doubt-altered = Zeile { $line } ist nicht, wie sie geschrieben wurde
journal-doubt-no-sums = { $lines ->
    [one] die erste Zeile hat keine Prüfsumme
   *[other] die ersten { $lines } Zeilen haben keine Prüfsumme
}: Nichts beweist, dass die Partiedatei so geschrieben wurde
journal-doubt-key-missing = die Partiedatei ist mit dem Schlüssel { $key } versiegelt, der hier fehlt: Ob sie geändert wurde, ist nicht geprüft
journal-doubt-no-key = die Partiedatei ist nicht mit dem Schlüssel { $key } versiegelt, der hier ist: Wer sie neu schrieb, konnte auch die Prüfsummen neu machen

journal-key-no-folder = kein Benutzerordner, um den Schlüssel darin zu verwahren, setzen Sie HOME
journal-key-no-key = in { $path } steht kein Schlüssel für Partiedateien, erwartet werden 64 hexadezimale Ziffern; legen Sie den richtigen dorthin, oder nehmen Sie die Datei weg
journal-key-file = der Schlüssel { $path }: { $source }

journal-empty = sie ist leer, erwartet wird in der ersten Zeile, wie die Partie begann
journal-no-start = Zeile 1 sagt nicht, wie die Partie begann
journal-second-start = Zeile { $found } beginnt die Partie ein zweites Mal
journal-illegal = Zeile { $line }: Der Zug { $uci } ist dort nicht regelgemäß
journal-contradicted = Zeile { $line }: Der Zug { $uci } steht dort als „{ $san }“
journal-nothing-to-take-back = Zeile { $found } nimmt einen Zug zurück, der nicht gemacht wurde
journal-not-over = Zeile { $found } nimmt eine Partie wieder auf, die nicht zu Ende ist

unknown-broadcast = „{ $found }“ ist keine Runde einer Übertragung, erwartet werden ihre acht Buchstaben und Ziffern oder die Adresse ihrer Seite
unknown-opponent = „{ $found }“ ist kein Gegner, erwartet wird board, board:NAME, engine, engine:PFAD, lichess, lichess:NAME, peer, peer:RECHNER oder peer:RECHNER:PORT

## Geräte

port-missing = nichts an { $path }, schließen Sie das Gerät an
# $wanted: clock, oder wie sich das Gerät nennt.
port-unplugged = { $wanted ->
    [clock] keine Tastuhr
   *[other] kein Gerät „{ $wanted }“
} ist eingesteckt
port-several = { $wanted ->
    [clock] welches ist die Tastuhr
   *[other] welches ist „{ $wanted }“
}: { $ports }? Nennen Sie auch den Anschluss
port-busy = { $path } benutzt ein anderes Programm, beenden Sie das
port-forbidden = kein Recht an { $path }, nehmen Sie den Benutzer in die Gruppe dialout auf
port-no-rule = kein Recht an { $path }, der Rat dazu steht in: annabella guide geht
port-cannot-open = { $path } lässt sich nicht öffnen: { $what }
port-gone = die Verbindung brach ab: { $what }
port-no-answer = keine Antwort
port-other-version = die Fassung { $found } des Protokolls, erwartet wird { $expected }
port-no-live-chess = an { $place } antwortet kein LiveChess, starten Sie es: { $what }
port-no-brltty = kein Brailleserver antwortet, starten Sie brltty
port-brltty-refuses = brltty weist diesen Benutzer ab, nehmen Sie ihn in die Gruppe brlapi auf
port-brltty-gone = brltty ist weg
port-no-display = brltty läuft, hat aber keine Zeile mehr, schließen Sie sie an
board-unknown = ein Brett „{ $found }“ gibt es nicht, erwartet wird { $makers }, oder ein Pfad wie /dev/ttyUSB0
board-thread = für das Brett lässt sich kein Thread starten: { $what }

no-placement = keine Aufstellung: „{ $found }“, erwartet werden acht Reihen wie rnbqkbnr/8, von der achten zur ersten

brlapi-authentication = brltty weist diesen Benutzer ab
brlapi-interrupted = unterbrochen
brlapi-other = die Verbindung mit brltty ist gestört

braille-not-built = dieses Programm wurde ohne Braille gebaut, bauen Sie es mit dem Merkmal `braille`
braille-zero-byte = { $which } des Brailleservers enthält ein Nullbyte: { $found }
braille-thread = für die Braillezeile lässt sich kein Thread starten: { $what }

braille-emulator-cells = eine Zeile von { $found } Zellen kann nicht sein, erwartet wird 1 bis 80
braille-emulator-address = „{ $found }“ ist keine Adresse, erwartet werden Rechner und Port, etwa 127.0.0.1:35752
braille-emulator-output = die Braillezeile lässt sich nicht ausgeben: { $fault }
braille-emulator-thread = für die Braillezeile lässt sich kein Thread starten: { $fault }

no-fault = kein Fehler: { $found }, erwartet wird drop, corrupt, delay, duplicate, reorder, reset oder unplug, und =N dahinter für jede N-te Zeile

emulator-link-taken = { $link } gibt es schon und führt zu keinem Terminal, wählen Sie einen anderen Pfad
emulator-link = der Verweis { $link } lässt sich nicht anlegen: { $source }
emulator-pty = ein Pseudoterminal lässt sich nicht öffnen: { $fault }
emulator-output = das Zifferblatt der Uhr lässt sich nicht ausgeben: { $fault }

engine-none-found = kein Schachprogramm ist installiert: Installieren Sie eines (apt install stockfish), oder nennen Sie eines: engine:PFAD
engine-not-there = ein Schachprogramm „{ $path }“ gibt es nicht
engine-folder = das Schachprogramm „{ $path }“ ist ein Ordner, erwartet wird ein Programm
engine-no-program = das Schachprogramm „{ $path }“ darf nicht ausgeführt werden: chmod +x macht es dazu
engine-not-started = das Schachprogramm „{ $path }“ lässt sich nicht starten: { $fault }
engine-no-engine = „{ $program }“ ist kein Schachprogramm, erwartet wird uciok: { $found }
engine-strength = { $name } kann nicht mit der Stärke { $found } spielen, erwartet wird { $expected }
engine-no-chess960 = { $name } spielt kein Schach 960: Es kennt UCI_Chess960 nicht und würde falsch rochieren
engine-handshake-ends-at-once = es endet sofort
engine-handshake-too-late = es sagt das nicht binnen zehn Sekunden
engine-range-elo = { $least } bis { $most } (Elo)
engine-range-level = { $lowest } bis { $highest } (Stufe)
engine-range-either = { engine-range-elo } oder { engine-range-level }
engine-range-none = keine: Es hat nur eine
engine-lost-ended = es ist zu Ende
engine-lost-endless-line = es schreibt eine Zeile ohne Ende
engine-lost-no-start = es beginnt nicht
engine-lost-no-stop = es hört nicht auf
engine-lost-no-move = es zieht nicht
engine-lost-no-answer = es antwortet nicht
engine-lost-illegal = es antwortet { $best }, was dort kein Zug ist
engine-no-thread = für das Schachprogramm lässt sich kein Thread starten: { $fault }

microphone-not-built = dieses Programm wurde ohne Ton gebaut, bauen Sie es mit dem Merkmal `audio`
microphone-no-device = kein Mikrofon gefunden: Schließen Sie eines an, oder starten Sie den Tonserver
microphone-no-such-device = kein Mikrofon heißt { $wanted }; es gibt: { $there }
microphone-silent-system = das Tonsystem antwortet nicht
microphone-never-heard = das Mikrofon öffnet sich, liefert aber keinen Ton: { $found }
microphone-gone = das Mikrofon ist fort: { $found }
microphone-does-not-open = das Mikrofon { $name } öffnet sich nicht: { $found }

capture-absent = es ist nicht da, oder sein Tonserver läuft nicht
capture-busy = ein anderes Programm benutzt es
capture-not-in-group = das Recht fehlt, nehmen Sie den Benutzer in die Gruppe audio auf
capture-unknown = der Tonserver kennt es nicht mehr
capture-forbidden = der Tonserver lässt es nicht zu
capture-taken-away = das Gerät wurde entfernt
capture-only-errors = das Tonsystem meldet nur Fehler
capture-no-samples = seit { $seconds } Sekunden kommt kein Ton
capture-server-gone = der Tonserver ist fort
capture-no-monitor = er sagt nicht, was er spielt
capture-no-loudspeakers = es gibt keine Lautsprecher mehr
capture-other-loudspeakers = andere Lautsprecher sind jetzt die üblichen
capture-other = das Tonsystem meldet einen Fehler

model-no-folder = kein Sprachmodell in { $path }: Den Ordner gibt es nicht, nennen Sie einen anderen mit --model ORDNER
model-missing = vom Sprachmodell { $folder } lässt sich { $file } nicht lesen: { $source }
model-damaged = das Sprachmodell { $folder } ist beschädigt: { $file } ist nicht, wie sie sein soll
model-fails = das Sprachmodell { $folder } ist nicht zu gebrauchen: Der Versuch schlug fehl
model-refused = das Sprachmodell { $path } ist nicht zu gebrauchen: libvosk weist es ab
model-not-built = dieses Programm wurde ohne Spracherkennung gebaut, bauen Sie es mit dem Merkmal `vosk`

recognizer-refused = aus dem Sprachmodell wird kein Erkenner: libvosk weist es ab
recognizer-failed = der Erkenner versagte bei dieser Äußerung

phrase-character = in der Wendung { $phrase } steht { $found }, erwartet werden Wörter und Leerzeichen
phrase-empty = eine Wendung ohne Wörter

sound-rate = { $found } Abtastwerte in der Sekunde, erwartet wird 4000 bis 384000
sound-no-channels = keine Tonspur, erwartet wird mindestens eine

wav-unreadable = { $path }: { $source }
wav-not-wav = { $path } ist keine WAV-Datei, die sich lesen lässt, erwartet wird eine mit PCM
wav-cut-short = { $path } ist abgeschnitten: { $found } Byte von { $declared }, die ihr Kopf nennt
wav-breaks-off = die Aufnahme bricht ab: { $what }
wav-format = { $path }: { $source }

journal-exists = die Partiedatei { $path } gibt es schon, wählen Sie einen anderen Namen, oder setzen Sie sie fort
journal-missing = eine Partiedatei { $path } gibt es nicht
journal-locked = ein anderes Programm schreibt die Partiedatei { $path }, beenden Sie das
journal-replaced = eine andere Datei liegt an der Stelle der Partiedatei { $path }, legen Sie sie anderswohin
journal-no-folder = einen Ordner { $path } gibt es nicht, nennen Sie für die Partiedatei einen anderen
journal-not-a-folder = { $path } ist kein Ordner, nennen Sie für die Partiedatei einen anderen
journal-is-a-folder = { $path } ist ein Ordner, erwartet wird eine Partiedatei
journal-not-a-file = { $path } ist keine Datei, sondern ein Gerät oder eine Pipe, erwartet wird eine Partiedatei
journal-too-large = { $path } ist zu groß für eine Partiedatei
journal-no-room = für die Partiedatei { $path } ist kein Platz, schaffen Sie welchen: { $source }
journal-forbidden = kein Recht an der Partiedatei { $path }, erlauben Sie sie diesem Benutzer
journal-forbidden-folder = kein Recht am Ordner { $path }, nennen Sie für die Partiedatei einen anderen
journal-line-break = in einer Zeile der Partiedatei kann kein Zeilenumbruch stehen: { $line }
journal-io = die Partiedatei { $path }: { $source }

keyboard-input = die Tastatur kann nicht gelesen werden: { $fault }

liblouis-not-there = lou_translate lässt sich nicht ausführen ({ $fault }), installieren Sie liblouis-bin, oder wählen Sie keine Tabelle
liblouis-table = liblouis hat keine Tabelle „{ $table }“, die zu gebrauchen ist
liblouis-no-cells = die Tabelle „{ $table }“ schreibt „{ $found }“, was keine Braillezelle ist, wählen Sie eine andere

bad-address = „{ $found }“ ist keine Adresse eines Servers, erwartet wird https://lichess.org (http nur auf diesem Rechner)

server-unreachable = der Server ist nicht zu erreichen: { $found }
server-cut = die Verbindung wurde getrennt
server-silent = der Server ist verstummt
server-closed = der Server hat die Verbindung beendet
server-token-refused = der Server nimmt den Schlüssel nicht an
server-no-right = dem Schlüssel fehlt das Recht, der Server sagt: »{ $found }«
server-too-many = zu viele Anfragen, der Server will { $seconds } Sekunden Pause
server-refused = der Server lehnt es ab und sagt: »{ $found }«
server-not-found = das gibt es dort nicht, der Server sagt: »{ $found }«
server-trouble = der Server hat Schwierigkeiten ({ $found })
server-not-lichess = was dort antwortet, ist nicht Lichess: { $found }

no-connection-no-answer = keine Antwort
no-connection-unknown-name = sein Name ist nicht bekannt, gibt es ein Netz?
no-connection-failed = keine Verbindung
no-connection-other = keine Verbindung

foreign-answer-no-http = kein HTTP
foreign-answer-status = Status { $found }
foreign-answer-web-page = Status { $found }, eine Seite für Browser
foreign-answer-endless-line = eine Zeile ohne Ende
foreign-answer-other = keine Antwort, die zu lesen ist

token-no-token = das ist kein Schlüssel; ein Schlüssel ist ein Wort aus Buchstaben und Ziffern, das mit lip_ beginnt
token-none = es gibt noch keinen Zugang: annabella account
token-readable = andere können { $path } lesen, worin der Schlüssel steht: chmod 600 { $path }
token-file = der Schlüssel in { $path } ist nicht zu gebrauchen: { $source }

serial-not-built = dieses Programm wurde ohne serielle Anschlüsse gebaut, bauen Sie es mit dem Merkmal `serial`

clock-line-too-long = eine Zeile länger als { $limit } Byte
clock-line-cut-off = eine Zeile, vom nächsten `$` abgeschnitten
clock-line-unframed = eine Zeile ohne Prüfsumme: { $found }, erwartet wird `*`, zwei Hexziffern, CR LF
clock-line-checksum = falsche Prüfsumme: { $found }, erwartet wird { $expected }
clock-line-unknown = unbekannte Zeile { $body }

clock-refusal = sie nimmt das nicht an und sagt: »{ $found }«
clock-thread = für die Uhr lässt sich kein Thread starten: { $what }
web-address = unter { $address } lässt sich keine Seite öffnen: { $what }
web-thread = für die Seite lässt sich kein Thread starten: { $what }
unknown-web-address = „{ $found }“ ist keine Adresse für die Seite, erwartet wird etwa 127.0.0.1:8960 oder 0.0.0.0:8960
unknown-web-name = „{ $found }“ ist kein Name eines Rechners, erwartet wird etwa chess.example
unknown-web-seat = „{ $found }“ ist kein Platz auf der Seite, erwartet wird table, white oder black

voice-not-built = dieses Programm wurde ohne Sprachausgabe gebaut, bauen Sie es mit dem Merkmal `tts`
peer-unreachable = { $place } ist nicht zu erreichen: { $what }
peer-not-found = in diesem Netz wartet niemand mit diesem Code
peer-unknown-place = die Adresse „{ $place }“ gibt es nicht, erwartet wird NAME oder NAME:PORT
peer-port-taken = der Port { $port } ist nicht zu haben: { $what }
peer-wrong-code = der Code ist ein anderer
peer-foreign = was dort spricht, ist nicht dieses Programm
peer-terms = in den Bedingungen der Gegenseite ist { $found } nicht zu gebrauchen
peer-cut = die Verbindung ist getrennt
peer-silent = die Gegenseite antwortet nicht
peer-long-line = die Gegenseite schickt eine Zeile ohne Ende
peer-code-group = Gruppe { $number } des Codes stimmt nicht
peer-code-length = der Code hat { $found } Ziffern, erwartet werden fünf Gruppen zu fünf
peer-code-no-digit = im Code steht etwas anderes als Ziffern
kept-peer-file = die Partie mit der Gegenseite kann nicht fortgesetzt werden, { $path }: { $source }
kept-peer-unreadable = { $path } ist keine Partie mit einer Gegenseite, oder eine einer anderen Fassung

voice-no-server = kein Sprachserver antwortet: Starten Sie speech-dispatcher
voice-gone = der Sprachserver ist weg
voice-no-answer = der Sprachserver antwortet nicht

## Die Einstellungen

config-read = { $path } kann nicht gelesen werden: { $source }
config-write = { $path } kann nicht geschrieben werden: { $source }
config-line = { $path }, Zeile { $line }, in `{ $text }`: { $fault }

config-line-no-setting = Hier steht keine Einstellung, erwartet wird ein Name und sein Wert, etwa `{ $example }`
config-line-twice = { $name } steht schon weiter oben, lassen Sie eines weg
config-line-unknown = eine Einstellung { $name } gibt es nicht, `annabella play --help-all` zählt alle auf
config-line-unknown-like = eine Einstellung { $name } gibt es nicht, war { $suggested } gemeint?
config-line-section = einen Abschnitt { $name } gibt es nicht, nur [braille-keys]
config-line-key = Hier steht, was eine Taste der Braillezeile tut, etwa `{ $example }`
config-line-text = { $name ->
    [time] Zeiten stehen
    [time-control] Zeiten stehen
    [warnings] Zeiten stehen
    [fen] Stellungen stehen
    [white] Namen stehen
    [black] Namen stehen
   *[other] Text steht
} in Anführungszeichen, etwa `{ $example }`
config-line-whole = erwartet wird eine ganze Zahl von { $least } bis { $most } ohne Anführungszeichen, etwa `{ $example }`
config-line-number = erwartet wird eine Zahl von { $least } bis { $most } ohne Anführungszeichen, etwa `{ $example }`
config-line-one-of = erwartet wird eines von { $values }, etwa `{ $example }`
config-line-unusable = { $fault }

config-out-of-range = { $name } = { $found } kann nicht sein, erwartet wird { $least } bis { $most }

## Partien

journal-not-resumed = die Partiedatei { $path } kann nicht fortgesetzt werden: { $source }

setup-clock-too-young = die Uhr dieses Rechners läuft noch nicht lange genug
school-puzzle = in { $path }: { $reason }
school-unread = { $path } ist nicht lesbar: { $source }
school-set-aside = { $path } mit dem Gelernten ist nicht lesbar und liegt jetzt in { $aside }; es wird neu begonnen
setup-no-game = keine Partie zu spielen
setup-nothing-unfinished = in { $folder } liegt keine unbeendete Partie
setup-nothing-finished = in { $folder } liegt keine beendete Partie
setup-not-over = die Partie in { $path } läuft noch; die Analyse gibt es danach
setup-no-journal = keine Partiedatei, die fortzusetzen wäre
setup-without-online-games = dieses Programm wurde ohne Partien im Netz gebaut
setup-without-hall = dieses Programm wurde ohne Hallen gebaut; bauen Sie es mit dem Merkmal hall
setup-without-peers = dieses Programm wurde ohne Partien mit dem Programm eines anderen Spielers gebaut
peer-code-file = { $path } kann nicht gelesen werden: { $source }
peer-code-readable = { $path } mit dem Code können auch andere lesen, das ändert: chmod 600 { $path }
setup-without-hall-file = die Partie geht durch eine Halle, deren Datei fehlt, gebraucht wird --hall board-017-white.hall
setup-other-side = die Hallen-Datei ist die von { $side ->
    [white] Weiß
   *[black] Schwarz
}, gewählt ist die andere Seite
setup-without-page = dieses Programm wurde ohne die Seite für den Browser gebaut
setup-one-journal = --journal nennt eine Datei, und dies ist mehr als eine Partie
setup-one-recorded = --keep-voice verwahrt die Aufnahmen einer Partie, und dies sind { $games }
setup-no-folder = kein Benutzerordner, um die Partiedatei darin zu verwahren, nennen Sie eine mit --journal DATEI
setup-folder = der Ordner { $path } lässt sich nicht anlegen: { $source }

text-terminal = hier ist ein Terminal, an dem jede Zeile ohnehin getippt werden kann: Lassen Sie --text - weg
text-read = { $path } kann nicht gelesen werden: { $source }

account-no-folder = kein Benutzerordner, um den Zugang darin zu verwahren

braille-keys-key = keine Taste einer Braillezeile heißt „{ $found }“, erwartet wird f1 bis f35 oder eines von { $expected }
braille-keys-command = die Brailletaste { $key } kann „{ $found }“ nicht, erwartet wird eines von { $expected }, oder nichts

not-online-control = im Netz ist die Bedenkzeit Minuten und Sekunden je Zug wie 15+10, gefunden wurde { $found }
not-online-too-fast = im Netz geht es nicht so schnell: { $found } ist zu kurz, um einen Gegner zu suchen braucht es 8 Minuten oder 5+5, um jemanden herauszufordern 3
not-online-too-long = im Netz gibt es höchstens 3 Stunden, und 3 Minuten je Zug, in einer Herausforderung eine: gefunden wurde { $found }
not-online-days = im Netz hat eine Fernpartie 1, 2, 3, 5, 7, 10 oder 14 Tage je Zug, gefunden wurde { $found }
not-online-side = bei einer gesuchten Fernpartie wird die Farbe ausgelost: Lassen Sie --user weg, oder fordern Sie jemanden heraus (--opponent lichess:NAME)
not-online-name = „{ $found }“ ist kein Name eines Spielers, erwartet werden Buchstaben, Ziffern, - und _

table-position = die Stellung „{ $fen }“ kann nicht sein: { $source }
table-user-of-both = ein Gegner anderswo (--opponent { $opponent }) spielt gegen einen: --user white oder --user black
table-not-in-competition = im Turnier spielt niemand von anderswo: --opponent { $opponent } und --competition schließen sich aus
table-silence-by-touch = ein Zug kann nicht durch Schweigen gelten (--confirm delay), wo alles darauf wartet, gelesen zu werden (--by-touch)
table-puzzles = die Aufgaben in { $path } können nicht gelesen werden: { $source }
table-no-puzzles = in { $path } steht keine Aufgabe, erwartet wird EPD, PGN oder eine Tabelle mit PuzzleId,FEN,Moves
table-no-puzzle = in { $path } ist keine Aufgabe lesbar, zuerst { $reason }

unknown-letters = Buchstaben „{ $found }“ gibt es nicht, erwartet wird eines von { $expected }

unknown-warnings = „{ $found }“ ist keine Liste von Zeiten, erwartet werden Minuten und Sekunden wie 5:00,1:00,0:10, oder off

## Befehle

config-missing = eine Konfiguration { $path } gibt es nicht
journal-despite-damage = { $fault }
    Um sie trotzdem zu gebrauchen: { $command }

unknown-topic = in der Anleitung gibt es kein Thema „{ $found }“; es gibt: { $topics }

command-error-no-config-folder = kein Benutzerordner, um die Konfiguration darin zu verwahren, nennen Sie eine mit --config DATEI
command-error-without-boards = dieses Programm wurde ohne elektronische Bretter gebaut
command-error-without-online-games = dieses Programm wurde ohne Partien im Netz gebaut
command-error-read = { $path } kann nicht gelesen werden: { $source }
command-error-no-text = { $path } ist keine Textdatei
command-error-no-score = in { $path } steht keine Partie, erwartet wird eine Mitschrift in PGN oder eine Partiedatei
command-error-written-moves = in { $path } stehen Züge, wie PGN sie schreibt, erwartet wird in jeder Zeile ein Zug, wie man ihn spricht; `annabella speak` sagt sie so
command-error-no-spoken-moves = in { $path } ist keine Zeile ein Zug, erwartet wird in jeder Zeile ein Zug, wie man ihn spricht
command-error-utf16 = { $path } ist in UTF-16 geschrieben, erwartet wird UTF-8 oder Latin-1: Speichern Sie es als UTF-8
command-error-write-into = in { $folder } kann nicht geschrieben werden: { $source }
command-error-read-positions = die Stellungen können nicht gelesen werden: { $source }
command-error-nothing-to-transcribe = es braucht eine Datei mit Zeilen, --audio DATEI.wav oder --dgt DATEI
command-error-recording = die Aufnahme: { $reason }
command-error-recognizer = der Erkenner geht nicht mehr: { $reason }
command-error-unheard = { $reason }
command-error-heard = { $path } lässt sich nicht zu Ende hören: { $reason }
command-error-evaluate = { $path } lässt sich nicht messen: { $fault }
command-error-keep-in = in { $folder } lassen sich keine Aufnahmen verwahren: { $source }
command-error-keep = die Aufnahme lässt sich nicht verwahren: { $source }
command-error-unknown-token = der Server kennt diesen Schlüssel nicht, nichts wurde verwahrt
command-error-no-right = damit lassen sich keine Partien spielen: Dem Schlüssel fehlt das Recht { $right }, machen Sie einen anderen
command-error-token-shown = das Terminal zeigt weiter, was getippt wird: { $source }
command-error-token-hidden = das Terminal bleibt, wie es ist: { $source }
command-error-token-unread = der Schlüssel kann nicht gelesen werden: { $source }


board-emulator-read = { $path } kann nicht gelesen werden: { $source }
no-game-empty = sie ist leer
no-game-no-move = { $uci } geht dort nicht
board-emulator-no-game = { $path } enthält keine Partie: { $reason }
board-emulator-no-maker = kein Brett: { $found }, erwartet wird { $others } oder { $last }

board-recording-empty = { $found } ist leer, erwartet werden die Bytes, die ein DGT-Brett gesendet hat, oder je Nachricht eine Zeile base64
board-recording-foreign = nichts in { $found } ist eine Nachricht eines DGT-Bretts
board-recording-no-move = in { $path } wurde kein Zug gemacht; das Brett begann als { $first }

useless-option-without = { $option } ändert nichts ohne { $missing }, lassen Sie es weg
useless-option-beside = { $option } ändert nichts neben { $other }, lassen Sie es weg
useless-option-no-start = { $option } ändert nichts, keine Partie in { $path } beginnt dort, lassen Sie es weg

brf-width = in Zeilen von { $found } Zellen hat kein Zug Platz, erwartet wird 20 bis 80
brf-length = auf Seiten von { $found } Zeilen hat keine Partie Platz, erwartet wird 5 bis 60

export-journal = die Partiedatei { $path }: { $source }
export-several-games = in { $path } stehen { $count } Partien; wählen Sie eine davon: --game 1
export-no-such-game = in { $path } gibt es keine Partie { $found }, erwartet wird { $count ->
    [1] --game 1 oder nichts
   *[other] 1 bis { $count }
}
export-without-pages = dieses Programm wurde ohne Seiten für einen Browser gebaut; bauen Sie es mit dem Merkmal web

move-at-unreadable = „{ $found }“ nennt keinen Zug, erwartet wird seine Nummer: 12, oder 12w und 12s für den einer Seite
move-at-beyond = die Partie hat keinen Zug { $found }, ihr letzter ist { $last }{ $side ->
    [white] w
   *[black] s
}
move-at-no-moves = die Partie hat keinen Zug { $found }, noch wurde nichts gespielt

judge-empty = keine FEN angegeben, erwartet wird eine Stellung wie „8/8/8/8/8/8/4P3/4K2k w - - 0 1“
judge-start = „{ $fen }“: { $source }

reconcile-start = Die Mitschrift von { $side ->
    [white] Weiß
   *[black] Schwarz
} hat keinen Anfang: { $source }
reconcile-no-score = Die Mitschrift von { $side ->
    [white] Weiß
   *[black] Schwarz
} hat keinen Zug, erwartet wird eine Mitschrift in PGN oder eine Partiedatei
reconcile-several-games = Die Datei von { $side ->
    [white] Weiß
   *[black] Schwarz
} enthält { $count } Partien, erwartet wird die Mitschrift von einer
reconcile-other-start = die Mitschriften beginnen mit verschiedenen Stellungen, sind also nicht von einer Partie
reconcile-times = „{ $found }“ sind keine zwei Zeiten, erwartet wird, was Weiß und Schwarz verbraucht haben, wie 1:30:00,0:58:10

label-unreadable = { $path } kann nicht gelesen werden: { $source }
label-no-labels = keine labels.tsv in { $path } oder darunter, erwartet werden Zeilen mit einer Datei, einem Tabulator und ihren Wörtern
label-line = { $path }, Zeile { $line }: { $found }, erwartet wird eine Datei, ein Tabulator und ihre Wörter
label-no-file = { $path }, Zeile { $line }: Eine Datei { $file } gibt es nicht
label-position = { $path }, Zeile { $line }: Die Stellung „{ $fen }“ kann nicht sein: { $source }

replay-no-recordings = von dieser Partie gibt es in { $path } keine Aufnahmen: Spielen Sie mit --keep-voice
replay-folder = { $path } kann nicht gelesen werden: { $source }
replay-no-move = Zug { $found } hat keine Aufnahmen
replay-no-loudspeaker = es gibt nichts, worauf es zu hören wäre

more-faults = { $count ->
    [one] noch ein Fehler
   *[other] noch { $count } Fehler
}
puzzles-cut = mehr Aufgaben, als gelesen werden: nur die ersten { $count } zählen
wrong-line = Partie { $game }, Zeile { $number }, „{ $line }“: { $reason }
line-fault-no-start = kein Anfang einer Partie
line-fault-several-moves = das können mehrere Züge sein
line-fault-not-understood = nicht verstanden
line-fault-no-move = kein Zug
line-fault-ambiguous = mehrdeutig, von { $from }
line-fault-promotion-missing = die Umwandlungsfigur fehlt
line-fault-illegal = nicht regelgemäß, { $reason }

# Hinter der Datei. $line: 0, wo die Datei keine Zeilen hat.
flaw-damaged = { $line ->
    [0] { "" }
   *[other] Zeile { $line }:{ " " }
}{ $length } Byte ab { $at } sind nicht zu lesen{ $lost ->
    [nothing] , von der Partie fehlt nichts
   *[something] { "" }
}
flaw-no-base64 = Zeile { $line } ist kein base64
flaw-doubtful = { $made }, oder { $or }
flaw-not-followed = Nachricht { $message }{ $clock }, { $last ->
    [none] am Anfang
   *[other] nach { $last }
}: Das Brett zeigt, was kein Zug ergibt, die Partie steht bis dorthin da; { $differing }
differing-squares = auf { $square } steht { $holds }, erwartet wird { $should }; { $rest }
differing-squares-last = auf { $square } steht { $holds }, erwartet wird { $should }
differing-squares-none = die Stellung steht wieder da, was dazwischen stand, ist aber kein Zug
standing-piece = { $piece ->
    [P] ein weißer Bauer
    [N] ein weißer Springer
    [B] ein weißer Läufer
    [R] ein weißer Turm
    [Q] eine weiße Dame
    [K] der weiße König
    [p] ein schwarzer Bauer
    [n] ein schwarzer Springer
    [b] ein schwarzer Läufer
    [r] ein schwarzer Turm
    [q] eine schwarze Dame
    [k] der schwarze König
   *[none] nichts
}

## Lektionen

lesson-fault = { $file } ist keine Lektion: { $fault }
lesson-line = Zeile { $line }, `{ $text }`: { $fault }
lesson-no-steps = kein Schritt gefunden, erwartet wird mindestens ein [[step]]
lesson-empty = Schritt { $step } sagt nichts und fragt nichts, erwartet wird `tell` oder `ask`
lesson-position = die Stellung von Schritt { $step } ist keine: { $fault }
lesson-square = „{ $found }“ in Schritt { $step } ist kein Feld, erwartet wird eines wie { "{e4}" }
lesson-half = Schritt { $step } hat `ask` ohne `answer` oder umgekehrt, erwartet wird beides
lesson-answer = die Antwort „{ $found }“ von Schritt { $step } bedeutet nichts, erwartet wird { $expected }
lesson-unsolvable = die Antwort „{ $found }“ von Schritt { $step } ist auf diesem Brett nicht möglich

hall-lost-refused = die Halle lässt uns nicht ein: Name oder Passwort der Hallen-Datei gelten dort nicht; holen Sie sich die Datei neu
hall-lost-full = die Halle ist voll und nimmt niemanden mehr auf
hall-lost-foreign-certificate = das Zertifikat ist das einer anderen Halle als der in der Datei; entweder ist es die falsche Datei oder der falsche Rechner
hall-lost-clock-behind = das Zertifikat der Halle gilt erst ab { $from }, und die Uhr dieses Rechners zeigt { $now }; geht sie nach?
hall-lost-clock-ahead = das Zertifikat der Halle galt bis { $until }, und die Uhr dieses Rechners zeigt { $now }; geht sie vor?
hall-lost-other-name = das Zertifikat der Halle gilt nicht für { $host }; die Halle muss mit diesem Namen vorbereitet sein: --host { $host }
hall-lost-bad-certificate = mit dem Zertifikat der Halle stimmt etwas nicht: { $what }
hall-lost-no-tls = was auf { $host }, Anschluss { $port }, antwortet, spricht kein TLS und ist keine Halle
hall-lost-no-such-host = es gibt keinen Rechner namens { $host }
hall-lost-nobody-there = auf { $host }, Anschluss { $port }, ist keine Halle zu erreichen: { $what }
hall-lost-silent = { $host }, Anschluss { $port }, antwortet nicht
hall-lost-closed-at-once = die Halle schließt die Verbindung sofort wieder; vielleicht ist sie voll
hall-lost-gone = die Verbindung zur Halle ist abgerissen: { $what }

hall-state-too-long = die Nachricht hat { $found } Zeichen, erlaubt sind { $most }
hall-state-newer = die Nachricht kommt von einem neueren Programm, Fassung { $found } statt { $known }; bringen Sie dieses auf den gleichen Stand
hall-state-damaged = die Nachricht ist beschädigt: { $what }
hall-state-other-board = die Nachricht spricht von Brett { $found } statt von Brett { $expected }

hall-report-read = { $path } lässt sich nicht lesen: { $source }
hall-report-report = { $path }: { $reason }
hall-report-no-round = { $path }: Runde { $round } ist nicht gepaart
hall-report-too-high = { $path }: Das Turnier hat { $rounds } Runden, Runde { $round } gibt es nicht
hall-file-unreadable = es ist keine Hallen-Datei, Zeile { $line }: { $fault }
hall-file-no-host = es ist kein Rechner genannt: hosts = ["halle.local"]
hall-file-no-board = ein Brett braucht eine Nummer, und nur ein Brett hat eine: board = 17
hall-file-no-certificate = das Zertifikat der Halle fehlt: authority
hall-file-not-of-board = es ist nicht die Datei eines Bretts, gebraucht wird eine wie board-017.hall
hall-file-no-player = ein Spieler braucht eine Seite und ein Geheimnis, und nur ein Spieler hat sie: side, secret
hall-file-not-of-player = es ist nicht die Datei eines Spielers, gebraucht wird eine wie board-017-white.hall
hall-file-not-of-arbiter = es ist nicht die Datei eines Schiedsrichters, gebraucht wird arbiter.hall
hall-file-not-of-screen = es ist nicht die Datei für Zuschauer, gebraucht wird screen.hall

command-error-without-hall = dieses Programm wurde ohne Hallen gebaut; bauen Sie es mit dem Merkmal hall

hall-error-occupied = in { $folder } liegt schon etwas; nennen Sie einen Ordner, den es noch nicht gibt
hall-error-write = die Halle lässt sich nicht nach { $folder } schreiben: { $source }
hall-error-scores = die Partien lassen sich nicht nach { $path } schreiben: { $source }
hall-error-no-host-name = „{ $host }“ ist kein Name eines Rechners, erwartet wird etwa club.local oder 192.168.1.5
hall-error-certificate = das Zertifikat der Halle lässt sich nicht machen: { $what }
hall-error-no-hall = in { $folder } ist keine Halle; eine macht: annabella hall prepare { $folder } --boards 20
hall-error-no-broker = mosquitto ist nicht installiert; auf Debian hilft: sudo apt install mosquitto
hall-error-port-taken = an Anschluss { $port } kann der Broker nicht lauschen, vielleicht läuft dort schon einer: { $source }
hall-error-start = mosquitto lässt sich nicht starten: { $source }
hall-access-file = { $path }: { $reason }
hall-access-read = { $path } lässt sich nicht lesen: { $source }
hall-access-thread = für die Halle lässt sich kein Thread starten: { $source }
hall-refused-topic = die Halle lässt uns { $topic } nicht schreiben; ist es die Datei dieses Bretts?
hall-too-long = was das Brett zeigen will, ist für die Halle zu lang: { $found } Zeichen, erlaubt sind { $most }
