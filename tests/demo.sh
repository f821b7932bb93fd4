#!/bin/bash
# `make demo`: the Opera Game (Morphy, Paris 1858), spoken into a virtual microphone by
# two espeak-ng voices, heard by the real recognizer, and answered on a virtual speaker,
# braille display and clock. Every line shown is what the far end of a device received.
# Options go to `annabella play`; with --language en all of it is in English. What is kept afterwards lies in .demo/.
# GAME=FILE.pgn plays another one.
set -u
root=$(cd "$(dirname -- "$0")/.." && pwd)
annabella=$(cd "$root" && realpath -- "${ANNABELLA:-${CARGO_TARGET_DIR:-target}/release/annabella}")
game=$(realpath -- "${GAME:-$root/tests/games/opera.pgn}")
kept=$root/.demo/$(basename "$game" .pgn)
virtual=$root/tests/virtual
# Measured: 275 s for the 33 of the Opera Game.
SECONDS_A_MOVE=8
D= playing=

# What is narrated, said and awaited, in the language of the game.
speak_language() {
    local language=de option before=
    for option in "$@"; do
        case $option in --language=*) language=${option#*=} ;; esac
        [ "$before" != --language ] || language=$option
        before=$option
    done
    case $language in
        en)
            voices=(en-gb en-gb+f2) # White's and Black's
            yes=yes no=no clock=clock says=annabella: hears=heard: line_label=braille: journal_label=journal: score_label=score: dial=clock:
            sides=(White Black) lever="%s has pressed the lever"
            intro="%s half-moves are spoken, heard and answered aloud: that takes about %s minutes."
            header='move %s, %s: "%s"' unbrailled="(not on the braille line)"
            hands=("White's hands move" "Black's hands move" "the hands stand")
            face="%s. White: %s. Black: %s." left="%s left, minute hand %s%s, hour hand %s, flag %s"
            dots=("" ", on a dot" ", on two dots") at="at %s" between="between %s and %s"
            flags=("not lifted" "lifted %s %%" "fallen")
            right="The score is the %s, move for move: %s half-moves in %s s."
            counts="Announced: %s moves, on the braille line: %s. The clock was pressed %s times, %s of them by its lever."
            kept_there="Kept in .demo/: the journal %s and the score %s."
            numbers=(zero one two three four five six seven eight)
            letters=(knight=N bishop=B rook=R queen=Q king=K) castles=("short castling=0-0" "long castling=0-0-0")
            ;;
        *)
            voices=(de de+f2)
            yes=ja no=nein clock=Uhr says=annabella: hears=gehört: line_label=Braillezeile: journal_label=Partiedatei: score_label=Mitschrift: dial=Uhr:
            sides=(Weiß Schwarz) lever="%s hat den Hebel gedrückt"
            intro="%s Halbzüge werden gesprochen, gehört und laut beantwortet: Das dauert etwa %s Minuten."
            header="Zug %s, %s: „%s“" unbrailled="(nicht auf der Braillezeile)"
            hands=("Die Zeiger von Weiß laufen" "Die Zeiger von Schwarz laufen" "Die Zeiger stehen")
            face="%s. Weiß: %s. Schwarz: %s." left="noch %s, Minutenzeiger %s%s, Stundenzeiger %s, Fahne %s"
            dots=("" ", auf einem Punkt" ", auf zwei Punkten") at="auf %s" between="zwischen %s und %s"
            flags=("nicht gehoben" "zu %s %% gehoben" "gefallen")
            right="Die Mitschrift ist Zug für Zug „%s“: %s Halbzüge in %s s."
            counts="Angesagt: %s Züge, auf der Braillezeile: %s. Die Uhr wurde %s Mal gedrückt, davon %s Mal mit ihrem Hebel."
            kept_there="In .demo/ liegen die Partiedatei %s und die Mitschrift %s."
            numbers=(null eins zwei drei vier fünf sechs sieben acht)
            letters=(Springer=S Läufer=L Turm=T Dame=D König=K)
            castles=("kurze Rochade=0-0" "lange Rochade=0-0-0" "große Rochade=0-0-0")
            ;;
    esac
    spoken_language=$language
}

main() {
    speak_language "$@"
    [ -x "$annabella" ] || fail "$annabella is not there, run \`make build\`"
    moves=$("$annabella" speak "$game" --form full --language "$spoken_language") || fail "the game cannot be spoken"
    mapfile -t moves <<<"$moves"
    printf "$intro\n" ${#moves[@]} $(((${#moves[@]} * SECONDS_A_MOVE + 59) / 60))
    D=$(mktemp -d /tmp/annabella-demo.XXXXXX)
    trap finish EXIT
    trap 'exit 130' INT TERM
    CLOCK="$annabella clock-emulator" "$virtual/up.sh" "$D" || fail "the virtual devices did not come up"
    open_loudspeaker
    . "$D/env"
    feed_loudspeaker
    mkfifo "$D/lines"
    exec 7<>"$D/lines"
    attend_braille
    attend_clock
    play_game "$@"
    play_moves
    await_end
    check
}

# Where the machine has sound of its own, both voices are played on it as well.
open_loudspeaker() {
    loud=
    pactl info >/dev/null 2>&1 || return
    loud=1
    for end in mic speaker; do
        mkfifo "$D/$end.loud"
        pacat --playback --latency-msec=100 --raw --format=s16le --rate=48000 --channels=1 <>"$D/$end.loud" &
    done
}

feed_loudspeaker() {
    [ -n "$loud" ] || return
    for end in mic speaker; do
        parec -d $end.monitor --latency-msec=50 --raw --format=s16le --rate=48000 --channels=1 >"$D/$end.loud" &
    done
}

# Every far end writes its lines, one "who|line" each, into one pipe.
attend_braille() {
    exec 5<>"/dev/tcp/127.0.0.1/$VR_PORT" || fail "the virtual braille display does not answer"
    printf 'cells 40\n' >&5
    while read -r -u 5 kind text; do
        text=${text#\"} text=${text%\"*}
        # brltty's own words while nothing is shown are none of ours
        if [ "$kind" = Visual ] && [[ $text != "no screen"* ]]; then echo "braille|$text" >&7; fi
    done &
}

attend_clock() {
    # the hands move every second; a line is due when the other side's do
    tail -n +1 -F "$D/log/clock.out" 2>/dev/null | while read -r line; do
        run=${line#* run }
        case $line in
            face:*) if [ "${run%% *}" != "${shown:-}" ]; then shown=${run%% *}; echo "clock|$(face_in_words "$line")" >&7; fi ;;
            "lever: W pressed") printf "clock|$lever.\n" "${sides[0]}" >&7 ;;
            "lever: B pressed") printf "clock|$lever.\n" "${sides[1]}" >&7 ;;
        esac
    done &
}

# "face: W 1:30:00 minute 180.0 hour 315.0 dots 2 flag rest | B ... | run W flag -"
face_in_words() {
    local white black run
    IFS='|' read -r white black run <<<"${1#face: }"
    case $run in *"run W"*) run=${hands[0]} ;; *"run B"*) run=${hands[1]} ;; *) run=${hands[2]} ;; esac
    printf "$face" "$run" "$(dial_in_words ${white#W})" "$(dial_in_words ${black# B})"
}

# What a finger finds: 1:30:00 minute 180.0 hour 315.0 dots 2 flag rest
dial_in_words() {
    local flag
    case $9 in rest) flag=${flags[0]} ;; fallen) flag=${flags[2]} ;; *) printf -v flag "${flags[1]}" "${10}" ;; esac
    printf "$left" "$1" "$(oclock "$3")" "${dots[$7]}" "$(oclock "$5")" "$flag"
}

# Degrees as a number of the dial, or the two that it is between.
oclock() {
    awk -v degrees="$1" -v one="$at" -v two="$between" '
        function number(n) { n = n % 12; return n ? n : 12 }
        BEGIN { at = degrees / 30; part = at - int(at)
            if (part < 0.25) printf one, number(int(at)); else if (part > 0.75) printf one, number(int(at) + 1)
            else printf two, number(int(at)), number(int(at) + 1) }'
}

play_game() {
    mkdir -p "$root/.demo"
    rm -f "$kept".*
    (
        cd "$root" || exit
        "$annabella" play --time 90+30 --clock "$TACTILE_CLOCK" --journal "$kept.jsonl" \
            --white "$(tag White)" --black "$(tag Black)" --event "$(tag Event)" --rate 40 "$@" 2>&1 </dev/null &
        echo $! >"$D/game.pid"
        wait $!
        echo "exit status $?"
    ) | while read -r line; do echo "game|$line" >&7; done &
    playing=1
    await "game|say: *" 20 || fail "the game did not begin"
    until_said
    # with time controls somebody has to start White's clock
    if [[ ${line,,} == *"${clock,,}"* ]]; then
        speak 0 "$clock"
        await "game|clock: *" 8 || { speak 0 "$clock"; await "game|clock: *" 8; } || fail "the clock was not started"
        until_said
    fi
}

play_moves() {
    local i side
    announced=0 brailled=0 presses=0
    for i in "${!moves[@]}"; do
        side=$((i % 2)) cells=
        printf "\n$header\n" $((i / 2 + 1)) "${sides[side]}" "${moves[i]}"
        play_move $side "${moves[i]}" || fail "move $((i / 2 + 1)) was not understood"
        announced=$((announced + 1))
        # The line has the last move of both.
        if [[ $cells == *[/\ ]"$((i / 2 + 1))."*" "$(square "${moves[i]}")* ]]; then brailled=$((brailled + 1)); else echo "    $unbrailled"; fi
        [ $((i + 1)) = ${#moves[@]} ] || press $side
    done
}

# Says a move until it is read back as meant, then confirms it. What a full form
# means is in its last two words: the square, or which castling.
play_move() {
    local side=$1 move=$2 say=$2 attempt meant
    meant=$(grep -oE '[^ ]+ [^ ]+$' <<<"$move")
    for attempt in {1..8}; do
        [ -n "$playing" ] || fail "the game ended early"
        speak "$side" "$say"
        # what was not heard at all is said again
        await "game|say: *" 6 || continue
        until_said
        case ${line,,} in
            *"${meant,,}"*\?) say=$yes ;;
            *"${meant,,}"*) return 0 ;;
            *\?) say=$no ;;
            *) say=$move ;;
        esac
    done
    return 1
}

# How the braille line writes where a move goes: its number, then the piece and
# the squares it comes from and goes to.
square() {
    local word rank piece castle square=
    for castle in "${castles[@]}"; do
        if [[ $1 == ${castle%=*} ]]; then echo "${castle#*=}"; return; fi
    done
    for word in $1; do
        for rank in "${!numbers[@]}"; do
            if [ "$word" = "${numbers[rank]}" ]; then square+=$(tr A-H a-h <<<"${before:0:1}")$rank; fi
        done
        before=$word
    done
    for piece in "${letters[@]}"; do
        if [[ $1 == "${piece%=*}"* ]]; then square=${piece#*=}$square; fi
    done
    sed -E 's/(.*[a-h][1-8])([a-h][1-8])/\1?\2/' <<<"$square"
}

# White says "Uhr", Black presses the lever.
press() {
    if [ "$1" = 0 ]; then speak 0 "$clock"; else echo b >"$D/clock.keys"; fi
    await "game|clock: *" 8 || { speak "$1" "$clock"; await "game|clock: *" 8; } || fail "the clock was not pressed"
    presses=$((presses + 1))
    until_quiet
}

# Speaks into the microphone.
speak() {
    local file="$D/spoken.wav"
    espeak-ng -v "${voices[$1]}" -s 165 -w "$file" "$2" && paplay -d mic "$file"
}

# Shows what comes until a line fits the pattern, for so many seconds at most.
# Sets `line`; what came before the call counts as well.
await() {
    local pattern=$1 until=$((SECONDS + $2)) who
    while [ $SECONDS -lt $until ]; do
        IFS='|' read -r -t 1 -u 7 who line || continue
        show "$who" "$line"
        if [[ "$who|$line" == "game|exit status"* ]]; then playing=; fi
        if [[ "$who|$line" == $pattern ]]; then return 0; fi
        [ -n "$playing" ] || return 1
    done
    return 1
}

show() {
    if [ "$1" = braille ]; then cells+=/$2; fi
    case $1 in
        game)
            case $2 in
                braille:* | clock:* | "exit status"*) ;;
                say:*) echo "    $says${2#say:}" ;;
                hear:*) echo "    $hears${2#hear:}" ;;
                journal:*) echo "    $journal_label${2#journal:}" ;;
                score:*) echo "    $score_label${2#score:}" ;;
                *) echo "    $2" ;;
            esac ;;
        braille) echo "    $line_label $2" ;;
        clock) echo "    $dial $2" ;;
    esac
}

# Waits until what was told is said: until the speaker sounds, and then until it is quiet.
until_said() {
    local i
    for ((i = 0; i < 15; i++)); do quiet || break; drain; sleep 0.1; done
    until_quiet
}

until_quiet() {
    local i
    for ((i = 0; i < 150; i++)); do drain; quiet && break; sleep 0.1; done
    drain
}

# Nothing was sounded for half a second.
quiet() { [ -z "$(tail -c 48000 "$D/speaker.raw" | tr -d '\0' | head -c 1)" ]; }

# Shows what has come.
drain() {
    local who text
    while IFS='|' read -r -t 0.01 -u 7 who text; do
        show "$who" "$text"
        if [[ "$who|$text" == "game|exit status"* ]]; then playing=; fi
    done
}

await_end() { [ -z "$playing" ] || await "game|exit status*" 40 || true; [ -z "$playing" ] || fail "the game did not end"; }

check() {
    local pgn=$kept.pgn levers
    echo
    "$annabella" export "$kept.jsonl" --pgn >"$pgn" || fail "the journal cannot be exported"
    cat "$pgn"
    if [ "$(moves_of "$pgn")" = "$(moves_of "$game")" ]; then
        printf "$right\n" "$(tag Event)" ${#moves[@]} $SECONDS
    else
        fail "the score is not the $(tag Event)"
    fi
    [ -n "$(tr -d '\0' <"$D/speaker.raw" | head -c 1)" ] || fail "nothing was sounded"
    levers=$(grep -c '^lever: acknowledged' "$D/log/clock.out")
    printf "$counts\n" "$announced" "$brailled" "$presses" "$levers"
    printf "$kept_there\n" "${kept##*/}.jsonl" "${pgn##*/}"
}

# What the game's PGN says of it.
tag() { sed -n "s/^\[$1 \"\(.*\)\"\]/\1/p" "$game"; }

# The moves of a PGN file alone, one a line.
moves_of() { sed '/^\[/d; s/{[^}]*}//g' "$1" | tr -s ' \n' '\n\n' | sed -E 's/^[0-9]+\.+//; /^(1-0|0-1|1\/2-1\/2|\*)?$/d; s/[#+!?]//g'; }

fail() { echo "demo: $*" >&2; exit 1; }

finish() {
    local status=$?
    trap - EXIT
    if [ -n "$D" ]; then
        [ -s "$D/game.pid" ] && kill "$(cat "$D/game.pid")" 2>/dev/null
        kill $(jobs -p) 2>/dev/null
        "$virtual/down.sh" "$D"
        if [ $status = 0 ]; then rm -rf "$D"; else echo "demo: the devices' logs are in $D/log" >&2; fi
    fi
    exit $status
}

main "$@"
