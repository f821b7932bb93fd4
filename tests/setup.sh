#!/bin/bash
# The first evening, `annabella setup`, on virtual devices: by voice alone, by braille alone, and typed. Each time the
# configuration must be what was answered.
#
#   CLOCK="target/release/annabella clock-emulator" tests/virtual/with.sh tests/setup.sh
set -u
here=$(cd "$(dirname -- "$0")" && pwd)
annabella=$(realpath -- "${ANNABELLA:-$here/../target/release/annabella}") || exit 1
: "${ANNABELLA_VIRTUAL:?virtual devices, see tests/virtual/README.md}"
dir=$(mktemp -d "$ANNABELLA_VIRTUAL/setup.XXXXXX")
export XDG_CONFIG_HOME=$dir
config=$dir/annabella/config.toml
program=

# Where an engine is installed, its strength is asked for.
engine=
[ -z "$(PATH=$PATH:/usr/games command -v stockfish)" ] || engine=1

main() {
    typed
    spoken
    brailled
    echo "setup: typed, by voice and by braille, $SECONDS s"
}

fail() { echo "setup: $*; it told:" >&2; cat "$dir/told" >&2; [ -z "$program" ] || kill "$program" 2>/dev/null; exit 1; }

typed() {
    printf '%s\n' ja nein ja ja e2e4 ja ja ja | SPEECHD_ADDRESS=unix_socket:/nowhere BRLAPI_HOST=:99 \
        "$annabella" setup --text - >"$dir/told" 2>&1
    is_kept 'language = "de"' 'user = "white"' 'confirm = "voice"'
}

# Answers what is said, into the microphone; what was misheard is said again.
spoken() {
    BRLAPI_HOST=:99 begin --clock "$TACTILE_CLOCK"
    local question answer before=
    while IFS='|' read -r question answer; do
        until hears "$question"; do speak "$before"; done
        speak "$answer"
        before=$answer
    done <<E_ANSWERS
Sprechen wir Deutsch?|ja
für beide Seiten?|ja
ja sagen?|nein
die Uhr drücken?|ja
Sagen Sie einen Zug|Bauer Eva zwei Eva vier
Verstanden: Bauer Eva zwei Eva vier.|ja
Ist das Tempo recht?|schneller
Schneller.|ja
Ist die Tastuhr|ja
${engine:+Wie stark soll der Rechner spielen|volle Stärke
}Behalten?|ja
E_ANSWERS
    until hears "gespeichert"; do speak "$before"; done
    wait "$program"
    is_kept 'user = "both"' 'confirm = "lever"' 'rate = 20' "clock = \"$TACTILE_CLOCK\""
}

# Waits for the next thing that is said, and until it was said; whether it is this.
hears() {
    local i said
    tries=$((${tries:-0} + 1))
    [ $tries -lt 40 ] || fail "'$1' was not said"
    for ((i = 0; i < 120; i++)); do
        said=$(grep "^say: " "$dir/told" | sed -n "$((at + 1))p")
        [ -z "$said" ] || break
        sleep 0.05
    done
    [ -n "$said" ] || return 1
    at=$((at + 1))
    # it begins to sound, and ends
    for ((i = 0; i < 30; i++)); do quiet || break; sleep 0.05; done
    for ((i = 0; i < 200; i++)); do quiet && break; sleep 0.05; done
    [[ $said == *"$1"* ]]
}

quiet() { [ -z "$(tail -c 48000 "$ANNABELLA_VIRTUAL/speaker.raw" | tr -d '\0' | head -c 1)" ]; }

speak() { espeak-ng -v de -s 150 -w "$dir/spoken.wav" "$1" && paplay -d mic "$dir/spoken.wav"; }

# With nothing but a braille display: no sound, no voice, no keyboard.
brailled() {
    rm "$config"
    exec 5<>"/dev/tcp/127.0.0.1/$VR_PORT" || fail "the virtual braille display does not answer"
    printf 'cells 40\n' >&5
    while read -r -u 5 kind text; do [ "$kind" != Visual ] || echo "$text" >>"$dir/cells"; done &
    local reader=$!
    : >"$dir/cells"
    PULSE_SERVER=unix:/nowhere SPEECHD_ADDRESS=unix_socket:/nowhere ALSA_CONFIG_PATH=/nowhere begin --by-touch
    local question answer
    while IFS='|' read -r question answer; do routes "$question" "$answer"; done <<E_ANSWERS
Deutsch?|ja nein
für beide Seiten?|nein
meist Weiß?|nein
Zug gilt mit ja?|ja nein
kein Mikrofon|
e2-e4?|ja nein
alles wartet hier?|ja nein
${engine:+Stärke|voll
}behalten?|ja nein
E_ANSWERS
    wait "$program"
    kill $reader
    is_kept 'user = "black"' 'confirm = "voice"' 'by-touch = true'
}

# Waits for a question under the fingers, and presses the routing key over the answer, or writes a move; and again
# where it does not go away: the virtual driver drops a key now and then.
routes() {
    local i now
    for ((i = 0; i < 200; i++)); do
        felt
        case $now in
            *"$1"*"$2"*)
                if [ -n "$2" ]; then printf 'route %d\n' "$(offset "$now" "$1" "$2")" >&5; else write_move; fi
                is_gone "$1" && return
                ;;
            *) [ $((i % 10)) != 9 ] || printf 'fwinrt\n' >&5; sleep 0.1 ;;
        esac
    done
    fail "'$1' was not to be felt: $now"
}

felt() {
    now=$(tail -n 1 "$dir/cells")
    now=${now#\"} now=${now%\"*}
}

is_gone() {
    local i now
    for ((i = 0; i < 40; i++)); do
        felt
        [[ $now == *"$1"* ]] || return 0
        sleep 0.05
    done
    return 1
}

# How many cells are before the answer that comes behind the question.
offset() {
    local before=${1%%"$2"*}$2 rest=${1#*"$2"}
    rest=${rest%%"$3"*}
    echo $((${#before} + ${#rest}))
}

write_move() {
    local c
    for c in e 2 e 4; do printf 'passchar %d\n' "'$c" >&5; sleep 0.4; done
    printf 'key_enter\n' >&5
}

begin() {
    "$annabella" setup "$@" >"$dir/told" 2>&1 </dev/null &
    program=$!
    at=0
}

is_kept() {
    local line
    for line; do grep -qxF "$line" "$config" || fail "the configuration has no line '$line', but: $(cat "$config")"; done
    program=
}

main
