# Was das Programm sagt und was auf der Braillezeile steht.
#
# Jede Meldung hat zwei Seiten, die dasselbe sagen: ihr Text wird gesprochen, `.braille` wird
# gezeigt, eine Zelle je Zeichen und möglichst unter vierzig.
# Der Ton ist der eines guten Assistenten am Brett: kurz, genau, nie geschwätzig. Ein ganzer Satz
# nur, wo es einen braucht. Zahlen stehen als Ziffern; die Sprachausgabe liest sie.
#
# Oft gebraucht:
#   $move, $squares, $list   Züge und Felder in den FIDE-Namen ("Springer Gustav eins Felix drei")
#                            in .braille dieselben, wie sie auf der Zeile stehen ("Sg1-f3")
#   $side                    white, black

## Bausteine

side = { $side ->
    [white] Weiß
   *[black] Schwarz
}
    .braille = { $side ->
        [white] W
       *[black] S
    }
# Wem etwas gehört, wenn ein Satz jemanden anspricht: you, opponent, white, black
owner = { $owner ->
    [you] Sie
    [opponent] Gegner
    [white] Weiß
   *[black] Schwarz
}
# Eine Figur im Satz, im ersten Fall.
piece-of = { $owner ->
    [you] { $piece ->
        [king] Ihr König
        [queen] Ihre Dame
        [rook] Ihr Turm
        [bishop] Ihr Läufer
        [knight] Ihr Springer
       *[pawn] Ihr Bauer
    }
    [opponent] { $piece ->
        [king] der gegnerische König
        [queen] die gegnerische Dame
        [rook] der gegnerische Turm
        [bishop] der gegnerische Läufer
        [knight] der gegnerische Springer
       *[pawn] ein gegnerischer Bauer
    }
    [white] { $piece ->
        [king] der weiße König
        [queen] eine weiße Dame
        [rook] ein weißer Turm
        [bishop] ein weißer Läufer
        [knight] ein weißer Springer
       *[pawn] ein weißer Bauer
    }
   *[black] { $piece ->
        [king] der schwarze König
        [queen] eine schwarze Dame
        [rook] ein schwarzer Turm
        [bishop] ein schwarzer Läufer
        [knight] ein schwarzer Springer
       *[pawn] ein schwarzer Bauer
    }
}
no-piece = { $piece ->
    [king] kein König
    [queen] keine Dame
    [rook] kein Turm
    [bishop] kein Läufer
    [knight] kein Springer
   *[pawn] kein Bauer
}
pieces = { $piece ->
    [king] { $count ->
        [one] König
       *[other] Könige
    }
    [queen] { $count ->
        [one] Dame
       *[other] Damen
    }
    [rook] { $count ->
        [one] Turm
       *[other] Türme
    }
    [bishop] Läufer
    [knight] Springer
   *[pawn] { $count ->
        [one] Bauer
       *[other] Bauern
    }
}
# Eine Figur in einer Liste: weißer Turm.
coloured-piece = { $side ->
    [white] { $piece ->
        [queen] weiße
       *[other] weißer
    }
   *[black] { $piece ->
        [queen] schwarze
       *[other] schwarzer
    }
} { pieces }
# Figuren einer Seite in einer Liste.
of-side = { side }: { $list }
# So viele davon: eine Dame, 2 Türme.
counted = { $count ->
    [one] { $piece ->
        [king] ein König
        [queen] eine Dame
        [rook] ein Turm
        [bishop] ein Läufer
        [knight] ein Springer
       *[pawn] ein Bauer
    }
   *[other] { $count } { pieces }
}
either = { $first } oder { $last }
duration-hours = { $hours ->
    [one] eine Stunde
   *[other] { $hours } Stunden
}{ $minutes ->
    [0] {""}
   *[other] { " " }{ $minutes }
}
duration-minutes = { $minutes ->
    [one] eine Minute
   *[other] { $minutes } Minuten
}
duration-minutes-seconds = { $minutes ->
    [one] eine Minute
   *[other] { $minutes } Minuten
} { $seconds }
duration-seconds = { $seconds ->
    [one] eine Sekunde
   *[other] { $seconds } Sekunden
}
# Eine Zeitkontrolle: "40 Züge in 2 Stunden, dann eine Stunde"
control-moves = { $moves } Züge in { $time }
control-increment = { $time } plus { $bonus }
control-delay = { $time } mit { $bonus } Aufschub
control-then = { $first }, dann { $last }

## Beginn

# Vor der Partie; $online: ob es auch im Netz geht.
which-opponent = Wo ist der Gegner: eins, am Brett, zwei, im Rechner{ $online ->
    [yes] , drei, im Netz
   *[no] {""}
}?
    .braille = Gegner? «Brett» «Rechner»{ $online ->
        [yes] {" "}«Netz»
       *[no] {""}
    }
opponent-missing = { $online ->
    [yes] Im Netz lässt sich hier nicht spielen
   *[no] Keine Engine lässt sich starten, bitte Stockfish installieren
}.
    .braille = { $online ->
        [yes] im Netz geht es nicht
       *[no] keine Engine, installieren: stockfish
    }
game-closed = { $over ->
    [yes] Die Partie ist geschlossen
   *[no] Die Partie ist unterbrochen
}.
    .braille = { $over ->
        [yes] Partie geschlossen
       *[no] Partie unterbrochen
    }
# Wann eine Partie begann, nach dem Namen ihrer Datei.
saved-on = { $day }. { $month ->
    [1] Januar
    [2] Februar
    [3] März
    [4] April
    [5] Mai
    [6] Juni
    [7] Juli
    [8] August
    [9] September
    [10] Oktober
    [11] November
   *[12] Dezember
}, { $hour } Uhr { $minute }{ $number ->
    [none] {""}
   *[other] , Nummer { $number }
}
# $alone: «annabella resume» nimmt von selbst diese Partie. $dated: die Datei heißt nach dem Beginn der Partie.
program-ends = { $failed ->
    [yes] Das Programm hat einen Fehler.{ " " }
   *[no] {""}
}{ $unfinished ->
    [0] {""}
    [one] Die Partie ist unterbrochen. Weiter geht es mit: annabella resume{ $alone ->
        [yes] {""}
       *[no] , und der Datei { $journals }
    }.{ " " }
   *[other] { $unfinished } Partien sind unterbrochen. Weiter geht es mit: annabella resume, und den Dateien { $journals }.{ " " }
}{ $scores ->
    [0] {""}
    [one] Die Mitschrift liegt im Ordner { $folder }, Datei { $dated ->
        [yes] vom { saved-on }
       *[no] { $file }
    }.{ " " }
   *[other] { $scores } Mitschriften sind gespeichert.{ " " }
}{ $unwritten ->
    [yes] Eine Mitschrift ließ sich nicht speichern.{ " " }
   *[no] {""}
}{ $incomplete ->
    [0] {""}
   *[other] { $missing ->
        [0] Die Partiedatei ist nicht vollständig
        [one] In der Partiedatei fehlt ein Halbzug
       *[other] In der Partiedatei fehlen { $missing } Halbzüge
    }.{ " " }
}{ $again ->
    [yes] {""}
   *[no] Das Programm endet.
}
    .braille = { $failed ->
        [yes] Fehler im Programm{ "  " }
       *[no] {""}
    }{ $unfinished ->
        [0] {""}
       *[other] unterbrochen, weiter: annabella resume{ $alone ->
            [yes] {""}
           *[no] { " " }{ $journals }
        }{ "  " }
    }{ $scores ->
        [0] {""}
        [one] Mitschrift: { $folder }/{ $file }{ "  " }
       *[other] { $scores } Mitschriften{ "  " }
    }{ $unwritten ->
        [yes] Mitschrift nicht gespeichert{ "  " }
       *[no] {""}
    }{ $incomplete ->
        [0] {""}
       *[other] { $missing ->
            [0] Partiedatei nicht vollständig
           *[other] Partiedatei ohne { $missing } Halbzüge
        }{ "  " }
    }{ $again ->
        [yes] {""}
       *[no] Programmende
    }
ready = Bereit. { $you ->
    [white] Sie haben Weiß
    [black] Sie haben Schwarz
   *[none] Zwei Spieler
}, { $control ->
    [none] ohne Uhr
   *[other] { $control }
}.{ $strength ->
    [none] {""}
   *[other] { " " }Der Rechner spielt { $strength }.
}{ $control ->
    [none] {""}
   *[other] { " " }Uhr startet die Partie.
}
    .braille = bereit { $you ->
        [white] Weiß
        [black] Schwarz
       *[none] beide
    } { $control ->
        [none] {""}
       *[other] { $control }
    }{ $strength ->
        [none] {""}
       *[other] {" "}{ $strength }
    }
unusual-start = { $chess960 ->
    [none] Vorgegebene Stellung
   *[other] Schach 960, Nummer { $chess960 }
}, { $side ->
    [white] Weiß
   *[black] Schwarz
} am Zug.
    .braille = { $chess960 ->
        [none] Stellung
       *[other] 960 Nr. { $chess960 }
    }
# Am Anfang des Programms; der Grund ist ein Satz.
not-begun = Es geht nicht los. { $fault }
    .braille = kein Beginn: { $fault }
# Am Anfang einer neuen Partie. Der Befehl ist einer des Programms.
last-game-open = Die letzte Partie ist nicht zu Ende. Mit annabella resume geht sie weiter.
    .braille = letzte Partie offen: annabella resume
# Ob eine Partie weitergeht, die nicht zu Ende ist.
go-on = { $place ->
    [1] { $count ->
        [one] Eine Partie ist nicht zu Ende
       *[other] { $count } Partien sind nicht zu Ende. Die letzte
    }
   *[other] Partie { $place }
}: { $named ->
    [yes] { $white ->
        [none] Weiß
       *[other] { $white }
    } gegen { $black ->
        [none] Schwarz
       *[other] { $black }
    },{ " " }
   *[no] {""}
}{ $dated ->
    [yes] vom { saved-on }
   *[no] Datei { $file }
}. { $last ->
    [yes] Zuletzt { moved }
   *[no] Noch ohne Zug.
} Weiter mit dieser?{ $else-new ->
    [yes] { $count ->
        [one] { " " }Nein beginnt eine neue.
       *[other] { " " }Nein beginnt eine neue, nächste Partie nennt eine andere.
    }
   *[no] {""}
}
    .braille = weiter? «ja» «nein» { $place }/{ $count } { $named ->
        [yes] { $white ->
            [none] W
           *[other] { $white }
        }-{ $black ->
            [none] S
           *[other] { $black }
        }{ " " }
       *[no] {""}
    }{ $dated ->
        [yes] { $day }.{ $month }. { $hour }:{ $minute }
       *[no] { $file }
    } { $last ->
        [yes] { moved.braille }
       *[no] {""}
    }
none-goes-on = Keine Partie geht weiter.
    .braille = keine geht weiter
resumed = Fortgesetzt. { $last ->
    [yes] Zuletzt { moved }{ " " }
   *[no] {""}
}Zug { $number }, { $side ->
    [white] Weiß
   *[black] Schwarz
} am Zug.{ $clock ->
    [yes] { " " }Die Uhr steht.
   *[no] {""}
}
    .braille = weiter { $last ->
        [yes] { moved.braille }
       *[no] { $number }. { $side ->
            [white] W
           *[black] S
        }
    }
torn = Die letzte Zeile der Partiedatei war unvollständig und ist gestrichen.
    .braille = letzte Zeile gestrichen

## Das Leben eines Zuges

read-back = { $move }?
    .braille = { $move }? «ja» «nein»
perhaps = Meinten Sie { $move }?
    .braille = { $move }? «ja» «nein»
moved = { $move }{ $after ->
    [check] , Schach
    [mate] , matt
   *[none] {""}
}.
    .braille = { $score }
# Ein Zug, der von anderswo kam: wessen, sagt die Farbe.
# Am elektronischen Brett steht etwas anderes als in der Partie: bis zu drei Felder, jedes wie bei board-square
board-differs = Am Brett: { $list }.
    .braille = Brett: { $list }
board-square = { $should ->
    [none] { $holds } gehört nicht auf { $square }
   *[other] { $colours ->
        [white] die Figur auf { $square } ist weiß statt schwarz
        [black] die Figur auf { $square } ist schwarz statt weiß
       *[none] auf { $square } { $holds ->
            [none] fehlt
           *[other] gehört
        } { $should }
    }
}
board-agrees = Das Brett stimmt wieder.
    .braille = Brett stimmt
# Am elektronischen Brett wurde eine Figur gehoben und zurückgestellt.
put-back = { $who ->
    [none] { $square }
   *[other] { $who } auf { $square }
} wurde gehoben und zurückgestellt.
    .braille = gehoben { $square }
# $what: was die Uhr am Brett anders zeigt als die Partie; $side ist, für wen sie läuft oder wessen Fahne sie zeigt.
clock-differs = { $what ->
    [turn] Die Uhr am Brett läuft für { $side ->
        [white] Weiß, aber Schwarz ist am Zug
       *[black] Schwarz, aber Weiß ist am Zug
    }
    [flag] Die Uhr am Brett zeigt eine gefallene Fahne bei { $side ->
        [white] Weiß
       *[black] Schwarz
    }, aber es ist noch Zeit
    [bonus] Die Uhr am Brett gibt Zeit je Zug dazu, diese Partie nicht
   *[no-bonus] Die Uhr am Brett gibt keine Zeit je Zug dazu
}.
    .braille = Uhr am Brett: { $what ->
        [turn] läuft für { $side ->
            [white] Weiß
           *[black] Schwarz
        }
        [flag] Fahne { $side ->
            [white] Weiß
           *[black] Schwarz
        }
        [bonus] mit Zugzeit
       *[no-bonus] ohne Zugzeit
    }
kings-tell = Am Brett zeigen die Könige: { $result ->
    [white] Weiß gewinnt
    [black] Schwarz gewinnt
   *[draw] Remis
}.
    .braille = Könige: { $result ->
        [white] 1-0
        [black] 0-1
       *[draw] Remis
    }
opponent-moved = { $mover ->
    [white] Weiß
   *[black] Schwarz
}: { moved }
    .braille = { moved.braille }
which = { $piece ->
    [king] Welcher König
    [queen] Welche Dame
    [rook] Welcher Turm
    [bishop] Welcher Läufer
    [knight] Welcher Springer
   *[pawn] Welcher Bauer
}: { $list }?
    .braille = { $list }
which-move = Meinten Sie { $list }?
    .braille = ? { $list }
promotion = Dame, Turm, Läufer oder Springer?
    .braille = { $cells } «D» «T» «L» «S» ?
open-part = { $open ->
    [piece] Welche Figur
    [origin] Nicht eindeutig. Von wo
    [promotion] Dame, Turm, Läufer oder Springer
    [castling] Kurz oder lang
   *[destination] Wohin
}?
    .braille = { $open ->
        [piece] welche Figur?
        [origin] nicht eindeutig, von wo?
        [promotion] «D» «T» «L» «S» ?
        [castling] «0-0» «0-0-0» ?
       *[destination] wohin?
    }
unclear = Das ist nicht eindeutig. Bitte den ganzen Zug.
    .braille = nicht eindeutig, ganzen Zug sagen
not-understood = Nicht verstanden.
    .braille = nicht verstanden
did-you-mean = Nicht verstanden. War gemeint: { $words }?
    .braille = { $words }? «ja» «nein»
not-meant = Gut, dann nicht.
    .braille = gut, dann nicht
not-recorded = Das passt nicht zur Partie und wurde nicht ausgeführt.
    .braille = passt nicht, nicht getan
made-already = Schon gezogen.
    .braille = ist gemacht
yes-or-no = Ja oder nein: { $question }
    .braille = { $question }
yes-or-no-otherwise = Ja, richtig oder nein sagen, oder { $clock ->
    [yes] die Uhr oder Enter
   *[no] Enter
} drücken: { $question }
    .braille = { $question }
withdrawn = Gut, nicht gezogen.
    .braille = verworfen
going-on = Gut, es geht weiter.
    .braille = es geht weiter
taken-back = Zurückgenommen. { $side ->
    [white] Weiß
   *[black] Schwarz
} am Zug.
    .braille = zurück, { $side ->
        [white] Weiß
       *[black] Schwarz
    } am Zug
nothing-to-take-back = Nichts zu korrigieren.
    .braille = nichts zu korrigieren
completed-already = Der Zug ist abgeschlossen.
    .braille = Zug abgeschlossen
# Wer nicht der Angesprochene ist, wird genannt: es gilt dem, der gedrückt hat.
move-first = { $owner ->
    [you] Erst
    [opponent] Gegner: erst
    [white] Weiß: erst
   *[black] Schwarz: erst
} der Zug, dann die Uhr.
    .braille = { $side ->
        [white] Weiß
       *[black] Schwarz
    }: erst der Zug
not-your-clock = { $owner ->
    [you] Ihre Uhr
    [opponent] Die Uhr des Gegners
    [white] Die Uhr von Weiß
   *[black] Die Uhr von Schwarz
} läuft nicht.
    .braille = { $side ->
        [white] Weiß
       *[black] Schwarz
    }: Uhr läuft nicht
repeated-otherwise = Gezogen war { $move }.
    .braille = war: { $move }

## Nicht möglich: ein Grund, in einem Atem; die Zeile hat dieselben Worte, mit e4 für "Eva vier"

illegal = Geht nicht, { $reason }.
    .braille = geht nicht: { $reason }
# Im Wettkampf: nicht warum.
reason-untold = der Zug ist regelwidrig
reason-game-over = die Partie ist zu Ende
reason-empty-square = auf { $square } steht nichts
reason-piece-there = auf { $square } steht { $who }
reason-side-has-none = { side } hat { $piece ->
    [king] keinen König
    [queen] keine Dame
    [rook] keinen Turm
    [bishop] keinen Läufer
    [knight] keinen Springer
   *[pawn] keinen Bauern
}
reason-none-placed = auf { $from } steht { $none } von { side }
    .braille = auf { $from } { $none } von { side.braille }
reason-same-square = da steht die Figur schon
reason-moves-otherwise = so zieht { $none }
# $none ist none, wo keine Art genannt war; $from ist none, wo nichts genannt war.
reason-none-reaches = { $none ->
    [none] nichts
   *[other] { $none }
} von { side }{ $from ->
    [none] {""}
   *[other] { " " }auf { $from }
} kommt nach { $to }
    .braille = { $none ->
        [none] nichts
       *[other] { $none }
    } von { side.braille }{ $from ->
        [none] {""}
       *[other] { " " }auf { $from }
    } nach { $to }
reason-cannot-move = { $none ->
    [none] nichts
   *[other] { $none }
} von { side }{ $from ->
    [none] {""}
   *[other] { " " }auf { $from }
} kann ziehen
    .braille = { $none ->
        [none] nichts
       *[other] { $none }
    } von { side.braille }{ $from ->
        [none] {""}
       *[other] { " " }auf { $from }
    } zieht
reason-nothing-to-capture = auf { $square } ist nichts zu schlagen
reason-cannot-capture = so ist { $none ->
    [none] nichts
   *[other] { $none }
} zu schlagen
reason-pawn-straight = ein Bauer schlägt nicht geradeaus
reason-double-step = zwei Felder zieht ein Bauer nur von seinem ersten Feld
    .braille = Doppelschritt nur vom ersten
reason-en-passant-late = en passant geht nur gleich nach dem Doppelschritt
    .braille = en passant nur sofort
reason-no-en-passant = en passant geht da nicht
reason-promotion-to = umgewandelt wird in Dame, Turm, Läufer oder Springer
reason-no-promotion = auf { $square } wird nicht umgewandelt
reason-only-pawn-promotes = nur ein Bauer wird umgewandelt
reason-none-promotes = so wird kein Bauer umgewandelt
reason-exposes-king = der König stünde im Schach von { $square }
reason-king-in-check = der König steht im Schach von { $square }
reason-castling-lost = { $because ->
    [castled] es ist schon rochiert
    [king-moved] der König hat schon gezogen
    [rook-moved] der Turm hat schon gezogen
    [rook-gone] der Turm ist geschlagen
   *[unknown] das Rochaderecht fehlt
}
reason-castling-attacked = { $through } ist von { $square } angegriffen

## Uhr

clock-started = { $to-move ->
    [yes] Die Uhr läuft, { $side ->
        [white] Weiß
       *[black] Schwarz
    } am Zug.
   *[no] Die Uhr von { $side ->
        [white] Weiß
       *[black] Schwarz
    } läuft.
}
    .braille = Uhr läuft { $side ->
        [white] W
       *[black] S
    }
clock-stopped = Die Uhr steht.
    .braille = Uhr steht
no-clock = Es ist keine Uhr im Spiel.
    .braille = keine Uhr
# Eine andere Uhr zählt; hier wird sie weder gestellt noch angehalten.
time-kept-by = { $authority ->
    [server] Die Uhr führt der Server.
    [peers] Jede Seite zählt ihre eigene Zeit.
   *[board-clock] Es zählt die Uhr am Brett.
}
    .braille = { $authority ->
        [server] Uhr führt Server
        [peers] jede Seite zählt ihre Zeit
       *[board-clock] Uhr am Brett zählt
    }
# Zeiten am Rand der Zeile: je weniger, desto genauer, und keine mit einer anderen zu verwechseln.
brief-hours = { $hours }:{ $padded }
    .braille = { $hours }h{ $padded }
brief-minutes = { $minutes }
    .braille = { $minutes }m
brief-seconds = { $minutes }:{ $seconds }
    .braille = { $minutes }m{ $seconds }
# Solange kein Zug gespielt ist.
game-begins = { side }
    .braille = { $side ->
        [white] Weiß
       *[black] Schwarz
    } am Zug
# Die Ansicht der Uhren.
clocks-view = { $white } { $black }
    .braille = Weiß { $white }{ $running ->
        [white] {" "}läuft
       *[other] {""}
    } Schwarz { $black }{ $running ->
        [black] {" "}läuft
       *[other] {""}
    }
# Die Zeiten im gedruckten Protokoll.
clocks = { $white } { $black }
    .braille = W { $white } S { $black }
times = { $first }: { $first-time }. { $second }: { $second-time }.
    .braille = { $first-side ->
        [white] W { $first-time } S { $second-time }
       *[black] S { $first-time } W { $second-time }
    }
my-time = { $time }.
    .braille = { $time }
# $time ist, was noch bleibt.
time-warning = { $owner ->
    [you] Noch
    [opponent] Gegner: noch
    [white] Weiß: noch
   *[black] Schwarz: noch
} { $time }.
    .braille = { $side ->
        [white] Weiß
       *[black] Schwarz
    } noch { $time }
flag-fell = { $owner ->
    [you] Ihre Zeit ist abgelaufen
    [opponent] Die Zeit des Gegners ist abgelaufen
    [white] Die Zeit von Weiß ist abgelaufen
   *[black] Die Zeit von Schwarz ist abgelaufen
}.
    .braille = Zeit ab: { $side ->
        [white] Weiß
       *[black] Schwarz
    }
flag-stands = Die Zeit von { $side ->
    [white] Weiß
   *[black] Schwarz
} ist nicht abgelaufen.
    .braille = Zeit läuft noch
arbiter = { $clock ->
    [yes] Die Uhr steht.{ " " }
   *[no] {""}
}Bitte den Schiedsrichter rufen.
    .braille = Schiedsrichter rufen
penalty = { $side ->
    [white] Weiß
   *[black] Schwarz
} bekommt { $time } dazu.
    .braille = { $side ->
        [white] W
       *[black] S
    } + { $time }

# Die Ansichten der Braillezeile
nothing-told = noch keine Meldung
    .braille = noch keine Meldung
braille-command = { $command }
    .braille = { $command ->
        [pan-left] zurück auf der Zeile
        [pan-right] weiter auf der Zeile
        [up] nach oben, ältere Meldung
        [down] nach unten, neuere Meldung
        [home] Partie und Frage
        [next-view] nächste Ansicht
        [previous-view] vorige Ansicht
        [board] Brett
        [clocks] Uhren
        [score] Mitschrift
        [log] Meldungen
        [say] was man sagen kann
        [keys] diese Tasten
        [enter] Geschriebenes ausführen, ja
        [escape] verwerfen, nein
        [erase] letztes Zeichen löschen
        [repeat] wiederholen
        [clock] Uhr drücken
        [talk] sprechen
        [arbiter] Schiedsrichter
        [correct] Korrektur
        [quiet] Ruhe
        [microphone] Mikrofon aus und an
        [yes] ja
       *[no] nein
    }
nothing-there = Da gibt es nichts zu wählen.
    .braille = nichts zu wählen

## Remis, Aufgabe, Ende

draw-offered = { $side ->
    [white] Weiß
   *[black] Schwarz
} bietet Remis.
    .braille = (=) { $asked ->
        [no] angeboten
        [told] von { $side ->
            [white] Weiß
           *[black] Schwarz
        }
       *[yes] Remis? «ja» «nein»
    }
draw-declined = Remis abgelehnt.
    .braille = Remis abgelehnt
draw-stands = Das Angebot steht schon.
    .braille = Angebot steht
no-draw-offer = Es liegt kein Angebot vor.
    .braille = kein Angebot
draw-sure = { $side ->
    [white] Weiß
   *[black] Schwarz
} nimmt Remis an?
    .braille = { $side ->
        [white] Weiß
       *[black] Schwarz
    } nimmt Remis an? «ja» «nein»
offer-sure = { $side ->
    [white] Weiß
   *[black] Schwarz
} bietet Remis?
    .braille = { $side ->
        [white] Weiß
       *[black] Schwarz
    } bietet Remis? «ja» «nein»
leave-sure = { $again ->
    [yes] Diese Partie unterbrechen, neue Partie
   *[no] Partie unterbrechen
}?
    .braille = { $again ->
        [yes] neue Partie
       *[no] Partie unterbrechen
    }? «ja» «nein»
own-offer = { $owner ->
    [you] Das ist Ihr eigenes Angebot
    [opponent] Das ist das Angebot des Gegners
    [white] Das Angebot ist von Weiß
   *[black] Das Angebot ist von Schwarz
}.
    .braille = Angebot von { $side ->
        [white] Weiß
       *[black] Schwarz
    }
# Wer für beide spricht, wird gefragt, von wem es kam.
whose = { $act ->
    [resign] Wer gibt auf
   *[offer] Wer bietet Remis
}, Weiß oder Schwarz?
    .braille = { $act ->
        [resign] wer gibt auf
       *[offer] wer bietet Remis
    }? «Weiß» «Schwarz»
not-yours = Das kann nur { $side ->
    [white] Weiß
   *[black] Schwarz
} sagen.
    .braille = nur { $side ->
        [white] Weiß
       *[black] Schwarz
    }
# Wer einen Zug zurücknehmen will, den der andere gemacht hat.
not-your-move = Der letzte Zug war von { $side ->
    [white] Weiß
   *[black] Schwarz
}.
    .braille = Zug von { $side ->
        [white] Weiß
       *[black] Schwarz
    }
not-having-move = { $owner ->
    [you] Sie sind nicht am Zug
    [opponent] Der Gegner ist nicht am Zug
    [white] Weiß ist nicht am Zug
   *[black] Schwarz ist nicht am Zug
}.
    .braille = { $side ->
        [white] Weiß
       *[black] Schwarz
    } nicht am Zug
# Wer zu früh gesprochen hat, hört beim ersten Mal auch, warum er es noch einmal sagen soll.
clipped = Noch einmal bitte{ $why ->
        [yes] , ich war noch nicht fertig
       *[no] {""}
    }.
    .braille = noch einmal
resign-sure = { $side ->
    [white] Weiß
   *[black] Schwarz
} gibt auf?
    .braille = { $side ->
        [white] Weiß
       *[black] Schwarz
    } gibt auf? «ja» «nein»
# $result: white, black, draw
ended = { $ending ->
    [checkmate] { $after ->
        [mate] {""}
       *[other] Matt.{ " " }
    }
    [resignation] { $loser ->
        [white] Weiß gibt auf
        [black] Schwarz gibt auf
       *[none] Aufgegeben
    }.{ " " }
    [time] Zeit überschritten.{ " " }
    [stalemate] Patt.{ " " }
    [agreement] {""}
    [threefold] Dreimal dieselbe Stellung.{ " " }
    [fifty-moves] 50 Züge ohne Bauernzug und Schlagzug.{ " " }
    [fivefold] Fünfmal dieselbe Stellung.{ " " }
    [seventy-five-moves] 75 Züge ohne Bauernzug und Schlagzug.{ " " }
    [dead-position] Keine Seite kann mehr mattsetzen.{ " " }
    [illegal-moves] { $loser ->
        [white] Weiß verliert durch regelwidrige Züge
        [black] Schwarz verliert durch regelwidrige Züge
       *[none] Zu viele regelwidrige Züge
    }.{ " " }
    [both-flags] Beide Zeiten sind abgelaufen.{ " " }
    [last-two-minutes] Entschieden in den letzten zwei Minuten.{ " " }
    [claim-referred] Der Anspruch beendet die Partie.{ " " }
    [sealed-move] Der Abgabezug gilt nicht.{ " " }
    [default] Zu spät gekommen.{ " " }
    [arbiter] Der Schiedsrichter hat entschieden.{ " " }
    [left] { $loser ->
        [white] Weiß hat die Partie verlassen
        [black] Schwarz hat die Partie verlassen
       *[none] Verlassen
    }.{ " " }
    [aborted] Partie abgebrochen.{ " " }
    [service] Der Server hat entschieden.{ " " }
   *[other] {""}
}{ $result ->
    [white] Weiß gewinnt
    [black] Schwarz gewinnt
    [none] { $ending ->
        [claim-referred] Der Gegner prüft Stellung und Mitschrift, der Schiedsrichter entscheidet
       *[other] Sie zählt nicht
    }
    [both] Beide verlieren
    [white-half] Weiß bekommt einen halben Punkt, Schwarz keinen
    [black-half] Schwarz bekommt einen halben Punkt, Weiß keinen
   *[draw] { $ending ->
        [agreement] Remis vereinbart
       *[other] Remis
    }
}.
    .braille = { $last ->
        [yes] { $score }
       *[no] {""}
    } { $pgn } { $ending ->
        [checkmate] matt
        [resignation] aufgegeben
        [time] Zeit
        [stalemate] Patt
        [agreement] Remis
        [threefold] 3x Stellung
        [fifty-moves] 50 Züge
        [fivefold] 5x Stellung
        [seventy-five-moves] 75 Züge
        [dead-position] kein Matt möglich
        [illegal-moves] regelwidrig
        [both-flags] beide Zeiten
        [last-two-minutes] letzte 2 Min
        [claim-referred] Anspruch beim Schiri
        [sealed-move] Abgabezug
        [default] zu spät
        [arbiter] Schiedsrichter
        [left] verlassen
        [aborted] abgebrochen
        [service] Server
       *[other] Ende
    }
game-over = Die Partie ist zu Ende: { $result ->
    [white] Weiß gewinnt
    [black] Schwarz gewinnt
    [none] sie zählt nicht
    [both] beide verlieren
    [white-half] Weiß bekommt einen halben Punkt, Schwarz keinen
    [black-half] Schwarz bekommt einen halben Punkt, Weiß keinen
   *[draw] remis
}.
    .braille = zu Ende { $pgn }
claim-wrong = Der Anspruch stimmt nicht, { $fact ->
    [threefold] { $count ->
        [one] die Stellung ist neu
       *[other] die Stellung gab es { $count } Mal
    }
   *[fifty] { $count ->
        [0] bisher zählt kein Zug
        [one] bisher zählt ein Zug
       *[other] bisher zählen { $count } Züge
    }
}.
    .braille = Anspruch falsch: { $fact ->
        [threefold] { $count ->
            [one] Stellung neu
           *[other] Stellung { $count } mal
        }
       *[fifty] { $count ->
            [one] 1 Zug
           *[other] { $count } Züge
        }
    }
claim-sure = { $side ->
    [white] Weiß
   *[black] Schwarz
} beansprucht Remis, { $claim ->
    [threefold] dreimal dieselbe Stellung
   *[fifty-moves] 50 Züge
}{ $with ->
    [yes] { " " }mit { $move }
   *[no] {""}
}?
    .braille = { $claim ->
        [threefold] 3x Stellung
       *[fifty-moves] 50 Züge
    }{ $with ->
        [yes] { " " }mit { $move }
       *[no] {""}
    }? «ja» «nein»
not-on-move = Beanspruchen kann nur, wer am Zug ist.
    .braille = nicht am Zug
must-play = Zu ziehen ist { $move }.
    .braille = zu ziehen: { $move }
too-early = Remis gibt es erst, wenn beide { $moves ->
    [one] gezogen haben
   *[other] { $moves } Züge gemacht haben
}.
    .braille = Remis erst nach { $moves }
no-offers = Remisangebote sind hier nicht erlaubt.
    .braille = kein Remisangebot
no-game-yet = Es läuft noch keine Partie.
    .braille = noch keine Partie
adjourned = Die Partie ist vertagt.
    .braille = vertagt
already-decided = Die Partie ist schon entschieden. Offen ist nur, ob noch Matt möglich ist.
    .braille = schon entschieden
decide-first = Erst diese Entscheidung.
    .braille = erst entscheiden
both-flags = Beide Zeiten sind abgelaufen. Die Partie geht weiter.
    .braille = beide Zeiten ab, weiter
# Der Schiedsrichter antwortet: ja ist remis, nein lehnt ab, weiter schiebt auf.
two-minutes = { $side ->
    [white] Weiß
   *[black] Schwarz
} beansprucht Remis in den letzten zwei Minuten. Schiedsrichter: Ja, Nein oder Weiter?
    .braille = letzte 2 Min? «ja» «nein» «weiter»
# Ohne Schiedsrichter beendet der Anspruch die Partie.
two-minutes-referred = { $side ->
    [white] Weiß
   *[black] Schwarz
} beansprucht Remis in den letzten zwei Minuten. Das beendet die Partie. Ja oder Nein?
    .braille = letzte 2 Min, Partie zu Ende? «ja» «nein»
# Die Fahne ist gefallen, der aufgeschobene Anspruch kommt vor ihr dran.
two-minutes-at-flag = Schiedsrichter: { $side ->
    [white] Weiß
   *[black] Schwarz
} hatte Remis beansprucht. Ja oder Nein?
    .braille = { $side ->
        [white] W
       *[black] S
    } Remis beansprucht? «ja» «nein»
two-minutes-refused = { $why ->
    [game-over] Die Partie ist zu Ende
    [not-on-move] Beanspruchen kann nur, wer am Zug ist
    [flag-fallen] Die Zeit ist abgelaufen
    [time-left] Es bleiben noch mindestens zwei Minuten
    [addition] Das gilt nur ohne Zeitzugabe
    [not-last-period] Das gilt nur im letzten Abschnitt
    [not-announced] Das war nicht angekündigt
    [not-in-rules] Das gibt es nach diesen Regeln nicht
   *[blitz] Im Blitz gilt das nicht
}.
    .braille = kein Anspruch: { $why ->
        [game-over] zu Ende
        [not-on-move] nicht am Zug
        [flag-fallen] Zeit ab
        [time-left] 2 Min oder mehr
        [addition] Zeitzugabe
        [not-last-period] Abschnitt
        [not-announced] nicht angekündigt
        [not-in-rules] nicht in den Regeln
       *[blitz] Blitz
    }
two-minutes-rejected = Der Anspruch ist abgelehnt.
    .braille = Anspruch abgelehnt
two-minutes-postponed = Der Anspruch ist aufgeschoben.
    .braille = aufgeschoben
penalty-sure = Schiedsrichter: { $side ->
    [white] Weiß
   *[black] Schwarz
} hat die Uhr ohne Zug gedrückt. Strafe?
    .braille = { $side ->
        [white] W
       *[black] S
    } Uhr ohne Zug, Strafe? «ja» «nein»
# $entered: ob ein Zug eingegeben war, der dann zurückgeht. $later: erst später gefunden
illegal-move-sure = Schiedsrichter: { $later ->
    [yes] Zug { $move-number }, { $move }, regelwidrig. Zurück, und Strafe für { $side ->
    [white] Weiß
   *[black] Schwarz
}
   *[no] regelwidriger Zug von { $side ->
    [white] Weiß
   *[black] Schwarz
}{ $entered ->
        [yes] , { $move }
       *[no] {""}
    }. Strafe
}?
    .braille = { $entered ->
        [yes] { $score } {""}
       *[no] { $side ->
        [white] W
       *[black] S
    } {""}
    }regelwidrig? «ja» «nein»
pawn-sure = Schiedsrichter: { $side ->
    [white] Weiß
   *[black] Schwarz
}, Bauer{ $square ->
    [none] {""}
   *[other] { " " }auf { $square }
} nicht ersetzt. Strafe?
    .braille = { $side ->
        [white] W
       *[black] S
    } { $square ->
        [none] Bauer
       *[other] { $square }
    } nicht ersetzt? «ja» «nein»
no-pawn-to-replace = Da ist kein Bauer zu ersetzen.
    .braille = kein Bauer zu ersetzen
plays-elsewhere = { side } spielt nicht an diesem Brett.
    .braille = { $side ->
        [white] Weiß
       *[black] Schwarz
    } spielt anderswo
no-such-move = Diesen Zug gibt es nicht.
    .braille = kein solcher Zug
only-unsupervised = Das gilt nur im Schnellschach und Blitz ohne Aufsicht.
    .braille = nur ohne Aufsicht
no-fault = Nach diesen Regeln ist das kein Verstoß.
    .braille = kein Verstoß
return-sure = Schiedsrichter: Zurück vor Zug { $move-number }, { $move }?
    .braille = zurück vor { $score }? «ja» «nein»
displaced-sure = Schiedsrichter: Hat { $side ->
    [white] Weiß
   *[black] Schwarz
} Figuren verschoben?
    .braille = { $side ->
        [white] W
       *[black] S
    } hat verschoben? «ja» «nein»
putting-right = { $side ->
    [white] Weiß
   *[black] Schwarz
} stellt die Figuren richtig, auf eigene Zeit.
    .braille = { $side ->
        [white] W
       *[black] S
    } stellt richtig
wrong-start-sure = Schiedsrichter: Grundstellung falsch. Neue Partie?
    .braille = neue Partie? «ja» «nein»
colours-sure = Schiedsrichter: Farben vertauscht. Neue Partie?
    .braille = Farben, neue Partie? «ja» «nein»
colours-stay = Die Farben bleiben. Es geht weiter.
    .braille = Farben bleiben
board-turned = Bitte das Brett drehen und die Stellung neu aufstellen. Es geht weiter.
    .braille = Brett richtig legen
new-game = Neue Partie.
    .braille = neue Partie
# $fault: defect, setting. $estimated: die Zeiten sind nach der Zahl der Züge geteilt
clock-sure = Schiedsrichter: { $replace ->
    [yes] Uhr defekt
   *[no] Uhr falsch gestellt
}. { $estimated ->
    [yes] Geschätzt:{ " " }
   *[no] {""}
}Weiß { $white }, Schwarz { $black }. Einstellen?
    .braille = { clocks.braille }? «ja» «nein»
clock-set = Eingestellt.{ $replace ->
    [yes] { " " }Bitte die Uhr tauschen.
   *[no] {""}
}
    .braille = { $replace ->
        [yes] Uhr tauschen
       *[no] eingestellt
    }
stood-still = Der Rechner stand { $time } still. { $counted ->
    [yes] So lange lief die Uhr von { $side ->
        [white] Weiß
       *[black] Schwarz
    }; der Schiedsrichter kann die Zeit zurückgeben.
   *[no] Die Uhr stand auch.
}
    .braille = Rechner stand { $seconds } s{ $counted ->
        [yes] , Uhr { $side ->
            [white] W
           *[black] S
        } lief
       *[no] {""}
    }
give-back-sure = Schiedsrichter: Der Rechner stand still. Bekommt { $side ->
    [white] Weiß
   *[black] Schwarz
} { $time } zurück?
    .braille = { $side ->
        [white] W
       *[black] S
    } +{ $seconds } s? «ja» «nein»
ruling-taken-back = Entscheidung zurückgenommen. { $side ->
    [white] Weiß
   *[black] Schwarz
} am Zug.
    .braille = Entscheidung zurück, { $side ->
        [white] W
       *[black] S
    } am Zug
ruling-taken-back-over = Entscheidung zurückgenommen. { $result ->
    [white] Weiß gewinnt
    [black] Schwarz gewinnt
    [none] Die Partie zählt nicht
    [both] Beide verlieren
    [white-half] Weiß bekommt einen halben Punkt, Schwarz keinen
    [black-half] Schwarz bekommt einen halben Punkt, Weiß keinen
   *[draw] Remis
}.
    .braille = Entscheidung zurück { $pgn }
## Der Schiedsrichter

# Die Antworten auf der Zeile stehen in der Reihenfolge, in der sie gezählt werden.
desk = { $clock ->
    [yes] Die Uhr steht.{ " " }
   *[no] {""}
}Der Schiedsrichter hat das Wort.
    .braille = Schiri: { $menu ->
        [over] «weiter» «fortsetzen» «Korrektur»
        [sealed] «weiter» «öffnen» «Korrektur»
       *[game] «weiter» «W+2» «S+2» «W-2» «S-2» «Korrektur» «W warnen» «S warnen» «W Strafe» «S Strafe» «remis» «W verliert» «S verliert» «beide verlieren» «W halber Punkt» «S halber Punkt»
    }
desk-nothing-asked = Es ist nichts gefragt. Weiter, wenn der Schiedsrichter fertig ist.
    .braille = nichts gefragt, fertig: weiter
# $order: was er angeordnet hat; $side, $time und $number, soweit es davon handelt
ordered = { $order ->
    [time-added] { side } bekommt { $time } dazu
    [time-taken] { side } werden { $time } abgezogen
    [clock-set] { side } hat { $time }
    [move-counter] Zugzähler von { side }: { $number }
    [warning] Verwarnung für { side }
    [penalty] Strafe für { side }, der Gegner bekommt { $time } dazu
    [default-time] Wartezeit { $time }
    [late] { side } kommt { $time } zu spät. Die Partie geht weiter
    [reopened] Die Partie ist wieder offen
   *[other] Entschieden
}.
    .braille = { $order ->
        [time-added] { side.braille } +{ $time }
        [time-taken] { side.braille } -{ $time }
        [clock-set] { side.braille } ={ $time }
        [move-counter] Zugzähler { side.braille } { $number }
        [warning] Verwarnung { side.braille }
        [penalty] Strafe { side.braille } +{ $time }
        [default-time] Wartezeit { $time }
        [late] { side.braille } zu spät { $time }
        [reopened] wieder offen
       *[other] entschieden
    }
order-sure = Schiedsrichter: { $order ->
    [lost] Verliert { side } die Partie
    [drawn] Ist die Partie remis
    [half-point] Bekommt { side } einen halben Punkt und der Gegner keinen
   *[both-lose] Verlieren beide die Partie
}?
    .braille = { $order ->
        [lost] { side.braille } verliert
        [drawn] remis
        [half-point] { side.braille } halber Punkt
       *[both-lose] beide verlieren
    }? «ja» «nein»
late-sure = Schiedsrichter: { side } kommt { $time } zu spät, { $limit ->
    [none] ohne Wartezeit
   *[some] Wartezeit { $allowed }
}. Verloren?
    .braille = { side.braille } zu spät { $time }, verloren? «ja» «nein»
five-seconds-sure = Schiedsrichter: { side } beantragt 5 Sekunden je Zug. Ja oder Nein?
    .braille = { side.braille } 5 s je Zug? «ja» «nein»
five-seconds = Ab jetzt 5 Sekunden je Zug für beide. { side } bekommt 2 Minuten dazu.
    .braille = 5 s je Zug, { side.braille } +0:02:00
# Nichts Sicheres, also beide Lesarten.
can-mate-sure = Schiedsrichter: Kann { side } noch mattsetzen? Es ist nicht sicher. Ja: { side } gewinnt. Nein: Remis.
    .braille = { side.braille } kann noch matt? «ja» «nein»
present-sure = Schiedsrichter: Ist { side } da?
    .braille = { side.braille } da? «ja» «nein»
two-hands-sure = Schiedsrichter: { side } hat mit zwei Händen gezogen. Strafe?
    .braille = { side.braille } zwei Hände, Strafe? «ja» «nein»
illegal-position-sure = Schiedsrichter: Die Stellung ist regelwidrig. Remis?
    .braille = Stellung regelwidrig, remis? «ja» «nein»
illegal-move-costs = Für einen regelwidrigen Zug gibt es hier { $time }. Bitte nur den Zug melden und andere Zeiten einzeln anordnen.
    .braille = regelwidriger Zug: { $time }
touched-before-sure = Schiedsrichter: Hat { side } vor dem Zug { $square } berührt?
    .braille = { side.braille } vorher { $square } berührt? «ja» «nein»
fault-stands = Zu spät, { side } hat schon gezogen.
    .braille = zu spät, Zug steht
set-up-stands = Zu spät, es bleibt so.
    .braille = zu spät, bleibt so
from-hall = { $arbiter } entscheidet: { $words }.
    .braille = { $arbiter }: { $words }
no-ruling = Es ist keine Entscheidung zurückzunehmen.
    .braille = keine Entscheidung
nothing-to-reopen = Die Partie ist nicht zu Ende.
    .braille = nicht zu Ende
claim-lost = Der Anspruch ist für diesen Zug verloren.
    .braille = Anspruch verloren
touched = { $who ->
    [none] { $square }
   *[other] { $who } auf { $square }
} ist berührt.
    .braille = berührt { $square }
# $what: was die berührten Figuren verlangen. $square und $target sind Felder.
touched-must = { $what ->
    [opponents] Zu schlagen ist auf { $target }
    [both] { $square } muss { $target } schlagen
    [short] König und Turm sind berührt, also kurze Rochade
    [long] König und Turm sind berührt, also lange Rochade
   *[own] Berührt ist { $square }
}.
    .braille = berührt: { $cells }
touch-sure = { $who ->
    [none] { $square }
   *[other] { $who } auf { $square }
} berührt?
    .braille = berührt { $square }? «ja» «nein»
touched-free = Die berührte Figur kann nicht ziehen, jeder andere Zug ist erlaubt.
    .braille = jeder Zug frei
adjusting = Gut.
    .braille = zurechtrücken

## Bretter, die sich unterscheiden

comparing = Ich vergleiche vom letzten Zug zurück.
    .braille = Vergleich zurück
compare-move = Zug { $move-number }, { $move }?
    .braille = { $score }? «ja» «nein»
other-score = Die andere Mitschrift hat { $move }.
    .braille = anders: { $move }
scores-agree = Die Mitschriften stimmen überein. Bitte das Brett berichtigen.
    .braille = Mitschriften gleich
scores-part = { $other ->
    [yes] Die andere Mitschrift hat { $other-move }.{ " " }
   *[no] {""}
}{ $agreed ->
    [yes] Gleich bis Zug { $move-number }, { $move }. Zurück dorthin?
   *[no] Verschieden von Anfang an. Zurück zum Anfang?
}
    .braille = { $agreed ->
        [yes] zurück nach { $score }?
       *[no] zurück zum Anfang?
    } «ja» «nein»
returned = Zurückgestellt. { $side ->
    [white] Weiß
   *[black] Schwarz
} am Zug.
    .braille = zurückgestellt, { $side ->
        [white] Weiß
       *[black] Schwarz
    } am Zug

## Abbruch mit Abgabezug
# Der abgegebene Zug selbst steht in keiner dieser Meldungen.

sealing = Abgabezug von { $side ->
    [white] Weiß
   *[black] Schwarz
}. Der Zug wird nicht angesagt.
    .braille = Abgabezug { $side ->
        [white] W
       *[black] S
    }
seal-again = Zur Sicherheit noch einmal.
    .braille = noch einmal
seal-other = Das war ein anderer Zug. Bitte noch einmal.
    .braille = anderer Zug, noch einmal
seal-unclear = Nicht verstanden. Bitte den ganzen Zug.
    .braille = ganzen Zug sagen
# $agreed: yes, no. $resumption: Tag, Zeit und Ort in den Worten des Schiedsrichters
sealed = Abgegeben.{ $clock ->
    [yes] { " " }Die Uhr steht.
   *[no] {""}
}{ $agreed ->
    [yes] { " " }Fortsetzung: { $resumption }.
   *[no] {""}
} Weiter öffnet den Abgabezug.
    .braille = abgegeben{ $agreed ->
        [yes] , { $resumption }
       *[no] {""}
    }
seal-waits = Der Abgabezug von { $side ->
    [white] Weiß
   *[black] Schwarz
} liegt vor.{ $agreed ->
    [yes] { " " }Fortsetzung: { $resumption }.
   *[no] {""}
} Weiter öffnet ihn.
    .braille = Abgabezug { $side ->
        [white] W
       *[black] S
    } liegt vor{ $agreed ->
        [yes] , { $resumption }
       *[no] {""}
    }
nothing-sealed = Es liegt kein Abgabezug vor.
    .braille = kein Abgabezug
seal-damaged = Der Abgabezug ist nicht zu lesen. { $side ->
    [white] Weiß
   *[black] Schwarz
} sagt ihn noch einmal.
    .braille = Abgabezug unlesbar, neu
press-first = Der letzte Zug ist noch nicht abgeschlossen.
    .braille = erst die Uhr

## Auf Wunsch

time-left = { $side ->
    [white] Weiß
   *[black] Schwarz
}: { $time }.
    .braille = { $side ->
        [white] W
       *[black] S
    } { $time }
# $time: none, solange der Zug nicht abgeschlossen ist.
time-spent = Zug { $move-number }, { $mover ->
    [white] Weiß
   *[black] Schwarz
}{ $time ->
    [none] : noch nicht abgeschlossen
   *[other] : { $time }
}.
    .braille = { $move-number }. { $mover ->
        [white] W
       *[black] S
    } { $time ->
        [none] offen
       *[other] { $time }
    }
time-since-move = { $side ->
    [white] Weiß
   *[black] Schwarz
} hat für diesen Zug bisher { $time } gebraucht.
    .braille = { $side ->
        [white] W
       *[black] S
    } dieser Zug { $time }
time-used = { $side ->
    [white] Weiß
   *[black] Schwarz
} hat { $time } verbraucht.
    .braille = { $side ->
        [white] W
       *[black] S
    } verbraucht { $time }
times-used = Verbraucht: Weiß { $white-used }, Schwarz { $black-used }.
    .braille = verbraucht W { $white-used } S { $black-used }
# Abgeschlossene Züge; $control: ob noch eine Zeitkontrolle kommt, dann die Züge bis dahin
moves-completed = Züge: Weiß { $white }, Schwarz { $black }.{ $control ->
    [yes] { " " }Bis zur Zeitkontrolle: Weiß { $white-left }, Schwarz { $black-left }.
   *[no] {""}
}
    .braille = Züge W { $white } S { $black }{ $control ->
        [yes] , noch W { $white-left } S { $black-left }
       *[no] {""}
    }
# Eine Auskunft, kein Anspruch.
flags = { $fallen ->
    [white] Die Zeit von Weiß ist abgelaufen
    [black] Die Zeit von Schwarz ist abgelaufen
    [both] Beide Zeiten sind abgelaufen
   *[none] Keine Zeit ist abgelaufen
}.
    .braille = { $fallen ->
        [white] Zeit ab: Weiß
        [black] Zeit ab: Schwarz
        [both] Zeit ab: beide
       *[none] keine abgelaufen
    }
touched-pieces = { $any ->
    [yes] Berührt: { $list }
   *[no] Nichts ist berührt
}.
    .braille = { $any ->
        [yes] berührt { $list }
       *[no] nichts berührt
    }
# Alles, was auf dem Umschlag steht; der Zug steht nicht darauf.
envelope = Umschlag.{ $named ->
    [yes] { " " }Weiß: { $white }. Schwarz: { $black }.
   *[no] {""}
} { $side ->
    [white] Weiß
   *[black] Schwarz
} hat Zug { $number } abgegeben.{ $clock ->
    [yes] { " " }{ times-used }
   *[no] {""}
}{ $offer ->
    [white] { " " }Weiß hat Remis angeboten.
    [black] { " " }Schwarz hat Remis angeboten.
   *[none] {""}
}{ $agreed ->
    [yes] { " " }Fortsetzung: { $resumption }.
   *[no] {""}
}{ $position ->
    [none] {""}
   *[other] { " " }{ $position }
}
    .braille = Umschlag: { $named ->
        [yes] { $white } - { $black },
       *[no] {""}
    } Zug { $number } { $side ->
        [white] W
       *[black] S
    }{ $clock ->
        [yes] , { times-used.braille }
       *[no] {""}
    }{ $offer ->
        [white] , (=) W
        [black] , (=) S
       *[none] {""}
    }{ $agreed ->
        [yes] , { $resumption }
       *[no] {""}
    }{ $position ->
        [none] {""}
       *[other] , { $position }
    }
offer-stands = { $side ->
    [white] Weiß
   *[black] Schwarz
} hat Remis angeboten.
    .braille = (=) von { $side ->
        [white] Weiß
       *[black] Schwarz
    }
last-moves = { $moves }
    .braille = { $moves }
no-move-yet = Noch kein Zug.
    .braille = noch kein Zug
turn = { $side ->
    [white] Weiß
   *[black] Schwarz
} am Zug.
    .braille = { $side ->
        [white] Weiß
       *[black] Schwarz
    } am Zug
move-number = Zug { $number }.
    .braille = Zug { $number }
not-allowed = Im Wettkampf sage ich das nicht.
    .braille = im Wettkampf nicht
square = { $square }: { $who ->
    [none] leer
   *[other] { $who }
}.
    .braille = { $square }
pieces-on = { $what }: { $list ->
    [none] keine
   *[other] { $list }
}.
    .braille = { $what } { $list }
standing-pieces = { $list ->
    [none] Da steht nichts
   *[other] { $list }
}.
    .braille = { $list ->
        [none] leer
       *[other] { $list }
    }
# $whose: white, black, both oder none
moves-to = { $list ->
    [none] { $side ->
        [white] Weiß
       *[black] Schwarz
    } kann nicht nach { $square }
   *[other] Nach { $square }: { $list }
}.
    .braille = { $square }: { $list ->
        [none] kein Zug
       *[other] { $list }
    }
reached = { $square }: { $whose ->
    [none] { $how ->
        [defended] nicht gedeckt
       *[attacked] nicht angegriffen
    }
    [both] angegriffen von Weiß mit { $white }. Von Schwarz mit { $black }
   *[other] { $how ->
        [defended] gedeckt
       *[attacked] angegriffen
    } von { $whose ->
        [white] Weiß mit { $white }
       *[black] Schwarz mit { $black }
    }
}.
    .braille = { $square }: { $whose ->
        [none] { $how ->
            [defended] nicht gedeckt
           *[attacked] nicht angegriffen
        }
       *[other] { $list }
    }
pinned-by = { $piece } durch { $by }
pins = { $list ->
    [none] { $side ->
        [white] Bei Weiß ist nichts an den König gefesselt
        [black] Bei Schwarz ist nichts an den König gefesselt
       *[none] Nichts ist an einen König gefesselt
    }
   *[other] Gefesselt: { $list }
}.
    .braille = { $list ->
        [none] { $side ->
            [white] W nichts gefesselt
            [black] S nichts gefesselt
           *[none] nichts gefesselt
        }
       *[other] gefesselt { $list }
    }
pinned = { $man }: { $empty ->
    [empty] leer
   *[man] { $by ->
        [none] nicht gefesselt
       *[other] { $behind ->
            [none] gefesselt durch { $by }
           *[other] nicht an den König gefesselt; in einer Linie: { $by }, { $behind }
        }
    }
}.
    .braille = { $man } { $empty ->
        [empty] leer
       *[man] { $by ->
            [none] nicht gefesselt
           *[other] { $behind ->
                [none] gefesselt { $by }
               *[other] nicht an K, { $by } auf { $behind }
            }
        }
    }
# Die Bauern einer Linie; $white und $black sind Reihen.
pawn-file = { $file }{ $white ->
    [none] {""}
   *[other] { " " }weiß { $white }
}{ $black ->
    [none] {""}
   *[other] { $white ->
        [none] {""}
       *[other] ,
    } schwarz { $black }
}
    .braille = { $file }{ $white ->
        [none] {""}
       *[other] W{ $white }
    }{ $black ->
        [none] {""}
       *[other] S{ $black }
    }
pawns-by-file = { $list ->
    [none] Kein Bauer
   *[other] Bauern: { $list }
}.
    .braille = { $list ->
        [none] kein Bauer
       *[other] { $list }
    }
# Wohin eine Figur kann, oder was sie schlagen kann.
doings = { $man }: { $who ->
    [none] leer
   *[other] { $list ->
        [none] { $kind ->
            [captures] nichts zu schlagen
           *[moves] { $why ->
                [pinned] kein Zug, gefesselt durch { $by }
                [check] kein Zug, der König steht im Schach
                [blocked] kein Zug, der Weg ist verstellt
               *[none] kein Zug
            }
        }
        [check] erst muss { side } aus dem Schach
       *[other] { $list }
    }
}.
    .braille = { $man }: { $who ->
        [none] leer
       *[other] { $list ->
            [none] { $kind ->
                [captures] nichts zu schlagen
               *[moves] { $why ->
                    [pinned] kein Zug, gefesselt { $by }
                    [check] kein Zug, Schach
                    [blocked] kein Zug, verstellt
                   *[none] kein Zug
                }
            }
            [check] { side } im Schach
           *[other] { $list }
        }
    }
# Das Brett, Feld für Feld mit Tasten.
board-opened = Brett.
    .braille = Brett
board-closed = Brett geschlossen.
    .braille = Brett zu
exploring-help = Pfeile: ein Feld weiter. K D T L S B: zur nächsten Figur. Ziffern: zur Reihe, mit Umschalt zur Linie. u: Uhren. z: letzter Zug. x: Linien und Diagonalen. m: Züge. c: Schlagzüge. Großbuchstaben: rückwärts. Enter: heben und setzen. Pos 1: zurück zur Figur. Leertaste: noch einmal. Escape: Brett schließen.
    .braille = Pfeile: Feld, K D T L S B: Figur, 1-8: Reihe, Umschalt 1-8: Linie, u: Uhren, z: letzter Zug, x: Linien, m: Züge, c: Schlagzüge, groß: zurück, Enter: nehmen, Pos1: zur Figur, Leer: noch einmal, Esc: zu
border = Rand.
    .braille = Rand
ray = Bis { $to }: { $list ->
    [none] leer
   *[other] { $list }
}.
    .braille = -{ $to }: { $list ->
        [none] leer
       *[other] { $list }
    }
goal = { $square }{ $captured ->
    [none] {""}
   *[other] , schlägt { $captured }
}.
    .braille = { $square }
lifted = { $man ->
    [none] Zurückgestellt
   *[other] { $man } in der Hand
}.
    .braille = { $man ->
        [none] zurück
       *[other] { $man }
    }
# Ein Beispiel dafür, wie es von nun an klingt.
restyled = { $what ->
    [placed] Gut: { $placed }
    [pauses] Gut, mit Pausen
    [no-pauses] Gut, ohne Pausen
    [nato] Gut: { $move }. Verstehen kann ich weiter nur Anna, Bella und so fort
   *[move] Gut: { $move }
}.
    .braille = { $what ->
        [placed] gut: { $placed }
        [pauses] mit Pausen
        [no-pauses] ohne Pausen
        [nato] NATO, gesagt weiter Anna, Bella
       *[move] gut: { $move }
    }
square-colour = { $square } ist ein { $colour ->
    [light] weißes
   *[dark] schwarzes
} Feld.
    .braille = { $square } { $colour ->
        [light] weißes
       *[dark] schwarzes
    } Feld
in-check = { $list ->
    [none] { $side ->
        [white] Weiß steht
       *[black] Schwarz steht
    } nicht im Schach
   *[other] { $side ->
        [white] Weiß
       *[black] Schwarz
    } steht im Schach: { $list }
}.
    .braille = { $list ->
        [none] { $side ->
            [white] W
           *[black] S
        } kein Schach
       *[other] Schach: { $list }
    }
castling-now = { $both ->
    [same] { $short ->
        [possible] Beide Rochaden sind möglich
        [check] { side } steht im Schach
       *[other] Keine Rochade: { $short }
    }
   *[each] Kurze Rochade: { $short ->
        [possible] möglich
       *[other] { $short }
    }. Lange Rochade: { $long ->
        [possible] möglich
       *[other] { $long }
    }
}.
    .braille = { $both ->
        [same] { $short ->
            [possible] 0-0 0-0-0
            [check] { side } im Schach
           *[other] keine Rochade: { $short }
        }
       *[each] 0-0: { $short ->
            [possible] ja
           *[other] { $short }
        }, 0-0-0: { $long ->
            [possible] ja
           *[other] { $long }
        }
    }
own-side = { $side ->
    [white] Sie haben Weiß
    [black] Sie haben Schwarz
   *[none] Beide Seiten benutzen dieses Mikrofon
}.
    .braille = { $side ->
        [white] Sie: Weiß
        [black] Sie: Schwarz
       *[none] beide Seiten
    }
castled = { $played ->
    [yes] { side } hat im { $number }. Zug rochiert: { $move }
   *[no] { side } hat nicht rochiert
}.
    .braille = { $played ->
        [yes] { $score }
       *[no] { side.braille } nicht rochiert
    }
last-capture = { $played ->
    [yes] Zuletzt geschlagen: { $man }, mit { $move }
   *[no] Es wurde noch nichts geschlagen
}.
    .braille = { $played ->
        [yes] { $score }
       *[no] noch nichts geschlagen
    }
captured = Verloren hat Weiß: { $white ->
    [none] nichts
   *[other] { $white }
}. Schwarz: { $black ->
    [none] nichts
   *[other] { $black }
}.
    .braille = verloren W { $white ->
        [none] -
       *[other] { $white }
    } S { $black ->
        [none] -
       *[other] { $black }
    }
change = { $square }: { $who ->
    [none] leer
   *[other] { $who }
}
changes = { $list ->
    [none] Nichts hat sich geändert
   *[other] { $list }
}.
    .braille = { $list ->
        [none] nichts geändert
       *[other] { $list }
    }
usual-start = Die übliche Grundstellung.
    .braille = übliche Grundstellung
back-rank = Grundreihe von Anna bis Hector: { $list }.
    .braille = a-h { $list }
# Wie oft die Stellung da war, und die Züge beider seit dem letzten Schlag- oder Bauernzug.
claims-now = Die Stellung gab es { $seen ->
    [one] einmal
   *[other] { $seen } Mal
}; { $quiet ->
    [one] ein Zug
   *[other] { $quiet } Züge
} ohne Schlagen und Bauernzug.
    .braille = Stellung { $seen } mal, { $quiet } { $quiet ->
        [one] Zug
       *[other] Züge
    } ohne Schlagen und Bauernzug
opponent = { $name ->
    [none] Der Gegner ist nicht genannt
   *[other] { $name }
}.
    .braille = { $name ->
        [none] nicht genannt
       *[other] { $name }
    }
control = { $control ->
    [none] Ohne Uhr
   *[other] { $control }
}.
    .braille = { $control ->
        [none] ohne Uhr
       *[other] { $control }
    }
reviewed = { $played ->
    [yes] Zug { $move-number }, { $mover ->
        [white] Weiß
       *[black] Schwarz
    }: { moved }
   *[no] Grundstellung.
}
    .braille = { $played ->
        [yes] { $score }
       *[no] Grundstellung
    }
as-of = { $played ->
    [yes] { $mover ->
        [white] Nach Zug { $move-number }, Weiß
       *[black] Nach Zug { $move-number }, Schwarz
    }
   *[no] In der Grundstellung
}.
    .braille = { $played ->
        [yes] { $mover ->
            [white] nach Zug { $move-number } W
           *[black] nach Zug { $move-number } S
        }
       *[no] in der Grundstellung
    }
review-over = Zurück in der Partie.
    .braille = zurück in der Partie
# $list: je ein ganzer Satz.
each = { $list }
    .braille = { $list }
page = Die Webseite: { $host }, Anschluss { $port }. Code { $digits }.
    .braille = { $host }:{ $port } Code { $code }
no-page = Es gibt keine Webseite. Die Option --web öffnet eine.
    .braille = keine Webseite, Option --web
diagram = Das Diagramm steht auf dem Bildschirm.
    .braille = Diagramm auf dem Bildschirm
allowed = Ja, das geht.
    .braille = ja, geht
running-clock = { $side ->
    [white] Die Uhr von Weiß läuft
    [black] Die Uhr von Schwarz läuft
   *[none] Beide Uhren stehen
}.
    .braille = { $side ->
        [white] Uhr W läuft
        [black] Uhr S läuft
       *[none] Uhren stehen
    }
hanging = { $no-mate ->
    [white] Weiß hat kein Matt in einem Zug.{ " " }
    [black] Schwarz hat kein Matt in einem Zug.{ " " }
   *[none] { "" }
}{ $list ->
    [none] { $won ->
        [none] { $side ->
            [white] Bei Weiß hängt nichts
            [black] Bei Schwarz hängt nichts
           *[none] Nichts hängt
        }
       *[other] Gedeckt, doch im Abtausch zu gewinnen: { $won }
    }
   *[other] Angegriffen und ungedeckt: { $list }{ $won ->
        [none] { "" }
       *[other] . Gedeckt, doch im Abtausch zu gewinnen: { $won }
    }
}.
    .braille = { $no-mate ->
        [white] W kein Matt,{ " " }
        [black] S kein Matt,{ " " }
       *[none] { "" }
    }{ $list ->
        [none] { $won ->
            [none] { $side ->
                [white] W nichts hängt
                [black] S nichts hängt
               *[none] nichts hängt
            }
           *[other] zu gewinnen { $won }
        }
       *[other] hängt { $list }{ $won ->
            [none] { "" }
           *[other] , zu gewinnen { $won }
        }
    }
passed-pawns = { $list ->
    [none] { $side ->
        [white] Weiß hat keinen Freibauern
        [black] Schwarz hat keinen Freibauern
       *[none] Es gibt keinen Freibauern
    }
   *[other] Freibauern: { $list }
}.
    .braille = { $list ->
        [none] { $side ->
            [white] W keinen Freibauern
            [black] S keinen Freibauern
           *[none] keine Freibauern
        }
       *[other] Freibauern { $list }
    }
saved = { $kept ->
    [yes] Die Partie wird nach jedem Zug von selbst gesichert
   *[no] Die Partie wird nicht gesichert, die Partiedatei ist weg
}.
    .braille = { $kept ->
        [yes] nach jedem Zug gesichert
       *[no] nicht gesichert, Datei weg
    }
rating = { $rating ->
    [none] Die Wertungszahl des Gegners ist nicht bekannt
   *[other] Der Gegner hat { $rating }
}.
    .braille = { $rating ->
        [none] Wertungszahl nicht bekannt
       *[other] Gegner { $rating }
    }
mate-threat = { $side ->
    [white] Weiß
   *[black] Schwarz
} droht matt: { $move }.
    .braille = { $side ->
        [white] W
       *[black] S
    } droht { $move }
en-passant = { $square ->
    [none] En passant ist jetzt nicht möglich.
   *[other] En passant ist auf { $square } möglich.
}
    .braille = { $square ->
        [none] kein e. p.
       *[other] e. p. { $square }
    }
fact = { $what ->
    [clock-before] Uhr und Bedenkzeit werden vor der Partie gewählt, mit annabella setup.
    [sides-before] Die Farben werden vor der Partie gewählt, mit annabella setup.
    [read-back-before] Ob Züge erst nach einem Ja gelten, wird vor der Partie gewählt, mit annabella setup.
    [talk-less] Sprich kurz kürzt die Züge, und Ruhe bricht ab, was gerade gesprochen wird. Die Rückfragen werden vor der Partie gewählt.
    [castling-rule] Der König zieht zwei Felder auf einen Turm zu, und der Turm kommt neben ihn auf die andere Seite. Beide haben noch nicht gezogen, zwischen ihnen steht nichts, und der König steht auf keinem angegriffenen Feld, zieht über keines und auf keines.
    [en-passant-rule] Zieht ein Bauer im Doppelschritt neben einen feindlichen Bauern, kann der ihn im nächsten Zug so schlagen, als wäre es ein einfacher Schritt gewesen. Zum Beispiel: Eva schlägt David en passant.
    [opponent-offers] Ein Angebot wird mit der Seite gesagt, die es macht. Zum Beispiel: Schwarz bietet remis.
    [waiting] Gut.
    [opponent-resigns] Eine Aufgabe wird mit der Seite gesagt, die aufgibt. Zum Beispiel: Schwarz gibt auf.
    [offer-stands] Ein Remisangebot lässt sich nicht zurücknehmen. Es steht, bis es angenommen oder abgelehnt wird oder die Gegenseite zieht.
    [warnings-before] Wann die Restzeit von selbst gesagt wird, wird vor der Partie gewählt, mit annabella setup.
    [earlier-game] Eine frühere Partie geht weiter mit annabella resume.
    [how-to-move] Zum Beispiel: Springer Felix drei. Springer schlägt David fünf. Kurze Rochade. Anna acht Dame. Eva schlägt David en passant.
    [touch-rule] Berührt ist eine Figur, wenn sie aus dem Loch im Brett gehoben ist. Mit ihr wird gezogen, wenn sie ziehen kann.
   *[openings] Namen von Eröffnungen kennt das Programm nicht.
}
    .braille = { $what ->
        [clock-before] vor der Partie: annabella setup
        [sides-before] vor der Partie: annabella setup
        [read-back-before] vor der Partie: annabella setup
        [talk-less] kürzer: sprich kurz
        [castling-rule] K zwei Felder, T daneben
        [en-passant-rule] exd6 e. p.
        [opponent-offers] Schwarz bietet remis
        [waiting] gut
        [opponent-resigns] Schwarz gibt auf
        [offer-stands] Angebot steht
        [warnings-before] vor der Partie: annabella setup
        [earlier-game] annabella resume
        [how-to-move] Sf3, Sxd5, 0-0, a8D, exd6 e. p.
        [touch-rule] berührt: aus dem Loch gehoben
       *[openings] keine Eröffnungsnamen
    }
no-checks = Kein Zug gibt Schach.
    .braille = kein Schach
only-arbiter = Das ordnet nur der Schiedsrichter an. Das Wort Schiedsrichter ruft ihn.
    .braille = nur der Schiedsrichter
square-missing = Bitte noch einmal mit dem Feld.
    .braille = mit Feld
where-to = { $piece } wohin: { $list }?
    .braille = { $piece }? { $list }
where-to-of = { $piece } wohin?
    .braille = { $piece } wohin?
nothing-asked = Es ist nichts gefragt.
    .braille = nichts gefragt
help-topics = Hilfe auch zu: { $list }.
    .braille = Hilfe zu: { $list }
help-on = { $title }. { $list }.{ $more ->
    [yes] {" "}Mehr in der Anleitung.
   *[no] {""}
}
    .braille = { $title }: { $list }{ $more ->
        [yes] ; mehr in der Anleitung
       *[no] {""}
    }
# $place: where the phrase counts; $purpose: what it does; $words: what is said.
help-phrase = { $place ->
    [game] in der Partie{" "}
    [which] bei einer Rückfrage{" "}
    [promotion] bei der Umwandlung{" "}
    [offer] bei einem Remisangebot{" "}
    [whose] bei einer Rückfrage{" "}
    [before] vor der Partie{" "}
    [review] im Rückblick{" "}
    [school] in der Schule{" "}
    [desk] beim Schiedsrichter{" "}
    [hall] am Tisch der Halle{" "}
    [online] im Netz{" "}
    [engine] gegen den Rechner{" "}
   *[here] {""}
}{ $purpose }: { $words }
position = Weiß: { $white }. Schwarz: { $black }.
    .braille = W { $white } S { $black }
material = Weiß: { $white ->
    [none] nur der König
   *[other] { $white }
}. Schwarz: { $black ->
    [none] nur der König
   *[other] { $black }
}.
    .braille = W { $white ->
        [none] -
       *[other] { $white }
    } S { $black ->
        [none] -
       *[other] { $black }
    }
# Was sich sagen lässt, und mit Artikel, was damit gemeint ist.
help = { $moment ->
    [confirm] Ja, Nein oder ein anderer Zug.
    [which] Das Feld der Figur, oder Nein.
    [where-to] Das Zielfeld, oder Nein.
    [promotion] Dame, Turm, Läufer oder Springer.
    [piece] Die Figur oder ihr Feld, oder Nein.
    [castling] Kurz, lang oder Nein.
    [yes-no] Ja oder Nein.
    [setup] Ja, Nein, Korrektur oder Wiederholen.
    [opponent] Eins, zwei oder drei.
    [strength] Stärke fünfzehn hundert oder volle Stärke.
    [whose] Weiß, Schwarz oder Nein.
    [completing] Uhr, Korrektur, Remis anbieten oder Wiederholen.
    [stopped] Weiter oder Korrektur. Was geschehen ist: Hilfe Regeln.
    [arbiter] Ja, Nein oder Weiter.
    [desk] Weiter, Korrektur oder eine Anordnung: Hilfe Schiedsrichter.
    [lobby] Neue Partie, welche Partien laufen oder Partie eins.
    [comparing] Ja, Nein oder der Zug der anderen Mitschrift.
    [sealing] Der Abgabezug, oder Nein.
    [adjourned] Weiter, um den Abgabezug zu öffnen.
    [school] Die Antwort, weiter, zurück, Aufgabe, gib mir einen Tipp, was war der beste Zug, wie stehe ich oder Ende.
    [over] Korrektur, Uhr, Schiedsrichter, letzter Zug oder Wiederholen.
   *[move] Ein Zug, Zeit, letzter Zug, wer ist am Zug, Remis anbieten, ich gebe auf, Korrektur, Wiederholen oder Ruhe.
}
    .braille = { $moment ->
        [confirm] ja nein Zug
        [which] Feld nein
        [where-to] Zielfeld nein
        [promotion] D T L S
        [piece] Figur Feld nein
        [castling] kurz lang nein
        [yes-no] ja nein
        [setup] ja nein Korrektur
        [opponent] eins zwei drei
        [strength] Stärke, voll
        [whose] Weiß Schwarz nein
        [completing] Uhr Korrektur Remis
        [stopped] weiter, Regelverstoß, Korrektur
        [arbiter] ja nein weiter
        [desk] Zeit Uhr Strafe Ergebnis Korrektur weiter
        [lobby] Neue Partie, welche Partien laufen, Partie eins.
        [comparing] ja nein Zug
        [sealing] Zug nein
        [adjourned] weiter
        [school] Antwort, weiter zurück Aufgabe Tipp Ende
        [over] Korrektur Uhr letzter Zug
       *[move] Zug Zeit Remis Aufgabe Korrektur
    }

## Üben mit einer Engine

hint = Tipp: { $move }.
    .braille = Tipp { $move }
better-move = Besser: { $move }.
    .braille = besser { $move }
best-was-played = { $move } war der beste Zug.
    .braille = { $move } war der beste
# $harm: was der Zug anrichtet; $moves: in wie vielen Zügen es matt ist.
mistake = Zug { $move-number }, { $move }, { $harm ->
    [allows-mate] lässt Matt in { $moves } zu
    [misses-mate] verpasst Matt in { $moves }
    [pawn] verliert einen Bauern
    [exchange] verliert die Qualität
    [piece] verliert eine Figur
    [rook] verliert einen Turm
    [queen] verliert die Dame
    [win] verschenkt den Gewinn
   *[worse] verschlechtert die Stellung
}{ $better ->
    [none] {""}
   *[other] . Besser: { $better }
}.
    .braille = { $move-number }. { $move } { $harm ->
        [allows-mate] lässt Matt in { $moves } zu
        [misses-mate] verpasst Matt in { $moves }
        [pawn] verliert B
        [exchange] verliert Qualität
        [piece] verliert Figur
        [rook] verliert T
        [queen] verliert D
        [win] verschenkt Gewinn
       *[worse] schlechter
    }{ $better ->
        [none] {""}
       *[other] , besser { $better }
    }
no-mistake = Kein Zug war ein Fehler.
    .braille = kein Fehler
searching = Ich sehe die Partie durch.
    .braille = sehe durch
outlook = { $outlook ->
    [even] Die Stellung ist ausgeglichen
    [better] { $side ->
        [white] Weiß
       *[black] Schwarz
    } steht etwas besser
    [clearly] { $side ->
        [white] Weiß
       *[black] Schwarz
    } steht klar besser
    [winning] { $side ->
        [white] Weiß
       *[black] Schwarz
    } steht auf Gewinn
    [mated] { $side ->
        [white] Weiß
       *[black] Schwarz
    } ist matt
   *[mates] { $side ->
        [white] Weiß
       *[black] Schwarz
    } setzt in { $moves ->
        [one] einem Zug
       *[other] { $moves } Zügen
    } matt
}.
    .braille = { $outlook ->
        [even] ausgeglichen
        [better] { $side ->
            [white] Weiß
           *[black] Schwarz
        } etwas besser
        [clearly] { $side ->
            [white] Weiß
           *[black] Schwarz
        } klar besser
        [winning] { $side ->
            [white] Weiß
           *[black] Schwarz
        } auf Gewinn
        [mated] { $side ->
            [white] Weiß
           *[black] Schwarz
        } matt
       *[mates] { $side ->
            [white] Weiß
           *[black] Schwarz
        } matt in { $moves }
    }
# Um so viele Bauern steht die Seite besser.
value = { $side ->
    [white] Weiß
   *[black] Schwarz
} plus { $whole },{ $tenth }.
    .braille = { $side ->
        [white] W
       *[black] S
    } +{ $whole },{ $tenth }
not-blindfold = Beim Blindspiel sage ich das nicht.
    .braille = blind nicht
not-against-people = Gegen Menschen sage ich das nicht.
    .braille = nicht gegen Menschen
engine-no-answer = Der Rechner hat keine Antwort.
    .braille = Rechner ohne Antwort
no-engine = Das geht nur mit einer Engine.
    .braille = nur mit Engine
ending = { $own } gegen { $others }
exercises = Endspiele: { $list }.
    .braille = Endspiele: { $list }
# $verdict: won, drawn, lost.
exercise-over = Übung { $pieces }: { $verdict ->
    [won] { $moves ->
        [one] in einem Zug gewonnen
       *[other] in { $moves } Zügen gewonnen
    }
    [drawn] nur remis
   *[lost] verloren
}.
    .braille = { $pieces }: { $verdict ->
        [won] gewonnen in { $moves }
        [drawn] remis
       *[lost] verloren
    }
exercise = Übung: { $pieces }.
    .braille = Übung { $pieces }
# $kind: full, elo, level.
engine-strength = { $kind ->
    [full] mit voller Stärke
    [level] auf Stufe { $number }
   *[elo] mit Stärke { $number }
}
    .braille = { $kind ->
        [full] volle Stärke
        [level] Stufe { $number }
       *[elo] Stärke { $number }
    }
strength = Der Rechner spielt { $strength }.
    .braille = { $strength }
# $range: elo, levels, either, none.
strength-range = { $range ->
    [none] Der Rechner hat nur eine Stärke
    [levels] Möglich ist Stufe { $lowest } bis { $highest }
    [elo] Möglich ist Stärke { $least } bis { $most }
   *[either] Möglich ist Stärke { $least } bis { $most } oder Stufe { $lowest } bis { $highest }
}.
    .braille = { $range ->
        [none] nur eine Stärke
        [levels] Stufe { $lowest }-{ $highest }
        [elo] Stärke { $least }-{ $most }
       *[either] Stärke { $least }-{ $most }, Stufe { $lowest }-{ $highest }
    }
ask-strength = Wie stark soll der Rechner spielen: { $range ->
    [levels] Stufe { $lowest } bis { $highest }
   *[other] Stärke { $least } bis { $most }
}, oder volle Stärke?
    .braille = { $range ->
        [levels] Stufe { $lowest }-{ $highest }
       *[other] Stärke { $least }-{ $most }
    } oder «voll»?
practise-sure = Diese Partie abbrechen?
    .braille = Partie abbrechen? «ja» «nein»

## Sprache und Geräte

louder = Lauter.
    .braille = lauter
softer = Leiser.
    .braille = leiser
faster = Schneller.
    .braille = schneller
slower = Langsamer.
    .braille = langsamer
microphone-off = Mikrofon aus.
    .braille = Mikrofon aus
microphone-on = Mikrofon an.
    .braille = Mikrofon an
unread-board = { $unread-board ->
    [no-start] Das Brett kennt seine Figuren noch nicht. Bitte die Grundstellung aufstellen, Weiß unten.
    [no-pieces] Das Brett erkennt nur, welche Felder besetzt sind, und keine Figuren. Damit lässt sich nicht spielen.
   *[foreign] Das Brett ist nicht zu verstehen. Vielleicht ist es von einem anderen Hersteller.
}
    .braille = { $unread-board ->
        [no-start] Brett: Grundstellung stellen
        [no-pieces] Brett ohne Figuren
       *[foreign] Brett unverständlich
    }
lost = { $device ->
    [microphone] Mikrofon getrennt. Das Spiel läuft weiter
    [speaker] Sprachausgabe getrennt. Das Spiel läuft weiter
    [braille] Braillezeile getrennt. Das Spiel läuft weiter
    [clock] Tastuhr getrennt. Das Spiel läuft weiter
    [server] Die Verbindung zum Server ist unterbrochen
    [peer] Die Verbindung zur Gegenseite ist unterbrochen
    [opponent] Der Gegner antwortet nicht. Das Spiel wartet auf ihn
    [board] Elektronisches Brett getrennt. Das Spiel läuft weiter
    [recognizer] Die Spracherkennung ist ausgefallen. Das Spiel läuft weiter
    [keyboard] Tastatur getrennt. Das Spiel läuft weiter
    [page] Die Webseite ist nicht mehr da. Das Spiel läuft weiter
    [hall] Die Verbindung zur Halle ist unterbrochen. Das Spiel läuft weiter
    [tones] Keine Töne mehr. Das Spiel läuft weiter
    [recordings] Es wird nicht mehr aufgenommen. Das Spiel läuft weiter
   *[journal] Die Partiedatei lässt sich nicht speichern: Was jetzt gespielt wird, ist nicht gesichert. Das Spiel läuft weiter
}.
    .braille = { $device ->
        [microphone] Mikrofon weg
        [speaker] Sprache weg
        [braille] Zeile weg
        [clock] Uhr weg
        [server] Server weg
        [peer] Gegenseite weg
        [opponent] Gegner weg
        [board] Brett weg
        [recognizer] Erkennung weg
        [keyboard] Tastatur weg
        [page] Webseite weg
        [hall] Halle weg
        [tones] Töne weg
        [recordings] Aufnahme weg
       *[journal] Partiedatei geht nicht
    }
# Von Anfang an nicht da.
missing = { $device ->
    [microphone] Kein Mikrofon
    [speaker] Keine Sprachausgabe
    [braille] Keine Braillezeile
    [clock] Keine Tastuhr
    [opponent] Kein Gegner
    [board] Kein elektronisches Brett
    [recognizer] Keine Spracherkennung. Züge können getippt werden
    [keyboard] Keine Tastatur
    [page] Keine Webseite
    [hall] Keine Verbindung zur Halle
    [tones] Keine Töne
    [recordings] Es wird nicht aufgenommen
   *[journal] Keine Partiedatei
}.
    .braille = { $device ->
        [microphone] kein Mikrofon
        [speaker] keine Sprache
        [braille] keine Zeile
        [clock] keine Uhr
        [opponent] kein Gegner
        [board] kein Brett
        [recognizer] keine Erkennung
        [keyboard] keine Tastatur
        [page] keine Webseite
        [hall] keine Halle
        [tones] keine Töne
        [recordings] keine Aufnahme
       *[journal] keine Partiedatei
    }
back = { $device ->
    [microphone] Mikrofon
    [recognizer] Spracherkennung
    [speaker] Sprachausgabe
    [braille] Braillezeile
    [clock] Tastuhr
    [server] Die Verbindung zum Server ist
    [hall] Die Verbindung zur Halle ist
    [peer] Die Verbindung zur Gegenseite ist
    [opponent] Der Gegner ist
    [board] Elektronisches Brett
   *[journal] Partiedatei
} wieder da.
    .braille = { $device ->
        [microphone] Mikrofon da
        [recognizer] Erkennung da
        [speaker] Sprache da
        [braille] Zeile da
        [clock] Uhr da
        [server] Server da
        [hall] Halle da
        [peer] Gegenseite da
        [opponent] Gegner da
        [board] Brett da
       *[journal] Partiedatei da
    }
unsteady = { $device ->
    [microphone] Das Mikrofon fällt
    [speaker] Die Sprachausgabe fällt
    [braille] Die Braillezeile fällt
    [clock] Die Tastuhr fällt
    [server] Die Verbindung zum Server fällt
    [hall] Die Verbindung zur Halle fällt
    [peer] Die Verbindung zur Gegenseite fällt
    [opponent] Der Gegner fällt
    [board] Das elektronische Brett fällt
   *[journal] Die Partiedatei fällt
} immer wieder aus.
    .braille = { $device ->
        [microphone] Mikrofon
        [speaker] Sprache
        [braille] Zeile
        [clock] Uhr
        [server] Server
        [hall] Halle
        [peer] Gegenseite
        [opponent] Gegner
        [board] Brett
       *[journal] Partiedatei
    } wackelt
# Das Gerät meldet dasselbe in einem fort, etwa ein Hebel, der klemmt.
chattering = { $device ->
    [microphone] Das Mikrofon
    [speaker] Die Sprachausgabe
    [braille] Die Braillezeile
    [clock] Die Tastuhr
    [server] Der Server
    [peer] Die Gegenseite
    [opponent] Der Gegner
    [board] Das elektronische Brett
   *[journal] Die Partiedatei
} meldet zu viel. Das meiste zählt nicht.
    .braille = { $device ->
        [microphone] Mikrofon
        [speaker] Sprache
        [braille] Zeile
        [clock] Uhr
        [server] Server
        [peer] Gegenseite
        [opponent] Gegner
        [board] Brett
       *[journal] Partiedatei
    } meldet zu viel
clock-fault = Die Tastuhr meldet einen Fehler: { $code ->
    [motor] Motor
    [power] Strom
    [sensor] Sensor
   *[other] keine Verbindung
}.
    .braille = Uhr: Fehler { $code }
# Alle zehn Halbzüge, solange sie nicht geschrieben sind.
unwritten = Die Partiedatei lässt sich noch nicht speichern: Es fehlen { $moves } Halbzüge.
    .braille = { $moves } Halbzüge nicht geschrieben
words-missing = Das Sprachmodell kennt { $count ->
    [one] ein Wort
   *[other] { $count } Wörter
} nicht.
    .braille = fehlt: { $list }
# Wer es bestellt hat, erfährt, dass jetzt jedes Wort als Tonaufnahme behalten wird.
recording = Ich nehme auf.
    .braille = Aufnahme läuft

## Online

online-seeking = Ich suche einen Gegner: { online-pace }{ $rated ->
    [yes] , gewertet
   *[no] {""}
}{ $pace ->
    [days] . Die Suche bleibt auf dem Server, bis jemand sie annimmt, auch ohne dieses Programm
   *[other] {""}
}.
    .braille = suche Gegner { online-pace.braille }{ $rated ->
        [yes] {" "}gewertet
       *[no] {""}
    }{ $pace ->
        [days] {" "}bleibt
       *[other] {""}
    }
online-challenging = { $name } ist herausgefordert: { online-pace }{ $rated ->
    [yes] , gewertet
   *[no] {""}
}.
    .braille = { $name } herausgefordert { online-pace.braille }{ $rated ->
        [yes] {" "}gewertet
       *[no] {""}
    }
online-declined = { $name } lehnt ab{ decline-reason }.
    .braille = { $name } lehnt ab{ decline-reason.braille }
# Der Grund, den der andere nennt.
decline-reason = { $reason ->
    [later] , gerade nicht
    [too-fast] , zu schnell
    [too-slow] , zu langsam
    [time-control] , nicht mit dieser Bedenkzeit
    [rated] , nur gewertet
    [casual] , nur ohne Wertung
    [standard] , nur gewöhnliches Schach
    [variant] , nicht diese Spielart
    [no-bot] , nicht gegen Programme
    [only-bot] , nur gegen Programme
   *[generic] {""}
}
    .braille = { $reason ->
        [later] : später
        [too-fast] : zu schnell
        [too-slow] : zu langsam
        [time-control] : Bedenkzeit
        [rated] : nur gewertet
        [casual] : nur ungewertet
        [standard] : nur Standard
        [variant] : Spielart
        [no-bot] : kein Programm
        [only-bot] : nur Programme
       *[generic] {""}
    }
online-cannot-accept = { $name } { $reason ->
    [variant] möchte eine Spielart, die es hier nicht gibt
    [too-fast] möchte schneller spielen, als es hier erlaubt ist
   *[other] möchte so spielen, wie es hier nicht geht
}: abgelehnt.
    .braille = { $name } abgelehnt: { $reason ->
        [variant] Spielart
        [too-fast] zu schnell
       *[other] geht hier nicht
    }
online-cannot-play = Diese Spielart kann hier nicht gespielt werden{ $aborted ->
    [yes] , die Partie ist abgebrochen. Neue Partie sucht wieder.
   *[no] , nur im Browser.
}
    .braille = { $aborted ->
        [yes] Spielart geht nicht, abgebrochen
       *[no] Spielart nur im Browser
    }
online-nobody-came = Niemand hat angenommen. Neue Partie sucht wieder.
    .braille = niemand da, wieder: neue Partie
online-no-time = Dafür fehlt die Bedenkzeit.
    .braille = Bedenkzeit fehlt
online-challenged = { $name }{ $known ->
    [yes] , { $rating }
   *[no] {""}
} möchte { $rematch ->
    [yes] noch eine Partie
   *[no] spielen
}: { online-variant }{ online-pace }{ $rated ->
    [yes] , gewertet
   *[no] {""}
}. { $side ->
    [white] Mit Weiß annehmen
    [black] Mit Schwarz annehmen
   *[none] Annehmen
}?
    .braille = { $name } { $rating } { online-variant.braille }{ online-pace.braille }{ $rated ->
        [yes] {" "}gewertet
       *[no] {""}
    }{ $side ->
        [white] {" "}Weiß
        [black] {" "}Schwarz
       *[none] {""}
    }? «ja» «nein»
# Die Art des Schachs und die Bedenkzeit.
online-variant = { $variant ->
    [chess960] Schach 960,{" "}
    [from-position] vorgegebene Stellung,{" "}
   *[other] {""}
}
    .braille = { $variant ->
        [chess960] 960{" "}
        [from-position] Stellung{" "}
       *[other] {""}
    }
online-pace = { $pace ->
    [days] Fernpartie, { $days ->
        [one] ein Tag
       *[other] { $days } Tage
    } je Zug
    [reflection] Fernpartie, { $days ->
        [one] ein Tag
       *[other] { $days } Tage
    } für { $moves } Züge
    [unlimited] ohne Zeitgrenze
   *[clock] { $control }
}
    .braille = { $pace ->
        [days] { $days }T/Zug
        [reflection] { $days }T/{ $moves } Züge
        [unlimited] ohne Zeit
       *[clock] { $pgn }
    }
online-withdrawn = Die Herausforderung gilt nicht mehr.
    .braille = Herausforderung vorbei
online-accepted = Angenommen.
    .braille = angenommen
online-not-accepted = Abgelehnt.
    .braille = abgelehnt
# Was in einer Fernpartie für den Zug bleibt.
online-time-left = { $days-left ->
    [0] { $left }
    [one] ein Tag
   *[other] { $days-left } Tage
}{ $days-left ->
    [0] {""}
   *[other] { $hours-left ->
        [0] {""}
        [one] {" "}eine Stunde
       *[other] {" "}{ $hours-left } Stunden
    }
}
    .braille = { $days-left ->
        [0] { $left }
       *[other] { $days-left }T{ $hours-left }h
    }
online-time-for-move = { $pace ->
    [unlimited] Ohne Zeitgrenze
    [reflection] Fernpartie, { $days ->
        [one] ein Tag
       *[other] { $days } Tage
    } für { $moves } Züge
   *[days] Fernpartie, { $days ->
        [one] ein Tag
       *[other] { $days } Tage
    } je Zug
}{ $left ->
    [none] {""}
   *[other] . { $owner ->
        [you] Sie haben
        [opponent] Der Gegner hat
        [white] Weiß hat
       *[black] Schwarz hat
    }{ $exceeded ->
        [yes] {""} die Bedenkzeit überschritten
       *[no] {""} noch { online-time-left }
    }
}.
    .braille = { online-pace.braille }{ $left ->
        [none] {""}
       *[other] {" "}{ $side ->
            [white] W
           *[black] S
        } { $exceeded ->
            [yes] überschritten
           *[no] { online-time-left.braille }
        }
    }
online-found = Gegen { $name }{ $known ->
    [yes] , { $rating }
   *[no] {""}
}. Mit { $side ->
    [white] Weiß
   *[black] Schwarz
}, { online-variant }{ online-pace }{ $rated ->
    [yes] , gewertet
   *[no] {""}
}.{ $turn ->
    [none] {""}
    [white] {" "}Zuletzt { moved } Zug { $number }, Weiß am Zug.
   *[black] {" "}Zuletzt { moved } Zug { $number }, Schwarz am Zug.
}{ $left ->
    [none] {""}
   *[other] {" "}Noch { online-time-left } für den Zug.
}
    .braille = { $name } { $rating } { $side ->
        [white] Weiß
       *[black] Schwarz
    } { online-variant.braille }{ online-pace.braille }{ $turn ->
        [none] {""}
       *[other] {" "}{ $score }
    }{ $left ->
        [none] {""}
       *[other] {" "}noch { online-time-left.braille }
    }
online-caught-up = { $count } Halbzüge nachgeholt.
    .braille = { $count } Halbzüge nachgeholt
online-set-back = { $count } Halbzüge zurückgenommen. Zug { $number }, { $side ->
    [white] Weiß
   *[black] Schwarz
} am Zug.
    .braille = { $count } Halbzüge zurück, { $number }. { $side ->
        [white] Weiß
       *[black] Schwarz
    } am Zug
online-differs = Der Server hat eine andere Partie, es gilt seine.
    .braille = Server hat andere Partie
online-impossible = Was der Server meldet, kann nicht sein. Die Partie wartet.
    .braille = Server meldet Unmögliches
online-other-program = Ein anderes Programm benutzt dieses Konto{ $playing ->
    [yes] . Diese Partie geht weiter.
   *[no] , hier kommt keine Partie an. Neue Partie versucht es wieder.
}
    .braille = anderes Programm am Konto
online-move-refused = Der Server nimmt den Zug nicht an.
    .braille = Server: Zug nicht angenommen
online-refused = Der Server lehnt das ab.
    .braille = Server lehnt ab
# Was auf den Weg zum Server wartet, und warum.
online-move-waits = Der Zug wartet: { server-delay }.
    .braille = Zug wartet: { server-delay.braille }
online-move-arrived = { $with-peer ->
    [yes] Die Gegenseite hat den Zug.
   *[no] Der Server hat den Zug.
}
    .braille = { $with-peer ->
        [yes] Gegenseite hat den Zug
       *[no] Server hat den Zug
    }
online-move-in-hall = Der Zug liegt in der Halle.
    .braille = Zug liegt in der Halle
online-not-exceeded = Der Gegner hat noch Bedenkzeit.
    .braille = Gegner hat noch Zeit
online-request-waits = Das wartet: { server-delay }.
    .braille = wartet: { server-delay.braille }
server-delay = { $why ->
    [unreachable] die Verbindung zum Server fehlt
    [pause] der Server verlangt { $time } Pause
    [peer-away] die Gegenseite ist nicht da
    [not-in-hall] die Halle hat ihn noch nicht
    [peer-silent] die Gegenseite hat noch nicht geantwortet
    [trouble] der Server hat eine Störung
    [not-the-service] was dort antwortet, ist nicht Lichess
    [account-rejected] Lichess weist das Konto zurück, annabella account richtet es neu ein
    [no-right] das Konto darf hier nicht spielen, annabella account richtet es neu ein
   *[no-answer] der Server hat noch nicht geantwortet
}
    .braille = { $why ->
        [unreachable] Server weg
        [pause] Pause { $time }
        [peer-away] Gegenseite weg
        [not-in-hall] nicht in der Halle
        [peer-silent] keine Antwort
        [trouble] Serverstörung
        [not-the-service] nicht Lichess
        [account-rejected] Konto abgewiesen
        [no-right] Token ohne board:play
       *[no-answer] keine Antwort
    }
# Zwei Programme ohne einen Server dazwischen. Der Code steht auf beiden Seiten.
online-peer-code = Die Gegenseite erreicht dieses Programm unter { $place }. Der Code für sie: { $groups }.
    .braille = { $place } Code { $digits }
online-peer-code-wanted = { $wrong ->
    [yes] Gruppe { $number } stimmt nicht, bitte noch einmal.
   *[no] { $number ->
        [1] Der Code hat fünf Gruppen zu fünf Ziffern. Zuerst bitte Gruppe 1.
       *[other] Gruppe { $number }, bitte.
    }
}
    .braille = { $wrong ->
        [yes] Gruppe { $number } falsch, noch einmal
       *[no] Code Gruppe { $number }
    }
online-peer-file-lost = Die Datei mit dem Code neben der Partie fehlt. Mit dem Code geht es weiter.
    .braille = Code fehlt
online-peer-in-hall = { $proposes ->
    [yes] Die Bedingungen liegen in der Halle. Die Gegenseite findet sie dort, auch ohne dieses Programm.
   *[no] In der Halle liegen noch keine Bedingungen. Ich warte auf Weiß.
}
    .braille = { $proposes ->
        [yes] Bedingungen in der Halle
       *[no] warte auf Weiß
    }
online-peer-code-taken = Der Code ist vollständig, ich verbinde.
    .braille = Code vollständig
online-peer-there = Die Gegenseite ist da und hört die Bedingungen.
    .braille = Gegenseite da, hört Bedingungen
online-peer-trouble = { $knocked ->
    [yes] { $trouble ->
        [wrong-code] Jemand kam mit einem anderen Code.
       *[other] Jemand kam mit einem anderen Programm.
    }
   *[no] { $trouble ->
        [wrong-code] Die Gegenseite hat einen anderen Code.
        [foreign] Was dort antwortet, ist nicht dieses Programm.
        [version] Die Gegenseite hat eine andere Fassung dieses Programms.
        [unknown-place] Diese Adresse gibt es nicht, ich versuche es weiter.
        [not-found] In diesem Netz wartet noch niemand mit diesem Code, ich suche weiter.
        [hall] Die Halle ist noch nicht zu erreichen, ich versuche es weiter.
        [port-taken] Der Anschluss ist belegt, ich versuche es weiter.
       *[unreachable] Die Gegenseite ist noch nicht da, ich versuche es weiter.
    }
}
    .braille = { $trouble ->
        [wrong-code] anderer Code
        [foreign] fremdes Programm
        [version] andere Fassung
        [unknown-place] Adresse unbekannt
        [not-found] niemand im Netz
        [hall] Halle nicht erreicht
        [port-taken] Anschluss belegt
       *[unreachable] Gegenseite noch nicht da
    }
online-peer-terms = { $counted ->
    [clock] { $side ->
        [none] Jede Seite zählt ihre Zeit
        [white] Es zählt die Uhr von Weiß
       *[black] Es zählt die Uhr von Schwarz
    }, frei für den Weg: { $time } je Zug
    [days] Gezählt werden ganze Tage, ab dem Zug der Gegenseite. Wer sie überschreitet, kann auf Reklamation verlieren
   *[none] Ohne Uhr
}{ $competition ->
    [yes] , ohne Auskunft über die Stellung
   *[no] {""}
}.
    .braille = { $counted ->
        [clock] { $side ->
            [none] Uhr jede Seite
            [white] Uhr Weiß
           *[black] Uhr Schwarz
        }, Weg { $time }
        [days] ganze Tage
       *[none] ohne Uhr
    }{ $competition ->
        [yes] , keine Auskunft
       *[no] {""}
    }
online-peer-refused = { $refusal ->
    [move] Die Gegenseite schickt in Zug { $number } { $known ->
        [yes] { $from } { $to }
       *[no] etwas
    }, was kein möglicher Zug ist
    [time] Die Gegenseite nennt in Zug { $number } eine Zeit, die nicht sein kann
    [result] Die Gegenseite behauptet in Zug { $number } ein Ende der Partie, das nicht stimmt
    [take-back] Die Gegenseite nimmt in Zug { $number } etwas zurück, was niemand erbeten hat
    [rewritten] Die Gegenseite hat bei Zug { $number } eine andere Partie als zuvor
    [differs] Bei Zug { $number } haben beide Seiten verschiedene Partien
    [damaged] Eine Nachricht der Gegenseite ist unterwegs verändert worden
    [other-terms] Die Gegenseite spielt eine andere Partie
    [both-lost] Auch der Gegenseite fehlt die Datei neben der Partie
    [version] Die Gegenseite hat eine andere Fassung dieses Programms
   *[foreign] Die Gegenseite schickt etwas Unverständliches
}. { $refusal ->
    [both-lost] Beginnen Sie mit --fen eine neue Partie von dieser Stellung aus.
   *[other] Das zählt nicht, die Partie bleibt, wie sie ist.
}
    .braille = { $refusal ->
        [move] { $number }. { $from }{ $to } unmöglich
        [time] { $number }. Zeit unmöglich
        [result] { $number }. Ende stimmt nicht
        [take-back] { $number }. Rücknahme nicht erbeten
        [rewritten] { $number }. andere Partie als zuvor
        [differs] { $number }. verschiedene Partien
        [damaged] Nachricht verändert
        [other-terms] andere Partie
        [both-lost] Datei fehlt beiden
        [version] andere Fassung
       *[foreign] unverständlich
    }, { $refusal ->
        [both-lost] neu mit --fen
       *[other] zählt nicht
    }
online-takeback-asked = { $side ->
    [white] Weiß
   *[black] Schwarz
} möchte den Zug zurücknehmen. Einverstanden?
    .braille = { $side ->
        [white] Weiß
       *[black] Schwarz
    } nimmt zurück? «ja» «nein»
online-takeback-sent = Rücknahme erbeten.
    .braille = Rücknahme erbeten
online-takeback-declined = Rücknahme abgelehnt.
    .braille = Rücknahme abgelehnt
online-abort-sure = Die Partie abbrechen?
    .braille = abbrechen? «ja» «nein»
online-gone = Der Gegner hat die Partie verlassen.{ $claim ->
    [yes] {" "}Reklamieren geht in { $time }.
   *[no] {""}
}
    .braille = Gegner fort { $time }
online-claimable = Jetzt geht: ich reklamiere die Partie.
    .braille = Partie reklamieren geht
online-not-claimable = Der Gegner ist noch nicht lange genug fort.
    .braille = Gegner nicht lange fort
online-there = Der Gegner ist wieder da.
    .braille = Gegner da
online-chat = { $count ->
    [0] Keine neue Nachricht.
   *[other] { $list }.
}
    .braille = { $count ->
        [0] keine Nachricht
       *[other] { $list }
    }
online-not-online = Das gibt es online nicht.
    .braille = online nicht
online-only-online = Das gibt es nur online.
    .braille = nur online
online-trouble = { $trouble ->
    [no-account] Hier ist kein Konto eingerichtet: annabella account richtet es ein
    [account-unreadable] Das Konto lässt sich nicht lesen: annabella account richtet es neu ein
    [time-not-offered] Diese Bedenkzeit gibt es bei Lichess nicht
    [too-fast] Zu schnell für Lichess: mindestens 8 Minuten, gegen einen genannten Gegner 3
    [unreachable] Lichess ist nicht zu erreichen
    [busy] Lichess nimmt gerade nichts an, in einer Minute noch einmal
    [not-the-service] Was dort antwortet, ist nicht Lichess
    [token-refused] Lichess weist das Konto zurück: annabella account richtet es neu ein
    [no-right] Das Konto darf hier nicht spielen: dem Token fehlt das Recht board play
    [cannot-be-played] Diese Spielart kann hier nicht gespielt werden
   *[refused] Lichess lehnt diese Partie ab
}.
    .braille = { $trouble ->
        [no-account] kein Konto
        [account-unreadable] Konto unlesbar
        [time-not-offered] Bedenkzeit geht nicht
        [too-fast] zu schnell, ab 8 Minuten
        [unreachable] Lichess nicht erreichbar
        [busy] Lichess: in 1 Minute wieder
        [not-the-service] nicht Lichess
        [token-refused] Konto abgewiesen
        [no-right] Token ohne board:play
        [cannot-be-played] Spielart geht nicht
       *[refused] Lichess lehnt ab
    }

## Mehrere Partien

games-one = { $number }{ $named ->
    [yes] : { $name }
   *[no] {""}
}{ $standing ->
    [here] { " " }hier
    [waits] { " " }wartet
    [over] { " " }beendet
   *[runs] {""}
}{ $left ->
    [none] {""}
   *[other] , noch { online-time-left }
}.
    .braille = { $number }{ $named ->
        [yes] { " " }{ $name }
       *[no] {""}
    }{ $standing ->
        [here] { " " }hier
        [waits] *
        [over] { " " }zu Ende
       *[runs] {""}
    }{ $left ->
        [none] {""}
       *[other] {" "}{ online-time-left.braille }
    }
games-list = { $count ->
    [0] Keine Partie läuft.
    [1] Eine Partie: { $list }
   *[other] { $count } Partien: { $list }
}
    .braille = { $count ->
        [0] keine Partie
       *[other] { $list }
    }
games-news = Partie { $number }{ $named ->
    [yes] , { $name }
   *[no] {""}
}: { $asks ->
    [yes] Eine Frage wartet.
   *[no] { $what }
}
    .braille = P{ $number }{ $named ->
        [yes] { " " }{ $name }
       *[no] {""}
    }: { $asks ->
        [yes] Frage
       *[no] { $what }
    }
games-turned-to = Partie { $number }{ $named ->
    [yes] , { $name }
   *[no] {""}
}{ $you ->
    [white] , Sie haben Weiß
    [black] , Sie haben Schwarz
   *[none] {""}
}. { $last ->
    [yes] Zuletzt { moved }{ " " }
   *[no] {""}
}{ $turn ->
    [over] Zu Ende, { $pgn }.
    [white] Zug { $fullmoves }, Weiß am Zug.
   *[black] Zug { $fullmoves }, Schwarz am Zug.
}
    .braille = P{ $number }{ $named ->
        [yes] { " " }{ $name }
       *[no] {""}
    } { $turn ->
        [over] { $pgn }
       *[other] { $last ->
            [yes] { moved.braille }
           *[no] { $fullmoves }. { $turn ->
                [white] W
               *[other] S
            }
        }
    }
games-no-such = Diese Partie gibt es nicht.
    .braille = Partie gibt es nicht
games-only-this = Es gibt nur diese Partie.
    .braille = nur diese Partie
games-this-first = Erst diese Partie.
    .braille = erst diese Partie

## Der erste Abend: annabella setup

setup-language = Einrichtung. Sprechen wir Deutsch?
    .braille = Deutsch? «ja» «nein»
setup-for-both = Sprechen Sie für beide Seiten?
    .braille = für beide Seiten? «ja» «nein»
setup-has-white = Haben Sie meist Weiß?
    .braille = meist Weiß? «ja» «nein»
setup-settles = { $settles ->
    [yes] Gilt ein Zug, wenn Sie ja sagen
    [lever] Gilt er, wenn Sie die Uhr drücken
    [silence] Gilt er, wenn Sie nicht widersprechen
   *[nothing] Gilt er sofort, ohne Rückfrage
}?
    .braille = { $settles ->
        [yes] Zug gilt mit ja
        [lever] gilt mit der Uhr
        [silence] gilt durch Schweigen
       *[nothing] gilt sofort
    }? «ja» «nein»
setup-say-move = { $level ->
    [good] Mikrofon gut. Sagen Sie einen Zug, etwa Eva zwei Eva vier
    [clipping] Mikrofon zu laut. Sagen Sie einen Zug, etwa Eva zwei Eva vier
    [silent] Mikrofon stumm, schalten Sie es ein. Sagen Sie dann einen Zug, etwa Eva zwei Eva vier
   *[none] Kein Mikrofon. Tippen Sie einen Zug, etwa e2 e4, oder nein
}.
    .braille = { $level ->
        [good] Mikrofon gut, sprechen: e2-e4
        [clipping] Mikrofon zu laut, sprechen: e2-e4
        [silent] Mikrofon stumm, sprechen: e2-e4
       *[none] kein Mikrofon, tippen: e2e4
    }
setup-heard = Verstanden: { $move }. Richtig?
    .braille = { $move }? «ja» «nein»
setup-no-move = Kein Zug aus der Grundstellung. Noch einmal.
    .braille = kein Zug aus der Grundstellung
setup-speed = Ist das Tempo recht? Schneller und langsamer ändern es.
    .braille = Tempo recht? «ja» «schneller» «langsamer»
setup-by-touch = Soll alles auf der Braillezeile warten, bis Sie es gelesen haben?
    .braille = alles wartet hier? «ja» «nein»
setup-clock = Ist die Tastuhr an { $port }?
    .braille = Tastuhr { $port }? «ja» «nein»
setup-keep = { $users ->
    [white] Sie haben Weiß
    [black] Sie haben Schwarz
   *[both] Sie sprechen für beide
}, Züge gelten { $settles ->
    [yes] mit ja
    [lever] mit der Uhr
    [silence] durch Schweigen
   *[nothing] sofort
}{ $by-touch ->
    [yes] , alles wartet auf der Zeile
   *[no] {""}
}{ $clock ->
    [yes] , mit Tastuhr
   *[no] {""}
}{ $engine ->
    [none] {""}
    [full] , der Rechner spielt { $strength }, solange Sie keine andere sagen
   *[less] , der Rechner spielt { $strength }
}. Behalten?
    .braille = behalten? «ja» «nein»: { $users ->
        [white] Weiß
        [black] Schwarz
       *[both] beide
    }, { $settles ->
        [yes] ja
        [lever] Uhr
        [silence] Schweigen
       *[nothing] sofort
    }{ $by-touch ->
        [yes] , Zeile
       *[no] {""}
    }{ $clock ->
        [yes] , Tastuhr
       *[no] {""}
    }{ $engine ->
        [none] {""}
       *[other] , Rechner { $strength }
    }
setup-kept = Gut, gespeichert. Die erste Partie beginnt mit annabella play. Das Programm endet.
    .braille = behalten, weiter: annabella play  Programmende
setup-not-written = Das ließ sich nicht speichern. Das Programm endet.
    .braille = nicht gespeichert  Programmende
setup-not-kept = Nichts ist geändert. Das Programm endet.
    .braille = nichts geändert  Programmende

## Die Schule

# $count, $done, $next: wie viele Lektionen es gibt, wie viele davon beendet sind, und die nächste.
school-lessons = { $count } Lektionen, { $done } davon beendet. Die nächste ist Lektion { $next }: { $title }. Alle Titel hören Sie mit: weiter.
    .braille = { $done }/{ $count } Lektionen, weiter: { $next } { $title }
school-titles = { $list }. { $more ->
    [yes] Sagen Sie: weiter
   *[no] Das sind alle
}.
    .braille = { $list }{ $more ->
        [yes] , weiter?
       *[no] {""}
    }
school-no-such-lesson = Es gibt { $count ->
    [one] eine Lektion
   *[other] { $count } Lektionen
}.
    .braille = Lektionen 1-{ $count }
school-no-lessons = In dieser Sprache gibt es noch keine Lektionen.
    .braille = keine Lektionen
school-not-now = Lektionen gibt es nicht im Turnier und nicht während einer Partie gegen Menschen.
    .braille = jetzt keine Lektionen
# $again: ob sie dort weitergeht, wo sie verlassen wurde.
school-lesson = Lektion { $number }: { $title }{ $again ->
    [yes] . Es geht weiter, wo Sie aufgehört haben
   *[no] {""}
}.
    .braille = Lektion { $number }: { $title }{ $again ->
        [yes] , weiter
       *[no] {""}
    }
school-text = { $text }
    .braille = { $text }
# $kind: yes-no, number, piece, square, squares, move.
school-task = { $text }
    .braille = { $text }{ $kind ->
        [yes-no] {" "}«ja» «nein»
       *[other] {""}
    }
school-right = Richtig{ $played ->
    [yes] : { $move }{ $after ->
        [check] , Schach
        [mate] , matt
       *[none] {""}
    }
   *[no] {""}
}.
    .braille = richtig{ $played ->
        [yes] : { $move }
       *[no] {""}
    }
school-part = Ja. Noch { $left ->
    [one] eines
   *[other] { $left }
}.
    .braille = ja, noch { $left }
school-named-already = { $square } haben Sie schon genannt.
    .braille = { $square } schon genannt
school-wrong = Falsch.
    .braille = falsch
# $shares: was das genannte Feld mit dem gesuchten gemeinsam hat: file, rank, nothing.
school-other-square = Nein, nicht { $square }: { $shares ->
    [file] Die Linie stimmt, die Reihe nicht
    [rank] Die Reihe stimmt, die Linie nicht
   *[nothing] Linie und Reihe sind andere
}.
    .braille = nein, { $square }: { $shares ->
        [file] Linie stimmt
        [rank] Reihe stimmt
       *[nothing] weder Linie noch Reihe
    }
school-none-of = Nein, { $square } gehört nicht dazu.
    .braille = nein, { $square } nicht
school-other-piece = Nein, { $piece } ist es nicht.
    .braille = nein, { $piece } nicht
school-more = Nein, es sind mehr.
    .braille = nein, mehr
school-fewer = Nein, es sind weniger.
    .braille = nein, weniger
school-captures-nothing = Nein, auf { $square } schlägt die Figur nichts.
    .braille = nein, { $square } schlägt nichts
school-by-castling = Nein, nach { $square } kommt der König nur mit der Rochade.
    .braille = nein, { $square } nur Rochade
# $piece: eine Figur im ersten Fall, "der weiße Turm".
school-does-not-attack = Nein, { $piece } auf { $from } greift { $target } nicht an.
    .braille = nein, { $piece }{ $from } nicht auf { $target }
school-short = { $move }: Das geht, { $short ->
    [no-check] gibt aber kein Schach
    [parried] gibt Schach, ist aber nicht matt: { $reply } ist möglich
    [captured] gibt Schach, aber { $reply } ist möglich
    [allows-mate] lässt aber das Matt zu: { $reply }
    [still-moves] ist aber kein Patt: { $reply } ist möglich
    [is-mate] ist sogar matt, gesucht ist hier aber etwas anderes
    [stalemate] aber dann ist es patt, also remis
    [dead] aber dann kann niemand mehr matt setzen: remis
    [loses] verliert aber die Figur: { $reply } ist möglich
    [no-capture] schlägt aber nichts
    [captures-elsewhere] schlägt aber auf einem anderen Feld
    [captures-less] schlägt aber etwas, das weniger wert ist
    [no-castling] ist aber nicht die gesuchte Rochade
    [no-promotion] wandelt aber keinen Bauern um
    [other-promotion] gesucht ist aber eine andere Figur
    [no-en-passant] schlägt aber nicht en passant
    [elsewhere-to] führt aber nicht nach { $at }
    [elsewhere-from] zieht aber nicht mit der Figur von { $at }
   *[not-asked] ist aber nicht der gesuchte Zug
}.
    .braille = { $move } { $short ->
        [no-check] kein Schach
        [parried] nicht matt: { $reply }
        [captured] Schach, aber { $reply }
        [allows-mate] lässt matt zu: { $reply }
        [still-moves] kein Patt: { $reply }
        [is-mate] matt, nicht gesucht
        [stalemate] patt, remis
        [dead] kein Matt mehr, remis
        [loses] verliert: { $reply }
        [no-capture] schlägt nichts
        [captures-elsewhere] schlägt woanders
        [captures-less] schlägt weniger
        [no-castling] nicht die Rochade
        [no-promotion] keine Umwandlung
        [other-promotion] andere Umwandlung
        [no-en-passant] nicht e.p.
        [elsewhere-to] nicht nach { $at }
        [elsewhere-from] nicht von { $at }
       *[not-asked] nicht gesucht
    }
school-unfitting = Gefragt ist { $kind ->
    [yes-no] ja oder nein
    [number] eine Zahl
    [piece] eine Figur
    [square] ein Feld
    [squares] ein Feld nach dem anderen
   *[move] ein Zug
}.
    .braille = gefragt: { $kind ->
        [yes-no] ja oder nein
        [number] Zahl
        [piece] Figur
        [square] Feld
        [squares] Felder
       *[move] Zug
    }
school-solution = Die Antwort ist { $solution ->
    [yes] ja
    [no] nein
   *[other] { $text }
}.
    .braille = Antwort: { $solution ->
        [yes] ja
        [no] nein
       *[other] { $text }
    }
# $squares: die Felder eines Springers, vom ersten bis zum letzten.
school-knight-route = Ein Weg: { $squares }.
    .braille = Weg: { $squares }
school-hint-count = { $count ->
    [one] Es ist ein Feld
   *[other] Es sind { $count } Felder
}.
    .braille = { $count ->
        [one] 1 Feld
       *[other] { $count } Felder
    }
school-hint-from = Der Zug beginnt auf { $square }.
    .braille = von { $square }
school-no-hint = Dazu gibt es keinen Tipp.
    .braille = kein Tipp
school-go-on = Sagen Sie: weiter.
    .braille = weiter?
school-not-here = Das gehört in eine Partie. Zurück geht es mit: Ende.
    .braille = nur in einer Partie
school-lesson-over = Lektion { $number } ist zu Ende: { $solved } von { $tasks } Aufgaben beim ersten Versuch.{ $next ->
    [none] {""}
   *[other] {" "}Die nächste heißt: { $next }. Sagen Sie: weiter.
}
    .braille = Lektion { $number } Ende: { $solved }/{ $tasks }{ $next ->
        [none] {""}
       *[other] , weiter: { $next }
    }
school-standing = Lektion { $number }, { $title }: Schritt { $step } von { $steps }. { $tasks ->
    [0] Noch nichts gelöst
   *[other] { $solved } von { $tasks } Aufgaben beim ersten Versuch gelöst
}. { $done } von { $count } Lektionen beendet.
    .braille = { $number } { $title }: { $step }/{ $steps }, gelöst { $solved }/{ $tasks }, Lektionen { $done }/{ $count }
school-puzzle-goes-on = Richtig: { $move }. Darauf { $reply }.
    .braille = richtig: { $move } { $reply }
# $rating: 0, wenn die Aufgabe schon vorher gezählt wurde.
school-puzzle-solved = Gelöst.{ $rating ->
    [0] {""}
   *[other] {" "}Wertung { $rating }.
} Für die nächste sagen Sie: noch eine.
    .braille = gelöst{ $rating ->
        [0] {""}
       *[other] {" "}Wertung { $rating }
    }, noch eine?
# Der Zug wird dabei zurückgenommen. late: Nach der Antwort gibt es kein Matt mehr in so vielen Zügen.
school-puzzle-missed = { $short ->
    [no-check] Nein, { $move } gibt kein Schach
    [parried] Nein, nach { $move } ist es nicht matt: { $reply } ist möglich
    [late] Nein, auf { $move } folgt { $reply }, und das Matt kommt zu spät
    [refuted] Nein, auf { $move } folgt { $reply }
    [stalemate] Nein, nach { $move } ist es patt, also remis
    [dead] Nein, nach { $move } kann niemand mehr matt setzen: remis
    [other-promotion] Nein, nicht { $move }: Der Bauer soll eine andere Figur werden
    [still-good] { $move } ist gut, aber gesucht ist ein besserer Zug
   *[not-it] { $move } ist nicht die Lösung
}. Zurückgenommen.
    .braille = { $short ->
        [no-check] nein, { $move } kein Schach
        [parried] nein, { $move } nicht matt: { $reply }
        [late] nein, { $move } dann { $reply }, zu spät
        [refuted] nein, { $move } dann { $reply }
        [stalemate] nein, { $move } patt
        [dead] nein, { $move } kein Matt mehr
        [other-promotion] nein, { $move } andere Figur
        [still-good] { $move } gut, gesucht ist besser
       *[not-it] { $move } nicht die Lösung
    }
school-puzzle-solution = Die Lösung: { $line }.
    .braille = Lösung: { $line }
school-puzzle-theme = Die Idee: { $theme ->
    [back-rank] ein Matt auf der Grundreihe
    [smothered] ein ersticktes Matt
    [mate] ein Matt
    [promotion] eine Umwandlung
    [discovered] ein Abzug
    [fork] ein Doppelangriff
    [skewer] ein Spieß
    [pin] eine Fesselung
    [hanging] eine Figur, die niemand deckt
    [sacrifice] ein Opfer
   *[idea] ein einzelner starker Zug
}.
    .braille = Idee: { $theme ->
        [back-rank] Grundreihe
        [smothered] ersticktes Matt
        [mate] Matt
        [promotion] Umwandlung
        [discovered] Abzug
        [fork] Doppelangriff
        [skewer] Spieß
        [pin] Fesselung
        [hanging] ungedeckte Figur
        [sacrifice] Opfer
       *[idea] starker Zug
    }
# $kind: settled, oder provisional nach wenigen Aufgaben. $solved, $tried: gelöste und versuchte Aufgaben.
school-rating = { $kind ->
    [provisional] Vorläufige Wertung
   *[settled] Wertung
} { $rating }, { $solved } von { $tried } Aufgaben beim ersten Versuch gelöst.
    .braille = Wertung { $rating }{ $kind ->
        [provisional] ?
       *[settled] {""}
    }, gelöst { $solved }/{ $tried }
school-no-more-puzzles = Mehr Aufgaben dieser Art gibt es nicht.
    .braille = keine Aufgaben mehr
# $task: mate in so vielen Zügen ($moves), win, best, defend.
puzzle-asks = { $side ->
    [white] Weiß
   *[black] Schwarz
} zieht{ $task ->
    [mate] {" "}und setzt in { $moves ->
        [one] einem Zug
       *[other] { $moves } Zügen
    } matt.
    [win] {" "}und gewinnt Material.
    [best] . Ein Zug ist viel besser als alle anderen.
   *[defend] . Nur ein Zug hält die Stellung.
}
    .braille = { $side ->
        [white] W
       *[black] S
    } zieht: { $task ->
        [mate] matt in { $moves }
        [win] gewinnt Material
        [best] bester Zug
       *[defend] hält
    }
school-back-to-game = Zurück zur Partie.
    .braille = zur Partie

# $asks: light, diagonal, knight, attacks, what, where, occupied.
school-question = { $asks ->
    [light] Ist { $from } hell?
    [diagonal] Liegen { $from } und { $to } auf derselben Diagonale?
    [knight] Wie viele Züge braucht ein Springer von { $from } nach { $to }?
    [attacks] Das Brett ist leer bis auf { $piece ->
        [queen] eine Dame
        [rook] einen Turm
        [bishop] einen Läufer
       *[knight] einen Springer
    } auf { $from }. Ist { $to } angegriffen?
    [what] Welche Figur stand auf { $from }?
    [where] Wo stand { $side ->
        [white] { $piece ->
            [king] der weiße König
            [queen] eine weiße Dame
            [rook] ein weißer Turm
            [bishop] ein weißer Läufer
            [knight] ein weißer Springer
           *[pawn] ein weißer Bauer
        }
       *[black] { $piece ->
            [king] der schwarze König
            [queen] eine schwarze Dame
            [rook] ein schwarzer Turm
            [bishop] ein schwarzer Läufer
            [knight] ein schwarzer Springer
           *[pawn] ein schwarzer Bauer
        }
    }?
   *[occupied] Steht jetzt etwas auf { $from }?
}
    .braille = { $asks ->
        [light] { $from } hell?
        [diagonal] { $from } { $to } eine Diagonale?
        [knight] Springer { $from }-{ $to }: wie viele Züge?
        [attacks] { $piece ->
            [queen] D
            [rook] T
            [bishop] L
           *[knight] S
        }{ $from } auf { $to }?
        [what] was stand auf { $from }?
        [where] wo stand { $side ->
            [white] weiß
           *[black] schwarz
        } { $piece ->
            [king] K
            [queen] D
            [rook] T
            [bishop] L
            [knight] S
           *[pawn] B
        }?
       *[occupied] { $from } besetzt?
    }
# $drill: colours, diagonals, knight, attacks, memory, blindfold.
drill = { $number }: { $drill ->
    [colours] Farben
    [diagonals] Diagonalen
    [knight] Wege des Springers
    [attacks] Angriffe
    [memory] Gedächtnis
   *[blindfold] ohne Brett
}{ $best ->
    [0] {""}
   *[other] {""}, bisher { $best } von 10
}{ $minute ->
    [0] {""}
   *[other] {""}, in einer Minute { $minute }
}
    .braille = { $number } { $drill ->
        [colours] Farben
        [diagonals] Diagonalen
        [knight] Springer
        [attacks] Angriffe
        [memory] Gedächtnis
       *[blindfold] ohne Brett
    }{ $best ->
        [0] {""}
       *[other] {" "}{ $best }/10
    }{ $minute ->
        [0] {""}
       *[other] {" "}{ $minute }/min
    }
school-drills = Training { $list }. Sagen Sie zum Beispiel: Training eins. Oder: Training eins, eine Minute.
    .braille = Training: { $list }
school-no-such-drill = Training gibt es von 1 bis { $count }.
    .braille = Training 1-{ $count }
school-drill = { $drill ->
    [colours] Farben
    [diagonals] Diagonalen
    [knight] Wege des Springers
    [attacks] Angriffe
    [memory] Gedächtnis: Merken Sie sich die Stellung
   *[blindfold] Ohne Brett: Merken Sie sich die Züge, jedes Mal von der Grundstellung aus
}. { $length ->
    [minute] Eine Minute
   *[ten] Zehn Fragen
}.
    .braille = { $drill ->
        [colours] Farben
        [diagonals] Diagonalen
        [knight] Springer
        [attacks] Angriffe
        [memory] Gedächtnis
       *[blindfold] ohne Brett
    }, { $length ->
        [minute] 1 Minute
       *[ten] 10 Fragen
    }
school-time-up = Die Zeit ist um.
    .braille = Zeit um
# $step: die Nummer der Frage. $seconds: was von der Minute bleibt. $right von $tasks Antworten waren richtig.
school-drill-standing = { $drill ->
    [colours] Farben
    [diagonals] Diagonalen
    [knight] Wege des Springers
    [attacks] Angriffe
    [memory] Gedächtnis
   *[blindfold] Ohne Brett
}: { $length ->
    [minute] noch { $seconds ->
        [one] eine Sekunde
       *[other] { $seconds } Sekunden
    }
   *[ten] Frage { $step } von 10
}{ $tasks ->
    [0] {""}
   *[other] , { $right } von { $tasks } richtig
}.
    .braille = { $length ->
        [minute] noch { $seconds } s
       *[ten] Frage { $step }/10
    }{ $tasks ->
        [0] {""}
       *[other] , richtig { $right }/{ $tasks }
    }
# $rank: wie die Runde zu der besten davor steht; unscored, wenn noch nie etwas richtig war.
school-drill-over = { $length ->
    [minute] In einer Minute { $tasks ->
        [0] keine Antwort
       *[other] { $right } von { $tasks } richtig
    }
   *[ten] { $right } von 10 richtig
}. { $rank ->
    [best] Das ist Ihre beste Runde.{" "}
    [equal] So gut war auch Ihre beste Runde.{" "}
    [below] In Ihrer besten Runde waren es { $best }.{" "}
   *[unscored] {""}
}Noch eine? Sagen Sie: weiter.
    .braille = { $right }/{ $tasks }{ $length ->
        [minute] {" "}in 1 min
       *[ten] {""}
    }{ $rank ->
        [best] , beste Runde
        [equal] , wie die beste
        [below] , beste { $best }
       *[unscored] {""}
    }, weiter?
# Wie eine Partie steht, als Teil eines Satzes.
assessment = { $outlook ->
    [even] ausgeglichen
    [better] { $side ->
        [white] Weiß
       *[black] Schwarz
    } etwas besser
    [clearly] { $side ->
        [white] Weiß
       *[black] Schwarz
    } klar besser
    [winning] { $side ->
        [white] Weiß
       *[black] Schwarz
    } auf Gewinn
    [mated] { $side ->
        [white] Weiß
       *[black] Schwarz
    } matt
   *[mates] { $side ->
        [white] Weiß
       *[black] Schwarz
    } setzt in { $moves ->
        [one] einem Zug
       *[other] { $moves } Zügen
    } matt
}
    .braille = { $outlook ->
        [even] ausgeglichen
        [better] { $side ->
            [white] Weiß
           *[black] Schwarz
        } etwas besser
        [clearly] { $side ->
            [white] Weiß
           *[black] Schwarz
        } klar besser
        [winning] { $side ->
            [white] Weiß
           *[black] Schwarz
        } auf Gewinn
        [mated] { $side ->
            [white] Weiß
           *[black] Schwarz
        } matt
       *[mates] { $side ->
            [white] Weiß
           *[black] Schwarz
        } matt in { $moves }
    }
# Die Analyse einer Partie. $seconds: wie lange sie etwa dauert.
game-review-looking = Ich sehe mir die Partie an, etwa { $seconds } Sekunden lang.
    .braille = sehe die Partie an, { $seconds } s
game-review-still-looking = Ich sehe mir die Partie noch an.
    .braille = sehe noch an
game-review-no-game = Es gibt keine Partie, die ich mir ansehen kann.
    .braille = keine Partie
game-review-not-over = Die Partie läuft noch. Die Analyse gibt es danach.
    .braille = erst nach der Partie
game-review-no-engine = Die Analyse braucht ein Schachprogramm, und hier spielt keines. Starten Sie sie mit: annabella review.
    .braille = keine Engine: annabella review
game-review-engine-lost = Das Schachprogramm antwortet nicht. Es wird neu gestartet.
    .braille = Engine weg, neuer Start
game-review-no-answer = Das Schachprogramm hat keine Antwort.
    .braille = keine Antwort
game-review-again = Die Analyse geht weiter, wo Sie aufgehört haben.
    .braille = Analyse, weiter
game-review-decided = { $count ->
    [one] Ein Zug hat
   *[other] { $count } Züge haben
} die Partie entschieden.
    .braille = entscheidend: { $count }
game-review-never-in-doubt = { $side ->
    [white] Weiß
   *[black] Schwarz
} stand vom ersten bis zum letzten Zug auf Gewinn, und kein Zug hat daran etwas geändert.
    .braille = { $side ->
        [white] Weiß
       *[black] Schwarz
    } immer auf Gewinn
# $side hat verloren. $count Züge werden danach genannt.
game-review-gradual = Kein einzelner Zug hat diese Partie entschieden. { $side ->
    [white] Weiß
   *[black] Schwarz
} verlor sie nach und nach{ $count ->
    [0] {""}
    [one] , am meisten durch diesen Zug
   *[other] , am meisten durch diese Züge
}.
    .braille = kein Zug entschied, { $side ->
        [white] W
       *[black] S
    } verlor nach und nach{ $count ->
        [0] {""}
       *[other] : { $count }
    }
game-review-open = Kein einzelner Zug hat diese Partie entschieden.
    .braille = kein Zug entschied
# $before, $now: wie es mit dem besseren Zug stand, und wie nach dem gespielten; $before ist none, wenn es in Worten
# dasselbe ist. $better: ein besserer Zug, oder none.
game-review-turning-point = Zug { $move-number }, { $mover ->
    [white] Weiß
   *[black] Schwarz
}: { $move }, { $harm ->
    [allows-mate] lässt Matt in { $moves } zu
    [misses-mate] verpasst Matt in { $moves }
    [pawn] verliert einen Bauern
    [exchange] verliert die Qualität
    [piece] verliert eine Figur
    [rook] verliert einen Turm
    [queen] verliert die Dame
    [win] verschenkt den Gewinn
   *[worse] verschlechtert die Stellung
}. { $before ->
    [none] {""}
   *[other] Vorher: { $before }.{" "}
}Danach: { $now }{ $better ->
    [none] {""}
   *[other] . Besser war zum Beispiel { $better }
}.
    .braille = { $move-number }{ $mover ->
        [white] .
       *[black] ...
    } { $move } { $harm ->
        [allows-mate] lässt Matt in { $moves } zu
        [misses-mate] verpasst Matt in { $moves }
        [pawn] verliert B
        [exchange] verliert Qualität
        [piece] verliert Figur
        [rook] verliert T
        [queen] verliert D
        [win] verschenkt Gewinn
       *[worse] schlechter
    }: { $before ->
        [none] {""}
       *[other] { $before } -{" "}
    }{ $now }{ $better ->
        [none] {""}
       *[other] , besser { $better }
    }
game-review-asked = Zug { $move-number }: Suchen Sie einen besseren Zug als { $move }.
    .braille = { $move-number }{ $mover ->
        [white] .
       *[black] ...
    } { $move }: besser?
game-review-outlook = Damit: { $outlook }.
    .braille = damit: { $outlook }
game-review-standing = Analyse: Aufgabe { $step } von { $steps }, { $solved } beim ersten Versuch gelöst.
    .braille = Analyse { $step }/{ $steps }, gelöst { $solved }
game-review-over = Die Analyse ist zu Ende{ $tasks ->
    [0] {""}
   *[other] : { $solved } von { $tasks } beim ersten Versuch gefunden. Diese Stellungen kommen in Ihren Aufgaben wieder
}. Zurück geht es mit: Ende.
    .braille = Analyse Ende{ $tasks ->
        [0] {""}
       *[other] : { $solved }/{ $tasks }
    }, zurück: Ende
school-not-written = Was Sie gelernt haben, lässt sich nicht aufschreiben. Beim nächsten Mal fehlt es.
    .braille = nicht aufgeschrieben, was Sie lernten
school-faults = Von Ihren Dateien ist nicht alles zu gebrauchen: { $list }.
    .braille = Dateien: { $list }
school-concealed = Das ist hier die Aufgabe.
    .braille = das ist die Aufgabe
school-over = Bis zum nächsten Mal. Das Programm endet.
    .braille = Programmende
