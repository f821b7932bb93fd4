# Virtual devices: the functions behind up.sh, down.sh and one.sh (bash, sourced).
#
# One folder D holds one set of devices: its settings, sockets, logs and the
# ids of its processes. Nothing outside D is shared with another set but the
# BrlAPI number and the port of the virtual braille display, and those are
# drawn from slots, each held by a lock for as long as a daemon of the set lives.

FIRST_PORT=27500   # below the ports the kernel gives to outgoing connections
FIRST_BRLAPI=20    # 0 is the user's own brltty
BRLAPI_SOCKETS=/var/lib/BrlAPI

say() { echo "virtual devices: $*" >&2; }

# Names the folder in full and refuses what the daemons' settings cannot hold.
folder() {
    D=$(realpath -m -- "$1")
    case $D in *[!A-Za-z0-9/_.+-]*) say "the folder's path may hold letters, digits and /_.+- only: $D"; return 1 ;; esac
    # sockets have at most 107 bytes of path
    [ ${#D} -le 85 ] || { say "the folder's path is ${#D} bytes long, 85 fit a socket: $D"; return 1; }
    DAEMONS=(pulse speechd brltty clock)
}

# Waits up to five seconds until a command succeeds, asking every 10 ms.
wait_for() {
    local what=$1 until=$((SECONDS + 60)); shift
    while ((SECONDS < until)); do "$@" >/dev/null 2>&1 && return 0; sleep 0.01; done
    say "$what did not come up in a minute; its last words:"
    tail -n 5 "$D"/log/*.out >&2
    return 1
}

# Whether a socket of a port is in a state, as include/net/tcp_states.h numbers them.
has_socket() { grep -qi "^ *[0-9]*: [0-9A-F]*:$(printf %04X "$1") [0-9A-F]*:[0-9A-F]* $2" /proc/net/tcp; }
listens() { has_socket "$1" 0A; }
has_client() { has_socket "$1" 01; }

# Draws a slot no other set uses, on this machine and of any user. The lock is
# exclusive while drawing and then shared by all daemons of the set, so it goes
# with the last of them however they end.
draw_slot() {
    local slot
    for ((slot = 0; slot < 200; slot++)); do
        { exec 9>"$(slot_lock $slot)"; } 2>/dev/null || continue
        flock -x -n 9 || continue
        PORT=$((FIRST_PORT + slot)) BRLN=$((FIRST_BRLAPI + slot))
        listens $PORT && continue
        # what a killed brltty left behind makes the next one refuse the number
        rm -f "$BRLAPI_SOCKETS/$BRLN" "$BRLAPI_SOCKETS/.$BRLN" 2>/dev/null || continue
        flock -s 9
        return 0
    done
    say "no free slot among 200: are old sets still up? (fuser $(slot_lock '*'))"
    return 1
}

slot_lock() { echo "/tmp/annabella-virtual-$1.lock"; }

# Takes part in the lock of the set that is up in D.
join_slot() {
    read -r PORT BRLN 2>/dev/null <"$D/slot" || { say "nothing is up in $D"; return 1; }
    exec 9>"$(slot_lock $((PORT - FIRST_PORT)))"
    flock -s -n 9 || { say "the set in $D lost its slot; bring it up anew"; return 1; }
}

# Is this process alive, and the one that was started? (its id may have been given anew)
started_at() { local s; read -r s <"/proc/$1/stat" && set -- ${s##*) } && [ "$1" != Z ] && echo "${20}"; } 2>/dev/null
lives() { local pid at; read -r pid at 2>/dev/null <"$D/pid/$1" && [ "$(started_at "$pid")" = "$at" ]; }
is_gone() { ! lives "$1"; }

# Starts a process in a session of its own and notes who it is. Its output goes
# to its log, or with OUT=FILE only its complaints do.
spawn() {
    local name=$1 log=$D/log/$1.out; shift
    setsid "$@" >>"${OUT:-$log}" 2>>"$log" </dev/null &
    echo "$! $(started_at $!)" >"$D/pid/$name"
    disown $!
}

# Sends a signal to a process and all its children, if it is still the one we started.
signal() { local pid at; lives "$2" && read -r pid at <"$D/pid/$2" && kill "-$1" -- "-$pid" 2>/dev/null; true; }

write_settings() {
    mkdir -p "$D"/{home,run/pulse,log,pid,spd/modules,brl}
    chmod 700 "$D/run" "$D/run/pulse"
    cat >"$D/env" <<E
export CARGO_HOME=\${CARGO_HOME:-\$HOME/.cargo} RUSTUP_HOME=\${RUSTUP_HOME:-\$HOME/.rustup}
export ANNABELLA_VIRTUAL=$D
export HOME=$D/home XDG_RUNTIME_DIR=$D/run
export PULSE_RUNTIME_PATH=$D/run/pulse PULSE_SERVER=unix:$D/run/pulse/native PULSE_CLIENTCONFIG=$D/client.conf
export SPEECHD_ADDRESS=unix_socket:$D/run/speechd.sock
export BRLAPI_HOST=:$BRLN BRLAPI_AUTH=none VR_PORT=$PORT
export TACTILE_CLOCK=$D/clock TACTILE_CLOCK_PEER=$D/clock-peer
unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_CACHE_HOME PULSE_SINK PULSE_SOURCE DBUS_SESSION_BUS_ADDRESS DISPLAY WAYLAND_DISPLAY
E
    printf 'autospawn = no\nenable-shm = no\n' >"$D/client.conf"
    cat >"$D/home/.asoundrc" <<'E'
pcm.!default { type pulse hint { show on description "Default (pulse)" } }
ctl.!default { type pulse }
pcm.mic { type pulse device "micin" hint { show on description "Virtual microphone" } }
pcm.spk { type pulse device "speaker" hint { show on description "Virtual speaker" } }
E
    cat >"$D/default.pa" <<E
load-module module-native-protocol-unix auth-anonymous=1 socket=$D/run/pulse/native
load-module module-null-sink sink_name=speaker rate=48000 channels=2
load-module module-null-sink sink_name=mic rate=16000 channels=1 format=s16le
load-module module-remap-source source_name=micin master=mic.monitor
set-default-sink speaker
set-default-source micin
E
    cat >"$D/spd/speechd.conf" <<E
LogLevel 3
LogDir "$D/log"
DefaultLanguage "de"
DefaultVolume 100
SymbolsPreproc "char"
SymbolsPreprocFile "symbols.dic"
AudioOutputMethod "pulse"
AudioPulseDevice "speaker"
AudioPulseMinLength 10
AddModule "espeak-ng" "sd_espeak-ng" "espeak-ng.conf"
DefaultModule espeak-ng
DisableAutoSpawn
Timeout 0
E
    cp /etc/speech-dispatcher/modules/espeak-ng.conf "$D/spd/modules/"
    : >"$D/brl/brltty.conf"
    echo "$PORT $BRLN" >"$D/slot"
}

start_pulse() {
    local pulseaudio=(pulseaudio)
    # a set-up that may not install the daemon unpacks it here instead
    local own=${BASH_SOURCE[0]%/*}/../../.deps/pulseaudio/run
    if [ -x "$own" ]; then pulseaudio=("$own"); fi
    rm -f "$D/run/pulse/native"
    spawn pulse "${pulseaudio[@]}" -n -F "$D/default.pa" --daemonize=no --exit-idle-time=-1 --disallow-exit \
        --disable-shm=yes --use-pid-file=no --realtime=no --high-priority=no
    wait_for pulseaudio test -S "$D/run/pulse/native"
    wait_for pulseaudio pactl info
    # Both null sinks are kept at 10 ms: without a low-latency reader their
    # monitors deliver in blocks of 2 s. The speaker's reader keeps the recording.
    OUT=/dev/null spawn keep-mic parec --latency-msec=10 -d mic.monitor --raw --format=s16le --rate=16000 --channels=1
    OUT=$D/speaker.raw spawn record parec --latency-msec=10 -d speaker.monitor --raw --format=s16le --rate=48000 --channels=1
}

start_speechd() {
    rm -f "$D/run/speechd.sock" "$D/run/speechd.pid"
    spawn speechd speech-dispatcher -s -C "$D/spd" -S "$D/run/speechd.sock" -L "$D/log" -P "$D/run/speechd.pid" -t 0
}

start_brltty() {
    # stale files of a killed brltty: "instance already running"
    rm -f "$D/brl/pid" "$BRLAPI_SOCKETS/$BRLN" "$BRLAPI_SOCKETS/.$BRLN"
    spawn brltty brltty -n -e -q -l notice -f "$D/brl/brltty.conf" -E -b vr -d "server:127.0.0.1:$PORT" \
        -x no -s no -t de -A "auth=none,host=:$BRLN" -P "$D/brl/pid" -F "$D/brl/prefs"
}

# The clock's line: two ends of a pty, or with CLOCK="annabella clock-emulator"
# the emulator at the far end; it reads its keys from D/clock.keys.
start_clock() {
    rm -f "$D/clock" "$D/clock-peer"
    if [ -s "$D/clock.command" ]; then
        [ -p "$D/clock.keys" ] || mkfifo "$D/clock.keys"
        # opened for both ways, so that the pipe never ends
        setsid bash -c "exec $(cat "$D/clock.command") --link '$D/clock' <>'$D/clock.keys'" >>"$D/log/clock.out" 2>&1 &
        echo "$! $(started_at $!)" >"$D/pid/clock"
        disown $!
    else
        spawn clock socat "pty,raw,echo=0,link=$D/clock" "pty,raw,echo=0,link=$D/clock-peer"
    fi
}

ready_pulse() { pactl info >/dev/null 2>&1; }
ready_speechd() { [ -S "$D/run/speechd.sock" ]; }
# A display that reconnects at once is its only client, and then it listens no more.
ready_brltty() { [ -S "$BRLAPI_SOCKETS/$BRLN" ] && { listens "$PORT" || has_client "$PORT"; }; }
ready_clock() { [ -e "$D/clock" ] && { [ -s "$D/clock.command" ] || [ -e "$D/clock-peer" ]; }; }

# Waits until a daemon answers.
await() { wait_for "$1" "ready_$1"; }

# Kills a daemon as a crash would, with what hangs on it, and waits until it is gone.
crash() {
    local with=("$1") name
    if [ "$1" = pulse ]; then with+=(keep-mic record); fi
    # Links that outlive their terminals lead to whatever gets those numbers next: another test's board or clock.
    if [ "$1" = clock ]; then rm -f "$D/clock" "$D/clock-peer"; fi
    for name in "${with[@]}"; do signal KILL "$name"; done
    for name in "${with[@]}"; do wait_for "the end of $name" is_gone "$name"; done
}

# Ends all daemons of D, newest first, and gives the slot back.
end_all() {
    local name i all=(clock brltty speechd record keep-mic pulse)
    [ -d "$D/pid" ] || return 0
    for name in "${all[@]}"; do signal TERM "$name"; done
    for ((i = 0; i < 15; i++)); do
        for name in "${all[@]}"; do if lives "$name"; then sleep 0.01; continue 2; fi; done
        break
    done
    for name in "${all[@]}"; do signal KILL "$name"; rm -f "$D/pid/$name"; done
    if read -r PORT BRLN 2>/dev/null <"$D/slot"; then
        rm -f "$BRLAPI_SOCKETS/$BRLN" "$BRLAPI_SOCKETS/.$BRLN" "$D/slot"
    fi
}
