# Was das Programm neben der Partie druckt: was es gefunden hat, was fehlt, was schiefgeht. Vorgelesen wird es von
# Bildschirmlesern.
#
# Ein Satz sagt, was gefunden wurde und was zu tun ist, und endet ohne Punkt, wo noch etwas folgen kann.
# Optionen, Dateinamen und Befehle bleiben, wie man sie tippt. Die Hilfe der Befehle und Optionen und die Fehler stehen
# in `translated.ftl`.

## annabella doctor

part = { $part ->
    [configuration] Konfiguration
    [journals] Partiedateien
    [language] Sprache
    [microphone] Mikrofon
    [recognition] Spracherkennung
    [words] Wörter
    [speech] Sprachausgabe
    [braille] Braillezeile
    [board] elektronisches Brett
    [engine] Schachprogramm
   *[clock] Tastuhr
}
found = in Ordnung: { part }: { $says }
lacking = fehlt: { part }: { $says }
verdict = Sie können { $heard ->
    [voice] mit der Stimme und getippt
   *[text] getippt
} spielen. Antworten werden { $told }. Die Zeit { $clock ->
    [hands] zeigt die Tastuhr
    [spoken] wird angesagt und gezeigt
   *[shown] steht auf dem Bildschirm
}.
verdict-nothing = Erst wenn das in Ordnung ist, kann gespielt werden: { $parts }.
told = { $by ->
    [voice] gesprochen
    [braille] in Braille gezeigt
   *[screen] auf dem Bildschirm gezeigt
}
configuration-fault = { $fault }; berichtigen Sie das, oder nennen Sie eine andere mit --config
configuration-none = keine Datei { $path }, es gilt das Übliche
configuration-homeless = kein Benutzerordner dafür, es gilt das Übliche
journals-homeless = kein Benutzerordner dafür; setzen Sie HOME, oder nennen Sie --journal DATEI
journals-unwritable = in { $path } kann nicht geschrieben werden: { $fault }; schaffen Sie Platz oder das Recht dazu, oder nennen Sie --journal DATEI
language-there = { $language }, { $words } Wörter
microphone-there = { $name } liefert Ton
microphone-silent = { $name } liefert nur Stille; schalten Sie es ein, oder stellen Sie es lauter mit alsamixer (Paket alsa-utils)
microphone-lacking = { $fault }; wenn kein Tonserver läuft, installieren Sie die Pakete pulseaudio und libasound2-plugins und treten der Gruppe audio bei
microphone-usual = das übliche
recognition-there = libvosk, mit dem Sprachmodell { $path }
recognition-not-built = { $fault }, dafür holt `make setup` libvosk
recognition-lacking = libvosk ist da, aber { $fault }; installieren Sie das Programm neu, oder nennen Sie ein anderes Modell mit --model
words-known = das Sprachmodell kennt alle { $words } Wörter der Sprache
words-unknown = das Sprachmodell kennt { $unknown } von { $words } Wörtern nicht, und was sie braucht, muss getippt werden; nehmen Sie ein anderes Modell, oder erneuern Sie dieses mit `make model-graph`: { $list }
speech-there = der Sprachserver hat eine Stimme für die Sprache { $language }
speech-voiceless = der Sprachserver hat keine Stimme für die Sprache { $language }; installieren Sie das Paket speech-dispatcher-espeak-ng
speech-lacking = { $fault }; wenn keiner da ist, installieren Sie die Pakete speech-dispatcher und speech-dispatcher-espeak-ng
braille-there = { $cells } Zellen, an { $host }
braille-lacking = { $fault }; installieren Sie das Paket brltty, wenn es fehlt, und sehen Sie in /etc/brltty.conf nach
clock-there = { $name } an { $port }
clock-plugged-in = eine steckt an { $port }; --clock auto nimmt sie
board-there = { $name }, mit --board { $word }
board-plugged-in = { $name } ist eingesteckt; --board { $word } nimmt es
board-silent = es antwortet nicht; ist es von einem anderen Hersteller?
clock-portless = kein serieller Anschluss da; stecken Sie die Uhr ein und nennen Sie ihren Anschluss mit --clock
clock-unnamed = keine ist genannt; nennen Sie ihren Anschluss mit --clock, es gibt { $ports }

## annabella devices

device-microphone = Mikrofon: { $name } ({ $description }){ $usual ->
    [yes] ; wird genommen, wenn keines genannt ist
   *[no] { "" }
}
device-port = serieller Anschluss: { $port }
device-port-of = serieller Anschluss: { $port } ({ $product })
device-clock = Tastuhr: { $name }, an { $port }; --clock auto nimmt sie
device-board = elektronisches Brett: { $name }, an { $port }; --board { $word } nimmt es
device-unknown = Tastuhr, elektronisches Brett: keines, das an seinem Namen zu erkennen ist
device-braille = Braillezeile: { $cells } Zellen, an { $host }
device-speech = Sprachausgabe: eine Stimme für die Sprache { $language }
device-voiceless = Sprachausgabe: keine Stimme für die Sprache { $language }
device-none = { $device ->
    [microphone] Mikrofon: keines
    [port] serieller Anschluss: keiner
    [braille] Braillezeile: keine
   *[speech] Sprachausgabe: keine
}
device-lacking = { device-none }, { $fault }

## annabella setup

setup-file = { $path } enthält:
setup-chose = { $name ->
    [language] die Sprache ist { $value ->
        [de] Deutsch
        [en] Englisch
       *[other] { $value }
    }
    [user] { $value ->
        [white] Sie haben Weiß
        [black] Sie haben Schwarz
       *[both] Sie sprechen für beide Seiten
    }
    [confirm] { $value ->
        [voice] ein Zug gilt, wenn Sie ja sagen
        [lever] ein Zug gilt, wenn Sie die Uhr drücken
        [delay] ein Zug gilt, wenn Sie nicht widersprechen
       *[never] ein Zug gilt sofort
    }
    [rate] das Sprechtempo ist { $value }
    [by-touch] { $value ->
        [true] alles wartet auf der Braillezeile, bis Sie es gelesen haben
       *[false] auf der Braillezeile wartet nichts
    }
    [screen] der Bildschirm zeigt, was ein Screenreader vorlesen soll
    [clock] die Tastuhr ist an { $value }
   *[strength] der Rechner spielt mit Stärke { $value }
}

## Beim Aufbau und am Ende einer Partie

game-unheard = Spracherkennung: { $fault }; Züge können getippt werden
game-found = gefunden: { $device ->
    [microphone] Mikrofon
    [braille] Braillezeile, { $name } Zellen
    [account] Konto { $name }
    [peer] Gegenseite unter { $name }
    [clock] Tastuhr { $name }
    [board] elektronisches Brett { $name }
    [hall] Halle { $name }
   *[speaker] Sprachserver
}
game-words-missing = Spracherkennung: Das Sprachmodell kennt nicht: { $list }
game-lacking = { $device ->
    [microphone] Mikrofon
    [speaker] Sprachausgabe
    [braille] Braillezeile
    [opponent] Gegner
    [tones] Töne
    [clock] Tastuhr
    [board] elektronisches Brett
    [keyboard] Tastatur
    [journal] Partiedatei
    [server] Server
    [peer] Gegenseite
    [page] Webseite
    [hall] Halle
    [text] Text
   *[recordings] Aufnahmen
}: { $fault }
game-journal-anew = Partiedatei: Sie war gelöscht oder gekürzt worden und wurde neu geschrieben
game-opponent-lost = Gegner: { $reason }; er wird neu gestartet
several-unfinished = { $games } Partien sind nicht zu Ende. Nennen Sie eine Partiedatei, die letzte mit:
    { $command }
game-goes-on = { $games ->
    [one] die Partie geht
   *[several] die Partien gehen
} weiter mit: { $command }
game-journal-incomplete = die Partiedatei { $path } enthält nicht die ganze Partie und kann nicht fortgesetzt werden: { $moves ->
    [0] das Ende fehlt
    [one] ein Halbzug fehlt
   *[other] { $moves } Halbzüge fehlen
}{ $fault ->
    [none] {""}
   *[other] , { $fault }
}
game-score-unwritten = die Mitschrift lässt sich nicht neben { $path } schreiben: { $fault }

# Auf dem Bildschirm, für den, der sieht. Was vor dem Gehörten steht, vor der Zeile, vor einer Datei.
screen-heard = gehört
screen-concealed = (verdeckt)
screen-cut-off = (abgeschnitten)
screen-clock = Uhr: Weiß { $white }{ $running ->
    [white] {" "}(läuft)
   *[other] { "" }
}, Schwarz { $black }{ $running ->
    [black] {" "}(läuft)
   *[other] { "" }
}
screen-cells = Braillezeile
screen-file = { $file ->
    [journal] Partiedatei
    [score] Mitschrift
    [configuration] geschrieben in
   *[recordings] Aufnahmen
}
screen-unread = (hier las niemand: { $lines } Zeilen fehlen)

# Die Seite im Browser.
game-page = Seite für { $seat ->
    [view] Zuschauer
    [white] den Platz von Weiß
    [black] den Platz von Schwarz
   *[table] den Tisch
}: { $address }, Code { $code }
live-side = { $side ->
    [white] Weiß
   *[black] Schwarz
}
live-device = { $device ->
    [microphone] Mikrofon
    [speaker] Sprachausgabe
    [braille] Braillezeile
    [clock] Tastuhr
    [server] Server
    [peer] Gegenseite
    [opponent] Gegner
    [board] Elektronisches Brett
    [recognizer] Spracherkennung
    [keyboard] Tastatur
    [page] Webseite
    [hall] Halle
    [tones] Töne
    [recordings] Aufnahmen
   *[journal] Partiedatei
}
live-empty = { $square } leer
live-square = { $square }
live-code = Code für diese Partie
live-enter = Öffnen
live-line = Zug, Frage oder Ansage
live-send = Senden
live-board = Brett
live-moves = Züge
live-told = Gesagt
live-words = Was man sagen kann
live-devices = Geräte
live-doing = Handeln
live-looking = Ansicht
live-press = Uhr drücken
live-correct = Korrektur
live-arbiter = Schiedsrichter
live-again = Noch einmal
live-turn = Brett drehen
live-fill = Brett groß
live-leave = Abmelden
live-line-help = Die Pfeiltaste nach oben wiederholt, was zuletzt gesagt wurde. Die Eingabetaste allein heißt ja, Escape heißt nein. F2: diese Zeile, F4: Brett, F8: noch einmal, F9: Brett groß.
live-board-help = Die Pfeiltasten gehen über das Brett, die Eingabetaste hebt eine Figur und setzt sie. Der Buchstabe einer Figur geht zur nächsten. Ziffer: Reihe, mit der Umschalttaste: Linie. M: Züge von hier, C: Schlagzüge, X: Blick in eine Richtung, { $last }: letzter Zug, { $times }: Uhren.
live-not-described = In dieser Partie wird die Stellung nicht gezeigt. Auch hier zieht man von Feld zu Feld.
# Womit eine Seite überschrieben ist, auf der etwas gelernt wird. $kind: lesson, training, puzzle, review oder lessons.
live-course = { $kind ->
    [lesson] Lektion { $number }: { $title }
    [training] Training
    [puzzle] Aufgabe
    [review] Analyse der Partie
   *[lessons] Lektionen
}
live-studying = Lernen
live-study-next = Weiter
live-study-back = Zurück
live-study-task = Aufgabe
live-study-hint = Tipp
live-study-solution = Lösung
live-study-end = Ende
live-concealed = In dieser Aufgabe wird die Stellung nicht gezeigt.
live-no-script = Diese Seite braucht JavaScript.
live-seat-view = Zuschauer
live-seat-table = Am Tisch
live-seat-white = Platz von Weiß
live-seat-black = Platz von Schwarz
live-wrong-code = Dieser Code passt nicht.
live-wait = Zu viele Versuche. Bitte { $seconds } Sekunden warten.
live-unreachable = annabella antwortet nicht.
live-lost = Die Verbindung ist unterbrochen. annabella versucht es weiter.
live-back = Wieder verbunden.
live-edge = Rand
live-chosen = { $square } gewählt
live-let-go = losgelassen
live-nothing-told = Noch nichts.
live-no-piece = { $square } ist leer.
live-runs = läuft
live-device-lost = getrennt
live-to-move = { $side } ist am Zug.

## Was schiefgeht

# Vor dem Thread und dem, was er meldet.
panic-report = ein Fehler dieses Programms, bitte melden Sie ihn
microphone-no-sound = es öffnet sich, liefert aber keinen Ton
braille-no-display = brltty antwortet, hat aber keine Zeile, schließen Sie sie an

# Angaben eines Befehls, die nicht zu gebrauchen sind. $option, $command, Werte: wie man sie tippt.
arguments-unknown-option = die Option { $found } gibt es hier nicht
arguments-unknown-option-like = die Option { $found } gibt es hier nicht, war { $suggested } gemeint?
arguments-unexpected = „{ $found }“ ist eine Angabe zu viel
arguments-unknown-command = den Befehl „{ $found }“ gibt es nicht, `annabella help` zählt auf, welche es gibt
arguments-unknown-command-like = den Befehl „{ $found }“ gibt es nicht, war „{ $suggested }“ gemeint?
arguments-no-command = es fehlt ein Befehl, `annabella help` zählt auf, welche es gibt
arguments-unheeded = { $option } ändert nichts an `{ $command }`, lassen Sie es weg
arguments-no-value = hinter { $option } fehlt ein Wert
arguments-no-value-of = hinter { $option } fehlt ein Wert: { $expected }
arguments-unknown-value = { $option } kann nicht „{ $found }“ sein, erwartet wird eines von { $expected }
arguments-unknown-value-like = { $option } kann nicht „{ $found }“ sein, war „{ $suggested }“ gemeint? Es gibt { $expected }
arguments-number = { $option } kann nicht „{ $found }“ sein, erwartet wird { $reason }
arguments-too-many-values = „{ $found }“ ist ein Wert zu viel für { $option }
arguments-twice = { $option } kann nur einmal dastehen
arguments-conflict = { $option } und { $others } schließen sich aus, lassen Sie eines davon weg
arguments-missing = es { $count ->
    [one] fehlt
   *[other] fehlen
} { $missing }
arguments-no-text = eine Angabe ist kein Text in UTF-8
arguments-other = diese Angaben sind zusammen nicht zu gebrauchen
arguments-usage = Aufruf: { $usage }
arguments-help = Hilfe: { $command } --help
# Hinter „erwartet wird“.
number-any = eine Zahl wie 1.5
number-whole = eine ganze Zahl
number-not-negative = eine Zahl, die nicht unter 0 liegt
number-smaller = eine kleinere Zahl
number-within = { $least } bis { $most }

## Was verstanden wurde (listen)

understood-move = Zug, regelgemäß: { $told }
understood-which-move = Zug, mehrdeutig: { $asked }
understood-promotion = Zug, Umwandlung fehlt: { $asked }
understood-illegal-move = Zug, regelwidrig: { $why }
understood-unsure = { $meaning }; unsicher, es würde nachgefragt
understood-rivals = eines davon, es würde gefragt, welches: { $meanings }
understood-nothing = nicht verstanden: { $why }

## annabella judge

judgement-turn = { $turn ->
    [white] Weiß
   *[black] Schwarz
} am Zug{ $state ->
    [check] , im Schach
    [checkmate] , matt gesetzt
    [stalemate] , patt
    [dead-position] , tote Stellung (FIDE 5.2.2)
   *[open] { "" }
}
judgement-moves = { $count } regelgemäße Züge: { $moves }
judgement-mate = { $side ->
    [white] Weiß
   *[black] Schwarz
} kann noch matt setzen: { $answer ->
    [yes] ja
    [no] nein
   *[unknown] unbekannt
}
judgement-mate-by = { $side ->
    [white] Weiß
   *[black] Schwarz
} kann noch matt setzen: ja, { $line }
judgement-no-mate = { $side ->
    [white] Weiß
   *[black] Schwarz
} kann noch matt setzen: nein, { $proof }
proof-game-over = die Partie ist zu Ende
proof-insufficient-material = zu wenige Figuren für jedes Matt
proof-blocked = die Figuren sind eingeschlossen
proof-exhausted = kein Matt in einer der { $positions } Stellungen, die noch kommen können

## annabella reconcile

reconciled-slip = Mitschrift von { $side ->
    [white] Weiß
   *[black] Schwarz
}: Zug { $number } { $kind ->
    [unreadable] ist nicht zu lesen
    [illegal] ist nicht regelgemäß
    [unclear] kann mehrere Züge bedeuten
    [omitted] fehlt
   *[doubled] steht doppelt da
}, die von { $side ->
    [white] Schwarz
   *[black] Weiß
} hat { $other }
reconciled-agree = Die Mitschriften stimmen überein, bis { $last }.
reconciled-agree-empty = Die Mitschriften stimmen überein: Keine hat einen Zug.
reconciled-shorter = { $side ->
    [white] Die Mitschrift von Weiß endet dort, die von Schwarz
   *[black] Die Mitschrift von Schwarz endet dort, die von Weiß
} geht weiter: { $rest }
reconciled-shorter-unreadable = { $side ->
    [white] Die Mitschrift von Weiß endet dort, die von Schwarz
   *[black] Die Mitschrift von Schwarz endet dort, die von Weiß
} geht weiter, ist aber nicht zu lesen
reconciled-parting = Die Mitschriften trennen sich bei Zug { $number }
reconciled-reading = Die Mitschrift von { $side ->
    [white] Weiß
   *[black] Schwarz
} hat { $reading }
reading-move = { $san }
reading-unclear = „{ $written }“, was { $moves } sein kann
reading-illegal = „{ $written }“, was nicht regelgemäß ist: { $reason }
reading-unreadable = „{ $written }“, was nicht zu lesen ist
reading-ended = nichts mehr
reconciled-shown = Beide Bretter müssen zeigen:
    { $board }
    FEN: { $fen }
reconciled-put-right = Das Brett, das etwas anderes zeigt, wird richtiggestellt (FIDE { $article }).
reconciled-back-to = Beide Bretter gehen zurück zur Stellung nach { $last }:
    { $board }
    FEN: { $fen }
reconciled-back-to-start = Beide Bretter gehen zurück zur Stellung am Anfang:
    { $board }
    FEN: { $fen }
reconciled-clocks-written = Die Uhren dort, nach der Mitschrift: Weiß hat noch { $white }, Schwarz noch { $black }; der Schiedsrichter stellt sie (FIDE { $article }).
reconciled-clocks-estimated = Im Verhältnis der Züge hatte Weiß { $white } verbraucht und Schwarz { $black }; der Schiedsrichter stellt die Uhren (FIDE { $article }).
reconciled-clocks-unknown = Der Schiedsrichter stellt die Uhren neu (FIDE { $article }).
# Was es sein kann, eines nach dem anderen.
any-of = { $first } oder { $rest }
any-of-last = { $first }

# Die Buchstaben der Figuren, vom König bis zum Bauern, der nur beim Namen genannt wird.
piece-letters = K D T L S B

## annabella export --html

page-white = Weiß
page-black = Schwarz
page-event = Turnier
page-site = Ort
page-round = Runde
page-date = Datum
page-time-control = Bedenkzeit
page-journal = Partiedatei
page-result = Ergebnis
# Wo nur das Ergebnis bekannt ist.
page-outcome = { $result ->
    [white] Weiß gewinnt.
    [black] Schwarz gewinnt.
    [draw] Remis.
    [both] Beide verlieren.
    [white-half] Weiß bekommt einen halben Punkt, Schwarz keinen.
    [black-half] Schwarz bekommt einen halben Punkt, Weiß keinen.
   *[none] Die Partie ist nicht zu Ende.
}
page-board = Brett
# Die Knöpfe, die durch die Partie führen, zusammen und einzeln.
page-steps = Durch die Partie gehen
page-first = Anfangsstellung
page-back = Ein Zug zurück
page-forward = Ein Zug weiter
page-last = Letzte Stellung
page-turn = Brett drehen
page-keys = Pfeiltasten links und rechts: ein Zug zurück und weiter. Bei den Zügen und Knöpfen Pos1 und Ende: erste und letzte Stellung.
page-moves = Züge
page-move = Zug
page-start = Anfangsstellung
# $move: der Zug in Worten, ohne Punkt.
page-told = Zug { $number }, { $side ->
    [white] Weiß
   *[black] Schwarz
}: { $move }.
page-times = Verbrauchte Zeit
page-times-told = { $side ->
    [white] Weiß
   *[black] Schwarz
} brauchte insgesamt { $all }, am längsten für Zug { $number }: { $longest }.
page-times-chart = Zeit für jeden Zug, Weiß über der Linie und Schwarz darunter; die Zahlen stehen in der Tabelle
page-times-table = Zeit für jeden Zug
page-diagrams = Diagramme
page-after = Nach { $move }

## annabella export --audit

# $from: wer; $sentence: was.
audit-line = { $from ->
    [white] Weiß
    [black] Schwarz
    [table] Am Brett
    [arbiter] Schiedsrichter
    [remote-white] Weiß, von fern
    [remote-black] Schwarz, von fern
   *[program] Programm
}: { $sentence }
# Die Seite, um die es geht.
audit-side = { $side ->
    [white] Weiß
    [black] Schwarz
   *[none] beide
}
audit-started = Partie begonnen{ $year ->
    [none] { "" }
   *[other] { " " }am { $day }.{ $month }.{ $year }
}, { $white ->
    [none] Weiß
   *[other] { $white }
} gegen { $black ->
    [none] Schwarz
   *[other] { $black }
}, { $time-control ->
    [none] ohne Uhr
   *[other] Bedenkzeit { $time-control }
}{ $competition ->
    [true] , im Wettkampf
   *[other] { "" }
}
audit-asked = zurückgelesen: { $move }
audit-withdrawn = die Frage ist zurückgezogen
audit-moved = { $move }
audit-taken-back = Zug zurückgenommen
audit-strength-set = Stärke des Schachprogramms: { $strength ->
    [none] volle Stärke
   *[other] { $strength }
}
audit-clock-started = die Uhr von { audit-side } läuft
audit-clock-stopped = die Uhren stehen
audit-pressed = { audit-side } hat die Uhr gedrückt
audit-draw-offered = { audit-side } bietet Remis an
audit-draw-declined = das Remis ist abgelehnt
audit-claimed = { audit-side } beansprucht Remis, { $claim ->
    [threefold] dreimalige Stellung
   *[fifty-moves] fünfzig Züge
}{ $move ->
    [none] { "" }
   *[other] { " " }mit { $move }
}: { $holds ->
    [true] zu Recht
   *[false] zu Unrecht, der Gegner bekommt { $gains }
}
audit-two-minutes-claimed = { audit-side } beansprucht Remis in den letzten zwei Minuten
audit-two-minutes-answered = { $postponed ->
    [true] die Entscheidung ist aufgeschoben
   *[false] der Anspruch ist abgelehnt
}, der Gegner bekommt { $gains }
audit-touched = { $square } berührt
audit-adjusting = zurechtgerückt
audit-pressed-without-move = { audit-side } hat die Uhr ohne Zug gedrückt
audit-penalized = Strafe gegen { audit-side }, der Gegner bekommt { $gains }
audit-ruled = Entscheidung: { audit-ruling }{ $side ->
    [none] { "" }
   *[other] , { audit-side }
}{ $details ->
    [none] { "" }
   *[other] , { $details }
} (FIDE { $article })
# Worüber entschieden wurde, oder was gemeldet wurde.
audit-ruling = { $about ->
    [time-added] Zeit gegeben
    [time-taken] Zeit abgezogen
    [clock-set] Uhr gestellt
    [move-counter] Zugzähler gestellt
    [warning] Verwarnung
    [penalty] Strafe
    [lost] Partie verloren
    [drawn] Remis
    [both-lose] beide verlieren
    [half-point] ein halber Punkt
    [default-time] Wartezeit
    [late] zu spät gekommen
    [five-seconds] fünf Sekunden je Zug
    [reopened] die Partie ist wieder offen
    [back-to] zurück zum Zug
    [illegal-move] regelwidriger Zug
    [pawn-not-replaced] nicht umgewandelter Bauer
    [pressed-without-move] Uhr ohne Zug gedrückt
    [two-hands] mit zwei Händen gezogen
    [illegal-position] regelwidrige Stellung
    [displaced] Figuren umgeworfen
    [displaced-since] Figuren standen falsch
    [wrong-start] falsche Grundstellung
    [board-turned] Brett verdreht
    [colours-reversed] Farben vertauscht
    [clock-defect] Uhr defekt
    [clock-setting] Uhr falsch gestellt
    [stood-still] der Rechner stand still
    [touched-before] vorher eine andere Figur berührt
    [boards-differ] die Bretter sind verschieden
    [can-mate] ob ein Matt noch möglich ist
    [envelope] Umschlag geöffnet
   *[other] „{ $about }“
}
audit-ruling-received = { $arbiter } aus der Halle, Nummer { $number }: „{ $what }“
audit-ruling-done = ausgeführt
audit-ruling-taken-back = Entscheidung zurückgenommen
audit-pawn-is-queen = der Bauer gilt als Dame: { $move }
audit-putting-right = { audit-side } stellt die Figuren wieder auf
audit-new-game = neue Partie{ $swapped ->
    [true] , mit vertauschten Farben
   *[false] { "" }
}
audit-set-up = Stellung aufgebaut
audit-returned-to = { $ply ->
    [none] zurück zur Anfangsstellung
   *[other] zurück zur Stellung nach { $move }
}
audit-sealed = { audit-side } hat einen Zug abgegeben
audit-resumption-agreed = vereinbart, wann es weitergeht: { $what }
audit-unsealed = Umschlag geöffnet
audit-moves-set = Zugzähler von { audit-side }: { $moves }
audit-bonus-set = Zuschlag je Zug: { $ms }
audit-default-time-set = Wartezeit: { $ms }
audit-reopened = die Partie ist wieder offen
audit-time-set = { audit-side } hat noch { $left }
audit-times-told = Zeiten der anderen Uhr: Weiß { $white-time }, Schwarz { $black-time }
audit-stood-still = der Rechner stand still, die Uhr von { audit-side } lief { $ms } weiter
audit-flag-fell = die Zeit von { audit-side } ist abgelaufen
audit-ended = Partie zu Ende: { $result }, { $ending ->
    [checkmate] matt
    [stalemate] patt
    [dead-position] tote Stellung
    [agreement] Remis vereinbart
    [threefold] dreimalige Stellung
    [fifty-moves] fünfzig Züge
    [fivefold] fünfmalige Stellung
    [seventy-five-moves] fünfundsiebzig Züge
    [resignation] { audit-side } gab auf
    [time] { audit-side } überschritt die Zeit
    [both-flags] beide Zeiten abgelaufen
    [illegal-moves] zu viele regelwidrige Züge von { audit-side }
    [default] { audit-side } kam zu spät
    [sealed-move] der Abgabezug von { audit-side } gilt nicht
    [last-two-minutes] Remis in den letzten zwei Minuten
    [claim-referred] der Schiedsrichter entscheidet später
    [arbiter] vom Schiedsrichter entschieden
    [left] { audit-side } verließ die Partie
    [aborted] abgebrochen
    [service] vom Server entschieden
   *[other] „{ $ending }“
}
audit-resumed = Partie fortgesetzt
# Wie geantwortet wurde.
audit-answer = { $answer ->
    [told] beantwortet
    [refused] abgelehnt
    [asked-back] zurückgefragt
    [withdrawn] nicht so gemeint
   *[denied] vom Schiedsrichter verneint
}{ $article ->
    [none] { "" }
   *[other] { " " }(FIDE { $article })
}
audit-noted-question = Frage nach { $what ->
    [last-move] dem letzten Zug
    [last-moves] den letzten Zügen
    [move-number] der Zugnummer
    [turn] dem, der am Zug ist
    [time-spent] der Zeit für den letzten Zug
    [time-since-move] der Zeit seit dem letzten Zug
    [times] den Zeiten
    [my-time] der eigenen Zeit
    [time-of] der Zeit
    [time-used] der verbrauchten Zeit
    [moves-completed] den ausgeführten Zügen
    [flag] einer abgelaufenen Zeit
    [touched] den berührten Figuren
    [touched-square] dem Feld einer berührten Figur
    [score] der Mitschrift
    [envelope] dem Umschlag
    [offer] einem Remisangebot
    [position] der Stellung
    [page] der Webseite
    [diagram] dem Diagramm
    [square] einem Feld
    [square-colour] der Farbe eines Feldes
    [pieces] den Figuren
    [pawns-by-file] den Bauern nach Linien
    [rank] einer Reihe
    [file] einer Linie
    [diagonal] einer Diagonale
    [ray] den Figuren in einer Richtung
    [material] dem Material
    [moves] möglichen Zügen
    [moves-from] möglichen Zügen einer Figur
    [moves-to] möglichen Zügen auf ein Feld
    [captures] möglichen Schlagzügen
    [captures-from] möglichen Schlagzügen einer Figur
    [attackers] Angreifern
    [defenders] Verteidigern
    [pins] Fesselungen
    [pinned] einer Fesselung
    [in-check] einem Schach
    [castling] der Rochade
    [castled] einer geschehenen Rochade
    [last-capture] dem letzten Schlagzug
    [captured] den geschlagenen Figuren
    [changes] den Änderungen auf dem Brett
    [start] der Anfangsstellung
    [claims] Stellungswiederholung und Zügezahl
    [opponent] dem Gegner
    [own-side] der eigenen Farbe
    [allowed] einem erlaubten Zug
    [running-clock] der laufenden Uhr
    [hanging] hängenden Figuren
    [passed-pawns] Freibauern
    [saved] der Sicherung der Partie
    [rating] der Stärke des Gegners
    [threats] einer Drohung
    [en-passant] en passant
    [checks] Schachgeboten
    [fact] einer Regel oder Einstellung
    [only-arbiter] dem, was der Schiedsrichter anordnet
    [time-control] der Bedenkzeit
    [advice] Rat
    [review] einem früheren Zug
   *[other] „{ $what }“
}{ $details ->
    [none] { "" }
   *[other] { " " }({ $details })
}, { audit-answer }
audit-noted-move = Versuch { $what }, { audit-answer }{ $touched ->
    [none] { "" }
   *[other] , berührt { $touched }
}
audit-noted-declaration = { audit-side } { $what ->
    [offer-draw] bot Remis an
    [accept-draw] nahm Remis an
    [decline-draw] lehnte Remis ab
    [claim-threefold] beanspruchte dreimalige Stellung
    [claim-fifty-moves] beanspruchte fünfzig Züge
    [resign] gab auf
    [claim-flag] reklamierte Zeitüberschreitung
    [claim-last-two-minutes] beanspruchte Remis in den letzten zwei Minuten
    [ask-five-seconds] bat um fünf Sekunden je Zug
    [touch] berührte
    [adjust] rückte zurecht
   *[other] „{ $what }“
}{ $details ->
    [none] { "" }
   *[other] { " " }{ $details }
}, { audit-answer }
audit-noted-report = Meldung: { audit-ruling }, { audit-answer }
audit-noted-fault = Störung: { $details ->
    [lost] der Gegner ist getrennt
    [back] der Gegner ist wieder da
    [none] { $what }
   *[other] { $what } { $details }
}
# Ein Gerät, das zu viel meldete; $details: wie viele Meldungen.
audit-left-out = Störung: ausgelassene Meldungen { $what ->
    [microphone] des Mikrofons
    [speaker] der Sprachausgabe
    [braille] der Braillezeile
    [clock] der Uhr
    [journal] der Partiedatei
    [opponent] des Gegners
    [server] des Servers
    [peer] der Gegenseite
    [board] des Bretts
    [recognizer] der Spracherkennung
    [keyboard] der Tastatur
    [page] der Webseite
    [hall] der Halle
    [tones] der Töne
    [recordings] der Aufnahmen
   *[other] „{ $what }“
}: { $details }
# Was hinter dem Namen einer Frage oder Entscheidung steht.
audit-detail = { $name ->
    [white] Weiß
    [black] Schwarz
    [mine] eigene Seite
    [theirs] Gegner
    [all] alle
    [up] nach oben
    [down] nach unten
    [left] nach links
    [right] nach rechts
    [up-left] nach links oben
    [up-right] nach rechts oben
    [down-left] nach links unten
    [down-right] nach rechts unten
    [hint] Hinweis
    [best-move] bester Zug
    [mistake] Fehler
    [outlook] Aussichten
    [value] Bewertung
    [begin] Beginn
    [back] zurück
    [on] weiter
    [first] erster Zug
    [last] letzter Zug
    [to] Zug
    [end] Ende
   *[other] { $name }
}

audit-fault = nicht verlässlich: { $fault }
audit-sum = Summe: { $sum }
audit-no-sum = Summe: keine, die Partiedatei ist von einer Fassung, die keine Summen hatte

## annabella replay

recording-of-move = Zug { $number }, Zeile { $line }, { $voice ->
    [program] angesagt
   *[person] gesagt
}

## annabella listen

listen-began = das Programm hört zu; es endet mit Steuerung und C
listen-said = gesprochen: { $words }
listen-braille = Braille: { $cells }
listen-heard = gehört: { $heard }
# Eine Möglichkeit des Erkenners, mit ihrem Wert.
listen-heard-best = gehört: { $heard } ({ $score })
listen-heard-again = noch einmal: { $heard } ({ $score })
listen-heard-else = { "  " }oder: { $heard } ({ $score })
listen-no-words = gehört: keine Wörter
listen-clipped = gehört: abgeschnitten, sagen Sie es noch einmal
listen-understood = verstanden: { $meaning }
listen-kept = behalten: { $path }
listen-microphone = Mikrofon: { $reason }
listen-speaker = Sprachausgabe: { $reason }
listen-back = wieder da
listen-words-missing = das Sprachmodell kennt nicht: { $words }

## annabella journal-key

journal-key-made = der Schlüssel { $key } liegt in { $path }: Partiedateien, die von jetzt an beginnen, sind damit versiegelt; heben Sie eine Kopie auf, wo niemand anders sie liest
journal-key-there = den Schlüssel { $key } gibt es schon, in { $path }

## annabella account

account-make = Machen Sie einen Schlüssel auf { $address }
account-enter = Geben Sie ihn dann hier ein und drücken Sie Enter; er wird nicht gezeigt:
account-kept = verwahrt in { $path }: { $account }
account-untried = verwahrt in { $path }, aber nicht ausprobiert: { $fault }
account-of = { $user }, darf { $rights }
account-nobody = niemand
account-nothing = nichts
account-forgotten = der Zugang ist hier vergessen; sein Schlüssel lässt sich auf https://lichess.org/account/oauth/token widerrufen
account-none = hier ist kein Zugang
hall-prepared = Halle „{ $name }“ für { $boards ->
    [one] ein Brett
   *[other] { $boards } Bretter
} liegt in { $folder }. Den Broker startet: annabella hall broker { $folder }
hall-broker = Halle „{ $name }“ wartet auf Anschluss { $port }. Strg-C beendet sie.
desk-page = Seite der Halle „{ $name }“: { $address }, Code { $code }. Strg-C beendet sie.
desk-connected = Die Halle ist da.
desk-refused = Die Halle lässt uns { $topic } nicht schreiben.
desk-told = Brett { $board }: { $what }
desk-need = { $need ->
    [called] Schiedsrichter gerufen
    [claim] { $side ->
        [white] Weiß
       *[black] Schwarz
    } beansprucht Remis in den letzten zwei Minuten
    [offer] { $side ->
        [white] Weiß
       *[black] Schwarz
    } bietet Remis
    [flag] { $side ->
        [white] Die Zeit von Weiß ist abgelaufen
        [black] Die Zeit von Schwarz ist abgelaufen
       *[none] Die Zeit ist bei beiden abgelaufen
    }
    [device] Ausgefallen: { $devices }
    [unreadable] { $why ->
        [newer] Von einem neueren Programm
        [too-long] Zu lang
        [other-board] Von einem anderen Brett
       *[damaged] Beschädigt
    }, nicht zu lesen
   *[gone] Keine Verbindung
}
desk-settled = { $need ->
    [device] Die Geräte sind wieder da.
    [unreadable] Wieder zu lesen.
   *[gone] Wieder verbunden.
}
# Was an mehreren Brettern wieder gut ist: $boards die Nummern, $more wie viele noch.
desk-settled-several = { $need ->
    [device] Geräte wieder da
    [unreadable] Wieder zu lesen
   *[gone] Wieder verbunden
}: { $count ->
    [one] Brett
   *[several] Bretter
} { $boards }{ $rest ->
    [yes] { " " }und { $more } weitere
   *[no] {""}
}.
desk-device-lost = { $device } getrennt.
desk-device-back = { $device } wieder da.
desk-clipped = Noch einmal bitte.
# Welche Bretter warten: $boards die Nummern, $more wie viele noch.
desk-waiting = { $need ->
    [called] Schiedsrichter gerufen
    [claim] Letzte zwei Minuten beansprucht
    [offer] Remis geboten
    [flag] Zeit abgelaufen
    [device] Gerät ausgefallen
    [unreadable] Nicht zu lesen
   *[gone] Keine Verbindung
}: { $count ->
    [one] Brett
   *[several] Bretter
} { $boards }{ $rest ->
    [yes] { " " }und { $more } weitere
   *[no] {""}
}.
desk-nothing-waits = Kein Brett wartet.
desk-players = { $white } gegen { $black }.
desk-waits = { $needs }.
desk-over = { $result ->
    [white-wins] Weiß hat gewonnen.
    [black-wins] Schwarz hat gewonnen.
    [draw] Die Partie ist remis.
   *[other] Die Partie ist zu Ende, { $score }.
}
desk-no-move = Noch kein Zug.
desk-last = Zuletzt { $move }{ $known ->
    [yes] , { $ago } her
   *[no] {""}
}.
# Von einem Brett, das weg ist, weiß man nur, wie es zuletzt stand.
desk-times = { $running ->
    [gone] Zuletzt hatten Weiß { $white } und Schwarz { $black }.
    [white] Weiß { $white }, Schwarz { $black }. Die Uhr von Weiß läuft.
    [black] Weiß { $white }, Schwarz { $black }. Die Uhr von Schwarz läuft.
   *[none] Weiß { $white }, Schwarz { $black }. Die Uhr steht.
}
desk-unanswered = Dort noch nicht ausgeführt: { $words }.
desk-nobody-moved = Noch ist an keinem Brett gezogen.
desk-which-board = An welchem Brett? Erst das Brett, dann die Entscheidung.
desk-apart = An Brett { $board } spielen zwei an zwei Orten, dorthin geht keine Entscheidung.
desk-nothing-asked = An Brett { $board } ist nichts gefragt.
desk-not-understood = Nicht verstanden. Zum Beispiel: Brett siebzehn; welche Bretter warten; zwei Minuten mehr für Weiß; weiter.
desk-help = Welche Bretter warten, Brett siebzehn, nächstes Brett, wer hat zuletzt gezogen. Dann für das Brett: zwei Minuten mehr für Weiß, Verwarnung für Schwarz, Weiß verliert, ja, nein, Korrektur, weiter.
desk-not-heard = Nicht verstanden.
desk-no-voice = Dieses Pult spricht und hört nicht, es ist ohne --microphone gestartet.
desk-no-name = Ihr Name fehlt, es ist nichts gesendet.
desk-ruled-before = Brett { $board }: Entscheidung { $number } war schon ausgeführt.
desk-arbiter = Schiedsrichter
desk-screen = Zuschauer
desk-boards = Bretter
desk-board = Brett
desk-white = Weiß
desk-black = Schwarz
desk-move = Zuletzt
desk-white-time = Zeit Weiß
desk-black-time = Zeit Schwarz
desk-needs = Was ansteht
desk-result = Ergebnis
desk-by-number = Nach Brettnummer
desk-scores = Alle Partien als PGN
desk-standings = Tabelle
desk-report = Turnierbericht mit den Ergebnissen
broadcast-taken = Die Übertragung zeigt { $games } Partien.
broadcast-stopped = Die Übertragung nimmt Partie { $game } nur zum Teil: { $reason }
broadcast-failed = Die Übertragung steht still: { $reason }
desk-rule = Fragen und entscheiden
desk-rule-at = Brett { $board } entscheiden
desk-name = Ihr Name
desk-words = Frage oder Entscheidung
desk-send = Senden
desk-words-help = Fragen: Brett siebzehn, welche Bretter warten, wer hat zuletzt gezogen. Entscheidungen wie am Brett: zwei Minuten mehr für Weiß, Verwarnung Schwarz, Korrektur, weiter. Die Uhr steht, bis Sie weiter sagen.
desk-sent = An Brett { $board }: { $words }.
desk-sent-without-hall = An Brett { $board }: { $words }. Die Halle ist nicht da, es geht dorthin, sobald sie wieder da ist.
desk-sent-without-board = An Brett { $board }: { $words }. Das Brett ist nicht verbunden, es gilt dort, sobald es wieder da ist.
desk-choose = Brett { $board } gibt es hier nicht.
desk-offline = Keine Verbindung zur Halle:

## annabella braille-emulator

braille-emulator-connected = verbunden: { $cells } Zellen
braille-emulator-lost = brltty ist weg, warte darauf
braille-emulator-waiting = kein brltty an { $address }, warte darauf
braille-emulator-key-first-cell = über der ersten Zelle hat brlttys virtueller Treiber keine Routingtaste
braille-emulator-key-no-cell = eine Routingtaste ist ein Doppelpunkt und die Zahl einer Zelle, 2 bis { $cells }

## annabella clock-check

violation-no-answer-any-more = sie antwortet nicht mehr, auf Nummer { $seq }
violation-not-answered = Nummer { $seq } wurde nicht beantwortet
violation-between-lines = sie sagt etwas zwischen ihren Zeilen
violation-no-message = { $error }
violation-damaged = { $error }
violation-greeted-twice = eine Begrüßung kam zweimal zugleich
violation-answered-twice = Nummer { $seq } wurde zweimal beantwortet
violation-not-waiting = sie beantwortete Nummer { $seq }, auf die nichts wartete
violation-overtaken = Nummer { $later } wurde vor Nummer { $seq } beantwortet
violation-late = Nummer { $seq } wurde nach { $ms } ms beantwortet, erlaubt sind 200
violation-restarted = sie grüßte ungefragt mitten in der Sitzung: Sie fing von vorne an
violation-port-lost = der Anschluss brach ab: »{ $reason }«
violation-port-stays-away = ihr Anschluss kam nicht wieder
violation-silent-since-unplugged = sie antwortet nicht, seit ihr Stecker heraus war
violation-other-version = sie spricht Fassung { $version }, dies ist Fassung { $known }
violation-greeting-unanswered = keine Begrüßung wurde beantwortet
violation-pattern-refused = sie weigerte sich, { $pattern } fühlen zu lassen: »{ $reason }«
violation-unknown-pattern-taken = sie nahm das Muster `dance`, das es nicht gibt
violation-believed = sie beantwortete { $line } mit TCACK,{ $seq }
violation-host-silence-mistimed = sie sagte TCFAULT,host nach { $ms } ms statt nach 3000
violation-host-silence-dropped = TCFAULT,host kam beim ersten Mal nicht an
violation-host-silence-unnoticed = sie sagte nach drei Sekunden nicht TCFAULT,host
violation-renumbered-press = ein Druck wurde als Nummer { $first } und als { $seq } gemeldet
violation-press-told-often = TCLEVER,{ $seq } wurde in 700 ms { $times } Mal gemeldet
violation-press-told-after-answer = TCLEVER,{ $seq } wurde noch einmal gemeldet, nachdem es bestätigt war
violation-press-told-once = TCLEVER,{ $seq } wurde einmal gemeldet und nicht wieder, obwohl unbeantwortet
violation-other-side = sie meldete die Seite { $told }, als auf der von { $side ->
    [W] Weiß
   *[B] Schwarz
} zu drücken war
bad-line-wrong-checksum = eine Zeile mit falscher Prüfsumme
bad-line-half = eine halbe Zeile
bad-line-too-long = eine zu lange Zeile
bad-line-unknown-word = ein unbekanntes Wort
bad-line-negative-time = eine Zeit unter null
bad-line-noise = Rauschen
instruction-greeting = Begrüßung: { $name }, { $features }
instruction-patterns = Muster: jedes Wort des Protokolls, und eines, das keines ist
instruction-states = Zustände: eine Partie, schnell gespielt
instruction-nonsense = Unsinn: Zeilen, die keine sind
instruction-silence = Stille: Die Uhr muss es in drei Sekunden merken
instruction-press-lever = Hebel: Drücken Sie ihn auf der Seite von { $side ->
    [W] Weiß
   *[B] Schwarz
}, einmal
instruction-faces = Zifferblätter: Fühlen Sie, ob die Zeiger so stehen
instruction-face = { "  " }Weiß { $dial }
instruction-fault = die Uhr meldet einen Fehler: { $code }
untried-no-lever = der Hebel, denn die Uhr nennt keinen
untried-not-pressed = die Seite von { $side ->
    [W] Weiß
   *[B] Schwarz
} am Hebel, denn niemand drückte ihn
checked-wrong = falsch: { $wrong }: { $detail }{ $times ->
    [1] { "" }
   *[other] ; { $times } Mal
}
checked-untried = nicht versucht: { $what }
checked-conforms = Diese Uhr tut, was das Protokoll sagt.
checked-violates = Diese Uhr tut nicht, was das Protokoll sagt.

## annabella eval

eval-speaker = { $name }: { $figures }
eval-all = alle
eval-figures = { $utterances } Äußerungen, { $right } sofort richtig ({ $right-percent } %), { $asked } nach einer Frage richtig, { $wrong-asked } falsch, aber gefragt, { $wrong-accepted } falsch und angenommen ({ $wrong-percent } %), { $rejected } abgewiesen (davon { $as-heard } wörtlich gehört), { $false-yes } für ein Ja genommen, Wortfehler { $wer } %, { $rtf } x Echtzeit, { $pause } ms nach dem letzten Laut
eval-unlabelled = weggelassen, da mit einem Fragezeichen beschriftet: { $count }
eval-file = { $outcome ->
    [right] richtig
    [asked] nach einer Frage richtig
    [wrong-asked] falsch, aber gefragt
    [wrong-accepted] falsch und angenommen
    [rejected-as-heard] abgewiesen, obwohl wörtlich gehört
   *[rejected] abgewiesen
}: { $path }: gesagt { $said ->
    [NONE] nichts
   *[other] „{ $said }“
}, gehört { $heard ->
    [NONE] nichts
   *[other] „{ $heard }“
}

## Die Hilfe der Befehle

help-usage = Aufruf:
help-commands = Befehle
help-arguments = Angaben
help-options = Optionen
help-game = Partie
help-opponent = Gegner
help-competition = Turnier
help-voice = Stimme und Mikrofon
help-braille = Braille
help-boards = Uhr und Bretter
help-page = Seite für den Browser
help-files = Dateien und Hilfe
help-rest = Alle Optionen: { $command }
help-default = sonst { $value }
help-example = Beispiel: { $example }
help-examples = Beispiele:

# Je eine Zeile der kurzen Hilfe, von höchstens 46 Zeichen.
short-command-resume = Eine Partie fortsetzen
short-command-eval = Messen, wie gut Aufnahmen verstanden werden
short-command-devices = Mikrofone, Anschlüsse, Braillezeile, Sprachserver zeigen
short-command-setup = Alles für die erste Partie einstellen, mit Fragen
short-command-learn = Schach lernen, Lektion für Lektion
short-command-review = Nach der Partie: was sie entschieden hat, und was besser war
short-command-guide = Die Anleitung für Spieler, Thema für Thema
short-command-doctor = Sagen, was zum Spielen fehlt und wie man es bekommt
short-command-account = Den Zugang für Partien im Netz verwahren
short-command-hall = Eine Halle mit vielen Brettern
short-command-journal-key = Einen Schlüssel machen, der Partiedateien versiegelt
short-command-clock-emulator = Eine Tastuhr sein, an einem Pseudoterminal
short-command-clock-check = Eine Tastuhr prüfen
short-command-board-emulator = Ein elektronisches Brett sein
short-command-replay = Eine Partie abspielen, wie sie klang
short-command-braille-emulator = Eine Braillezeile im Terminal sein
short-command-transcribe = Gesprochene Züge zu PGN machen
short-command-judge = Sagen, was in einer Stellung möglich ist
short-command-perft = Zählen, wie oft eine Stellung weitergehen kann
short-command-reconcile = Zwei Mitschriften vergleichen, die sich unterscheiden
short-command-speak = Die Züge einer Datei in Worten
short-time = Minuten und Sekunden je Zug, etwa 90+30
short-user = Wer Sie sind: white, black oder both
short-confirm = Züge gelten durch voice, lever, delay, never
short-opponent = Wer spielt: board, engine, lichess oder ask
short-strength = Stärke des Schachprogramms, etwa 1500
short-competition = Sagt nichts von der Stellung
short-language = Sprache des Gesprächs: de oder en
short-headphones = Man kann annabella ins Wort fallen
short-rate = Sprechtempo, -100 bis 100
short-volume = Lautstärke, -100 bis 100
short-by-touch = Ohne Stimme, alles auf der Braillezeile
short-braille-table = Kurzschrift: de-g2.ctb
short-board = Elektronisches Brett, etwa dgt
short-clock = Tastuhr; auto findet sie
short-journal = Eine neue Datei für die Partie
short-text = Züge aus einer Datei statt gesprochen

## Handbuchseiten

manual-name = NAME
manual-synopsis = ÜBERSICHT
manual-description = BESCHREIBUNG
manual-options = OPTIONEN
manual-commands = BEFEHLE
manual-version = VERSION
manual-examples = BEISPIELE
manual-files = DATEIEN
manual-environment = UMGEBUNG
manual-file-config = Die Einstellungen, je Zeile eine, wie `annabella setup` sie schreibt: die Namen der Optionen ohne die Striche.
manual-file-journals = Die Partiedateien, aus denen `annabella resume` weiterspielt, und die Mitschriften als PGN.
manual-file-token = Der Schlüssel des Zugangs für Partien im Netz, den `annabella account` verwahrt.
manual-file-key = Der Schlüssel, mit dem Partiedateien versiegelt werden; `annabella journal-key` macht ihn.
manual-variable-language = Die Sprache dessen, was das Programm ausgibt, wo keine gewählt ist.
manual-variable-config = Wo der Ordner der Einstellungen statt in ~/.config ist.
manual-variable-data = Wo der Ordner der Partiedateien statt in ~/.local/share ist.
manual-variable-speech = Wo der Sprachserver ist.
manual-variable-braille = Wo der Brailleserver ist.
manual-variable-sound = Wo der Tonserver ist.

school-not-kept = was Sie gelernt haben, wird nicht behalten, { $path } lässt sich nicht schreiben: { $fault }
