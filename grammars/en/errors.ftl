# What can go wrong: what was found, what was expected, and what helps.

## The operating system

io-not-found = there is no such file or folder
io-permission-denied = permission for it is missing
io-already-exists = it exists already
io-is-a-directory = it is a folder
io-not-a-directory = it is not a folder
io-storage-full = the disk is full
io-quota-exceeded = the space that this user may fill is used up
io-read-only = the disk cannot be written to
io-not-a-file = it is not a file, but a device or a pipe
io-too-large = the file is too large
io-connection-refused = no program answers there
io-connection-lost = the connection broke off
io-broken-pipe = the other end is gone
io-timed-out = no answer in the time that was expected
io-unexpected-end = the end came too early
io-invalid-data = the data cannot be used
io-no-text = this is no text in UTF-8
io-busy = another program uses it
io-address-in-use = another program is there already
io-no-such-address = this computer has no such address
io-unreachable = the network cannot be reached
io-device-gone = the device is gone
io-no-port = this is no port of a device
io-no-such-host = no machine of this name is known here
io-other = the operating system reports { $code ->
    [0] an error without a number
   *[other] its error { $code }
}: { $found }

program-fault = a fault of this program: { $what }

## Languages

unknown-language = the language '{ $found }' is not there, expected { $others } or { $last }

catalogue-tag = '{ $found }' is not a language, expected a tag such as de or en-GB
catalogue-fluent = the sentences cannot be read: { $found }

## The Laws

not-theirs = that is for { $side } to say

seal-game-over = the game is over
seal-clock-stopped = the clock is stopped, the sealed move can no longer be changed

envelope-not-sealed = the clock has not been stopped, the move is not sealed yet
envelope-replier-absent = the player who must reply is not present
envelope-game-over = the game is over, the envelope stays closed
envelope-other-position = the position on the board is not the one on the envelope

seal-damaged = the sealed move in the journal is damaged, ask the player who sealed it

unknown-description = unknown description '{ $found }', expected some of squares, pieces, lines, changes, position with commas between

claim-game-over = the game is over
claim-not-on-move = only the player on move can claim a draw
claim-touched = a piece has been touched, so no claim before the next move
claim-unclear = the intended move is not clear

start-fen = no FEN, { $kind ->
    [InvalidBoard] its squares are wrong
    [InvalidPocket] there are pieces beside the board
    [InvalidTurn] whose move it is is wrong
    [InvalidCastling] its castling rights are wrong
    [InvalidEpSquare] its square for en passant is wrong
    [InvalidRemainingChecks] its number of checks is wrong
    [InvalidHalfmoveClock] its number of half-moves is wrong
    [InvalidFullmoves] the number of the move is wrong
   *[InvalidFen] expected six parts with spaces between
}
start-position = no legal position, { $kind ->
    [EMPTY_BOARD] the board is empty
    [MISSING_KING] a king is missing
    [TOO_MANY_KINGS] there are too many kings
    [PAWNS_ON_BACKRANK] a pawn stands on the first or eighth rank
    [INVALID_CASTLING_RIGHTS] the castling rights do not fit
    [INVALID_EP_SQUARE] the square for en passant does not fit
    [OPPOSITE_CHECK] the side that is not on move is in check
    [IMPOSSIBLE_CHECK] such a check cannot arise
    [TOO_MUCH_MATERIAL] there are too many pieces
   *[UNKNOWN] it cannot arise
}
start-number = no Chess960 start { $found }, expected 0 to 959
start-placement = no Chess960 start '{ $found }', expected bishops on both colours, the king between the rooks, a queen and two knights

puzzle-in-line = line { $line }: { $reason }
puzzle-in-game = game { $game }: { $reason }
puzzle-too-long = longer than a puzzle can be, expected at most 4000 characters
puzzle-fields = found no position with a solution, expected EPD, PGN or the columns PuzzleId,FEN,Moves
puzzle-start = no puzzle can start from '{ $fen }': { $reason }
puzzle-over = the game is over in this position, so that nothing can be found
puzzle-no-solution = found no solution, expected bm or dm in EPD, or moves
puzzle-illegal = the move '{ $found }' of the solution cannot be played there
puzzle-long-mate = a mate in { $moves } without its moves, expected pv with all of them

not-legal-illegal = not legal here

unknown-draw-rule = unknown rule for draw offers '{ $found }', expected allowed, never, or after how many moves by both, such as 30

offer-game-over = the game is over
offer-stands-already = this player's offer stands already
offer-opponent-offered = the opponent's offer stands, accept or decline that
offer-none-stands = no offer by the opponent stands
offer-own-offer = the offer that stands is this player's own
offer-too-early = no draw by agreement before both players have made { $found } moves
offer-not-allowed = no draw by agreement without the arbiter's consent

unknown-result = no result '{ $found }', expected 1-0, 0-1, 1/2-1/2, 0-0, 1/2-0, 0-1/2 or *

reason-side = { $side ->
    [white] White
   *[black] Black
}
reason-no-piece-from = { reason-side } has { $role ->
    [none] nothing
   *[other] no { $role }
}{ $from ->
    [none] { "" }
   *[other] { " " }on { $from }
}
reason-game-over = the game is over
reason-empty-square = { $square } is empty
reason-opponents-piece = the { $role } on { $square } is { reason-side }'s
reason-other-piece = on { $square } stands a { $role }, not a { $said }
reason-no-piece-left = { reason-side } has no { $role }
reason-none-placed = { reason-no-piece-from }
reason-same-square = { $square } to { $square } is not a move
reason-moves-otherwise = a { $role } does not move from { $square } to { $to }
reason-none-reaches = { reason-no-piece-from } that can reach { $to }
reason-cannot-move = { reason-no-piece-from } that can move
reason-path-blocked = a { $role } stands in the way on { $square }
reason-own-piece-on-target = { reason-side }'s own { $role } stands on { $square }
reason-nothing-to-capture = on { $square } there is nothing to capture
reason-other-piece-captured = on { $square } stands a { $role }, not a { $said }
reason-no-piece-to-capture = { reason-side } has no { $role }
reason-cannot-capture = { $role ->
    [none] nothing
   *[other] no { $role }
} can be captured so
reason-pawn-captures-straight = a pawn does not capture straight ahead
reason-pawn-blocked = a { $role } stands on { $square }
reason-double-step-later = the pawn on { $square } takes one step only
reason-en-passant-too-late = the pawn on { $square } can be taken en passant only right after its double step
reason-no-en-passant = no en passant capture is possible there
reason-promotion-to = a pawn cannot become a { $role }
reason-no-promotion = there is no promotion on { $square }
reason-only-pawn-promotes = only a pawn is promoted
reason-none-promotes = no pawn is promoted so
reason-exposes-king = the king would stand in check from the { $role } on { $square }
reason-king-in-check = the king is in check from the { $role } on { $square }
reason-king-into-check = on { $to } the king would stand in check from the { $role } on { $square }
reason-castling-lost = there is no right to castle there
reason-castling-in-check = no castling while the king is in check from the { $role } on { $square }
reason-castling-blocked = no castling while a { $role } stands on { $square }
reason-castling-attacked = no castling while { $through } is attacked by the { $role } on { $square }

unknown-ruleset = unknown ruleset '{ $found }', expected fide-2023 or fide-2009

two-minutes-game-over = the game is over
two-minutes-not-on-move = only the player on move can make this claim
two-minutes-flag-fallen = the flag has fallen
two-minutes-time-left = two minutes or more are left
two-minutes-addition = time is added with every move
two-minutes-not-last-period = this is not the last period
two-minutes-blitz = not in blitz
two-minutes-not-in-rules = there is no such thing under these rules
two-minutes-not-announced = it was not announced that this can be claimed

## Times

unknown-authority = no time authority '{ $found }', expected program, server, peers or board-clock

time-unreadable = '{ $found }' is not a time control, expected minutes and seconds such as 90+30, or PGN such as 40/7200:3600+30
time-open-period = only the last period may be for all moves: '{ $found }', expected for example 90+30 or 40/90+30,30+30
time-length = a period must last longer than no time and at most a day: '{ $found }'

## Text in TOML: a grammar, a braille code

toml-missing = "{ $key }" is missing
# What may stand there, or what is most like it.
toml-unknown = "{ $found }" means nothing here, expected for example { $expected }
toml-twice = this has been said before
toml-length = expected { $expected } values
toml-text = expected text in quotation marks
toml-list = expected a list in square brackets
toml-section = expected a section
toml-switch = expected true or false
toml-number = expected a number
toml-unreadable = this is not TOML, expected for example name = "text"

## Notations

braille-code-unknown = no braille code '{ $found }', expected { $expected } or a file
braille-code-read = the braille code { $file } cannot be read: { $source }
braille-code-line = { $file }, line { $line }, `{ $text }`: { $fault }
braille-code-count = { $name } has { $count } cells, expected one
braille-code-empty = a value in { $name } has no cells
braille-code-same = { $cells } stands for two things in { $name }
braille-code-no-cell = "{ $found }" in { $name } is not a braille cell, expected U+2800 to U+28FF
braille-code-fault = the braille code { $file }: { $fault }

trf-no-player = no tournament report: no line begins with 001 and names a player
trf-too-large = no tournament report: too many lines, or one too long
trf-no-number = line { $line }: '{ $found }' is not a starting number, expected a number in columns 5 to 8
trf-no-name = line { $line }: the name is missing, expected in columns 15 to 47
trf-twice = line { $line }: the starting number { $number } is there twice
trf-round = line { $line }, round { $round }: '{ $found }' cannot be read, expected opponent, colour and result, such as '  12 w 1'
trf-points = line { $line }: '{ $found }' is not a point system, expected something like '162  W 3.0    D 1.0'
trf-contradiction = line { $line }, round { $round }: the entry contradicts the opponent's
trf-no-pairing = round { $round }: { $white } against { $black } is not paired
pgn-unreadable = game { $game }, move { $number } { $word }: cannot be read, expected a move such as Nf3
pgn-illegal-promotion-missing = the new piece is not named
pgn-illegal = game { $game }, move { $number } { $san }: not legal, { $reason }
pgn-ambiguous = game { $game }, move { $number } { $san }: more than one piece can go there, expected its file or rank
pgn-pawn-letter = game { $game }, move { $number } { $san }: P is the pawn in English and another piece in another language, expected the pawn's move without a letter or the piece by its English one
pgn-start = game { $game }: cannot start from '{ $fen }': { $reason }
pgn-variant = game { $game }: variant '{ $variant }', expected standard chess or Chess960
pgn-unclosed = game { $game }, before move { $number }: a variation begins that is never closed
pgn-unclosed-comment = game { $game }, before move { $number }: a comment begins that is never closed
pgn-null-move = game { $game }, move { $number } { $word }: no move stands there, the game is read up to it

notation-empty = nothing written, expected a move such as e4
notation-no-destination = found '{ $found }', which names no square to go to, expected a move such as e4 or 0-0
notation-unknown-piece = found '{ $found }', but '{ $letter }' is neither a file nor a piece, expected one of { $letters }
notation-promotion = found '{ $found }' as new piece, expected one of { $letters }
notation-piece-or-file = found '{ $found }', where the first letter may be a piece or a file, write pieces in capitals and files small

## What can be said

grammar-unreadable = cannot read the grammar { $path }: { $source }
grammar-fault = { $file }, line { $line }: { $fault }

grammar-toml = in `{ $text }`: { $fault }
grammar-language = no piece letters are known for the language "{ $found }", expected one of { $expected }
grammar-word = "{ $found }" is not a word, expected lower-case letters only, perhaps with an apostrophe between them
grammar-key = "{ $found }" is not a key of [{ $section }], expected { $expected }
grammar-missing = {"["}{ $section }] lacks "{ $missing }"
grammar-two-values = the word "{ $word }" stands for two things in [words.{ $class }], expected one
grammar-ignored-word = "{ $word }" is ignored and so never heard, but this phrase needs it
grammar-syntax = unexpected "{ $found }" in a phrase, expected { $expected }
grammar-unknown-slot = there is no slot {"{"}{ $found }{"}"}, expected one of { $expected }
grammar-useless-slot = the slot {"{"}{ $slot }{"}"} means nothing here, expected { $expected }
grammar-needs-slot = a phrase without {"{"}{ $slot }{"}"} says too little here
grammar-slot-twice = the slot {"{"}{ $slot }{"}"} can come twice in one phrase, expected once
grammar-example = "{ $found }" is not a phrase of { $key }
grammar-unknown-part = there is no part <{ $found }>
grammar-recursive = the part <{ $found }> contains itself
grammar-unused-part = nothing refers to the part <{ $found }>
grammar-empty-phrase = a phrase can be empty, expected at least one word
grammar-too-large = too many ways to say this, expected fewer parts within parts
grammar-two-meanings = "{ $utterance }" means both { $one } and { $other }

not-understood-silence = no word was said
not-understood-unknown-words = words were said that are in no phrase
not-understood-no-phrase = the words are not a whole phrase
not-understood-several-at-once = several things were said at once
not-understood-far-away = it was said too far away
not-understood-anything = it may have been anything
not-understood-doubtful = it was not clear enough
not-understood-chatter = somebody goes on talking

## Journals

journal-line-no-entry = { $number ->
    [1] this is no journal (.jsonl), line 1 is
   *[other] line { $number } is not an entry of a journal
}: `{ $text }`
journal-line-unknown = line { $number }: '{ $found }' is unknown here; a newer program may know it, update this one
journal-line-value = line { $number } is not an entry of a journal: { $key } '{ $found }', { $expected }
journal-line-altered = line { $number } is not as it was written
journal-line-misnumbered = line { $number } is numbered { $stated }: lines are missing or were added
journal-line-unsealed = line { $number } has no sum, though every line of this file is to have one: it was changed or added
journal-line-instant = line { $number } has an instant that cannot be ({ $at } milliseconds after the beginning): before that of an earlier line, or more than a year after it
journal-line-impossible = line { $number }: { $key } cannot be { $found }, expected at most { $most }
journal-line-newer = it was written by a newer program (version { $version }, this one reads up to { $known }), update this one
journal-remark-torn = line { $number }, the last, is torn, as after a power cut, and was left out

journal-doubt-altered = line { $line } is not as it was written
journal-doubt-no-sums = { $lines ->
    [one] the first line has no sum
   *[other] the first { $lines } lines have no sum
}: nothing proves that the journal was written so
journal-doubt-key-missing = the journal is sealed with the key { $key }, which is not here: whether it was changed is not checked
journal-doubt-no-key = the journal is not sealed with the key { $key }, which is here: who wrote it anew could make its sums anew as well

journal-key-no-folder = no home folder to keep the key in, set HOME
journal-key-no-key = there is no key for journals in { $path }, expected 64 hexadecimal digits; put the right one there, or take the file away
journal-key-file = the key { $path }: { $source }

journal-empty = it is empty, expected its first line to say how the game started
journal-no-start = line 1 does not say how the game started
journal-second-start = line { $found } starts the game a second time
journal-illegal = line { $line }: the move { $uci } is not legal there
journal-contradicted = line { $line }: the move { $uci } is written there as '{ $san }'
journal-nothing-to-take-back = line { $found } takes back a move that was not made
journal-not-over = line { $found } reopens a game that is not over

unknown-broadcast = '{ $found }' is not a round of a broadcast, expected its eight letters and digits or the address of its page
unknown-opponent = '{ $found }' is not an opponent, expected board, board:NAME, engine, engine:PATH, lichess, lichess:NAME, peer, peer:HOST or peer:HOST:PORT

## Devices

port-missing = nothing at { $path }, connect the device
# $wanted: clock, or what the device calls itself.
port-unplugged = no { $wanted ->
    [clock] tactile clock
   *[other] device '{ $wanted }'
} is plugged in
port-several = which is { $wanted ->
    [clock] the tactile clock
   *[other] '{ $wanted }'
}: { $ports }? name its port too
port-busy = { $path } is in use by another program, close that one
port-forbidden = { $path } may not be opened, add the user to the group dialout
port-no-rule = { $path } may not be opened, for what to do: annabella guide wrong
port-cannot-open = cannot open { $path }: { $what }
port-gone = the connection broke off: { $what }
port-no-answer = the device does not answer
port-other-version = found protocol version { $found }, expected { $expected }
port-no-live-chess = no LiveChess answers at { $place }, start it: { $what }
port-no-brltty = no braille server answers, start brltty
port-brltty-refuses = brltty refuses this user, add them to the group brlapi
port-brltty-gone = brltty is gone
port-no-display = brltty runs, but has no display any more, connect it

board-unknown = there is no board '{ $found }', expected one of { $makers }, or a path such as /dev/ttyUSB0
board-thread = cannot start the thread of the board: { $what }

no-placement = no placement: '{ $found }', expected eight ranks such as rnbqkbnr/8, from the eighth to the first

brlapi-authentication = { $found }
brlapi-interrupted = interrupted
brlapi-other = { $found }


braille-not-built = this program was built without braille, build it with the feature `braille`
braille-zero-byte = the braille server's { $which } { $found } contains a zero byte
braille-thread = cannot start the thread of the braille display: { $what }

braille-emulator-cells = a display of { $found } cells cannot be, expected 1 to 80
braille-emulator-address = '{ $found }' is not an address, expected a host and a port, such as 127.0.0.1:35752
braille-emulator-output = cannot print the braille line: { $fault }
braille-emulator-thread = cannot start the thread of the braille line: { $fault }

no-fault = no fault: { $found }, expected drop, corrupt, delay, duplicate, reorder, reset or unplug, with =N after it for every Nth line

emulator-link-taken = { $link } exists and is not a link to a terminal, choose another path
emulator-link = cannot put the link { $link }: { $source }
emulator-pty = cannot open a pseudo-terminal: { $fault }
emulator-output = cannot print the clock's face: { $fault }

engine-none-found = no chess engine is installed: install one (apt install stockfish), or name one: engine:PATH
engine-not-there = there is no engine '{ $path }'
engine-folder = the engine '{ $path }' is a folder, expected a program
engine-no-program = the engine '{ $path }' may not be executed: chmod +x makes it a program
engine-not-started = the engine '{ $path }' cannot be started: { $fault }
engine-no-engine = '{ $program }' is not a chess engine: { $found }, expected uciok
engine-strength = { $name } cannot play with strength { $found }, expected { $expected }
engine-no-chess960 = { $name } does not play Chess960: it does not state UCI_Chess960 and would castle wrongly
engine-handshake-ends-at-once = it ends at once
engine-handshake-too-late = it does not say so within ten seconds
engine-range-elo = { $least } to { $most } (Elo)
engine-range-level = { $lowest } to { $highest } (level)
engine-range-either = { engine-range-elo } or { engine-range-level }
engine-range-none = none: it has but one
engine-lost-ended = it ended
engine-lost-endless-line = it writes a line without end
engine-lost-no-start = it does not start
engine-lost-no-stop = it does not stop
engine-lost-no-move = it does not move
engine-lost-no-answer = it does not answer
engine-lost-illegal = it answers { $best }, which is not a move there
engine-no-thread = no thread for the engine: { $fault }

microphone-not-built = this build has no sound: build it with the feature `audio`
microphone-no-device = no microphone found: plug one in, or start the sound server
microphone-no-such-device = no microphone is called { $wanted }; there are: { $there }
microphone-silent-system = the sound system does not answer
microphone-never-heard = the microphone opens but delivers no sound: { $found }
microphone-gone = { $found }
microphone-does-not-open = the microphone { $name } does not open: { $found }

capture-absent = it is not there, or its sound server is not running
capture-busy = another program uses it
capture-not-in-group = it is not allowed, join the group `audio`
capture-unknown = it is not there any more
capture-forbidden = it is not allowed
capture-taken-away = the device was taken away
capture-only-errors = the sound system reports errors only
capture-no-samples = no samples for { $seconds } seconds
capture-server-gone = the sound server has gone
capture-no-monitor = it does not tell what it plays
capture-no-loudspeakers = there are no loudspeakers any more
capture-other-loudspeakers = other loudspeakers are the usual ones now
capture-other = { $found }

model-no-folder = no speech model at { $path }: no such folder, name another with --model DIR
model-missing = { $file } of the speech model { $folder } cannot be read: { $source }
model-damaged = the speech model { $folder } is damaged: { $file } { $found }
model-fails = the speech model { $folder } cannot be used: trying it { $found }
model-refused = the speech model { $path } cannot be used: libvosk refuses it
model-not-built = this build has no speech recognition: build it with the feature `vosk`

recognizer-refused = the speech model makes no recognizer: libvosk refuses it
recognizer-failed = the recognizer failed on this utterance

phrase-character = the phrase { $phrase } has { $found } in it, words and spaces expected
phrase-empty = a phrase without words

sound-rate = { $found } samples per second found, 4000 to 384000 expected
sound-no-channels = no channels found, at least one expected

wav-unreadable = { $path }: { $source }
wav-not-wav = { $path }: { $found }, a PCM WAV file expected
wav-cut-short = { $path }: cut short, { $found } bytes of the { $declared } that its header declares
wav-breaks-off = the recording breaks off: { $what }
wav-format = { $path }: { $source }

journal-exists = the journal { $path } exists already, choose another name or resume it
journal-missing = there is no journal { $path }
journal-locked = another program is writing the journal { $path }, close that one
journal-replaced = another file has taken the place of the journal { $path }, move it away
journal-no-folder = there is no folder { $path }, name another for the journal
journal-not-a-folder = { $path } is not a folder, name another for the journal
journal-is-a-folder = { $path } is a folder, expected a journal
journal-not-a-file = { $path } is not a file, but a device or a pipe, expected a journal
journal-too-large = { $path } is too large for a journal
journal-no-room = no room for the journal { $path }, make some: { $source }
journal-forbidden = no permission for the journal { $path }, let this user have it
journal-forbidden-folder = no permission for the folder { $path }, name another for the journal
journal-line-break = a journal line must not contain a line break, found { $line }
journal-io = the journal { $path }: { $source }

keyboard-input = cannot read the keyboard: { $fault }

liblouis-not-there = lou_translate cannot be run ({ $fault }), install liblouis-bin or choose no table
liblouis-table = liblouis has no table '{ $table }' that it can use: { $what }
liblouis-no-cells = the table '{ $table }' writes '{ $found }', which is not a braille cell, choose another one

bad-address = '{ $found }' is not an address of a server, expected https://lichess.org (http only on this machine)

server-unreachable = the server cannot be reached: { $found }
server-cut = the connection was cut
server-silent = the server has gone silent
server-closed = the server has closed the stream
server-token-refused = the server refuses the token
server-no-right = the token has not the right: { $found }
server-too-many = too many requests, the server wants a pause of { $seconds } s
server-refused = the server refuses: { $found }
server-not-found = there is no such thing: { $found }
server-trouble = the server is in trouble ({ $found })
server-not-lichess = what answers there is not Lichess: { $found }

no-connection-no-answer = no answer ({ $when })
no-connection-unknown-name = its name is not known, is there a network?
no-connection-failed = no connection
no-connection-other = { $found }

foreign-answer-no-http = no HTTP
foreign-answer-status = status { $found }
foreign-answer-web-page = status { $found }, a web page
foreign-answer-endless-line = a line without end
foreign-answer-other = { $found }

token-no-token = that is not a token; a token is one word of letters and digits that begins with lip_
token-none = there is no account yet: annabella account
token-readable = others can read { $path }, where the token is: chmod 600 { $path }
token-file = the token in { $path } cannot be used: { $source }

serial-not-built = this program was built without serial ports, build it with the feature `serial`

clock-line-too-long = line longer than { $limit } bytes
clock-line-cut-off = line cut off by the next `$`
clock-line-unframed = line without a checksum: found { $found }, expected `*`, two hex digits, CR LF
clock-line-checksum = wrong checksum: found { $found }, expected { $expected }
clock-line-unknown = unknown line { $body }

clock-refusal = { $found }

clock-thread = cannot start the thread of the tactile clock: { $what }
web-address = no page can be opened at { $address }: { $what }
web-thread = cannot start a thread for the page: { $what }
unknown-web-address = '{ $found }' is not an address for the page, expected something like 127.0.0.1:8960 or 0.0.0.0:8960
unknown-web-name = '{ $found }' is no name of a machine, expected for example chess.example
unknown-web-seat = '{ $found }' is not a seat at the page, expected table, white or black

voice-not-built = this build has no speech output: build it with the feature `tts`
peer-unreachable = cannot reach { $place }: { $what }
peer-not-found = nobody in this network waits with this code
peer-unknown-place = there is no address '{ $place }', expected NAME or NAME:PORT
peer-port-taken = cannot have the port { $port }: { $what }
peer-wrong-code = the code is another one
peer-foreign = what speaks there is not this program
peer-terms = in the terms of the other side { $found } cannot be used
peer-cut = the connection was cut
peer-silent = the other side does not answer
peer-long-line = the other side sends a line without an end
peer-code-group = group { $number } of the code is wrong
peer-code-length = the code has { $found } digits, expected five groups of five
peer-code-no-digit = the code holds something other than digits
kept-peer-file = cannot go on with the other side, { $path }: { $source }
kept-peer-unreadable = { $path } is not a game with another side, or one of another version

voice-no-server = no speech server answers: start speech-dispatcher
voice-gone = the speech server went away
voice-no-answer = the speech server does not answer

## The configuration

config-read = cannot read { $path }: { $source }
config-write = cannot write { $path }: { $source }
config-line = { $path }, line { $line }, in `{ $text }`: { $fault }

config-line-no-setting = there is no setting here, expected a name and its value, such as `{ $example }`
config-line-twice = { $name } is there already further up, leave one out
config-line-unknown = there is no setting { $name }, `annabella play --help-all` lists all of them
config-line-unknown-like = there is no setting { $name }, did you mean { $suggested }?
config-line-section = there is no section { $name }, only [braille-keys]
config-line-key = what a key of the braille display does stands here, such as `{ $example }`
config-line-text = { $name ->
    [time] times stand
    [time-control] times stand
    [warnings] times stand
    [fen] positions stand
    [white] names stand
    [black] names stand
   *[other] text stands
} in quotation marks, such as `{ $example }`
config-line-whole = expected a whole number from { $least } to { $most } without quotation marks, such as `{ $example }`
config-line-number = expected a number from { $least } to { $most } without quotation marks, such as `{ $example }`
config-line-one-of = expected one of { $values }, such as `{ $example }`
config-line-unusable = { $fault }

config-out-of-range = { $name } = { $found } cannot be, expected { $least } to { $most }

## Games

journal-not-resumed = the journal { $path } cannot be resumed: { $source }

setup-clock-too-young = the clock of this machine is too young
school-puzzle = in { $path }: { $reason }
school-unread = { $path } cannot be read: { $source }
school-set-aside = { $path } with what was learnt cannot be read and is now in { $aside }; it begins anew
setup-no-game = no game to play
setup-nothing-unfinished = there is no unfinished game in { $folder }
setup-nothing-finished = there is no finished game in { $folder }
setup-not-over = the game in { $path } is still going on; it is reviewed afterwards
setup-no-journal = no journal to go on with
setup-without-online-games = this program was built without online games
setup-without-hall = this build has no halls; build it with the feature hall
setup-without-peers = this program was built without games with another player's program
peer-code-file = cannot read { $path }: { $source }
peer-code-readable = others can read { $path } with the code, this mends it: chmod 600 { $path }
setup-without-hall-file = the game goes through a hall whose file is missing, expected --hall board-017-white.hall
setup-other-side = the hall file is that of { $side ->
    [white] White
   *[black] Black
}, and the other side is chosen
setup-without-page = this program was built without the page for a browser
setup-one-journal = --journal names one file, and this is more than one game
setup-one-recorded = --keep-voice keeps the recordings of one game, and these are { $games }
setup-no-folder = no home folder to keep the journal in, give --journal FILE
setup-folder = cannot make the folder { $path }: { $source }

text-terminal = this is a terminal, where lines can be typed anyway: leave --text - out
text-read = cannot read { $path }: { $source }

account-no-folder = no home folder to keep the account in

braille-keys-key = no key of a braille display is called '{ $found }', expected f1 to f35 or one of { $expected }
braille-keys-command = the braille key { $key } cannot do '{ $found }', expected one of { $expected }, or nothing

not-online-control = online the time is minutes and seconds a move such as 15+10, found { $found }
not-online-too-fast = { $found } is too fast for a game online: a seek needs 8 minutes or 5+5, a challenge 3
not-online-too-long = online there are 3 hours at most, and 3 minutes a move, in a challenge one: found { $found }
not-online-days = online a game by correspondence has 1, 2, 3, 5, 7, 10 or 14 days a move, found { $found }
not-online-side = when you look for a game by correspondence, the colours are drawn by lot: leave --user out, or challenge somebody (--opponent lichess:NAME)
not-online-name = '{ $found }' is not a name of a player, expected letters, digits, - and _

table-position = the position '{ $fen }' cannot be: { $source }
table-user-of-both = an opponent elsewhere (--opponent { $opponent }) plays against one user: --user white or --user black
table-not-in-competition = in competition nobody plays from elsewhere: --opponent { $opponent } and --competition exclude each other
table-silence-by-touch = a move cannot count by silence (--confirm delay) where everything waits to be read (--by-touch)
table-puzzles = cannot read the puzzles in { $path }: { $source }
table-no-puzzles = { $path } holds no puzzle, expected EPD, PGN or a table with PuzzleId,FEN,Moves
table-no-puzzle = no puzzle in { $path } can be read, first { $reason }

unknown-letters = no letters of '{ $found }', expected one of { $expected }

unknown-warnings = '{ $found }' is not a list of times, expected minutes and seconds such as 5:00,1:00,0:10, or off

## Commands

config-missing = there is no configuration { $path }
journal-despite-damage = { $fault }
    To use it all the same: { $command }

unknown-topic = there is no topic '{ $found }' in the guide; it has: { $topics }

command-error-no-config-folder = no home folder to keep the configuration in, name one with --config FILE
command-error-without-boards = this program was built without electronic boards
command-error-without-online-games = this program was built without online games
command-error-read = cannot read { $path }: { $source }
command-error-no-text = { $path } is not a text file
command-error-no-score = there is no game in { $path }, expected a score in PGN or a journal
command-error-written-moves = { $path } holds moves as PGN writes them, expected a move on each line as it is spoken; `annabella speak` puts them into words
command-error-no-spoken-moves = no line of { $path } is a move, expected a move on each line as it is spoken
command-error-utf16 = { $path } is written in UTF-16, expected UTF-8 or Latin-1: save it as UTF-8
command-error-write-into = cannot write into { $folder }: { $source }
command-error-read-positions = cannot read the positions: { $source }
command-error-nothing-to-transcribe = a file of lines, --audio FILE.wav or --dgt FILE is needed
command-error-recording = the recording: { $reason }
command-error-recognizer = the recognizer: { $reason }
command-error-unheard = { $reason }
command-error-heard = { $path }: { $reason }
command-error-evaluate = cannot evaluate { $path }: { $fault }
command-error-keep-in = cannot keep recordings in { $folder }: { $source }
command-error-keep = cannot keep the recording: { $source }
command-error-unknown-token = the server does not know this token, nothing was kept
command-error-no-right = games cannot be played with it: it lacks the right { $right }, make another
command-error-token-shown = the terminal does not stop showing what is typed: { $source }
command-error-token-hidden = the terminal stays as it is: { $source }
command-error-token-unread = the token cannot be read: { $source }


board-emulator-read = cannot read { $path }: { $source }
no-game-empty = it is empty
no-game-no-move = { $uci } is not possible there
board-emulator-no-game = { $path } holds no game: { $reason }
board-emulator-no-maker = no board: { $found }, expected { $others } or { $last }

board-recording-empty = { $found } is empty, expected the bytes that a DGT board has sent, or a line of base64 for each message
board-recording-foreign = nothing in { $found } is a message of a DGT board
board-recording-no-move = no move was made in { $path }; the board began as { $first }

useless-option-without = { $option } changes nothing without { $missing }, leave it out
useless-option-beside = { $option } changes nothing beside { $other }, leave it out
useless-option-no-start = { $option } changes nothing, no game in { $path } begins there, leave it out

brf-width = lines of { $found } cells have no room for a move, expected 20 to 80
brf-length = pages of { $found } lines have no room for a score, expected 5 to 60

export-journal = the journal { $path }: { $source }
export-several-games = { $path } holds { $count } games; choose one of them: --game 1
export-no-such-game = { $path } has no game { $found }, expected { $count ->
    [1] --game 1, or nothing
   *[other] 1 to { $count }
}
export-without-pages = this build makes no pages for a browser; build it with the feature web

move-at-unreadable = '{ $found }' names no move, expected its number: 12, or 12w and 12b for one side's
move-at-beyond = the game has no move { $found }, its last is { $last }{ $side ->
    [white] w
   *[black] b
}
move-at-no-moves = the game has no move { $found }, nothing was played yet

judge-empty = no FEN was given, expected a position such as '8/8/8/8/8/8/4P3/4K2k w - - 0 1'
judge-start = '{ $fen }' is { $source }

reconcile-start = { $side ->
    [white] White's
   *[black] Black's
} score cannot be begun: { $source }
reconcile-no-score = { $side ->
    [white] White's
   *[black] Black's
} score has no moves, expected a score or a journal
reconcile-several-games = { $side ->
    [white] White's
   *[black] Black's
} file holds { $count } games, expected the score of one
reconcile-other-start = the scores begin from different positions, so they are not of one game
reconcile-times = '{ $found }' is not a pair of times, expected White's and Black's time used, such as 1:30:00,0:58:10

label-unreadable = cannot read { $path }: { $source }
label-no-labels = no labels.tsv in { $path } or below it, expected lines of a file, a tab and its words
label-line = { $path }, line { $line }: found { $found }, expected a file, a tab and its words
label-no-file = { $path }, line { $line }: there is no file { $file }
label-position = { $path }, line { $line }: the position '{ $fen }' cannot be: { $source }

replay-no-recordings = there are no recordings of that game in { $path }: play with --keep-voice
replay-folder = cannot read { $path }: { $source }
replay-no-move = move { $found } has no recordings
replay-no-loudspeaker = there is nothing to play it on

more-faults = { $count ->
    [one] one more fault
   *[other] { $count } more faults
}
puzzles-cut = more puzzles than are read: only the first { $count } count
wrong-line = game { $game }, line { $number }: '{ $line }': { $reason }
line-fault-no-start = no start of a game
line-fault-several-moves = several moves can be meant
line-fault-not-understood = not understood
line-fault-no-move = no move
line-fault-ambiguous = ambiguous, from { $from }
line-fault-promotion-missing = the promotion piece is missing
line-fault-illegal = not legal, { $reason }

# Behind the file. $line: 0 where the file has no lines.
flaw-damaged = { $line ->
    [0] { "" }
   *[other] line { $line }:{ " " }
}{ $length ->
    [one] { $length } byte
   *[other] { $length } bytes
} at { $at } cannot be read{ $lost ->
    [nothing] , nothing of the game is lost
   *[something] { "" }
}
flaw-no-base64 = line { $line } is not base64
flaw-doubtful = { $made }, or { $or }
flaw-not-followed = message { $message }{ $clock }, { $last ->
    [none] at the start
   *[other] after { $last }
}: the board shows what no move leads to, the game is given up to there; { $differing }
differing-squares = { $square } holds { $holds }, expected { $should }; { $rest }
differing-squares-last = { $square } holds { $holds }, expected { $should }
differing-squares-none = that position is there again, but what stood in between is not a move
standing-piece = { $piece ->
    [P] a white pawn
    [N] a white knight
    [B] a white bishop
    [R] a white rook
    [Q] a white queen
    [K] the white king
    [p] a black pawn
    [n] a black knight
    [b] a black bishop
    [r] a black rook
    [q] a black queen
    [k] the black king
   *[none] nothing
}

## Lessons

lesson-fault = { $file } is not a lesson: { $fault }
lesson-line = line { $line }, `{ $text }`: { $fault }
lesson-no-steps = no step found, expected at least one [[step]]
lesson-empty = step { $step } tells nothing and asks nothing, expected `tell` or `ask`
lesson-position = the position of step { $step } is none: { $fault }
lesson-square = '{ $found }' in step { $step } is not a square, expected one such as { "{e4}" }
lesson-half = step { $step } has `ask` without `answer` or the other way round, expected both
lesson-answer = the answer '{ $found }' of step { $step } means nothing, expected { $expected }
lesson-unsolvable = the answer '{ $found }' of step { $step } is not possible on this board

hall-lost-refused = the hall does not let us in: it does not know the name or the password of the hall file; get the file anew
hall-lost-full = the hall is full and lets nobody else in
hall-lost-foreign-certificate = the certificate is that of another hall than the one in the file; it is the wrong file or the wrong machine
hall-lost-clock-behind = the hall's certificate is valid from { $from }, and the clock of this machine says { $now }; is it slow?
hall-lost-clock-ahead = the hall's certificate was valid until { $until }, and the clock of this machine says { $now }; is it fast?
hall-lost-other-name = the hall's certificate is not for { $host }; prepare the hall with that name: --host { $host }
hall-lost-bad-certificate = something is wrong with the hall's certificate: { $what }
hall-lost-no-tls = what answers at { $host }, port { $port }, does not speak TLS and is not a hall
hall-lost-no-such-host = there is no machine named { $host }
hall-lost-nobody-there = no hall can be reached at { $host }, port { $port }: { $what }
hall-lost-silent = { $host }, port { $port }, does not answer
hall-lost-closed-at-once = the hall closed the connection at once; perhaps it is full
hall-lost-gone = the connection to the hall broke: { $what }

hall-state-too-long = the message has { $found } characters, { $most } are allowed
hall-state-newer = the message is from a newer program, version { $found } instead of { $known }; update this one
hall-state-damaged = the message is damaged: { $what }
hall-state-other-board = the message speaks of board { $found } instead of board { $expected }

hall-report-read = { $path } cannot be read: { $source }
hall-report-report = { $path }: { $reason }
hall-report-no-round = { $path }: round { $round } is not paired
hall-report-too-high = { $path }: the tournament has { $rounds } rounds, there is no round { $round }
hall-file-unreadable = it is not a hall file, line { $line }: { $fault }
hall-file-no-host = it names no machine: hosts = ["hall.local"]
hall-file-no-board = a board needs a number, and only a board has one: board = 17
hall-file-no-certificate = the hall's certificate is missing: authority
hall-file-not-of-board = it is not the file of a board, which is one like board-017.hall
hall-file-no-player = a player needs a side and a secret, and only a player has them: side, secret
hall-file-not-of-player = it is not the file of a player, which is one like board-017-white.hall
hall-file-not-of-arbiter = it is not the file of an arbiter, which is arbiter.hall
hall-file-not-of-screen = it is not the file for spectators, which is screen.hall

command-error-without-hall = this build has no halls; build it with the feature hall

hall-error-occupied = there is something in { $folder } already; name a folder that does not exist yet
hall-error-write = cannot write the hall to { $folder }: { $source }
hall-error-scores = cannot write the scores to { $path }: { $source }
hall-error-no-host-name = '{ $host }' is not a name of a machine, expected something like club.local or 192.168.1.5
hall-error-certificate = cannot make the hall's certificate: { $what }
hall-error-no-hall = there is no hall in { $folder }; this makes one: annabella hall prepare { $folder } --boards 20
hall-error-no-broker = mosquitto is not installed; on Debian: sudo apt install mosquitto
hall-error-port-taken = the broker cannot listen at port { $port }, perhaps one runs there already: { $source }
hall-error-start = cannot start mosquitto: { $source }
hall-access-file = { $path }: { $reason }
hall-access-read = cannot read { $path }: { $source }
hall-access-thread = cannot start a thread for the hall: { $source }
hall-refused-topic = the hall does not let us write { $topic }; is it this board's file?
hall-too-long = what the board wants to show is too long for the hall: { $found } characters, { $most } are allowed
