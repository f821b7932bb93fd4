# What the program prints beside the game: what it found, what is missing, what goes wrong. Spoken by screen readers.
#
# A sentence says what was found and what to do about it, and ends without a full stop where something may follow.
# Options, file names and commands stay as they are typed. The help of commands and options and the errors stand in the
# program's source in English; another language has them in its `translated.ftl`.

## annabella doctor

part = { $part ->
    [configuration] configuration
    [journals] journals
    [language] language
    [microphone] microphone
    [recognition] speech recognition
    [words] words
    [speech] speech
    [braille] braille display
    [board] electronic board
    [engine] chess engine
   *[clock] tactile clock
}
found = ok: { part }: { $says }
lacking = missing: { part }: { $says }
verdict = You can play { $heard ->
    [voice] by voice and by text
   *[text] by text
}. Answers are { $told }. The time is { $clock ->
    [hands] on the tactile clock
    [spoken] spoken and shown
   *[shown] shown on the screen
}.
verdict-nothing = Nothing can be played before this is put right: { $parts }.
told = { $by ->
    [voice] spoken
    [braille] shown in braille
   *[screen] shown on the screen
}
configuration-fault = { $fault }; correct it, or name another with --config
configuration-none = no file { $path }, the usual choices hold
configuration-homeless = no home folder to keep it in, the usual choices hold
journals-homeless = there is no home folder to keep them in; set HOME, or give --journal FILE
journals-unwritable = cannot write to { $path }: { $fault }; make room or get permission, or give --journal FILE
language-there = { $language }, { $words } words
microphone-there = { $name } delivers sound
microphone-silent = { $name } delivers silence only; switch it on, or raise its level with alsamixer (package alsa-utils)
microphone-lacking = { $fault }; if there is no sound server, install the packages pulseaudio and libasound2-plugins and join the group audio
microphone-usual = the usual one
recognition-there = libvosk, with the speech model { $path }
recognition-not-built = { $fault }, for which `make setup` fetches libvosk
recognition-lacking = libvosk is there, but { $fault }; install the program anew, or name another model with --model
words-known = the speech model knows all { $words } words of the language
words-unknown = the speech model does not know { $unknown } of { $words }, and what needs them must be typed; take another model, or rebuild this one with `make model-graph`: { $list }
speech-there = the speech server has a voice for the language { $language }
speech-voiceless = the speech server has no voice for the language { $language }; install the package speech-dispatcher-espeak-ng
speech-lacking = { $fault }; if there is none, install the packages speech-dispatcher and speech-dispatcher-espeak-ng
braille-there = { $cells } cells, at { $host }
braille-lacking = { $fault }; install the package brltty if there is none, and look at /etc/brltty.conf
clock-there = { $name } at { $port }
clock-plugged-in = one is plugged in at { $port }; --clock auto takes it
board-there = { $name }, by --board { $word }
board-plugged-in = a { $name } is plugged in; --board { $word } takes it
board-silent = it does not answer; is it another maker's?
clock-portless = no serial port is there; plug the clock in and name its port with --clock
clock-unnamed = none is named; give its port with --clock, there are { $ports }

## annabella devices

device-microphone = microphone: { $name } ({ $description }){ $usual ->
    [yes] ; taken when none is named
   *[no] { "" }
}
device-port = serial port: { $port }
device-port-of = serial port: { $port } ({ $product })
device-clock = tactile clock: { $name }, at { $port }; --clock auto takes it
device-board = electronic board: { $name }, at { $port }; --board { $word } takes it
device-unknown = tactile clock, electronic board: none that is known by its name
device-braille = braille display: { $cells } cells, at { $host }
device-speech = speech: a voice for the language { $language }
device-voiceless = speech: no voice for the language { $language }
device-none = { $device ->
    [microphone] microphone: none
    [port] serial port: none
    [braille] braille display: none
   *[speech] speech: none
}
device-lacking = { device-none }, { $fault }

## annabella setup

setup-file = { $path } holds:
setup-chose = { $name ->
    [language] the language is { $value ->
        [de] German
        [en] English
       *[other] { $value }
    }
    [user] { $value ->
        [white] you have White
        [black] you have Black
       *[both] you speak for both sides
    }
    [confirm] { $value ->
        [voice] a move counts when you say yes
        [lever] a move counts when you press the clock
        [delay] a move counts unless you object
       *[never] a move counts at once
    }
    [rate] the speed of the voice is { $value }
    [by-touch] { $value ->
        [true] everything waits on the braille display until you have read it
       *[false] nothing waits on the braille display
    }
    [screen] the screen shows what a screen reader is to read
    [clock] the tactile clock is at { $value }
   *[strength] the engine plays with strength { $value }
}

## While a game is set up and when it ends

game-unheard = recognizer: { $fault }; moves can be typed
game-found = found: { $device ->
    [microphone] microphone
    [braille] braille display, { $name } cells
    [account] account { $name }
    [peer] other side at { $name }
    [clock] clock { $name }
    [board] board { $name }
    [hall] hall { $name }
   *[speaker] speech server
}
game-words-missing = recognizer: the speech model does not know: { $list }
game-lacking = { $device ->
    [microphone] microphone
    [speaker] speaker
    [braille] braille display
    [opponent] opponent
    [tones] tones
    [clock] clock
    [board] board
    [keyboard] keyboard
    [journal] journal
    [server] server
    [peer] other side
    [page] web page
    [hall] hall
    [text] text
   *[recordings] recordings
}: { $fault }
game-journal-anew = journal: it had been removed or cut short, and was written anew
game-opponent-lost = opponent: { $reason }; it is started again
several-unfinished = { $games } games are not over. Name a journal, the last one with:
    { $command }
game-goes-on = { $games ->
    [one] the game goes on
   *[several] the games go on
} with: { $command }
game-journal-incomplete = the journal { $path } does not hold the whole game and cannot be resumed: { $moves ->
    [0] the end is missing
    [one] one half-move is missing
   *[other] { $moves } half-moves are missing
}{ $fault ->
    [none] {""}
   *[other] , { $fault }
}
game-score-unwritten = the score cannot be written beside { $path }: { $fault }

# On the screen, for who sees. What stands before what was heard, before the line, before a file.
screen-heard = heard
screen-concealed = (concealed)
screen-cut-off = (cut off)
screen-clock = clock: White { $white }{ $running ->
    [white] {" "}(running)
   *[other] { "" }
}, Black { $black }{ $running ->
    [black] {" "}(running)
   *[other] { "" }
}
screen-cells = braille display
screen-file = { $file ->
    [journal] journal
    [score] score
    [configuration] written into
   *[recordings] recordings
}
screen-unread = (nobody was reading: { $lines } lines were left out here)

# The page in a browser.
game-page = Page for { $seat ->
    [view] spectators
    [white] the seat of White
    [black] the seat of Black
   *[table] the table
}: { $address }, code { $code }
live-side = { $side ->
    [white] White
   *[black] Black
}
live-device = { $device ->
    [microphone] Microphone
    [speaker] Voice
    [braille] Braille display
    [clock] Tactile clock
    [server] Server
    [peer] Other side
    [opponent] Opponent
    [board] Electronic board
    [recognizer] Speech recognition
    [keyboard] Keyboard
    [page] Web page
    [hall] Hall
    [tones] Tones
    [recordings] Recordings
   *[journal] Journal
}
live-empty = { $square } empty
live-square = { $square }
live-code = Code for this game
live-enter = Open
live-line = Move, question or announcement
live-send = Send
live-board = Board
live-moves = Moves
live-told = Told
live-words = What you can say
live-devices = Devices
live-doing = Actions
live-looking = View
live-press = Press the clock
live-correct = Correction
live-arbiter = Arbiter
live-again = Say again
live-turn = Turn the board
live-fill = Fill the screen
live-leave = Sign out
live-line-help = The up arrow repeats what was said last. Enter alone means yes, Escape means no. F2: this line, F4: board, F8: say again, F9: fill the screen.
live-board-help = The arrow keys move over the board, Enter lifts a piece and puts it down. The letter of a piece goes to the next one. Digit: rank, with Shift: file. M: moves from here, C: captures, X: look in a direction, { $last }: last move, { $times }: clocks.
live-not-described = The position is not shown in this game. Moves are made from square to square here too.
# The title of a page on which something is learnt. $kind: lesson, training, puzzle, review or lessons.
live-course = { $kind ->
    [lesson] Lesson { $number }: { $title }
    [training] Training
    [puzzle] Puzzle
    [review] Review of the game
   *[lessons] Lessons
}
live-studying = Learning
live-study-next = Continue
live-study-back = Back
live-study-task = Task
live-study-hint = Hint
live-study-solution = Solution
live-study-end = End
live-concealed = In this task the position is not shown.
live-no-script = This page needs JavaScript.
live-seat-view = Spectators
live-seat-table = At the table
live-seat-white = White's seat
live-seat-black = Black's seat
live-wrong-code = That code is not right.
live-wait = Too many attempts. Please wait { $seconds } seconds.
live-unreachable = annabella does not answer.
live-lost = The connection is lost. annabella keeps trying.
live-back = Connected again.
live-edge = edge
live-chosen = { $square } chosen
live-let-go = let go
live-nothing-told = Nothing yet.
live-no-piece = { $square } is empty.
live-runs = running
live-device-lost = disconnected
live-to-move = { $side } to move.

## What goes wrong

# Before the thread and what it reports.
panic-report = a fault of this program, please report it
microphone-no-sound = it opens but delivers no sound
braille-no-display = brltty answers, but has no display, connect it

# The arguments of a command, which cannot be used. $option, $command, values: as they are typed.
arguments-unknown-option = there is no option { $found } here
arguments-unknown-option-like = there is no option { $found } here, did you mean { $suggested }?
arguments-unexpected = '{ $found }' is one argument too many
arguments-unknown-command = there is no command '{ $found }', `annabella help` lists those there are
arguments-unknown-command-like = there is no command '{ $found }', did you mean '{ $suggested }'?
arguments-no-command = a command is missing, `annabella help` lists those there are
arguments-unheeded = { $option } changes nothing of `{ $command }`, leave it out
arguments-no-value = { $option } needs a value behind it
arguments-no-value-of = { $option } needs a value behind it: { $expected }
arguments-unknown-value = { $option } cannot be '{ $found }', expected one of { $expected }
arguments-unknown-value-like = { $option } cannot be '{ $found }', did you mean '{ $suggested }'? It can be { $expected }
arguments-number = { $option } cannot be '{ $found }', expected { $reason }
arguments-too-many-values = '{ $found }' is one value too many for { $option }
arguments-twice = { $option } can be there only once
arguments-conflict = { $option } and { $others } exclude each other, leave one of them out
arguments-missing = { $missing } { $count ->
    [one] is
   *[other] are
} missing
arguments-no-text = an argument is not text in UTF-8
arguments-other = these arguments cannot be used together
arguments-usage = Usage: { $usage }
arguments-help = Help: { $command } --help
# Behind "expected".
number-any = a number such as 1.5
number-whole = a whole number
number-not-negative = a number that is not below 0
number-smaller = a smaller number
number-within = { $least } to { $most }

## What was understood (listen)

understood-move = move, legal: { $told }
understood-which-move = move, ambiguous: { $asked }
understood-promotion = move, promotion missing: { $asked }
understood-illegal-move = move, illegal: { $why }
understood-unsure = { $meaning }; not sure, it would be asked about
understood-rivals = one of these, it would be asked which: { $meanings }
understood-nothing = not understood: { $why }

## annabella judge

judgement-turn = { $turn ->
    [white] white
   *[black] black
} to move{ $state ->
    [check] , in check
    [checkmate] , checkmated
    [stalemate] , stalemated
    [dead-position] , dead position (FIDE 5.2.2)
   *[open] { "" }
}
judgement-moves = { $count } legal moves: { $moves }
judgement-mate = { $side ->
    [white] white
   *[black] black
} can still mate: { $answer ->
    [yes] yes
    [no] no
   *[unknown] unknown
}
judgement-mate-by = { $side ->
    [white] white
   *[black] black
} can still mate: yes, { $line }
judgement-no-mate = { $side ->
    [white] white
   *[black] black
} can still mate: no, { $proof }
proof-game-over = the game is over
proof-insufficient-material = too few pieces for any mate
proof-blocked = the pieces are shut in
proof-exhausted = no mate in any of { $positions } positions to come

## annabella reconcile

reconciled-slip = { $side ->
    [white] White's
   *[black] Black's
} score: move { $number } { $kind ->
    [unreadable] cannot be read
    [illegal] is not legal
    [unclear] can be several moves
    [omitted] is left out
   *[doubled] is written twice
}, { $side ->
    [white] Black's
   *[black] White's
} has { $other }
reconciled-agree = The scores agree, up to { $last }.
reconciled-agree-empty = The scores agree: neither has a move.
reconciled-shorter = { $side ->
    [white] White's score ends there, Black's
   *[black] Black's score ends there, White's
} goes on: { $rest }
reconciled-shorter-unreadable = { $side ->
    [white] White's score ends there, Black's
   *[black] Black's score ends there, White's
} goes on: what cannot be read
reconciled-parting = The scores part at move { $number }
reconciled-reading = { $side ->
    [white] White's
   *[black] Black's
} score has { $reading }
reading-move = { $san }
reading-unclear = '{ $written }', which can be { $moves }
reading-illegal = '{ $written }', which is not legal: { $reason }
reading-unreadable = '{ $written }', which cannot be read
reading-ended = nothing more
reconciled-shown = Both boards must show:
    { $board }
    FEN: { $fen }
reconciled-put-right = The board that shows anything else is put right (FIDE { $article }).
reconciled-back-to = Both boards go back to the position after { $last }:
    { $board }
    FEN: { $fen }
reconciled-back-to-start = Both boards go back to the position at the start:
    { $board }
    FEN: { $fen }
reconciled-clocks-written = The clocks there, by the score: White { $white }, Black { $black } left; the arbiter sets them (FIDE { $article }).
reconciled-clocks-estimated = In proportion to the moves White had used { $white } and Black { $black }; the arbiter sets the clocks (FIDE { $article }).
reconciled-clocks-unknown = The arbiter readjusts the clocks (FIDE { $article }).
# Alternatives, one after the other.
any-of = { $first } or { $rest }
any-of-last = { $first }

# The letters of the pieces, from king to pawn; a pawn is only named by it.
piece-letters = K Q R B N P

## annabella export --html

page-white = White
page-black = Black
page-event = Event
page-site = Place
page-round = Round
page-date = Date
page-time-control = Time control
page-journal = Journal
page-result = Result
# Where nothing but the result is known.
page-outcome = { $result ->
    [white] White wins.
    [black] Black wins.
    [draw] Draw.
    [both] Both lose.
    [white-half] White gets half a point, Black none.
    [black-half] Black gets half a point, White none.
   *[none] The game is not over.
}
page-board = Board
# The buttons that step through the game, as a group, and each of them.
page-steps = Step through the game
page-first = Start position
page-back = One move back
page-forward = One move on
page-last = Last position
page-turn = Turn the board
page-keys = Arrow keys left and right: one move back and on. Among the moves and buttons, Home and End: first and last position.
page-moves = Moves
page-move = Move
page-start = Start position
# $move: the move in words, without a full stop.
page-told = Move { $number }, { $side ->
    [white] White
   *[black] Black
}: { $move }.
page-times = Time spent
page-times-told = { $side ->
    [white] White
   *[black] Black
} spent { $all } in all, most on move { $number }: { $longest }.
page-times-chart = Time spent on each move, White above the line and Black below; the table has the figures
page-times-table = Time of each move
page-diagrams = Diagrams
page-after = After { $move }

## annabella export --audit

# $from: who; $sentence: what.
audit-line = { $from ->
    [white] White
    [black] Black
    [table] At the board
    [arbiter] Arbiter
    [remote-white] White, from elsewhere
    [remote-black] Black, from elsewhere
   *[program] Program
}: { $sentence }
# The side that it is about.
audit-side = { $side ->
    [white] White
    [black] Black
   *[none] both
}
audit-started = game begun{ $year ->
    [none] { "" }
   *[other] { " " }on { $year }-{ $month }-{ $day }
}, { $white ->
    [none] White
   *[other] { $white }
} against { $black ->
    [none] Black
   *[other] { $black }
}, { $time-control ->
    [none] without a clock
   *[other] time control { $time-control }
}{ $competition ->
    [true] , in competition
   *[other] { "" }
}
audit-asked = read back: { $move }
audit-withdrawn = the question is withdrawn
audit-moved = { $move }
audit-taken-back = move taken back
audit-strength-set = strength of the engine: { $strength ->
    [none] full strength
   *[other] { $strength }
}
audit-clock-started = { audit-side }'s clock runs
audit-clock-stopped = the clocks are stopped
audit-pressed = { audit-side } pressed the clock
audit-draw-offered = { audit-side } offers a draw
audit-draw-declined = the draw is declined
audit-claimed = { audit-side } claims a draw, { $claim ->
    [threefold] threefold repetition
   *[fifty-moves] fifty moves
}{ $move ->
    [none] { "" }
   *[other] { " " }with { $move }
}: { $holds ->
    [true] rightly
   *[false] wrongly, the opponent gets { $gains }
}
audit-two-minutes-claimed = { audit-side } claims a draw in the last two minutes
audit-two-minutes-answered = { $postponed ->
    [true] the decision is postponed
   *[false] the claim is rejected
}, the opponent gets { $gains }
audit-touched = { $square } touched
audit-adjusting = adjusted
audit-pressed-without-move = { audit-side } pressed the clock without a move
audit-penalized = penalty against { audit-side }, the opponent gets { $gains }
audit-ruled = ruling: { audit-ruling }{ $side ->
    [none] { "" }
   *[other] , { audit-side }
}{ $details ->
    [none] { "" }
   *[other] , { $details }
} (FIDE { $article })
# What was ruled on, or reported.
audit-ruling = { $about ->
    [time-added] time given
    [time-taken] time taken
    [clock-set] clock set
    [move-counter] move counter set
    [warning] warning given
    [penalty] penalty given
    [lost] game lost
    [drawn] draw
    [both-lose] both players lose
    [half-point] half a point
    [default-time] default time set
    [late] late arrival
    [five-seconds] five seconds a move
    [reopened] game open again
    [back-to] back to the move
    [illegal-move] illegal move
    [pawn-not-replaced] pawn not replaced
    [pressed-without-move] clock pressed without a move
    [two-hands] move made with two hands
    [illegal-position] illegal position
    [displaced] pieces displaced
    [displaced-since] pieces stood wrongly
    [wrong-start] wrong start position
    [board-turned] board turned
    [colours-reversed] colours reversed
    [clock-defect] clock defective
    [clock-setting] clock set wrongly
    [stood-still] the computer stood still
    [touched-before] another piece touched before
    [boards-differ] the boards differ
    [can-mate] whether mate is still possible
    [envelope] envelope opened
   *[other] '{ $about }'
}
audit-ruling-received = { $arbiter } from the hall, number { $number }: '{ $what }'
audit-ruling-done = carried out
audit-ruling-taken-back = ruling taken back
audit-pawn-is-queen = the pawn counts as a queen: { $move }
audit-putting-right = { audit-side } puts the pieces back
audit-new-game = new game{ $swapped ->
    [true] , with colours reversed
   *[false] { "" }
}
audit-set-up = position set up
audit-returned-to = { $ply ->
    [none] back to the start position
   *[other] back to the position after { $move }
}
audit-sealed = { audit-side } has sealed a move
audit-resumption-agreed = agreed when the game goes on: { $what }
audit-unsealed = envelope opened
audit-moves-set = { audit-side }'s move counter: { $moves }
audit-bonus-set = time for each move: { $ms }
audit-default-time-set = default time: { $ms }
audit-reopened = the game is open again
audit-time-set = { audit-side } has { $left } left
audit-times-told = times of the other clock: White { $white-time }, Black { $black-time }
audit-stood-still = the computer stood still, { audit-side }'s clock ran on for { $ms }
audit-flag-fell = { audit-side }'s time has run out
audit-ended = game over: { $result }, { $ending ->
    [checkmate] mate
    [stalemate] stalemate
    [dead-position] dead position
    [agreement] draw agreed
    [threefold] threefold repetition
    [fifty-moves] fifty moves
    [fivefold] fivefold repetition
    [seventy-five-moves] seventy-five moves
    [resignation] { audit-side } resigned
    [time] { audit-side } ran out of time
    [both-flags] both flags fell
    [illegal-moves] too many illegal moves by { audit-side }
    [default] { audit-side } came too late
    [sealed-move] { audit-side }'s sealed move does not count
    [last-two-minutes] draw in the last two minutes
    [claim-referred] the arbiter decides later
    [arbiter] the arbiter decided
    [left] { audit-side } left the game
    [aborted] broken off
    [service] the server decided
   *[other] '{ $ending }'
}
audit-resumed = game resumed
# How it was answered.
audit-answer = { $answer ->
    [told] answered
    [refused] refused
    [asked-back] asked back
    [withdrawn] withdrawn
   *[denied] denied by the arbiter
}{ $article ->
    [none] { "" }
   *[other] { " " }(FIDE { $article })
}
audit-noted-question = question about { $what ->
    [last-move] the last move
    [last-moves] the last moves
    [move-number] the move number
    [turn] whose move it is
    [time-spent] the time spent on the last move
    [time-since-move] the time since the last move
    [times] the times
    [my-time] their own time
    [time-of] the time
    [time-used] the time used
    [moves-completed] the completed moves
    [flag] a fallen flag
    [touched] the touched pieces
    [touched-square] the square of a touched piece
    [score] the score of the game
    [envelope] the envelope
    [offer] a draw offer
    [position] the position
    [page] the web page
    [diagram] the diagram
    [square] a square
    [square-colour] the colour of a square
    [pieces] the pieces
    [pawns-by-file] the pawns by files
    [rank] a rank
    [file] a file
    [diagonal] a diagonal
    [ray] the pieces in one direction
    [material] the material
    [moves] possible moves
    [moves-from] possible moves of a piece
    [moves-to] possible moves to a square
    [captures] possible captures
    [captures-from] possible captures by a piece
    [attackers] attacking pieces
    [defenders] defending pieces
    [pins] pinned pieces
    [pinned] a pin
    [in-check] a check
    [castling] possible castling
    [castled] castling that was done
    [last-capture] the last capture
    [captured] the captured pieces
    [changes] the changes on the board
    [start] the start position
    [claims] repetition and the fifty moves
    [opponent] the opponent
    [own-side] their own colour
    [allowed] a legal move
    [running-clock] the running clock
    [hanging] hanging pieces
    [passed-pawns] passed pawns
    [saved] whether the game is saved
    [rating] the opponent's strength
    [threats] a threat
    [en-passant] en passant
    [checks] checks
    [fact] a rule or a setting
    [only-arbiter] what the arbiter orders
    [time-control] the time control
    [advice] advice from the engine
    [review] an earlier move
   *[other] '{ $what }'
}{ $details ->
    [none] { "" }
   *[other] { " " }({ $details })
}, { audit-answer }
audit-noted-move = attempt { $what }, { audit-answer }{ $touched ->
    [none] { "" }
   *[other] , touched { $touched }
}
audit-noted-declaration = { audit-side } { $what ->
    [offer-draw] offered a draw
    [accept-draw] accepted a draw
    [decline-draw] declined a draw
    [claim-threefold] claimed threefold repetition
    [claim-fifty-moves] claimed fifty moves
    [resign] resigned
    [claim-flag] claimed on time
    [claim-last-two-minutes] claimed a draw in the last two minutes
    [ask-five-seconds] asked for five seconds a move
    [touch] touched
    [adjust] adjusted
   *[other] '{ $what }'
}{ $details ->
    [none] { "" }
   *[other] { " " }{ $details }
}, { audit-answer }
audit-noted-report = report: { audit-ruling }, { audit-answer }
audit-noted-fault = fault: { $details ->
    [lost] the opponent is disconnected
    [back] the opponent is back
    [none] { $what }
   *[other] { $what } { $details }
}
# A device that reported too much; $details: how many reports.
audit-left-out = fault: reports left out, { $what ->
    [microphone] of the microphone
    [speaker] of the voice
    [braille] of the braille display
    [clock] of the clock
    [journal] of the journal
    [opponent] of the opponent
    [server] of the server
    [peer] of the other side
    [board] of the board
    [recognizer] of the recognizer
    [keyboard] of the keyboard
    [page] of the web page
    [hall] of the hall
    [tones] of the tones
    [recordings] of the recordings
   *[other] '{ $what }'
}: { $details }
# What stands behind the name of a question or a ruling.
audit-detail = { $name ->
    [white] White
    [black] Black
    [mine] own side
    [theirs] opponent
    [all] all pieces
    [up] upwards
    [down] downwards
    [left] to the left
    [right] to the right
    [up-left] up to the left
    [up-right] up to the right
    [down-left] down to the left
    [down-right] down to the right
    [hint] a hint
    [best-move] best move
    [mistake] the mistake
    [outlook] the outlook
    [value] the value
    [begin] the beginning
    [back] backwards
    [on] forwards
    [first] first move
    [last] last move
    [to] move
    [end] the end
   *[other] { $name }
}

audit-fault = not to be relied on: { $fault }
audit-sum = sum: { $sum }
audit-no-sum = sum: none, the journal is of a version that had no sums

## annabella replay

recording-of-move = move { $number }, line { $line }, { $voice ->
    [program] told
   *[person] said
}

## annabella listen

listen-began = listening; the program ends with Control and C
listen-said = say: { $words }
listen-braille = braille: { $cells }
listen-heard = hear: { $heard }
# One alternative of the recognizer, with its score.
listen-heard-best = hear: { $heard } ({ $score })
listen-heard-again = again: { $heard } ({ $score })
listen-heard-else = { "  " }or: { $heard } ({ $score })
listen-no-words = hear: no words
listen-clipped = hear: cut off, say it again
listen-understood = understood: { $meaning }
listen-kept = kept: { $path }
listen-microphone = microphone: { $reason }
listen-speaker = speaker: { $reason }
listen-back = back again
listen-words-missing = the speech model lacks: { $words }

## annabella journal-key

journal-key-made = the key { $key } is in { $path }: journals that begin from now on are sealed with it; keep a copy where nobody else reads it
journal-key-there = there is the key { $key } already, in { $path }

## annabella account

account-make = Make a token on { $address }
account-enter = Then put it in here and press Enter; it is not shown:
account-kept = kept in { $path }: { $account }
account-untried = kept in { $path }, but not tried out: { $fault }
account-of = { $user }, may { $rights }
account-nobody = nobody
account-nothing = nothing
account-forgotten = the account is forgotten here; its token can be revoked at https://lichess.org/account/oauth/token
account-none = there is no account here
hall-prepared = Hall '{ $name }' for { $boards ->
    [one] one board
   *[other] { $boards } boards
} is in { $folder }. Its broker starts with: annabella hall broker { $folder }
hall-broker = Hall '{ $name }' waits at port { $port }. Ctrl-C ends it.
desk-page = page of the hall '{ $name }': { $address }, code { $code }. Ctrl-C ends it.
desk-connected = The hall is there.
desk-refused = The hall does not let us write { $topic }.
desk-told = Board { $board }: { $what }
desk-need = { $need ->
    [called] Arbiter called
    [claim] { $side ->
        [white] White
       *[black] Black
    } claims a draw in the last two minutes
    [offer] { $side ->
        [white] White
       *[black] Black
    } offers a draw
    [flag] { $side ->
        [white] White's flag has fallen
        [black] Black's flag has fallen
       *[none] Both flags have fallen
    }
    [device] Lost: { $devices }
    [unreadable] { $why ->
        [newer] From a newer program
        [too-long] Too long
        [other-board] From another board
       *[damaged] Damaged
    }, cannot be read
   *[gone] Not connected
}
desk-settled = { $need ->
    [device] The devices are back.
    [unreadable] Can be read again.
   *[gone] Connected again.
}
# What is well again at several boards: $boards their numbers, $more how many others.
desk-settled-several = { $need ->
    [device] Devices back
    [unreadable] Can be read again
   *[gone] Connected again
}: { $count ->
    [one] board
   *[several] boards
} { $boards }{ $rest ->
    [yes] { " " }and { $more } more
   *[no] {""}
}.
desk-device-lost = { $device } lost.
desk-device-back = { $device } back.
desk-clipped = Once more, please.
# Which boards are waiting: $boards their numbers, $more how many others.
desk-waiting = { $need ->
    [called] Arbiter called
    [claim] Last two minutes claimed
    [offer] Draw offered
    [flag] Flag fallen
    [device] Device lost
    [unreadable] Cannot be read
   *[gone] Not connected
}: { $count ->
    [one] board
   *[several] boards
} { $boards }{ $rest ->
    [yes] { " " }and { $more } more
   *[no] {""}
}.
desk-nothing-waits = No board is waiting.
desk-players = { $white } against { $black }.
desk-waits = { $needs }.
desk-over = { $result ->
    [white-wins] White has won.
    [black-wins] Black has won.
    [draw] The game is drawn.
   *[other] The game is over, { $score }.
}
desk-no-move = No move yet.
desk-last = Last move { $move }{ $known ->
    [yes] , { $ago } ago
   *[no] {""}
}.
# Of a board that is gone only what was seen last is known.
desk-times = { $running ->
    [gone] White had { $white } and Black { $black } when it was seen last.
    [white] White { $white }, Black { $black }. White's clock is running.
    [black] White { $white }, Black { $black }. Black's clock is running.
   *[none] White { $white }, Black { $black }. The clock is stopped.
}
desk-unanswered = Not yet carried out there: { $words }.
desk-nobody-moved = No move has been made at any board yet.
desk-which-board = At which board? First the board, then the ruling.
desk-apart = Two players apart play at board { $board }, no ruling goes there.
desk-nothing-asked = Nothing is asked at board { $board }.
desk-not-understood = Not understood. For example: board seventeen; which boards are waiting; two more minutes for White; continue.
desk-help = Which boards are waiting, board seventeen, next board, who moved last. Then for the board: two more minutes for White, warning for Black, White loses, yes, no, correction, continue.
desk-not-heard = Not understood.
desk-no-voice = This desk neither speaks nor listens, it was started without --microphone.
desk-no-name = Your name is missing, nothing was sent.
desk-ruled-before = Board { $board }: ruling { $number } had been carried out already.
desk-arbiter = Arbiter
desk-screen = Spectators
desk-boards = Boards
desk-board = Board
desk-white = White
desk-black = Black
desk-move = Last move
desk-white-time = White's time
desk-black-time = Black's time
desk-needs = What waits
desk-result = Result
desk-by-number = By board number
desk-scores = All games as PGN
desk-standings = Standings
desk-report = Tournament report with the results
broadcast-taken = The broadcast shows { $games } games.
broadcast-stopped = The broadcast takes only part of game { $game }: { $reason }
broadcast-failed = The broadcast stands still: { $reason }
desk-rule = Ask and rule
desk-rule-at = Rule at board { $board }
desk-name = Your name
desk-words = Question or ruling
desk-send = Send
desk-words-help = Questions: board seventeen, which boards are waiting, who moved last. Rulings as at the board: two more minutes for White, warn Black, correction, continue. The clock is stopped until you say continue.
desk-sent = To board { $board }: { $words }.
desk-sent-without-hall = To board { $board }: { $words }. The hall is not there, it goes there as soon as it is back.
desk-sent-without-board = To board { $board }: { $words }. The board is not connected, it counts there as soon as it is back.
desk-choose = There is no board { $board } here.
desk-offline = No connection to the hall:

## annabella braille-emulator

braille-emulator-connected = connected: { $cells } cells
braille-emulator-lost = brltty has gone, waiting for it
braille-emulator-waiting = no brltty at { $address }, waiting for it
braille-emulator-key-first-cell = brltty's virtual driver has no routing key over the first cell
braille-emulator-key-no-cell = a routing key is a colon and the number of a cell, 2 to { $cells }

## annabella clock-check

violation-no-answer-any-more = it does not answer any more, to number { $seq }
violation-not-answered = number { $seq } was not answered
violation-between-lines = it says something between its lines
violation-no-message = { $error }
violation-damaged = { $error }
violation-greeted-twice = a greeting came twice at once
violation-answered-twice = number { $seq } was answered twice
violation-not-waiting = it answered number { $seq }, which was not waiting
violation-overtaken = number { $later } was answered before number { $seq }
violation-late = number { $seq } was answered after { $ms } ms, 200 are allowed
violation-restarted = it greeted unasked in the middle of the session: it started anew
violation-port-lost = the port broke off: { $reason }
violation-port-stays-away = its port did not come back
violation-silent-since-unplugged = it does not answer since its plug was out
violation-other-version = it speaks version { $version }, this is version { $known }
violation-greeting-unanswered = no greeting was answered
violation-pattern-refused = it refused to let { $pattern } be felt: { $reason }
violation-unknown-pattern-taken = it took the pattern `dance`, which there is not
violation-believed = it answered { $line } with TCACK,{ $seq }
violation-host-silence-mistimed = it said TCFAULT,host after { $ms } ms instead of 3000
violation-host-silence-dropped = TCFAULT,host did not arrive the first time
violation-host-silence-unnoticed = it did not say TCFAULT,host after three seconds
violation-renumbered-press = one press was told as number { $first } and as { $seq }
violation-press-told-often = TCLEVER,{ $seq } was told { $times } times within 700 ms
violation-press-told-after-answer = TCLEVER,{ $seq } was told again after it was acknowledged
violation-press-told-once = TCLEVER,{ $seq } was told once, and not again though unanswered
violation-other-side = it told of { $told }'s side when { $side ->
    [W] White
   *[B] Black
}'s was to be pressed
bad-line-wrong-checksum = a line with a wrong checksum
bad-line-half = half a line
bad-line-too-long = a line that is too long
bad-line-unknown-word = an unknown word
bad-line-negative-time = a negative time
bad-line-noise = noise
instruction-greeting = greeting: { $name }, { $features }
instruction-patterns = patterns: each word of the protocol, and one that is none
instruction-states = states: a game, played quickly
instruction-nonsense = nonsense: lines that are none
instruction-silence = silence: the clock must notice within three seconds
instruction-press-lever = lever: press it on { $side ->
    [W] White
   *[B] Black
}'s side, once
instruction-faces = faces: feel whether the hands stand so
instruction-face = { "  " }White { $dial }
instruction-fault = the clock reports a fault: { $code }
untried-no-lever = the lever, for the clock names none among its features
untried-not-pressed = { $side ->
    [W] White
   *[B] Black
}'s side of the lever, for nobody pressed it
checked-wrong = wrong: { $wrong }: { $detail }{ $times ->
    [1] { "" }
   *[other] ; { $times } times
}
checked-untried = not tried: { $what }
checked-conforms = This clock does what the protocol says.
checked-violates = This clock does not do what the protocol says.

## annabella eval

eval-speaker = { $name }: { $figures }
eval-all = all
eval-figures = { $utterances } utterances, { $right } right at once ({ $right-percent } %), { $asked } right after one question, { $wrong-asked } wrong but asked, { $wrong-accepted } wrong and accepted ({ $wrong-percent } %), { $rejected } rejected ({ $as-heard } of them heard word for word), { $false-yes } taken for a yes, word error rate { $wer } %, { $rtf } x real time, { $pause } ms after the last sound
eval-unlabelled = left out, since labelled with a question mark: { $count }
eval-file = { $outcome ->
    [right] right
    [asked] right after one question
    [wrong-asked] wrong but asked
    [wrong-accepted] wrong and accepted
    [rejected-as-heard] rejected, though heard word for word
   *[rejected] rejected
}: { $path }: said { $said ->
    [NONE] nothing
   *[other] '{ $said }'
}, heard { $heard ->
    [NONE] nothing
   *[other] '{ $heard }'
}

## The help of the commands

help-usage = Usage:
help-commands = Commands
help-arguments = Arguments
help-options = Options
help-game = Game
help-opponent = Opponent
help-competition = Competition
help-voice = Voice and microphone
help-braille = Braille
help-boards = Clock and boards
help-page = Page for a browser
help-files = Files and help
help-rest = All options: { $command }
help-default = otherwise { $value }
help-example = Example: { $example }
help-examples = Examples:

# One line of the short help each, of at most 46 characters.
short-command-resume = Go on with a game
short-command-eval = Measure how well recordings are understood
short-command-devices = Show microphones, ports, braille display, speech server
short-command-setup = Set up everything for the first game, by questions
short-command-learn = Learn chess, lesson by lesson
short-command-review = After the game: what decided it, and what was better
short-command-guide = The guide for players, topic by topic
short-command-doctor = Say what is missing to play, and how to get it
short-command-account = Keep the account for games online
short-command-hall = A hall of many boards
short-command-journal-key = Make a key that seals journals
short-command-clock-emulator = Be a tactile clock, on a pseudo-terminal
short-command-clock-check = Check a tactile clock
short-command-board-emulator = Be an electronic board
short-command-replay = Play a game as it sounded
short-command-braille-emulator = Be a braille display in the terminal
short-command-transcribe = Turn spoken moves into PGN
short-command-judge = Say what is possible in a position
short-command-perft = Count in how many ways a position can go on
short-command-reconcile = Compare two scores that differ
short-command-speak = The moves of a file in words
short-time = Minutes and seconds a move, such as 90+30
short-user = Who you are: white, black or both
short-confirm = Moves count by voice, lever, delay or never
short-opponent = Who plays: board, engine, lichess or ask
short-strength = Strength of the engine, such as 1500
short-competition = Tells nothing of the position
short-language = Language of the dialogue: de or en
short-headphones = You can interrupt it by voice
short-rate = Speech rate, -100 to 100
short-volume = Speech volume, -100 to 100
short-by-touch = No voice: all waits on the braille display
short-braille-table = Contracted braille: en-ueb-g2.ctb
short-board = Electronic board, such as dgt
short-clock = Tactile clock; auto finds it
short-journal = A new file for the game
short-text = Moves from a file instead of speech

## Manual pages

manual-name = NAME
manual-synopsis = SYNOPSIS
manual-description = DESCRIPTION
manual-options = OPTIONS
manual-commands = COMMANDS
manual-version = VERSION
manual-examples = EXAMPLES
manual-files = FILES
manual-environment = ENVIRONMENT
manual-file-config = The settings, one a line, as `annabella setup` writes them: the names of the options without the dashes.
manual-file-journals = The journals of the games, from which `annabella resume` goes on, and their scores.
manual-file-token = The token of the account for games online, which `annabella account` keeps.
manual-file-key = The key that seals journals, which `annabella journal-key` makes.
manual-variable-language = The language of what the program prints, where none was chosen.
manual-variable-config = Where the folder of the settings is instead of ~/.config.
manual-variable-data = Where the folder of the journals is instead of ~/.local/share.
manual-variable-speech = Where the speech server is.
manual-variable-braille = Where the braille server is.
manual-variable-sound = Where the sound server is.

school-not-kept = what you have learnt is not kept, { $path } cannot be written: { $fault }
