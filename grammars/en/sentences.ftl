# What the program says, and what stands on the braille line.
#
# Every message has two sides that say the same: its text is spoken, `.braille` is shown, one cell per
# character and if possible under forty.
# The tone is that of a good assistant at the board: short, exact, never chatty. A whole sentence only
# where one is needed. Numbers are digits; the voice reads them.
#
# Often used:
#   $move, $squares, $list   moves and squares in the FIDE names ("knight Gustav one Felix three")
#                            in .braille the same as they stand on the line ("Ng1-f3")
#   $side                    white, black

## Building blocks

side = { $side ->
    [white] White
   *[black] Black
}
    .braille = { $side ->
        [white] W
       *[black] B
    }
# Whose something is, where a sentence speaks to somebody: you, opponent, white, black
owner = { $owner ->
    [you] You
    [opponent] Opponent
    [white] White
   *[black] Black
}
# A piece within a sentence.
piece-of = { $owner ->
    [you] { $piece ->
        [king] your king
        [queen] your queen
        [rook] your rook
        [bishop] your bishop
        [knight] your knight
       *[pawn] your pawn
    }
    [opponent] { $piece ->
        [king] the opponent's king
        [queen] the opponent's queen
        [rook] the opponent's rook
        [bishop] the opponent's bishop
        [knight] the opponent's knight
       *[pawn] an opponent's pawn
    }
    [white] { $piece ->
        [king] the white king
        [queen] a white queen
        [rook] a white rook
        [bishop] a white bishop
        [knight] a white knight
       *[pawn] a white pawn
    }
   *[black] { $piece ->
        [king] the black king
        [queen] a black queen
        [rook] a black rook
        [bishop] a black bishop
        [knight] a black knight
       *[pawn] a black pawn
    }
}
no-piece = { $piece ->
    [king] no king
    [queen] no queen
    [rook] no rook
    [bishop] no bishop
    [knight] no knight
   *[pawn] no pawn
}
pieces = { $piece ->
    [king] { $count ->
        [one] king
       *[other] kings
    }
    [queen] { $count ->
        [one] queen
       *[other] queens
    }
    [rook] { $count ->
        [one] rook
       *[other] rooks
    }
    [bishop] { $count ->
        [one] bishop
       *[other] bishops
    }
    [knight] { $count ->
        [one] knight
       *[other] knights
    }
   *[pawn] { $count ->
        [one] pawn
       *[other] pawns
    }
}
# A piece in a list: white rook.
coloured-piece = { $side ->
    [white] { $piece ->
        [queen] white
       *[other] white
    }
   *[black] { $piece ->
        [queen] black
       *[other] black
    }
} { pieces }
# Pieces of one side in a list.
of-side = { side }: { $list }
# So many of them: one queen, 2 rooks.
counted = { $count ->
    [one] { $piece ->
        [king] one king
        [queen] one queen
        [rook] one rook
        [bishop] one bishop
        [knight] one knight
       *[pawn] one pawn
    }
   *[other] { $count } { pieces }
}
either = { $first } or { $last }
duration-hours = { $hours ->
    [one] one hour
   *[other] { $hours } hours
}{ $minutes ->
    [0] {""}
   *[other] { " " }{ $minutes }
}
duration-minutes = { $minutes ->
    [one] one minute
   *[other] { $minutes } minutes
}
duration-minutes-seconds = { $minutes ->
    [one] one minute
   *[other] { $minutes } minutes
} { $seconds }
duration-seconds = { $seconds ->
    [one] one second
   *[other] { $seconds } seconds
}
# A time control: "40 moves in 2 hours, then one hour"
control-moves = { $moves } moves in { $time }
control-increment = { $time } plus { $bonus }
control-delay = { $time } with { $bonus } delay
control-then = { $first }, then { $last }

## Beginning

# Before the game; $online: whether there is that too.
which-opponent = The opponent: one, at the board, two, the computer{ $online ->
    [yes] , three, online
   *[no] {""}
}?
    .braille = opponent? «board» «computer»{ $online ->
        [yes] {" "}«online»
       *[no] {""}
    }
opponent-missing = { $online ->
    [yes] Online games are not possible here
   *[no] No engine can be started, please install Stockfish
}.
    .braille = { $online ->
        [yes] not online here
       *[no] no engine, install: stockfish
    }
game-closed = { $over ->
    [yes] The game is closed
   *[no] The game is interrupted
}.
    .braille = { $over ->
        [yes] game closed
       *[no] game interrupted
    }
# When a game began, by the name of its file.
saved-on = { $day } { $month ->
    [1] January
    [2] February
    [3] March
    [4] April
    [5] May
    [6] June
    [7] July
    [8] August
    [9] September
    [10] October
    [11] November
   *[12] December
}, { $hour }:{ $minute }{ $number ->
    [none] {""}
   *[other] , number { $number }
}
# $alone: "annabella resume" takes this game by itself. $dated: the file is named after the beginning of the game.
program-ends = { $failed ->
    [yes] The program has failed.{ " " }
   *[no] {""}
}{ $unfinished ->
    [0] {""}
    [one] The game is interrupted. Go on with: annabella resume{ $alone ->
        [yes] {""}
       *[no] , and the file { $journals }
    }.{ " " }
   *[other] { $unfinished } games are interrupted. Go on with: annabella resume, and the files { $journals }.{ " " }
}{ $scores ->
    [0] {""}
    [one] The score is in the folder { $folder }, in the file { $dated ->
        [yes] of { saved-on }
       *[no] { $file }
    }.{ " " }
   *[other] { $scores } scores are saved.{ " " }
}{ $unwritten ->
    [yes] A score could not be saved.{ " " }
   *[no] {""}
}{ $incomplete ->
    [0] {""}
   *[other] { $missing ->
        [0] The journal is not complete
        [one] The journal lacks one half-move
       *[other] The journal lacks { $missing } half-moves
    }.{ " " }
}{ $again ->
    [yes] {""}
   *[no] The program ends.
}
    .braille = { $failed ->
        [yes] fault in the program{ "  " }
       *[no] {""}
    }{ $unfinished ->
        [0] {""}
       *[other] interrupted, go on: annabella resume{ $alone ->
            [yes] {""}
           *[no] { " " }{ $journals }
        }{ "  " }
    }{ $scores ->
        [0] {""}
        [one] score: { $folder }/{ $file }{ "  " }
       *[other] { $scores } scores{ "  " }
    }{ $unwritten ->
        [yes] score not saved{ "  " }
       *[no] {""}
    }{ $incomplete ->
        [0] {""}
       *[other] { $missing ->
            [0] journal not complete
           *[other] journal without { $missing } half-moves
        }{ "  " }
    }{ $again ->
        [yes] {""}
       *[no] program ends
    }
ready = Ready. { $you ->
    [white] You have White
    [black] You have Black
   *[none] Two players
}, { $control ->
    [none] no clock
   *[other] { $control }
}.{ $strength ->
    [none] {""}
   *[other] { " " }The computer plays { $strength }.
}{ $control ->
    [none] {""}
   *[other] { " " }Say clock to start.
}
    .braille = ready { $you ->
        [white] White
        [black] Black
       *[none] both
    } { $control ->
        [none] {""}
       *[other] { $control }
    }{ $strength ->
        [none] {""}
       *[other] {" "}{ $strength }
    }
unusual-start = { $chess960 ->
    [none] Position set up
   *[other] Chess 960, number { $chess960 }
}, { $side ->
    [white] White
   *[black] Black
} to move.
    .braille = { $chess960 ->
        [none] position
       *[other] 960 no. { $chess960 }
    }
# At the start of the program; the reason is a sentence.
not-begun = It cannot start. { $fault }
    .braille = not begun: { $fault }
# At the beginning of a new game. The command is the program's.
last-game-open = The last game is not over. To go on with it: annabella resume.
    .braille = last game open: annabella resume
# Whether a game goes on that is not over.
go-on = { $place ->
    [1] { $count ->
        [one] One game is not over
       *[other] { $count } games are not over. The last one
    }
   *[other] Game { $place }
}: { $named ->
    [yes] { $white ->
        [none] White
       *[other] { $white }
    } against { $black ->
        [none] Black
       *[other] { $black }
    },{ " " }
   *[no] {""}
}{ $dated ->
    [yes] of { saved-on }
   *[no] file { $file }
}. { $last ->
    [yes] Last move: { moved }
   *[no] No move yet.
} Go on with it?{ $else-new ->
    [yes] { $count ->
        [one] { " " }No begins a new one.
       *[other] { " " }No begins a new one, next game names another.
    }
   *[no] {""}
}
    .braille = go on? «yes» «no» { $place }/{ $count } { $named ->
        [yes] { $white ->
            [none] W
           *[other] { $white }
        }-{ $black ->
            [none] B
           *[other] { $black }
        }{ " " }
       *[no] {""}
    }{ $dated ->
        [yes] { $day }/{ $month } { $hour }:{ $minute }
       *[no] { $file }
    } { $last ->
        [yes] { moved.braille }
       *[no] {""}
    }
none-goes-on = No game goes on.
    .braille = none goes on
resumed = Resumed. { $last ->
    [yes] Last move: { moved }{ " " }
   *[no] {""}
}Move { $number }, { $side ->
    [white] White
   *[black] Black
} to move.{ $clock ->
    [yes] { " " }Clock stopped.
   *[no] {""}
}
    .braille = resumed { $last ->
        [yes] { moved.braille }
       *[no] { $number }. { $side ->
            [white] W
           *[black] B
        }
    }
torn = The record's last line was incomplete and has been dropped.
    .braille = last line dropped

## The life of a move

read-back = { $move }?
    .braille = { $move }? «yes» «no»
perhaps = Did you mean { $move }?
    .braille = { $move }? «yes» «no»
moved = { $move }{ $after ->
    [check] , check
    [mate] , mate
   *[none] {""}
}.
    .braille = { $score }
# On the electronic board something else stands than in the game: up to three squares, each like board-square
board-differs = On the board: { $list }.
    .braille = board: { $list }
board-square = { $should ->
    [none] { $holds } should not be on { $square }
   *[other] { $colours ->
        [white] the piece on { $square } is White's, not Black's
        [black] the piece on { $square } is Black's, not White's
       *[none] { $should } { $holds ->
            [none] is missing from { $square }
           *[other] belongs on { $square }
        }
    }
}
board-agrees = The board is right again.
    .braille = board right
# A piece was lifted on the electronic board and put back.
put-back = { $who ->
    [none] { $square }
   *[other] { $who } on { $square }
} was lifted and put back.
    .braille = lifted { $square }
# $what: what the clock on the board shows otherwise than the game; $side: for whom it runs, or whose flag it shows.
clock-differs = { $what ->
    [turn] The board's clock is running for { $side ->
        [white] White, but Black is to move
       *[black] Black, but White is to move
    }
    [flag] The board's clock shows { $side ->
        [white] White's
       *[black] Black's
    } flag fallen, but there is still time
    [bonus] The board's clock adds time for each move, this game does not
   *[no-bonus] The board's clock adds no time for the moves
}.
    .braille = board clock: { $what ->
        [turn] runs for { $side ->
            [white] White
           *[black] Black
        }
        [flag] flag { $side ->
            [white] White
           *[black] Black
        }
        [bonus] with bonus
       *[no-bonus] without bonus
    }
kings-tell = The kings on the board say: { $result ->
    [white] White wins
    [black] Black wins
   *[draw] draw
}.
    .braille = kings: { $result ->
        [white] 1-0
        [black] 0-1
       *[draw] draw
    }
# A move that came from elsewhere: whose it is, the colour says.
opponent-moved = { $mover ->
    [white] White
   *[black] Black
}: { moved }
    .braille = { moved.braille }
which = { $piece ->
    [king] Which king
    [queen] Which queen
    [rook] Which rook
    [bishop] Which bishop
    [knight] Which knight
   *[pawn] Which pawn
}: { $list }?
    .braille = { $list }
which-move = Did you mean { $list }?
    .braille = ? { $list }
promotion = Queen, rook, bishop or knight?
    .braille = { $cells } «Q» «R» «B» «N» ?
open-part = { $open ->
    [piece] Which piece
    [origin] Not clear. From where
    [promotion] Queen, rook, bishop or knight
    [castling] Short or long
   *[destination] Where to
}?
    .braille = { $open ->
        [piece] which piece?
        [origin] not clear, from where?
        [promotion] «Q» «R» «B» «N» ?
        [castling] «0-0» «0-0-0» ?
       *[destination] where to?
    }
unclear = That was not clear. The whole move, please.
    .braille = not clear, say the whole move
not-understood = Not understood.
    .braille = not understood
did-you-mean = Not understood. Was it: { $words }?
    .braille = { $words }? «yes» «no»
not-meant = All right, not that.
    .braille = all right, not that
not-recorded = That does not fit the recorded game and was not done.
    .braille = does not fit, not done
made-already = Already played.
    .braille = made already
yes-or-no = Yes or no: { $question }
    .braille = { $question }
yes-or-no-otherwise = Say yes, right or no, or press { $clock ->
    [yes] the clock or Enter
   *[no] Enter
}: { $question }
    .braille = { $question }
withdrawn = All right, not played.
    .braille = not moved
going-on = All right, the game goes on.
    .braille = game goes on
taken-back = Taken back. { $side ->
    [white] White
   *[black] Black
} to move.
    .braille = taken back, { $side ->
        [white] White
       *[black] Black
    } to move
nothing-to-take-back = Nothing to correct.
    .braille = nothing to correct
completed-already = The move is complete.
    .braille = move completed
# Whoever is not spoken to is named: it is for the one who pressed.
move-first = { $owner ->
    [you] First
    [opponent] Opponent: first
    [white] White: first
   *[black] Black: first
} the move, then the clock.
    .braille = { $side ->
        [white] White
       *[black] Black
    }: move first
not-your-clock = { $owner ->
    [you] Your clock
    [opponent] Your opponent's clock
    [white] White's clock
   *[black] Black's clock
} is not running.
    .braille = { $side ->
        [white] White
       *[black] Black
    }: clock not running
repeated-otherwise = The move was { $move }.
    .braille = was: { $move }

## Not possible: one reason, in one breath; the line has the same words

illegal = Not possible, { $reason }.
    .braille = not possible: { $reason }
# In competition: not why.
reason-untold = the move is illegal
reason-game-over = the game is over
reason-empty-square = { $square } is empty
reason-piece-there = { $who } is on { $square }
reason-side-has-none = { side } has { $piece ->
    [king] no king
    [queen] no queen
    [rook] no rook
    [bishop] no bishop
    [knight] no knight
   *[pawn] no pawn
}
reason-none-placed = { side } has { $none } on { $from }
    .braille = { side.braille }: { $none } on { $from }
reason-same-square = the piece is there already
reason-moves-otherwise = { $none } moves like that
# $none is none where no kind was named; $from is none where nothing was named.
reason-none-reaches = { side } has { $none ->
    [none] nothing
   *[other] { $none }
}{ $from ->
    [none] {""}
   *[other] { " " }on { $from }
} that can reach { $to }
    .braille = { side.braille }: { $none ->
        [none] nothing
       *[other] { $none }
    }{ $from ->
        [none] {""}
       *[other] { " " }on { $from }
    } reaches { $to }
reason-cannot-move = { side } has { $none ->
    [none] nothing
   *[other] { $none }
}{ $from ->
    [none] {""}
   *[other] { " " }on { $from }
} that can move
    .braille = { side.braille }: { $none ->
        [none] nothing
       *[other] { $none }
    }{ $from ->
        [none] {""}
       *[other] { " " }on { $from }
    } can move
reason-nothing-to-capture = nothing to capture on { $square }
reason-cannot-capture = { $none ->
    [none] nothing
   *[other] { $none }
} can be captured like that
reason-pawn-straight = a pawn does not capture straight ahead
reason-double-step = a pawn goes two squares only on its first move
    .braille = two squares only at first
reason-en-passant-late = en passant only right after the double step
    .braille = en passant only at once
reason-no-en-passant = no en passant there
reason-promotion-to = a pawn promotes to a queen, rook, bishop or knight
reason-no-promotion = no promotion on { $square }
reason-only-pawn-promotes = only a pawn can promote
reason-none-promotes = no pawn can promote like that
reason-exposes-king = the king would be in check from { $square }
reason-king-in-check = the king is in check from { $square }
reason-castling-lost = { $because ->
    [castled] castling has been done
    [king-moved] the king has already moved
    [rook-moved] the rook has already moved
    [rook-gone] the rook has been captured
   *[unknown] castling is not allowed
}
reason-castling-attacked = { $through } is attacked from { $square }

## Clock

clock-started = { $to-move ->
    [yes] The clock is running, { $side ->
        [white] White
       *[black] Black
    } to move.
   *[no] { $side ->
        [white] White's
       *[black] Black's
    } clock is running.
}
    .braille = clock running { $side ->
        [white] W
       *[black] B
    }
clock-stopped = Clock stopped.
    .braille = clock stopped
no-clock = There is no clock in this game.
    .braille = no clock
# Another clock counts; it is neither set nor stopped here.
time-kept-by = { $authority ->
    [server] The server keeps the time.
    [peers] Each side counts its own time.
   *[board-clock] The clock on the board counts.
}
    .braille = { $authority ->
        [server] server keeps time
        [peers] each side counts its time
       *[board-clock] clock at board counts
    }
# Times at the edge of the line: the less, the exacter, and none to be taken for another.
brief-hours = { $hours }:{ $padded }
    .braille = { $hours }h{ $padded }
brief-minutes = { $minutes }
    .braille = { $minutes }m
brief-seconds = { $minutes }:{ $seconds }
    .braille = { $minutes }m{ $seconds }
# As long as no move has been played.
game-begins = { side }
    .braille = { $side ->
        [white] White
       *[black] Black
    } to move
# The view of the clocks.
clocks-view = { $white } { $black }
    .braille = White { $white }{ $running ->
        [white] {" "}running
       *[other] {""}
    } Black { $black }{ $running ->
        [black] {" "}running
       *[other] {""}
    }
# The times as they are printed.
clocks = { $white } { $black }
    .braille = W { $white } B { $black }
times = { $first }: { $first-time }. { $second }: { $second-time }.
    .braille = { $first-side ->
        [white] W { $first-time } B { $second-time }
       *[black] B { $first-time } W { $second-time }
    }
my-time = { $time }.
    .braille = { $time }
# $time is what is left.
time-warning = { $owner ->
    [you] {""}
    [opponent] Opponent:{ " " }
    [white] White:{ " " }
   *[black] Black:{ " " }
}{ $time } left.
    .braille = { $side ->
        [white] White
       *[black] Black
    } { $time } left
flag-fell = { $owner ->
    [you] Your flag has fallen
    [opponent] The opponent's flag has fallen
    [white] White's flag has fallen
   *[black] Black's flag has fallen
}.
    .braille = flag: { $side ->
        [white] White
       *[black] Black
    }
flag-stands = { $side ->
    [white] White's flag
   *[black] Black's flag
} has not fallen.
    .braille = flag not fallen
arbiter = { $clock ->
    [yes] Clock stopped.{ " " }
   *[no] {""}
}Please call the arbiter.
    .braille = call the arbiter
penalty = { $side ->
    [white] White
   *[black] Black
} gets { $time } extra.
    .braille = { $side ->
        [white] W
       *[black] B
    } + { $time }

# The views of the braille line
nothing-told = no message yet
    .braille = no message yet
braille-command = { $command }
    .braille = { $command ->
        [pan-left] back along the line
        [pan-right] on along the line
        [up] up, older message
        [down] down, newer message
        [home] game and question
        [next-view] next view
        [previous-view] previous view
        [board] board
        [clocks] clocks
        [score] score
        [log] messages
        [say] what can be said
        [keys] these keys
        [enter] do what was written, yes
        [escape] drop it, no
        [erase] erase the last character
        [repeat] repeat
        [clock] press the clock
        [talk] talk
        [arbiter] arbiter
        [correct] correction
        [quiet] quiet
        [microphone] microphone off and on
        [yes] yes
       *[no] no
    }
nothing-there = Nothing to choose there.
    .braille = nothing to choose

## Draw, resignation, end

draw-offered = { $side ->
    [white] White
   *[black] Black
} offers a draw.
    .braille = (=) { $asked ->
        [no] offered
        [told] by { $side ->
            [white] White
           *[black] Black
        }
       *[yes] draw? «yes» «no»
    }
draw-declined = Draw declined.
    .braille = draw declined
draw-stands = The offer already stands.
    .braille = offer stands
no-draw-offer = There is no offer.
    .braille = no offer
draw-sure = { $side ->
    [white] White
   *[black] Black
} accepts the draw?
    .braille = { $side ->
        [white] White
       *[black] Black
    } accepts draw? «yes» «no»
offer-sure = { $side ->
    [white] White
   *[black] Black
} offers a draw?
    .braille = { $side ->
        [white] White
       *[black] Black
    } offers draw? «yes» «no»
leave-sure = { $again ->
    [yes] Leave this game for later, and begin a new one
   *[no] Leave the game for later
}?
    .braille = { $again ->
        [yes] new game
       *[no] leave the game
    }? «yes» «no»
own-offer = { $owner ->
    [you] That is your own offer
    [opponent] That is your opponent's offer
    [white] The offer is White's
   *[black] The offer is Black's
}.
    .braille = offer by { $side ->
        [white] White
       *[black] Black
    }
# Who speaks for both is asked from whom it came.
whose = { $act ->
    [resign] Who resigns
   *[offer] Who offers a draw
}, White or Black?
    .braille = { $act ->
        [resign] who resigns
       *[offer] who offers draw
    }? «White» «Black»
not-yours = Only { $side ->
    [white] White
   *[black] Black
} can say that.
    .braille = only { $side ->
        [white] White
       *[black] Black
    }
# Whoever wants to take back a move that the other has made.
not-your-move = The last move was { $side ->
    [white] White's
   *[black] Black's
}.
    .braille = move is { $side ->
        [white] White's
       *[black] Black's
    }
not-having-move = { $owner ->
    [you] It is not your move
    [opponent] It is not your opponent's move
    [white] White is not to move
   *[black] Black is not to move
}.
    .braille = { $side ->
        [white] White
       *[black] Black
    } not to move
# Who spoke too early hears the first time, too, why it is to be said again.
clipped = Once more please{ $why ->
        [yes] , I was still speaking
       *[no] {""}
    }.
    .braille = once more
resign-sure = { $side ->
    [white] White
   *[black] Black
} resigns?
    .braille = { $side ->
        [white] White
       *[black] Black
    } resigns? «yes» «no»
# $result: white, black, draw
ended = { $ending ->
    [checkmate] { $after ->
        [mate] {""}
       *[other] Checkmate.{ " " }
    }
    [resignation] { $loser ->
        [white] White resigns
        [black] Black resigns
       *[none] Resigned
    }.{ " " }
    [time] Flag fallen.{ " " }
    [stalemate] Stalemate.{ " " }
    [agreement] {""}
    [threefold] Threefold repetition.{ " " }
    [fifty-moves] 50 moves without a pawn move or capture.{ " " }
    [fivefold] Fivefold repetition.{ " " }
    [seventy-five-moves] 75 moves without a pawn move or capture.{ " " }
    [dead-position] Neither side can still checkmate.{ " " }
    [illegal-moves] { $loser ->
        [white] White loses by illegal moves
        [black] Black loses by illegal moves
       *[none] Too many illegal moves
    }.{ " " }
    [both-flags] Both flags have fallen.{ " " }
    [last-two-minutes] Decided in the last two minutes.{ " " }
    [claim-referred] The claim ends the game.{ " " }
    [sealed-move] The sealed move is not valid.{ " " }
    [default] Came too late.{ " " }
    [arbiter] The arbiter has decided.{ " " }
    [left] { $loser ->
        [white] White has left the game
        [black] Black has left the game
       *[none] Left
    }.{ " " }
    [aborted] Game aborted.{ " " }
    [service] The server has decided.{ " " }
   *[other] {""}
}{ $result ->
    [white] White wins
    [black] Black wins
    [none] { $ending ->
        [claim-referred] The opponent checks position and score, the arbiter decides
       *[other] It does not count
    }
    [both] Both lose
    [white-half] White gets half a point, Black none
    [black-half] Black gets half a point, White none
   *[draw] { $ending ->
        [agreement] Draw agreed
       *[other] Draw
    }
}.
    .braille = { $last ->
        [yes] { $score }
       *[no] {""}
    } { $pgn } { $ending ->
        [checkmate] mate
        [resignation] resigned
        [time] flag
        [stalemate] stalemate
        [agreement] draw
        [threefold] 3x position
        [fifty-moves] 50 moves
        [fivefold] 5x position
        [seventy-five-moves] 75 moves
        [dead-position] no mate possible
        [illegal-moves] illegal moves
        [both-flags] both flags
        [last-two-minutes] last 2 min
        [claim-referred] claim, to arbiter
        [sealed-move] sealed move
        [default] late
        [arbiter] arbiter
        [left] left
        [aborted] aborted
        [service] server
       *[other] end
    }
game-over = The game is over: { $result ->
    [white] White wins
    [black] Black wins
    [none] it does not count
    [both] both lose
    [white-half] White gets half a point, Black none
    [black-half] Black gets half a point, White none
   *[draw] drawn
}.
    .braille = over { $pgn }
claim-wrong = The claim is not correct, { $fact ->
    [threefold] { $count ->
        [one] the position is new
       *[other] the position has occurred { $count } times
    }
   *[fifty] { $count ->
        [0] no move counts so far
        [one] one move counts so far
       *[other] { $count } moves count so far
    }
}.
    .braille = claim wrong: { $fact ->
        [threefold] { $count ->
            [one] position new
           *[other] position { $count } times
        }
       *[fifty] { $count ->
            [one] 1 move
           *[other] { $count } moves
        }
    }
claim-sure = { $side ->
    [white] White
   *[black] Black
} claims a draw by { $claim ->
    [threefold] threefold repetition
   *[fifty-moves] 50 moves
}{ $with ->
    [yes] { " " }with { $move }
   *[no] {""}
}?
    .braille = { $claim ->
        [threefold] 3x position
       *[fifty-moves] 50 moves
    }{ $with ->
        [yes] { " " }with { $move }
       *[no] {""}
    }? «yes» «no»
not-on-move = Only the player on move can claim.
    .braille = not on move
must-play = { $move } must be played.
    .braille = must play: { $move }
too-early = No draw before both have made { $moves ->
    [one] a move
   *[other] { $moves } moves
}.
    .braille = no draw before { $moves }
no-offers = Draw offers are not allowed here.
    .braille = no draw offers
no-game-yet = No game is running yet.
    .braille = no game yet
adjourned = The game is adjourned.
    .braille = adjourned
already-decided = The game is already decided. The only question is whether checkmate is still possible.
    .braille = already decided
decide-first = This decision comes first.
    .braille = decide first
both-flags = Both flags have fallen. The game goes on.
    .braille = both flags, go on
# The arbiter answers: yes is a draw, no rejects, continue postpones.
two-minutes = { $side ->
    [white] White
   *[black] Black
} claims a draw in the last two minutes. Arbiter: yes, no or continue?
    .braille = last 2 min? «yes» «no» «continue»
# Without an arbiter the claim ends the game.
two-minutes-referred = { $side ->
    [white] White
   *[black] Black
} claims a draw in the last two minutes. That ends the game. Yes or no?
    .braille = last 2 min, game over? «yes» «no»
# The flag has fallen; the postponed claim is decided before it.
two-minutes-at-flag = Arbiter: { $side ->
    [white] White
   *[black] Black
} had claimed a draw. Yes or no?
    .braille = { $side ->
        [white] W
       *[black] B
    } claimed draw? «yes» «no»
two-minutes-refused = { $why ->
    [game-over] The game is over
    [not-on-move] Only the player on move can claim
    [flag-fallen] The flag has fallen
    [time-left] Two minutes or more are left
    [addition] That applies only without added time
    [not-last-period] That applies only in the last period
    [not-announced] That was not announced
    [not-in-rules] These rules have no such claim
   *[blitz] That does not apply in blitz
}.
    .braille = no claim: { $why ->
        [game-over] over
        [not-on-move] not on move
        [flag-fallen] flag
        [time-left] 2 min or more
        [addition] added time
        [not-last-period] period
        [not-announced] not announced
        [not-in-rules] not in these rules
       *[blitz] blitz
    }
two-minutes-rejected = The claim is rejected.
    .braille = claim rejected
two-minutes-postponed = The claim is postponed.
    .braille = postponed
penalty-sure = Arbiter: { $side ->
    [white] White
   *[black] Black
} pressed the clock without a move. Penalty?
    .braille = { $side ->
        [white] W
       *[black] B
    } clock, no move, penalty? «yes» «no»
# $entered: whether a move was entered, which then goes back. $later: found only later
illegal-move-sure = Arbiter: { $later ->
    [yes] move { $move-number }, { $move }, illegal. Take it back, with a penalty for { $side ->
    [white] White
   *[black] Black
}
   *[no] illegal move by { $side ->
    [white] White
   *[black] Black
}{ $entered ->
        [yes] , { $move }
       *[no] {""}
    }. Penalty
}?
    .braille = { $entered ->
        [yes] { $score } {""}
       *[no] { $side ->
        [white] W
       *[black] B
    } {""}
    }illegal? «yes» «no»
pawn-sure = Arbiter: { $side ->
    [white] White
   *[black] Black
}, pawn{ $square ->
    [none] {""}
   *[other] { " " }on { $square }
} not promoted. Penalty?
    .braille = { $side ->
        [white] W
       *[black] B
    } { $square ->
        [none] pawn
       *[other] { $square }
    } not promoted? «yes» «no»
no-pawn-to-replace = There is no pawn to promote.
    .braille = no pawn to promote
plays-elsewhere = { side } does not play at this board.
    .braille = { $side ->
        [white] White
       *[black] Black
    } plays elsewhere
no-such-move = There is no such move.
    .braille = no such move
only-unsupervised = That applies only in rapid and blitz without supervision.
    .braille = only unsupervised
no-fault = That is no offence under these rules.
    .braille = no offence
return-sure = Arbiter: back before move { $move-number }, { $move }?
    .braille = back before { $score }? «yes» «no»
displaced-sure = Arbiter: did { $side ->
    [white] White
   *[black] Black
} displace pieces?
    .braille = { $side ->
        [white] W
       *[black] B
    } displaced? «yes» «no»
putting-right = { $side ->
    [white] White
   *[black] Black
} puts the pieces right, on their own time.
    .braille = { $side ->
        [white] W
       *[black] B
    } puts right
wrong-start-sure = Arbiter: wrong initial position. New game?
    .braille = new game? «yes» «no»
colours-sure = Arbiter: colours reversed. New game?
    .braille = colours, new game? «yes» «no»
colours-stay = The colours stay. The game goes on.
    .braille = colours stay
board-turned = Turn the board and set the position up again. The game goes on.
    .braille = place board correctly
new-game = New game.
    .braille = new game
# $fault: defect, setting. $estimated: the times are shared out by the number of moves
clock-sure = Arbiter: { $replace ->
    [yes] clock defective
   *[no] clock set wrongly
}. { $estimated ->
    [yes] Estimated:{ " " }
   *[no] {""}
}White { $white }, Black { $black }. Set it?
    .braille = { clocks.braille }? «yes» «no»
clock-set = Set.{ $replace ->
    [yes] { " " }Replace the clock.
   *[no] {""}
}
    .braille = { $replace ->
        [yes] replace clock
       *[no] set
    }
stood-still = The computer stopped for { $time }. { $counted ->
    [yes] { $side ->
        [white] White's
       *[black] Black's
    } clock ran on; the arbiter can give the time back.
   *[no] The clock stopped too.
}
    .braille = computer stood { $seconds } s{ $counted ->
        [yes] , { $side ->
            [white] W
           *[black] B
        } clock ran
       *[no] {""}
    }
give-back-sure = Arbiter: the computer stopped. Does { $side ->
    [white] White
   *[black] Black
} get { $time } back?
    .braille = { $side ->
        [white] W
       *[black] B
    } +{ $seconds } s? «yes» «no»
ruling-taken-back = Ruling taken back. { $side ->
    [white] White
   *[black] Black
} to move.
    .braille = ruling back, { $side ->
        [white] W
       *[black] B
    } to move
ruling-taken-back-over = Ruling taken back. { $result ->
    [white] White wins
    [black] Black wins
    [none] The game does not count
    [both] Both lose
    [white-half] White gets half a point, Black none
    [black-half] Black gets half a point, White none
   *[draw] Draw
}.
    .braille = ruling back { $pgn }
## The arbiter

# The answers on the line stand in the order in which they are counted.
desk = { $clock ->
    [yes] Clock stopped.{ " " }
   *[no] {""}
}The arbiter has the floor.
    .braille = Arbiter: { $menu ->
        [over] «continue» «reopen» «correction»
        [sealed] «continue» «open» «correction»
       *[game] «continue» «W+2» «B+2» «W-2» «B-2» «correction» «warn W» «warn B» «penalty W» «penalty B» «drawn» «W loses» «B loses» «both lose» «W half point» «B half point»
    }
desk-nothing-asked = Nothing was asked. Say continue when the arbiter has finished.
    .braille = nothing asked, done: continue
# $order: what has been ordered; $side, $time and $number as far as it is about them
ordered = { $order ->
    [time-added] { side } gets { $time } extra
    [time-taken] { side } loses { $time }
    [clock-set] { side } has { $time }
    [move-counter] { side }'s move counter: { $number }
    [warning] Warning for { side }
    [penalty] Penalty for { side }, the opponent gets { $time } extra
    [default-time] Default time { $time }
    [late] { side } is { $time } late. The game goes on
    [reopened] The game is open again
   *[other] Decided
}.
    .braille = { $order ->
        [time-added] { side.braille } +{ $time }
        [time-taken] { side.braille } -{ $time }
        [clock-set] { side.braille } ={ $time }
        [move-counter] move counter { side.braille } { $number }
        [warning] warning { side.braille }
        [penalty] penalty { side.braille } +{ $time }
        [default-time] default time { $time }
        [late] { side.braille } late { $time }
        [reopened] open again
       *[other] decided
    }
order-sure = Arbiter: { $order ->
    [lost] Does { side } lose the game
    [drawn] Is the game drawn
    [half-point] Does { side } get half a point and the opponent none
   *[both-lose] Do both lose the game
}?
    .braille = { $order ->
        [lost] { side.braille } loses
        [drawn] drawn
        [half-point] { side.braille } half point
       *[both-lose] both lose
    }? «yes» «no»
late-sure = Arbiter: { side } is { $time } late, { $limit ->
    [none] without a default time
   *[some] default time { $allowed }
}. Game lost?
    .braille = { side.braille } late { $time }, lost? «yes» «no»
five-seconds-sure = Arbiter: { side } asks for 5 seconds a move. Yes or no?
    .braille = { side.braille } 5 s a move? «yes» «no»
five-seconds = From now on 5 seconds a move for both. { side } gets 2 minutes extra.
    .braille = 5 s a move, { side.braille } +0:02:00
# Nothing certain, so both readings.
can-mate-sure = Arbiter: Can { side } still checkmate? It is not certain. Yes: { side } wins. No: draw.
    .braille = { side.braille } can still mate? «yes» «no»
present-sure = Arbiter: Is { side } present?
    .braille = { side.braille } present? «yes» «no»
two-hands-sure = Arbiter: { side } moved with two hands. Penalty?
    .braille = { side.braille } two hands, penalty? «yes» «no»
illegal-position-sure = Arbiter: The position is illegal. Draw?
    .braille = illegal position, draw? «yes» «no»
illegal-move-costs = An illegal move costs { $time } here. Please report the move alone, and order other times by themselves.
    .braille = illegal move: { $time }
touched-before-sure = Arbiter: Did { side } touch { $square } before the move?
    .braille = { side.braille } touched { $square } before? «yes» «no»
fault-stands = Too late, { side } has moved.
    .braille = too late, move stands
set-up-stands = Too late, the game goes on as it is.
    .braille = too late, it stands
from-hall = { $arbiter } rules: { $words }.
    .braille = { $arbiter }: { $words }
no-ruling = There is no ruling to take back.
    .braille = no ruling
nothing-to-reopen = The game is not over.
    .braille = not over
claim-lost = The claim is lost for this move.
    .braille = claim lost
touched = { $who ->
    [none] { $square }
   *[other] { $who } on { $square }
} is touched.
    .braille = touched { $square }
# $what: what the touched pieces demand. $square and $target are squares.
touched-must = { $what ->
    [opponents] The piece on { $target } must be captured
    [both] { $square } must capture { $target }
    [short] King and rook are touched, so castle kingside
    [long] King and rook are touched, so castle queenside
   *[own] { $square } is touched
}.
    .braille = touched: { $cells }
touch-sure = { $who ->
    [none] { $square }
   *[other] { $who } on { $square }
} touched?
    .braille = touched { $square }? «yes» «no»
touched-free = What was touched cannot move. Any other move is allowed.
    .braille = any move
adjusting = All right.
    .braille = adjusting

## Boards that differ

comparing = Comparing, back from the last move.
    .braille = comparing back
compare-move = Move { $move-number }, { $move }?
    .braille = { $score }? «yes» «no»
other-score = The other record has { $move }.
    .braille = other: { $move }
scores-agree = The records agree. The board must be put right.
    .braille = records agree
scores-part = { $other ->
    [yes] The other record has { $other-move }.{ " " }
   *[no] {""}
}{ $agreed ->
    [yes] They agree up to move { $move-number }, { $move }. Go back there?
   *[no] They differ from the start. Go back to it?
}
    .braille = { $agreed ->
        [yes] back to { $score }?
       *[no] back to the start?
    } «yes» «no»
returned = Put back. { $side ->
    [white] White
   *[black] Black
} to move.
    .braille = put back, { $side ->
        [white] White
       *[black] Black
    } to move

## Adjournment with a sealed move
# The sealed move itself is in none of these messages.

sealing = { $side ->
    [white] White
   *[black] Black
} seals. The move is not announced.
    .braille = sealing { $side ->
        [white] W
       *[black] B
    }
seal-again = Once more, to be sure.
    .braille = once more
seal-other = That was another move. Once more, please.
    .braille = other move, once more
seal-unclear = Not understood. The whole move, please.
    .braille = say whole move
# $agreed: yes, no. $resumption: day, time and place in the arbiter's words
sealed = Sealed.{ $clock ->
    [yes] { " " }Clock stopped.
   *[no] {""}
}{ $agreed ->
    [yes] { " " }Resumption: { $resumption }.
   *[no] {""}
} Say continue to open it.
    .braille = sealed{ $agreed ->
        [yes] , { $resumption }
       *[no] {""}
    }
seal-waits = { $side ->
    [white] White
   *[black] Black
} has sealed a move.{ $agreed ->
    [yes] { " " }Resumption: { $resumption }.
   *[no] {""}
} Say continue to open it.
    .braille = sealed move { $side ->
        [white] W
       *[black] B
    } waits{ $agreed ->
        [yes] , { $resumption }
       *[no] {""}
    }
nothing-sealed = There is no sealed move.
    .braille = no sealed move
seal-damaged = The sealed move cannot be read. { $side ->
    [white] White
   *[black] Black
} says it again.
    .braille = sealed move unreadable
press-first = The last move is not completed yet.
    .braille = clock first

## On request

time-left = { $side ->
    [white] White
   *[black] Black
}: { $time }.
    .braille = { $side ->
        [white] W
       *[black] B
    } { $time }
# $time: none while the move is not completed.
time-spent = Move { $move-number }, { $mover ->
    [white] White
   *[black] Black
}{ $time ->
    [none] : not completed yet
   *[other] : { $time }
}.
    .braille = { $move-number }. { $mover ->
        [white] W
       *[black] B
    } { $time ->
        [none] open
       *[other] { $time }
    }
time-since-move = { $side ->
    [white] White
   *[black] Black
} has been thinking for { $time }.
    .braille = { $side ->
        [white] W
       *[black] B
    } this move { $time }
time-used = { $side ->
    [white] White
   *[black] Black
} has used { $time }.
    .braille = { $side ->
        [white] W
       *[black] B
    } used { $time }
times-used = Used: White { $white-used }, Black { $black-used }.
    .braille = used W { $white-used } B { $black-used }
# Moves completed; $control: whether a time control is to come, then the moves to it
moves-completed = Moves: White { $white }, Black { $black }.{ $control ->
    [yes] { " " }Until the time control: White { $white-left }, Black { $black-left }.
   *[no] {""}
}
    .braille = moves W { $white } B { $black }{ $control ->
        [yes] , to go W { $white-left } B { $black-left }
       *[no] {""}
    }
# An answer, not a claim.
flags = { $fallen ->
    [white] White's flag has fallen
    [black] Black's flag has fallen
    [both] Both flags have fallen
   *[none] No flag has fallen
}.
    .braille = { $fallen ->
        [white] flag: White
        [black] flag: Black
        [both] flags: both
       *[none] no flag
    }
touched-pieces = { $any ->
    [yes] Touched: { $list }
   *[no] Nothing is touched
}.
    .braille = { $any ->
        [yes] touched { $list }
       *[no] nothing touched
    }
# All that stands on the envelope; the move does not.
envelope = Envelope.{ $named ->
    [yes] { " " }White: { $white }. Black: { $black }.
   *[no] {""}
} { $side ->
    [white] White
   *[black] Black
} sealed move { $number }.{ $clock ->
    [yes] { " " }{ times-used }
   *[no] {""}
}{ $offer ->
    [white] { " " }White has offered a draw.
    [black] { " " }Black has offered a draw.
   *[none] {""}
}{ $agreed ->
    [yes] { " " }Resumption: { $resumption }.
   *[no] {""}
}{ $position ->
    [none] {""}
   *[other] { " " }{ $position }
}
    .braille = envelope: { $named ->
        [yes] { $white } - { $black },
       *[no] {""}
    } move { $number } { $side ->
        [white] W
       *[black] B
    }{ $clock ->
        [yes] , { times-used.braille }
       *[no] {""}
    }{ $offer ->
        [white] , (=) W
        [black] , (=) B
       *[none] {""}
    }{ $agreed ->
        [yes] , { $resumption }
       *[no] {""}
    }{ $position ->
        [none] {""}
       *[other] , { $position }
    }
offer-stands = { $side ->
    [white] White
   *[black] Black
} has offered a draw.
    .braille = (=) by { $side ->
        [white] White
       *[black] Black
    }
last-moves = { $moves }
    .braille = { $moves }
no-move-yet = No move yet.
    .braille = no move yet
turn = { $side ->
    [white] White
   *[black] Black
} to move.
    .braille = { $side ->
        [white] White
       *[black] Black
    } to move
move-number = Move { $number }.
    .braille = move { $number }
not-allowed = Not in competition.
    .braille = not in competition
square = { $square }: { $who ->
    [none] empty
   *[other] { $who }
}.
    .braille = { $square }
pieces-on = { $what }: { $list ->
    [none] none
   *[other] { $list }
}.
    .braille = { $what } { $list }
standing-pieces = { $list ->
    [none] Nothing there
   *[other] { $list }
}.
    .braille = { $list ->
        [none] empty
       *[other] { $list }
    }
# $whose: white, black, both or none
moves-to = { $list ->
    [none] { $side ->
        [white] White
       *[black] Black
    } cannot go to { $square }
   *[other] To { $square }: { $list }
}.
    .braille = { $square }: { $list ->
        [none] no move
       *[other] { $list }
    }
reached = { $square }: { $whose ->
    [none] { $how ->
        [defended] not defended
       *[attacked] not attacked
    }
    [both] attacked by White with { $white }. By Black with { $black }
   *[other] { $how ->
        [defended] defended
       *[attacked] attacked
    } by { $whose ->
        [white] White with { $white }
       *[black] Black with { $black }
    }
}.
    .braille = { $square }: { $whose ->
        [none] { $how ->
            [defended] not defended
           *[attacked] not attacked
        }
       *[other] { $list }
    }
pinned-by = { $piece } by { $by }
pins = { $list ->
    [none] { $side ->
        [white] Nothing of White's is pinned
        [black] Nothing of Black's is pinned
       *[none] Nothing is pinned
    }
   *[other] Pinned: { $list }
}.
    .braille = { $list ->
        [none] { $side ->
            [white] W nothing pinned
            [black] B nothing pinned
           *[none] nothing pinned
        }
       *[other] pinned { $list }
    }
pinned = { $man }: { $empty ->
    [empty] empty
   *[man] { $by ->
        [none] not pinned
       *[other] { $behind ->
            [none] pinned by { $by }
           *[other] not pinned to the king; in one line: { $by }, { $behind }
        }
    }
}.
    .braille = { $man } { $empty ->
        [empty] empty
       *[man] { $by ->
            [none] not pinned
           *[other] { $behind ->
                [none] pinned { $by }
               *[other] not to K, { $by } on { $behind }
            }
        }
    }
# Where a piece can go, or what it can capture.
# The pawns on a file; $white and $black are ranks.
pawn-file = { $file }{ $white ->
    [none] {""}
   *[other] { " " }white { $white }
}{ $black ->
    [none] {""}
   *[other] { $white ->
        [none] {""}
       *[other] ,
    } black { $black }
}
    .braille = { $file }{ $white ->
        [none] {""}
       *[other] W{ $white }
    }{ $black ->
        [none] {""}
       *[other] B{ $black }
    }
pawns-by-file = { $list ->
    [none] No pawn
   *[other] Pawns: { $list }
}.
    .braille = { $list ->
        [none] no pawn
       *[other] { $list }
    }
doings = { $man }: { $who ->
    [none] empty
   *[other] { $list ->
        [none] { $kind ->
            [captures] nothing to capture
           *[moves] { $why ->
                [pinned] no move, pinned by { $by }
                [check] no move, the king is in check
                [blocked] no move, its way is blocked
               *[none] no move
            }
        }
        [check] { side } must first get out of check
       *[other] { $list }
    }
}.
    .braille = { $man }: { $who ->
        [none] empty
       *[other] { $list ->
            [none] { $kind ->
                [captures] nothing to capture
               *[moves] { $why ->
                    [pinned] no move, pinned { $by }
                    [check] no move, check
                    [blocked] no move, blocked
                   *[none] no move
                }
            }
            [check] { side } in check
           *[other] { $list }
        }
    }
# The board, square by square with keys.
board-opened = Board.
    .braille = board
board-closed = Board closed.
    .braille = board closed
exploring-help = Arrows: next square. K Q R B N P: to the next piece. Digits: to a rank, with shift to a file. t: clocks. l: last move. x: lines and diagonals. m: moves. c: captures. Capitals: backwards. Enter: pick up and put down. Home: back to the piece. Space: again. Escape: close the board.
    .braille = arrows: square, K Q R B N P: piece, 1-8: rank, shift 1-8: file, t: clocks, l: last move, x: lines, m: moves, c: captures, capitals: back, Enter: take, Home: to the piece, space: again, Esc: close
border = Edge.
    .braille = edge
ray = To { $to }: { $list ->
    [none] empty
   *[other] { $list }
}.
    .braille = -{ $to }: { $list ->
        [none] empty
       *[other] { $list }
    }
goal = { $square }{ $captured ->
    [none] {""}
   *[other] , captures { $captured }
}.
    .braille = { $square }
lifted = { $man ->
    [none] Put back
   *[other] { $man } in hand
}.
    .braille = { $man ->
        [none] put back
       *[other] { $man }
    }
# An example of how it sounds from now on.
restyled = { $what ->
    [placed] All right: { $placed }
    [pauses] All right, with pauses
    [no-pauses] All right, without pauses
    [nato] All right: { $move }
   *[move] All right: { $move }
}.
    .braille = { $what ->
        [placed] now: { $placed }
        [pauses] with pauses
        [no-pauses] without pauses
        [nato] now: { $move }
       *[move] now: { $move }
    }
square-colour = { $square } is a { $colour ->
    [light] light
   *[dark] dark
} square.
    .braille = { $square } { $colour ->
        [light] light
       *[dark] dark
    } square
in-check = { $list ->
    [none] { $side ->
        [white] White
       *[black] Black
    } is not in check
   *[other] { $side ->
        [white] White
       *[black] Black
    } is in check: { $list }
}.
    .braille = { $list ->
        [none] { $side ->
            [white] W
           *[black] B
        } no check
       *[other] check: { $list }
    }
castling-now = { $both ->
    [same] { $short ->
        [possible] Castling is possible on both sides
        [check] { side } is in check
       *[other] No castling: { $short }
    }
   *[each] Kingside: { $short ->
        [possible] possible
       *[other] { $short }
    }. Queenside: { $long ->
        [possible] possible
       *[other] { $long }
    }
}.
    .braille = { $both ->
        [same] { $short ->
            [possible] 0-0 0-0-0
            [check] { side } in check
           *[other] no castling: { $short }
        }
       *[each] 0-0: { $short ->
            [possible] yes
           *[other] { $short }
        }, 0-0-0: { $long ->
            [possible] yes
           *[other] { $long }
        }
    }
own-side = { $side ->
    [white] You have White
    [black] You have Black
   *[none] Both sides use this microphone
}.
    .braille = { $side ->
        [white] you: White
        [black] you: Black
       *[none] both sides
    }
castled = { $played ->
    [yes] { side } castled on move { $number }: { $move }
   *[no] { side } has not castled
}.
    .braille = { $played ->
        [yes] { $score }
       *[no] { side.braille } has not castled
    }
last-capture = { $played ->
    [yes] Last captured: { $man }, with { $move }
   *[no] Nothing has been captured yet
}.
    .braille = { $played ->
        [yes] { $score }
       *[no] nothing captured yet
    }
captured = White has lost: { $white ->
    [none] nothing
   *[other] { $white }
}. Black: { $black ->
    [none] nothing
   *[other] { $black }
}.
    .braille = lost W { $white ->
        [none] -
       *[other] { $white }
    } B { $black ->
        [none] -
       *[other] { $black }
    }
change = { $square }: { $who ->
    [none] empty
   *[other] { $who }
}
changes = { $list ->
    [none] Nothing has changed
   *[other] { $list }
}.
    .braille = { $list ->
        [none] nothing changed
       *[other] { $list }
    }
usual-start = The usual start position.
    .braille = usual start position
back-rank = Back rank from a to h: { $list }.
    .braille = a-h { $list }
# How often the position has been there, and the moves of both since the last capture or pawn move.
claims-now = The position has occurred { $seen ->
    [one] once
   *[other] { $seen } times
}; { $quiet ->
    [one] one move
   *[other] { $quiet } moves
} without a capture or pawn move.
    .braille = position { $seen ->
        [one] once
       *[other] { $seen } times
    }, { $quiet ->
        [one] one move
       *[other] { $quiet } moves
    } without capture or pawn move
opponent = { $name ->
    [none] The opponent has not been named
   *[other] { $name }
}.
    .braille = { $name ->
        [none] not named
       *[other] { $name }
    }
control = { $control ->
    [none] No clock
   *[other] { $control }
}.
    .braille = { $control ->
        [none] no clock
       *[other] { $control }
    }
reviewed = { $played ->
    [yes] Move { $move-number }, { $mover ->
        [white] White
       *[black] Black
    }: { moved }
   *[no] Start position.
}
    .braille = { $played ->
        [yes] { $score }
       *[no] start position
    }
as-of = { $played ->
    [yes] { $mover ->
        [white] After move { $move-number }, White
       *[black] After move { $move-number }, Black
    }
   *[no] In the start position
}.
    .braille = { $played ->
        [yes] { $mover ->
            [white] after move { $move-number } W
           *[black] after move { $move-number } B
        }
       *[no] in the start position
    }
review-over = Back to the game.
    .braille = back to the game
# $list: a whole sentence each.
each = { $list }
    .braille = { $list }
page = The web page: { $host }, port { $port }. Code { $digits }.
    .braille = { $host }:{ $port } code { $code }
no-page = There is no web page. The option --web opens one.
    .braille = no web page, option --web
diagram = The diagram is on the screen.
    .braille = diagram on the screen
allowed = Yes, that is legal.
    .braille = yes, legal
running-clock = { $side ->
    [white] White's clock is running
    [black] Black's clock is running
   *[none] Both clocks are stopped
}.
    .braille = { $side ->
        [white] W clock runs
        [black] B clock runs
       *[none] clocks stopped
    }
hanging = { $no-mate ->
    [white] White has no mate in one.{ " " }
    [black] Black has no mate in one.{ " " }
   *[none] { "" }
}{ $list ->
    [none] { $won ->
        [none] { $side ->
            [white] White has nothing hanging
            [black] Black has nothing hanging
           *[none] Nothing is hanging
        }
       *[other] Defended, yet lost in an exchange: { $won }
    }
   *[other] Attacked and not defended: { $list }{ $won ->
        [none] { "" }
       *[other] . Defended, yet lost in an exchange: { $won }
    }
}.
    .braille = { $no-mate ->
        [white] W no mate,{ " " }
        [black] B no mate,{ " " }
       *[none] { "" }
    }{ $list ->
        [none] { $won ->
            [none] { $side ->
                [white] W nothing hanging
                [black] B nothing hanging
               *[none] nothing hanging
            }
           *[other] lost in an exchange { $won }
        }
       *[other] hanging { $list }{ $won ->
            [none] { "" }
           *[other] , lost in an exchange { $won }
        }
    }
passed-pawns = { $list ->
    [none] { $side ->
        [white] White has no passed pawn
        [black] Black has no passed pawn
       *[none] There is no passed pawn
    }
   *[other] Passed pawns: { $list }
}.
    .braille = { $list ->
        [none] { $side ->
            [white] W no passed pawn
            [black] B no passed pawn
           *[none] no passed pawns
        }
       *[other] passed pawns { $list }
    }
saved = { $kept ->
    [yes] The game is saved by itself after every move
   *[no] The game is not being saved, its file is gone
}.
    .braille = { $kept ->
        [yes] saved after every move
       *[no] not saved, file gone
    }
rating = { $rating ->
    [none] The opponent's rating is not known
   *[other] The opponent has { $rating }
}.
    .braille = { $rating ->
        [none] rating not known
       *[other] opponent { $rating }
    }
mate-threat = { $side ->
    [white] White
   *[black] Black
} threatens mate: { $move }.
    .braille = { $side ->
        [white] W
       *[black] B
    } threatens { $move }
en-passant = { $square ->
    [none] En passant is not possible now.
   *[other] En passant is possible on { $square }.
}
    .braille = { $square ->
        [none] no e. p.
       *[other] e. p. { $square }
    }
fact = { $what ->
    [clock-before] The clock and its time control are chosen before the game, with annabella setup.
    [sides-before] Who has which side is chosen before the game, with annabella setup.
    [read-back-before] Whether moves wait for a yes is chosen before the game, with annabella setup.
    [talk-less] Speak briefly shortens the moves, and quiet cuts off what is being spoken. The questions after a move are chosen before the game.
    [castling-rule] The king moves two squares towards a rook, and the rook goes to its other side. Neither has moved, nothing stands between them, and the king stands on no attacked square, crosses none and lands on none.
    [en-passant-rule] When a pawn makes a double step and lands beside an enemy pawn, that pawn may capture it on the next move as if it had made a single step. For example: Eva takes David en passant.
    [opponent-offers] An offer is told with the side that makes it. For example: Black offers a draw.
    [waiting] All right.
    [opponent-resigns] A resignation is told with the side that resigns. For example: Black resigns.
    [offer-stands] A draw offer cannot be withdrawn. It stands until it is accepted or declined, or the opponent moves.
    [warnings-before] When the time left is told by itself is chosen before the game, with annabella setup.
    [earlier-game] To go on with an earlier game: annabella resume.
    [how-to-move] For example: knight Felix three. Knight takes David five. Castle kingside. Anna eight queen. Eva takes David en passant.
    [touch-rule] A piece is touched when it is lifted out of its hole in the board. It must then be moved, if it can be.
   *[openings] The program does not know the names of openings.
}
    .braille = { $what ->
        [clock-before] before the game: annabella setup
        [sides-before] before the game: annabella setup
        [read-back-before] before the game: annabella setup
        [talk-less] shorter: speak briefly
        [castling-rule] K two squares, R beside it
        [en-passant-rule] exd6 e.p.
        [opponent-offers] Black offers a draw
        [waiting] all right
        [opponent-resigns] Black resigns
        [offer-stands] the offer stands
        [warnings-before] before the game: annabella setup
        [earlier-game] annabella resume
        [how-to-move] Nf3, Nxd5, 0-0, a8Q, exd6 e. p.
        [touch-rule] touched: lifted out of its hole
       *[openings] no names of openings
    }
no-checks = No move gives check.
    .braille = no check
only-arbiter = Only the arbiter orders that. To call the arbiter, say: arbiter.
    .braille = only the arbiter
square-missing = Once more with the square, please.
    .braille = with the square
where-to = { $piece }, where to: { $list }?
    .braille = { $piece }? { $list }
where-to-of = { $piece }, where to?
    .braille = { $piece } where to?
nothing-asked = Nothing was asked.
    .braille = nothing was asked
help-topics = Help also on: { $list }.
    .braille = help on: { $list }
help-on = { $title }. { $list }.{ $more ->
    [yes] {" "}More in the guide.
   *[no] {""}
}
    .braille = { $title }: { $list }{ $more ->
        [yes] ; more in the guide
       *[no] {""}
    }
# $place: where the phrase counts; $purpose: what it does; $words: what is said.
help-phrase = { $place ->
    [game] in the game,{" "}
    [which] when asked which,{" "}
    [promotion] when a pawn promotes,{" "}
    [offer] when a draw is offered,{" "}
    [whose] when asked who,{" "}
    [before] before the game,{" "}
    [review] in the review,{" "}
    [school] in the school,{" "}
    [desk] with the arbiter,{" "}
    [hall] at the desk of a hall,{" "}
    [online] in a game online,{" "}
    [engine] against the computer,{" "}
   *[here] {""}
}{ $purpose }: { $words }
position = White: { $white }. Black: { $black }.
    .braille = W { $white } B { $black }
material = White: { $white ->
    [none] only the king
   *[other] { $white }
}. Black: { $black ->
    [none] only the king
   *[other] { $black }
}.
    .braille = W { $white ->
        [none] -
       *[other] { $white }
    } B { $black ->
        [none] -
       *[other] { $black }
    }
# What can be said, and with an article what is meant by it.
help = { $moment ->
    [confirm] Yes, no or another move.
    [which] The square of the piece, or no.
    [where-to] The square it goes to, or no.
    [promotion] Queen, rook, bishop or knight.
    [piece] The piece or its square, or no.
    [castling] Short, long or no.
    [yes-no] Yes or no.
    [setup] Yes, no, correction or repeat.
    [opponent] One, two or three.
    [strength] Strength fifteen hundred or best strength.
    [whose] White, Black or no.
    [completing] Clock, correction, offer draw or repeat.
    [arbiter] Yes, no or continue.
    [desk] Continue, correction or an order: help arbiter.
    [lobby] Start a new game, which games are running or play game one.
    [comparing] Yes, no or the move in the other record.
    [sealing] The sealed move, or no.
    [adjourned] Continue, to open the sealed move.
    [school] The answer, continue, back, task, give me a hint, what was the best move, how do i stand, or end.
    [over] Correction, clock, arbiter, last move or repeat.
    [stopped] Continue or correction. What has happened: help rules.
   *[move] A move, time, last move, whose turn, offer draw, I resign, correction, repeat or quiet.
}
    .braille = { $moment ->
        [confirm] yes no move
        [which] square no
        [where-to] where to, no
        [promotion] Q R B N
        [piece] piece square no
        [castling] short long no
        [yes-no] yes no
        [setup] yes no correction
        [opponent] one two three
        [strength] strength, best
        [whose] White Black no
        [completing] clock correction draw
        [arbiter] yes no continue
        [desk] time clock penalty result continue
        [lobby] New game, which games are running, game one.
        [comparing] yes no move
        [sealing] move no
        [adjourned] continue
        [school] answer, continue back task hint end
        [over] correction clock last move
        [stopped] continue, irregularity, correction
       *[move] move time draw resign correction
    }

## Practice with an engine

hint = Hint: { $move }.
    .braille = hint { $move }
better-move = Better: { $move }.
    .braille = better { $move }
best-was-played = { $move } was the best move.
    .braille = { $move } was best
# $harm: what the move does; $moves: in how many moves it is mate.
mistake = Move { $move-number }, { $move }, { $harm ->
    [allows-mate] allows mate in { $moves }
    [misses-mate] misses mate in { $moves }
    [pawn] loses a pawn
    [exchange] loses the exchange
    [piece] loses a piece
    [rook] loses a rook
    [queen] loses the queen
    [win] throws away the win
   *[worse] makes the position worse
}{ $better ->
    [none] {""}
   *[other] . Better: { $better }
}.
    .braille = { $move-number }. { $move } { $harm ->
        [allows-mate] allows mate in { $moves }
        [misses-mate] misses mate in { $moves }
        [pawn] loses P
        [exchange] loses exchange
        [piece] loses piece
        [rook] loses R
        [queen] loses Q
        [win] throws away win
       *[worse] worse
    }{ $better ->
        [none] {""}
       *[other] , better { $better }
    }
no-mistake = No move was a mistake.
    .braille = no mistake
searching = Looking through the game.
    .braille = looking
outlook = { $outlook ->
    [even] The position is even
    [better] { $side ->
        [white] White
       *[black] Black
    } is slightly better
    [clearly] { $side ->
        [white] White
       *[black] Black
    } is clearly better
    [winning] { $side ->
        [white] White
       *[black] Black
    } is winning
    [mated] { $side ->
        [white] White
       *[black] Black
    } is mated
   *[mates] { $side ->
        [white] White
       *[black] Black
    } mates in { $moves ->
        [one] one move
       *[other] { $moves } moves
    }
}.
    .braille = { $outlook ->
        [even] even
        [better] { $side ->
            [white] White
           *[black] Black
        } slightly better
        [clearly] { $side ->
            [white] White
           *[black] Black
        } clearly better
        [winning] { $side ->
            [white] White
           *[black] Black
        } winning
        [mated] { $side ->
            [white] White
           *[black] Black
        } mated
       *[mates] { $side ->
            [white] White
           *[black] Black
        } mates in { $moves }
    }
# By so many pawns the side is better.
value = { $side ->
    [white] White
   *[black] Black
} plus { $whole }.{ $tenth }.
    .braille = { $side ->
        [white] W
       *[black] B
    } +{ $whole }.{ $tenth }
not-blindfold = Not in blindfold play.
    .braille = not blindfold
not-against-people = Not in a game against people.
    .braille = not against people
engine-no-answer = The engine has no answer.
    .braille = no answer from engine
no-engine = That works only with an engine.
    .braille = engine only
ending = { $own } against { $others }
exercises = Endings: { $list }.
    .braille = endings: { $list }
# $verdict: won, drawn, lost.
exercise-over = Exercise { $pieces }: { $verdict ->
    [won] { $moves ->
        [one] won in one move
       *[other] won in { $moves } moves
    }
    [drawn] only drawn
   *[lost] lost
}.
    .braille = { $pieces }: { $verdict ->
        [won] won in { $moves }
        [drawn] drawn
       *[lost] lost
    }
exercise = Exercise: { $pieces }.
    .braille = exercise { $pieces }
# $kind: full, elo, level.
engine-strength = { $kind ->
    [full] at its best
    [level] at level { $number }
   *[elo] at strength { $number }
}
    .braille = { $kind ->
        [full] best strength
        [level] level { $number }
       *[elo] strength { $number }
    }
strength = The computer plays { $strength }.
    .braille = { $strength }
# $range: elo, levels, either, none.
strength-range = { $range ->
    [none] The computer has only one strength
    [levels] Possible: level { $lowest } to { $highest }
    [elo] Possible: strength { $least } to { $most }
   *[either] Possible: strength { $least } to { $most } or level { $lowest } to { $highest }
}.
    .braille = { $range ->
        [none] one strength only
        [levels] level { $lowest }-{ $highest }
        [elo] strength { $least }-{ $most }
       *[either] strength { $least }-{ $most }, level { $lowest }-{ $highest }
    }
ask-strength = How strong should the computer be: { $range ->
    [levels] level { $lowest } to { $highest }
   *[other] strength { $least } to { $most }
}, or best strength?
    .braille = { $range ->
        [levels] level { $lowest }-{ $highest }
       *[other] strength { $least }-{ $most }
    } or «best»?
practise-sure = Give up this game?
    .braille = give up game? «yes» «no»

## Speech and sounds

louder = Louder.
    .braille = louder
softer = Softer.
    .braille = softer
faster = Faster.
    .braille = faster
slower = Slower.
    .braille = slower
microphone-off = Microphone off.
    .braille = microphone off
microphone-on = Microphone on.
    .braille = microphone on
unread-board = { $unread-board ->
    [no-start] The board does not know its pieces yet. Set up the start position, White at the bottom.
    [no-pieces] The board sees which squares are occupied, but not by which pieces. It cannot be used.
   *[foreign] The board cannot be understood. It may be another maker's.
}
    .braille = { $unread-board ->
        [no-start] board: set up the start
        [no-pieces] board without pieces
       *[foreign] board not understood
    }
lost = { $device ->
    [microphone] Microphone disconnected. The game goes on
    [speaker] Speech disconnected. The game goes on
    [braille] Braille display disconnected. The game goes on
    [clock] Tactile clock disconnected. The game goes on
    [server] The connection to the server is lost
    [peer] The connection to the other side is lost
    [opponent] The opponent is not answering. The game waits
    [board] Electronic board disconnected. The game goes on
    [recognizer] Speech is no longer understood. The game goes on
    [keyboard] Keyboard disconnected. The game goes on
    [page] The web page is no longer there. The game goes on
    [hall] The connection to the hall is lost. The game goes on
    [tones] No more tones. The game goes on
    [recordings] Nothing is recorded any more. The game goes on
   *[journal] The game cannot be saved: what is played now is not kept. The game goes on
}.
    .braille = { $device ->
        [microphone] microphone gone
        [speaker] speech gone
        [braille] display gone
        [clock] clock gone
        [server] server gone
        [peer] other side gone
        [opponent] opponent gone
        [board] board gone
        [recognizer] recognizer gone
        [keyboard] keyboard gone
        [page] web page gone
        [hall] hall gone
        [tones] tones gone
        [recordings] recording gone
       *[journal] record not written
    }
# Not there from the beginning.
missing = { $device ->
    [microphone] No microphone
    [speaker] No speech
    [braille] No braille display
    [clock] No tactile clock
    [opponent] No opponent
    [board] No electronic board
    [recognizer] Speech is not understood. Moves can be typed
    [keyboard] No keyboard
    [page] No web page
    [hall] No connection to the hall
    [tones] No tones
    [recordings] Nothing is recorded
   *[journal] No record
}.
    .braille = { $device ->
        [microphone] no microphone
        [speaker] no speech
        [braille] no display
        [clock] no clock
        [opponent] no opponent
        [board] no board
        [recognizer] no recognizer
        [keyboard] no keyboard
        [page] no web page
        [hall] no hall
        [tones] no tones
        [recordings] no recording
       *[journal] no record
    }
back = { $device ->
    [microphone] Microphone
    [recognizer] Speech recognition
    [speaker] Speech
    [braille] Braille display
    [clock] Tactile clock
    [server] The connection to the server is
    [hall] The connection to the hall is
    [peer] The connection to the other side is
    [opponent] The opponent is
    [board] Electronic board
   *[journal] Record
} back.
    .braille = { $device ->
        [microphone] microphone back
        [recognizer] recognizer back
        [speaker] speech back
        [braille] display back
        [clock] clock back
        [server] server there
        [hall] hall there
        [peer] other side there
        [opponent] opponent back
        [board] board back
       *[journal] record back
    }
unsteady = { $device ->
    [microphone] The microphone
    [speaker] Speech
    [braille] The braille display
    [clock] The tactile clock
    [server] The connection to the server
    [hall] The connection to the hall
    [peer] The connection to the other side
    [opponent] The opponent
    [board] The electronic board
   *[journal] The record
} keeps dropping out.
    .braille = { $device ->
        [microphone] microphone
        [speaker] speech
        [braille] display
        [clock] clock
        [server] server
        [hall] hall
        [peer] other side
        [opponent] opponent
        [board] board
       *[journal] record
    } unsteady
# The device says the same all the time, such as a lever that sticks.
chattering = { $device ->
    [microphone] The microphone
    [speaker] Speech
    [braille] The braille display
    [clock] The tactile clock
    [server] The server
    [peer] The other side
    [opponent] The opponent
    [board] The electronic board
   *[journal] The record
} sends too much. Most of it is ignored.
    .braille = { $device ->
        [microphone] microphone
        [speaker] speech
        [braille] display
        [clock] clock
        [server] server
        [peer] other side
        [opponent] opponent
        [board] board
       *[journal] record
    } sends too much
clock-fault = The tactile clock reports a fault: { $code ->
    [motor] motor
    [power] power
    [sensor] sensor
   *[other] no connection
}.
    .braille = clock: fault { $code }
# Every ten half-moves, as long as they are not written.
unwritten = The game still cannot be saved: { $moves } half-moves are missing.
    .braille = { $moves } half-moves not written
words-missing = The speech model does not know { $count ->
    [one] one word
   *[other] { $count } words
}.
    .braille = missing: { $list }
# Whoever asked for it learns that every word is now kept as a recording.
recording = I am recording.
    .braille = recording

## Online

online-seeking = Looking for an opponent: { online-pace }{ $rated ->
    [yes] , rated
   *[no] {""}
}{ $pace ->
    [days] . The seek stays on the server until somebody accepts it, even without this program
   *[other] {""}
}.
    .braille = seeking { online-pace.braille }{ $rated ->
        [yes] {" "}rated
       *[no] {""}
    }{ $pace ->
        [days] {" "}stays
       *[other] {""}
    }
online-challenging = Challenging { $name }: { online-pace }{ $rated ->
    [yes] , rated
   *[no] {""}
}.
    .braille = { $name } challenged { online-pace.braille }{ $rated ->
        [yes] {" "}rated
       *[no] {""}
    }
online-declined = { $name } declines{ decline-reason }.
    .braille = { $name } declines{ decline-reason.braille }
# The reason that the other player gives.
decline-reason = { $reason ->
    [later] , not now
    [too-fast] , too fast
    [too-slow] , too slow
    [time-control] , not with this time control
    [rated] , rated only
    [casual] , casual only
    [standard] , standard chess only
    [variant] , not this variant
    [no-bot] , not against programs
    [only-bot] , against programs only
   *[generic] {""}
}
    .braille = { $reason ->
        [later] : later
        [too-fast] : too fast
        [too-slow] : too slow
        [time-control] : time control
        [rated] : rated only
        [casual] : casual only
        [standard] : standard only
        [variant] : variant
        [no-bot] : no program
        [only-bot] : programs only
       *[generic] {""}
    }
online-cannot-accept = { $name } { $reason ->
    [variant] wants a variant that is not played here
    [too-fast] wants to play faster than is allowed here
   *[other] wants to play in a way that is not possible here
}: declined.
    .braille = { $name } declined: { $reason ->
        [variant] variant
        [too-fast] too fast
       *[other] not possible here
    }
online-cannot-play = This variant cannot be played here{ $aborted ->
    [yes] , the game is aborted. Say new game to retry.
   *[no] , only in a browser.
}
    .braille = { $aborted ->
        [yes] variant not here, aborted
       *[no] variant only in browser
    }
online-nobody-came = Nobody accepted. Say new game to retry.
    .braille = nobody came, retry: new game
online-no-time = That needs a time control.
    .braille = time control missing
online-challenged = { $name }{ $known ->
    [yes] , { $rating }
   *[no] {""}
} wants { $rematch ->
    [yes] another game
   *[no] to play
}: { online-variant }{ online-pace }{ $rated ->
    [yes] , rated
   *[no] {""}
}. { $side ->
    [white] Accept as White
    [black] Accept as Black
   *[none] Accept
}?
    .braille = { $name } { $rating } { online-variant.braille }{ online-pace.braille }{ $rated ->
        [yes] {" "}rated
       *[no] {""}
    }{ $side ->
        [white] {" "}White
        [black] {" "}Black
       *[none] {""}
    }? «yes» «no»
# The kind of chess, and the time.
online-variant = { $variant ->
    [chess960] Chess 960,{" "}
    [from-position] a given position,{" "}
   *[other] {""}
}
    .braille = { $variant ->
        [chess960] 960{" "}
        [from-position] position{" "}
       *[other] {""}
    }
online-pace = { $pace ->
    [days] correspondence, { $days ->
        [one] one day
       *[other] { $days } days
    } a move
    [reflection] correspondence, { $days ->
        [one] one day
       *[other] { $days } days
    } for { $moves } moves
    [unlimited] no time limit
   *[clock] { $control }
}
    .braille = { $pace ->
        [days] { $days }d/move
        [reflection] { $days }d/{ $moves } moves
        [unlimited] no limit
       *[clock] { $pgn }
    }
online-withdrawn = The challenge no longer stands.
    .braille = challenge is over
online-accepted = Accepted.
    .braille = accepted
online-not-accepted = Declined.
    .braille = declined
# What is left for the move in a correspondence game.
online-time-left = { $days-left ->
    [0] { $left }
    [one] one day
   *[other] { $days-left } days
}{ $days-left ->
    [0] {""}
   *[other] { $hours-left ->
        [0] {""}
        [one] {" "}one hour
       *[other] {" "}{ $hours-left } hours
    }
}
    .braille = { $days-left ->
        [0] { $left }
       *[other] { $days-left }d{ $hours-left }h
    }
online-time-for-move = { $pace ->
    [unlimited] No time limit
    [reflection] Correspondence, { $days ->
        [one] one day
       *[other] { $days } days
    } for { $moves } moves
   *[days] Correspondence, { $days ->
        [one] one day
       *[other] { $days } days
    } a move
}{ $left ->
    [none] {""}
   *[other] . { $owner ->
        [you] You have
        [opponent] Your opponent has
        [white] White has
       *[black] Black has
    }{ $exceeded ->
        [yes] {""} exceeded the time
       *[no] {""} { online-time-left } left
    }
}.
    .braille = { online-pace.braille }{ $left ->
        [none] {""}
       *[other] {" "}{ $side ->
            [white] W
           *[black] B
        } { $exceeded ->
            [yes] exceeded
           *[no] { online-time-left.braille }
        }
    }
online-found = Against { $name }{ $known ->
    [yes] , { $rating }
   *[no] {""}
}. As { $side ->
    [white] White
   *[black] Black
}, { online-variant }{ online-pace }{ $rated ->
    [yes] , rated
   *[no] {""}
}.{ $turn ->
    [none] {""}
    [white] {" "}Last move: { moved } Move { $number }, White to move.
   *[black] {" "}Last move: { moved } Move { $number }, Black to move.
}{ $left ->
    [none] {""}
   *[other] {" "}{ online-time-left } left for the move.
}
    .braille = { $name } { $rating } { $side ->
        [white] White
       *[black] Black
    } { online-variant.braille }{ online-pace.braille }{ $turn ->
        [none] {""}
       *[other] {" "}{ $score }
    }{ $left ->
        [none] {""}
       *[other] {" "}{ online-time-left.braille } left
    }
online-caught-up = { $count } half-moves caught up.
    .braille = { $count } half-moves caught up
online-set-back = { $count } half-moves taken back. Move { $number }, { $side ->
    [white] White
   *[black] Black
} to move.
    .braille = { $count } half-moves back, { $number }. { $side ->
        [white] White
       *[black] Black
    } to move
online-differs = The server has another game, and its game counts.
    .braille = server has another game
online-impossible = The server reports something impossible. The game waits.
    .braille = server reports the impossible
online-other-program = Another program uses this account{ $playing ->
    [yes] . This game goes on.
   *[no] , no game will come here. Say new game to retry.
}
    .braille = other program on account
online-move-refused = The server does not accept the move.
    .braille = server: move not accepted
online-refused = The server refuses that.
    .braille = server refuses
# What waits to be sent to the server, and why.
online-move-waits = The move is waiting: { server-delay }.
    .braille = move waits: { server-delay.braille }
online-move-arrived = { $with-peer ->
    [yes] The other side has the move.
   *[no] The server has the move.
}
    .braille = { $with-peer ->
        [yes] other side has the move
       *[no] server has the move
    }
online-move-in-hall = The move is in the hall.
    .braille = move is in the hall
online-not-exceeded = The opponent has time left.
    .braille = opponent has time left
online-request-waits = That is waiting: { server-delay }.
    .braille = waits: { server-delay.braille }
server-delay = { $why ->
    [unreachable] there is no connection to the server
    [pause] the server asks for a pause of { $time }
    [peer-away] the other side is away
    [not-in-hall] the hall has not got it yet
    [peer-silent] the other side has not answered yet
    [trouble] the server has a fault
    [not-the-service] the server there is not Lichess
    [account-rejected] Lichess rejects the account, annabella account sets it up anew
    [no-right] this account may not play here, annabella account sets it up anew
   *[no-answer] the server has not answered yet
}
    .braille = { $why ->
        [unreachable] server gone
        [pause] pause { $time }
        [peer-away] other side away
        [not-in-hall] not in the hall
        [peer-silent] no answer
        [trouble] server fault
        [not-the-service] not Lichess
        [account-rejected] account rejected
        [no-right] token without board:play
       *[no-answer] no answer
    }
# Two programs without a server between them. Both sides have the code.
online-peer-code = The other side reaches this program at { $place }. The code for it: { $groups }.
    .braille = { $place } code { $digits }
online-peer-code-wanted = { $wrong ->
    [yes] Group { $number } is wrong, once more please.
   *[no] { $number ->
        [1] The code has five groups of five digits. Group 1 first, please.
       *[other] Group { $number }, please.
    }
}
    .braille = { $wrong ->
        [yes] group { $number } wrong, again
       *[no] code group { $number }
    }
online-peer-file-lost = The file with the code beside the game is missing. With the code the game goes on.
    .braille = code is missing
online-peer-in-hall = { $proposes ->
    [yes] The terms are in the hall. The other side finds them there, even without this program.
   *[no] There are no terms in the hall yet. Waiting for White.
}
    .braille = { $proposes ->
        [yes] terms are in the hall
       *[no] waiting for White
    }
online-peer-code-taken = The code is complete, connecting.
    .braille = code complete
online-peer-there = The other side is there and hears the terms.
    .braille = other side there, hears terms
online-peer-trouble = { $knocked ->
    [yes] { $trouble ->
        [wrong-code] Somebody came with another code.
       *[other] Somebody came with another program.
    }
   *[no] { $trouble ->
        [wrong-code] The other side has another code.
        [foreign] What answers there is not this program.
        [version] The other side has another version of this program.
        [unknown-place] There is no such address, I keep trying.
        [not-found] Nobody in this network is waiting with this code yet, I keep looking.
        [hall] The hall cannot be reached yet, I keep trying.
        [port-taken] The port is taken, I keep trying.
       *[unreachable] The other side is not there yet, I keep trying.
    }
}
    .braille = { $trouble ->
        [wrong-code] other code
        [foreign] foreign program
        [version] other version
        [unknown-place] unknown address
        [not-found] nobody in network
        [hall] hall not reached
        [port-taken] port taken
       *[unreachable] other side not there yet
    }
online-peer-terms = { $counted ->
    [clock] { $side ->
        [none] Each side counts its own time
        [white] White's clock counts
       *[black] Black's clock counts
    }, free on the way: { $time } for each move
    [days] Whole days count, from the move of the other side. Whoever exceeds them can lose by a claim
   *[none] Without a clock
}{ $competition ->
    [yes] , nothing is told of the position
   *[no] {""}
}.
    .braille = { $counted ->
        [clock] { $side ->
            [none] clock each side
            [white] clock White
           *[black] clock Black
        }, way { $time }
        [days] whole days
       *[none] no clock
    }{ $competition ->
        [yes] , nothing told
       *[no] {""}
    }
online-peer-refused = { $refusal ->
    [move] In move { $number } the other side sends { $known ->
        [yes] { $from } { $to }
       *[no] something
    }, which is not a possible move
    [time] In move { $number } the other side states a time that cannot be
    [result] In move { $number } the other side claims a wrong end of the game
    [take-back] In move { $number } the other side takes back what nobody asked for
    [rewritten] At move { $number } the other side has another game than before
    [differs] At move { $number } the two sides have different games
    [damaged] A message of the other side was changed on its way
    [other-terms] The other side plays another game
    [both-lost] The other side lacks the file beside the game too
    [version] The other side has another version of this program
   *[foreign] The other side sends what cannot be understood
}. { $refusal ->
    [both-lost] Begin a new game from this position, with --fen.
   *[other] That does not count, the game stays as it is.
}
    .braille = { $refusal ->
        [move] { $number }. { $from }{ $to } impossible
        [time] { $number }. impossible time
        [result] { $number }. end not true
        [take-back] { $number }. nobody asked for it
        [rewritten] { $number }. other game than before
        [differs] { $number }. different games
        [damaged] message changed
        [other-terms] other game
        [both-lost] both lack the file
        [version] other version
       *[foreign] not understood
    }, { $refusal ->
        [both-lost] new one with --fen
       *[other] does not count
    }
online-takeback-asked = { $side ->
    [white] White
   *[black] Black
} wants to take the move back. Agreed?
    .braille = { $side ->
        [white] White
       *[black] Black
    } takes back? «yes» «no»
online-takeback-sent = Takeback requested.
    .braille = takeback requested
online-takeback-declined = Takeback declined.
    .braille = takeback declined
online-abort-sure = Abort the game?
    .braille = abort? «yes» «no»
online-gone = The opponent has left the game.{ $claim ->
    [yes] {" "}Victory can be claimed in { $time }.
   *[no] {""}
}
    .braille = opponent left { $time }
online-claimable = Victory can be claimed now.
    .braille = victory can be claimed
online-not-claimable = The opponent has not been gone long enough.
    .braille = opponent not long gone
online-there = The opponent is back.
    .braille = opponent there
online-chat = { $count ->
    [0] No new message.
   *[other] { $list }.
}
    .braille = { $count ->
        [0] no message
       *[other] { $list }
    }
online-not-online = Not in online games.
    .braille = not online
online-only-online = Only in online games.
    .braille = only online
online-trouble = { $trouble ->
    [no-account] There is no account yet: annabella account sets it up
    [account-unreadable] The account cannot be read: annabella account sets it up anew
    [time-not-offered] Lichess has no such time control
    [too-fast] Too fast for Lichess: at least 8 minutes, against a named opponent 3
    [unreachable] Lichess cannot be reached
    [busy] Lichess is busy, try again in a minute
    [not-the-service] The server there is not Lichess
    [token-refused] Lichess rejects the account: annabella account sets it up anew
    [no-right] This account may not play here: its token lacks the right board play
    [cannot-be-played] This variant cannot be played here
   *[refused] Lichess refuses this game
}.
    .braille = { $trouble ->
        [no-account] no account
        [account-unreadable] account unreadable
        [time-not-offered] time not offered
        [too-fast] too fast, from 8 minutes
        [unreachable] Lichess unreachable
        [busy] Lichess: again in 1 minute
        [not-the-service] not Lichess
        [token-refused] account rejected
        [no-right] token lacks board:play
        [cannot-be-played] variant not played
       *[refused] Lichess refuses
    }

## Several games

games-one = { $number }{ $named ->
    [yes] : { $name }
   *[no] {""}
}{ $standing ->
    [here] , here
    [waits] { " " }is waiting
    [over] , over
   *[runs] {""}
}{ $left ->
    [none] {""}
   *[other] , { online-time-left } left
}.
    .braille = { $number }{ $named ->
        [yes] { " " }{ $name }
       *[no] {""}
    }{ $standing ->
        [here] { " " }here
        [waits] *
        [over] { " " }over
       *[runs] {""}
    }{ $left ->
        [none] {""}
       *[other] {" "}{ online-time-left.braille }
    }
games-list = { $count ->
    [0] No game is running.
    [1] One game: { $list }
   *[other] { $count } games: { $list }
}
    .braille = { $count ->
        [0] no game
       *[other] { $list }
    }
games-news = Game { $number }{ $named ->
    [yes] , { $name }
   *[no] {""}
}: { $asks ->
    [yes] A question is waiting.
   *[no] { $what }
}
    .braille = g{ $number }{ $named ->
        [yes] { " " }{ $name }
       *[no] {""}
    }: { $asks ->
        [yes] question
       *[no] { $what }
    }
games-turned-to = Game { $number }{ $named ->
    [yes] , { $name }
   *[no] {""}
}{ $you ->
    [white] , you have White
    [black] , you have Black
   *[none] {""}
}. { $last ->
    [yes] Last move: { moved }{ " " }
   *[no] {""}
}{ $turn ->
    [over] Over, { $pgn }.
    [white] Move { $fullmoves }, White to move.
   *[black] Move { $fullmoves }, Black to move.
}
    .braille = g{ $number }{ $named ->
        [yes] { " " }{ $name }
       *[no] {""}
    } { $turn ->
        [over] { $pgn }
       *[other] { $last ->
            [yes] { moved.braille }
           *[no] { $fullmoves }. { $turn ->
                [white] W
               *[other] B
            }
        }
    }
games-no-such = There is no such game.
    .braille = no such game
games-only-this = There is only this game.
    .braille = only this game
games-this-first = This game first.
    .braille = this game first

## The first evening: annabella setup

setup-language = Setup. Is English all right?
    .braille = English? «yes» «no»
setup-for-both = Do you speak for both sides?
    .braille = for both sides? «yes» «no»
setup-has-white = Do you usually have White?
    .braille = usually White? «yes» «no»
setup-settles = { $settles ->
    [yes] Do you confirm moves by saying yes
    [lever] Do you confirm them by pressing the clock
    [silence] Do moves count if you do not object
   *[nothing] Do moves count at once, without asking
}?
    .braille = { $settles ->
        [yes] confirm by yes
        [lever] confirm by clock
        [silence] count by silence
       *[nothing] count at once
    }? «yes» «no»
setup-say-move = { $level ->
    [good] The microphone is good. Say a move, such as Eva two Eva four
    [clipping] The microphone is too loud. Say a move, such as Eva two Eva four
    [silent] The microphone is silent, switch it on. Then say a move, such as Eva two Eva four
   *[none] No microphone. Type a move, such as e2 e4, or no
}.
    .braille = { $level ->
        [good] microphone good, say: e2-e4
        [clipping] microphone too loud, say: e2-e4
        [silent] microphone silent, say: e2-e4
       *[none] no microphone, type: e2e4
    }
setup-heard = Understood: { $move }. Is that right?
    .braille = { $move }? «yes» «no»
setup-no-move = Not a move from the start position. Once more.
    .braille = not from the start position
setup-speed = Is this speed right? Faster and slower change it.
    .braille = speed right? «yes» «faster» «slower»
setup-by-touch = Should everything wait on the braille line until you have read it?
    .braille = all waits here? «yes» «no»
setup-clock = Is the tactile clock at { $port }?
    .braille = tactile clock { $port }? «yes» «no»
setup-keep = { $users ->
    [white] You have White
    [black] You have Black
   *[both] You speak for both
}, moves { $settles ->
    [yes] are confirmed by yes
    [lever] are confirmed by the clock
    [silence] count by silence
   *[nothing] count at once
}{ $by-touch ->
    [yes] , everything waits on the line
   *[no] {""}
}{ $clock ->
    [yes] , with a tactile clock
   *[no] {""}
}{ $engine ->
    [none] {""}
    [full] , the computer plays { $strength } unless you say otherwise
   *[less] , the computer plays { $strength }
}. Keep this?
    .braille = keep? «yes» «no»: { $users ->
        [white] White
        [black] Black
       *[both] both
    }, { $settles ->
        [yes] yes
        [lever] clock
        [silence] silence
       *[nothing] at once
    }{ $by-touch ->
        [yes] , line
       *[no] {""}
    }{ $clock ->
        [yes] , tactile clock
       *[no] {""}
    }{ $engine ->
        [none] {""}
       *[other] , engine { $strength }
    }
setup-kept = Settings kept. Start your first game with annabella play. The program ends.
    .braille = kept, go on: annabella play  program ends
setup-not-written = That could not be saved. The program ends.
    .braille = not saved  program ends
setup-not-kept = Nothing has changed. The program ends.
    .braille = nothing changed  program ends

## The school

# $count, $done, $next: how many lessons there are, how many of them are finished, and the next one.
school-lessons = { $count } lessons, { $done } of them finished. The next is lesson { $next }: { $title }. For all titles, say: continue.
    .braille = { $done }/{ $count } lessons, next: { $next } { $title }
school-titles = { $list }. { $more ->
    [yes] Say: continue
   *[no] These are all
}.
    .braille = { $list }{ $more ->
        [yes] , continue?
       *[no] {""}
    }
school-no-such-lesson = There { $count ->
    [one] is one lesson
   *[other] are { $count } lessons
}.
    .braille = lessons 1-{ $count }
school-no-lessons = There are no lessons in this language yet.
    .braille = no lessons
school-not-now = There are no lessons in competition, nor during a game against people.
    .braille = no lessons now
# $again: whether it goes on where it was left.
school-lesson = Lesson { $number }: { $title }{ $again ->
    [yes] . It goes on where you stopped
   *[no] {""}
}.
    .braille = lesson { $number }: { $title }{ $again ->
        [yes] , going on
       *[no] {""}
    }
school-text = { $text }
    .braille = { $text }
# $kind: yes-no, number, piece, square, squares, move.
school-task = { $text }
    .braille = { $text }{ $kind ->
        [yes-no] {" "}«yes» «no»
       *[other] {""}
    }
school-right = Right{ $played ->
    [yes] : { $move }{ $after ->
        [check] , check
        [mate] , mate
       *[none] {""}
    }
   *[no] {""}
}.
    .braille = right{ $played ->
        [yes] : { $move }
       *[no] {""}
    }
school-part = Yes. { $left } more.
    .braille = yes, { $left } more
school-named-already = You have named { $square } already.
    .braille = { $square } named already
school-wrong = Wrong.
    .braille = wrong
# $shares: what the named square has in common with the one that is asked for: file, rank, nothing.
school-other-square = No, not { $square }: { $shares ->
    [file] the file is right, the rank is not
    [rank] the rank is right, the file is not
   *[nothing] neither the file nor the rank is right
}.
    .braille = no, { $square }: { $shares ->
        [file] file right
        [rank] rank right
       *[nothing] neither file nor rank
    }
school-none-of = No, { $square } is none of them.
    .braille = no, { $square } not
school-other-piece = No, it is not a { $piece }.
    .braille = no, { $piece } not
school-more = No, there are more.
    .braille = no, more
school-fewer = No, there are fewer.
    .braille = no, fewer
school-captures-nothing = No, the piece captures nothing on { $square }.
    .braille = no, { $square } captures nothing
school-by-castling = No, the king gets to { $square } only by castling.
    .braille = no, { $square } only castling
# $piece: "the white rook".
school-does-not-attack = No, { $piece } on { $from } does not attack { $target }.
    .braille = no, { $piece }{ $from } not to { $target }
school-short = { $move }: That is possible, but { $short ->
    [no-check] it does not give check
    [parried] it is not mate: { $reply } answers the check
    [captured] the piece can be taken: { $reply }
    [allows-mate] it allows mate: { $reply }
    [still-moves] it is not stalemate: { $reply } is possible
    [is-mate] it is mate, and something else is asked for here
    [stalemate] then it is stalemate, a draw
    [dead] then nobody can mate any more: a draw
    [loses] it loses the piece: { $reply } is possible
    [no-capture] it captures nothing
    [captures-elsewhere] it captures on another square
    [captures-less] it captures something that is worth less
    [no-castling] it is not the castling that is asked for
    [no-promotion] it promotes no pawn
    [other-promotion] another piece is asked for
    [no-en-passant] it does not capture en passant
    [elsewhere-to] it does not lead to { $at }
    [elsewhere-from] it does not move the piece on { $at }
   *[not-asked] it is not the move that is asked for
}.
    .braille = { $move } { $short ->
        [no-check] no check
        [parried] no mate: { $reply }
        [captured] check, but { $reply }
        [allows-mate] allows mate: { $reply }
        [still-moves] no stalemate: { $reply }
        [is-mate] mate, not asked for
        [stalemate] stalemate, draw
        [dead] no mate left, draw
        [loses] loses: { $reply }
        [no-capture] captures nothing
        [captures-elsewhere] captures elsewhere
        [captures-less] captures less
        [no-castling] not that castling
        [no-promotion] no promotion
        [other-promotion] other promotion
        [no-en-passant] not e.p.
        [elsewhere-to] not to { $at }
        [elsewhere-from] not from { $at }
       *[not-asked] not asked for
    }
school-unfitting = The question asks for { $kind ->
    [yes-no] yes or no
    [number] a number
    [piece] a piece
    [square] a square
    [squares] one square after the other
   *[move] a move
}.
    .braille = asked for: { $kind ->
        [yes-no] yes or no
        [number] number
        [piece] piece
        [square] square
        [squares] squares
       *[move] move
    }
school-solution = The answer is { $solution ->
    [yes] yes
    [no] no
   *[other] { $text }
}.
    .braille = answer: { $solution ->
        [yes] yes
        [no] no
       *[other] { $text }
    }
# $squares: the squares of a knight, from the first to the last.
school-knight-route = One way: { $squares }.
    .braille = way: { $squares }
school-hint-count = { $count ->
    [one] It is one square
   *[other] There are { $count } squares
}.
    .braille = { $count ->
        [one] 1 square
       *[other] { $count } squares
    }
school-hint-from = The move begins on { $square }.
    .braille = from { $square }
school-no-hint = There is no hint for this.
    .braille = no hint
school-go-on = Say: continue.
    .braille = continue?
school-not-here = That belongs to a game. To go back, say: end.
    .braille = only in a game
school-lesson-over = Lesson { $number } is over: { $solved } of { $tasks } tasks at the first attempt.{ $next ->
    [none] {""}
   *[other] {" "}The next one is: { $next }. Say: continue.
}
    .braille = lesson { $number } over: { $solved }/{ $tasks }{ $next ->
        [none] {""}
       *[other] , next: { $next }
    }
school-standing = Lesson { $number }, { $title }: step { $step } of { $steps }. { $tasks ->
    [0] Nothing solved yet
   *[other] { $solved } of { $tasks } tasks solved at the first attempt
}. { $done } of { $count } lessons finished.
    .braille = { $number } { $title }: { $step }/{ $steps }, solved { $solved }/{ $tasks }, lessons { $done }/{ $count }
school-puzzle-goes-on = Right: { $move }. Then { $reply }.
    .braille = right: { $move } { $reply }
# $rating: 0 if the puzzle was counted before.
school-puzzle-solved = Solved.{ $rating ->
    [0] {""}
   *[other] {" "}Rating { $rating }.
} For the next one, say: another one.
    .braille = solved{ $rating ->
        [0] {""}
       *[other] {" "}rating { $rating }
    }, another one?
# The move is taken back.
school-puzzle-missed = { $short ->
    [no-check] No, { $move } does not give check
    [parried] No, after { $move } it is not mate: { $reply } is possible
    [late] No, { $move } is answered by { $reply }, and the mate comes too late
    [refuted] No, { $move } is answered by { $reply }
    [stalemate] No, after { $move } it is stalemate, a draw
    [dead] No, after { $move } nobody can mate any more: a draw
    [other-promotion] No, not { $move }: the pawn is to become another piece
    [still-good] { $move } is good, but a better move is asked for
   *[not-it] { $move } is not the solution
}. Taken back.
    .braille = { $short ->
        [no-check] no, { $move } no check
        [parried] no, { $move } no mate: { $reply }
        [late] no, { $move } then { $reply }, too late
        [refuted] no, { $move } then { $reply }
        [stalemate] no, { $move } stalemate
        [dead] no, { $move } no mate left
        [other-promotion] no, { $move } other piece
        [still-good] { $move } good, better asked for
       *[not-it] { $move } not the solution
    }
school-puzzle-solution = The solution: { $line }.
    .braille = solution: { $line }
school-puzzle-theme = The idea: { $theme ->
    [back-rank] a mate on the back rank
    [smothered] a smothered mate
    [mate] a mate
    [promotion] a promotion
    [discovered] a discovered attack
    [fork] a fork
    [skewer] a skewer
    [pin] a pin
    [hanging] a piece that nobody defends
    [sacrifice] a sacrifice
   *[idea] one strong move
}.
    .braille = idea: { $theme ->
        [back-rank] back rank
        [smothered] smothered mate
        [mate] mate
        [promotion] promotion
        [discovered] discovered attack
        [fork] fork
        [skewer] skewer
        [pin] pin
        [hanging] undefended piece
        [sacrifice] sacrifice
       *[idea] strong move
    }
# $kind: settled, or provisional after few puzzles. $solved, $tried: puzzles solved and tried.
school-rating = { $kind ->
    [provisional] Provisional rating
   *[settled] Rating
} { $rating }, { $solved } of { $tried } puzzles solved at the first attempt.
    .braille = rating { $rating }{ $kind ->
        [provisional] ?
       *[settled] {""}
    }, solved { $solved }/{ $tried }
school-no-more-puzzles = There are no more puzzles of this kind.
    .braille = no more puzzles
# $task: mate in so many moves ($moves), win, best, defend.
puzzle-asks = { $side ->
    [white] White
   *[black] Black
} to move{ $task ->
    [mate] {" "}and mate in { $moves ->
        [one] one move
       *[other] { $moves } moves
    }.
    [win] {" "}and win material.
    [best] . One move is far better than all others.
   *[defend] . Only one move holds the position.
}
    .braille = { $side ->
        [white] W
       *[black] B
    } to move: { $task ->
        [mate] mate in { $moves }
        [win] wins material
        [best] best move
       *[defend] holds
    }
school-back-to-game = Back to the game.
    .braille = to the game

# $asks: light, diagonal, knight, attacks, what, where, occupied.
school-question = { $asks ->
    [light] Is { $from } light?
    [diagonal] Do { $from } and { $to } lie on the same diagonal?
    [knight] How many moves does a knight need from { $from } to { $to }?
    [attacks] The board is empty but for { $piece ->
        [queen] a queen
        [rook] a rook
        [bishop] a bishop
       *[knight] a knight
    } on { $from }. Is { $to } attacked?
    [what] Which piece stood on { $from }?
    [where] Where did { $side ->
        [white] { $piece ->
            [king] the white king
            [queen] a white queen
            [rook] a white rook
            [bishop] a white bishop
            [knight] a white knight
           *[pawn] a white pawn
        }
       *[black] { $piece ->
            [king] the black king
            [queen] a black queen
            [rook] a black rook
            [bishop] a black bishop
            [knight] a black knight
           *[pawn] a black pawn
        }
    } stand?
   *[occupied] Does something stand on { $from } now?
}
    .braille = { $asks ->
        [light] { $from } light?
        [diagonal] { $from } { $to } one diagonal?
        [knight] knight { $from }-{ $to }: how many moves?
        [attacks] { $piece ->
            [queen] Q
            [rook] R
            [bishop] B
           *[knight] N
        }{ $from } attacks { $to }?
        [what] what stood on { $from }?
        [where] where stood { $side ->
            [white] white
           *[black] black
        } { $piece ->
            [king] K
            [queen] Q
            [rook] R
            [bishop] B
            [knight] N
           *[pawn] P
        }?
       *[occupied] { $from } occupied?
    }
# $drill: colours, diagonals, knight, attacks, memory, blindfold.
drill = { $number }: { $drill ->
    [colours] colours
    [diagonals] diagonals
    [knight] knight routes
    [attacks] attacks
    [memory] memory
   *[blindfold] without a board
}{ $best ->
    [0] {""}
   *[other] {""}, so far { $best } of 10
}{ $minute ->
    [0] {""}
   *[other] {""}, in a minute { $minute }
}
    .braille = { $number } { $drill ->
        [colours] colours
        [diagonals] diagonals
        [knight] knight
        [attacks] attacks
        [memory] memory
       *[blindfold] no board
    }{ $best ->
        [0] {""}
       *[other] {" "}{ $best }/10
    }{ $minute ->
        [0] {""}
       *[other] {" "}{ $minute }/min
    }
school-drills = Training { $list }. Say, for example: training one. Or: training one, one minute.
    .braille = training: { $list }
school-no-such-drill = There is training from 1 to { $count }.
    .braille = training 1-{ $count }
school-drill = { $drill ->
    [colours] Colours
    [diagonals] Diagonals
    [knight] Knight routes
    [attacks] Attacks
    [memory] Memory: keep the position in mind
   *[blindfold] Without a board: keep the moves in mind, each time from the start position
}. { $length ->
    [minute] One minute
   *[ten] Ten questions
}.
    .braille = { $drill ->
        [colours] colours
        [diagonals] diagonals
        [knight] knight
        [attacks] attacks
        [memory] memory
       *[blindfold] no board
    }, { $length ->
        [minute] 1 minute
       *[ten] 10 questions
    }
school-time-up = Time is up.
    .braille = time up
# $step: the number of the question. $seconds: what is left of the minute. $right of $tasks answers were right.
school-drill-standing = { $drill ->
    [colours] Colours
    [diagonals] Diagonals
    [knight] Knight routes
    [attacks] Attacks
    [memory] Memory
   *[blindfold] Without a board
}: { $length ->
    [minute] { $seconds ->
        [one] one second
       *[other] { $seconds } seconds
    } left
   *[ten] question { $step } of 10
}{ $tasks ->
    [0] {""}
   *[other] , { $right } of { $tasks } right
}.
    .braille = { $length ->
        [minute] { $seconds } s left
       *[ten] question { $step }/10
    }{ $tasks ->
        [0] {""}
       *[other] , right { $right }/{ $tasks }
    }
# $rank: how the round compares with the best one before it; unscored if nothing was ever right.
school-drill-over = { $length ->
    [minute] In one minute { $tasks ->
        [0] no answer
       *[other] { $right } of { $tasks } right
    }
   *[ten] { $right } of 10 right
}. { $rank ->
    [best] That is your best round.{" "}
    [equal] That equals your best round.{" "}
    [below] In your best round it was { $best }.{" "}
   *[unscored] {""}
}One more? Say: continue.
    .braille = { $right }/{ $tasks }{ $length ->
        [minute] {" "}in 1 min
       *[ten] {""}
    }{ $rank ->
        [best] , best round
        [equal] , as the best
        [below] , best { $best }
       *[unscored] {""}
    }, continue?
# How a game stands, as a part of a sentence.
assessment = { $outlook ->
    [even] even
    [better] { $side ->
        [white] White
       *[black] Black
    } slightly better
    [clearly] { $side ->
        [white] White
       *[black] Black
    } clearly better
    [winning] { $side ->
        [white] White
       *[black] Black
    } winning
    [mated] { $side ->
        [white] White
       *[black] Black
    } mated
   *[mates] { $side ->
        [white] White
       *[black] Black
    } mates in { $moves ->
        [one] one move
       *[other] { $moves } moves
    }
}
    .braille = { $outlook ->
        [even] even
        [better] { $side ->
            [white] White
           *[black] Black
        } slightly better
        [clearly] { $side ->
            [white] White
           *[black] Black
        } clearly better
        [winning] { $side ->
            [white] White
           *[black] Black
        } winning
        [mated] { $side ->
            [white] White
           *[black] Black
        } mated
       *[mates] { $side ->
            [white] White
           *[black] Black
        } mates in { $moves }
    }
# The review of a game. $seconds: about how long it takes.
game-review-looking = I am looking at the game, for about { $seconds } seconds.
    .braille = looking at the game, { $seconds } s
game-review-still-looking = I am still looking at the game.
    .braille = still looking
game-review-no-game = There is no game that I can look at.
    .braille = no game
game-review-not-over = The game is still going on. It is reviewed afterwards.
    .braille = only after the game
game-review-no-engine = A review needs a chess engine, and none plays here. Start it with: annabella review.
    .braille = no engine: annabella review
game-review-engine-lost = The chess engine does not answer. It is started again.
    .braille = engine lost, restarting
game-review-no-answer = The chess engine has no answer.
    .braille = no answer
game-review-again = The review goes on where you left it.
    .braille = review, goes on
game-review-decided = { $count ->
    [one] One move
   *[other] { $count } moves
} decided the game.
    .braille = decisive: { $count }
game-review-never-in-doubt = { $side ->
    [white] White
   *[black] Black
} was winning from the first move to the last, and no move changed that.
    .braille = { $side ->
        [white] White
       *[black] Black
    } always winning
# $side lost. $count moves are named after it.
game-review-gradual = No single move decided this game. { $side ->
    [white] White
   *[black] Black
} lost it gradually{ $count ->
    [0] {""}
    [one] , most by this move
   *[other] , most by these moves
}.
    .braille = no move decided, { $side ->
        [white] W
       *[black] B
    } lost gradually{ $count ->
        [0] {""}
       *[other] : { $count }
    }
game-review-open = No single move decided this game.
    .braille = no move decided
# $before, $now: how the game stood with the better move, and how after the one that was played; $before is none where it is
# the same in words. $better: a better move, or none.
game-review-turning-point = Move { $move-number }, { $mover ->
    [white] White
   *[black] Black
}: { $move }, { $harm ->
    [allows-mate] allows mate in { $moves }
    [misses-mate] misses mate in { $moves }
    [pawn] loses a pawn
    [exchange] loses the exchange
    [piece] loses a piece
    [rook] loses a rook
    [queen] loses the queen
    [win] throws away the win
   *[worse] makes the position worse
}. { $before ->
    [none] {""}
   *[other] Before it: { $before }.{" "}
}After it: { $now }{ $better ->
    [none] {""}
   *[other] . For example, { $better } was better
}.
    .braille = { $move-number }{ $mover ->
        [white] .
       *[black] ...
    } { $move } { $harm ->
        [allows-mate] allows mate in { $moves }
        [misses-mate] misses mate in { $moves }
        [pawn] loses P
        [exchange] loses exchange
        [piece] loses piece
        [rook] loses R
        [queen] loses Q
        [win] throws away win
       *[worse] worse
    }: { $before ->
        [none] {""}
       *[other] { $before } -{" "}
    }{ $now }{ $better ->
        [none] {""}
       *[other] , better { $better }
    }
game-review-asked = Move { $move-number }: find a better move than { $move }.
    .braille = { $move-number }{ $mover ->
        [white] .
       *[black] ...
    } { $move }: better?
game-review-outlook = With it: { $outlook }.
    .braille = with it: { $outlook }
game-review-standing = Review: task { $step } of { $steps }, { $solved } solved at the first attempt.
    .braille = review { $step }/{ $steps }, solved { $solved }
game-review-over = The review is over{ $tasks ->
    [0] {""}
   *[other] : { $solved } of { $tasks } found at the first attempt. These positions come again among your puzzles
}. To go back, say: end.
    .braille = review over{ $tasks ->
        [0] {""}
       *[other] : { $solved }/{ $tasks }
    }, back: end
school-not-written = What you have learnt cannot be written down. It will be missing next time.
    .braille = not kept: what you learnt
school-faults = Not all of your files can be used: { $list }.
    .braille = files: { $list }
school-concealed = That is the task here.
    .braille = that is the task
school-over = Until next time. The program ends.
    .braille = program ends
