#!/bin/bash
# `make check-deb`: the package in a fresh Debian without a network. It is installed, an ordinary user plays a game there
# by voice, by ear, in braille and with a clock, on virtual devices, and sets up all games in each way; it is upgraded while another game runs, which then
# breaks off as in a power cut and is taken up again; it is purged, and nothing of it is left.
set -eu
root=$(cd "$(dirname -- "$0")/.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
SUITE=bookworm
# What the package recommends and the virtual devices are made of.
DEVICES="speech-dispatcher,speech-dispatcher-espeak-ng,espeak-ng,brltty,libasound2-plugins,pulseaudio,pulseaudio-utils,socat,util-linux,procps"

main() {
    package=$(echo "$target"/debian/annabella_*.deb)
    [ -f "$package" ] || fail "there is no package in $target/debian, run \`make deb\`"
    [ "$(id -u)" = 0 ] || exec sudo CARGO_TARGET_DIR="$target" "$0"
    lintian --allow-root --fail-on error,warning "$package" || fail "lintian complains"
    dir=$(mktemp -d /tmp/annabella-package.XXXXXX)
    trap 'rm -rf "$dir"' EXIT
    trap 'exit 130' INT TERM
    newer "$dir/newer.deb"
    appstreamcli validate --no-net "$dir"/newer/usr/share/metainfo/*.xml || fail "software centres would not read it"
    fresh=$dir/root
    say "making a fresh $SUITE (a minute or two)"
    # the needed libraries, too, so that nothing is fetched later
    mmdebstrap --quiet --mode=root --variant=minbase \
        --include="$DEVICES,$(dpkg-deb -f "$package" Depends | sed 's/ ([^)]*)//g; s/ //g')" $SUITE "$fresh" ||
        fail "the fresh system could not be made"
    mkdir -p "$fresh/home/eva/tests"
    cp -r "$root"/tests/{demo.sh,setup.sh,virtual,games} "$fresh/home/eva/tests/"
    cp "$package" "$fresh/annabella.deb"
    cp "$dir/newer.deb" "$fresh/newer.deb"
    declare -f >"$fresh/functions"
    # Whatever is started or mounted in there ends with it.
    unshare --mount --net --pid --fork --kill-child bash -eu -c '
        ip link set lo up
        mount --rbind /dev "$0/dev"
        mount -t proc proc "$0/proc"
        exec chroot "$0" bash -eu -c ". /functions; in_fresh_system"' "$fresh"
    say "all is well, $SECONDS s"
}

say() { echo "package: $*"; }
fail() { say "$*" >&2; exit 1; }

# The same as a later version.
newer() {
    dpkg-deb -R "$package" "$dir/newer"
    sed -i 's/^Version: .*/&+later/' "$dir/newer/DEBIAN/control"
    dpkg-deb --root-owner-group -b "$dir/newer" "$1" >/dev/null
}

in_fresh_system() {
    export PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 HOME=/root
    unset CARGO CARGO_TARGET_DIR ANNABELLA XDG_RUNTIME_DIR XDG_CONFIG_HOME XDG_DATA_HOME
    useradd --shell /bin/bash eva
    chown -R eva: /home/eva
    everything >/tmp/before

    dpkg -i /annabella.deb >/dev/null || fail "it cannot be installed"
    say "installed $(dpkg-query -W -f '${Version}' annabella)"
    local missing
    missing=$(ldd /usr/bin/annabella | grep 'not found') && fail "a library is missing: $missing"
    as_eva annabella doctor | grep -F 'model /usr/share/annabella/models/de' || fail "no model is found"

    printf '%s\n' '[Event "Fool'\''s Mate"]' '[White "?"]' '[Black "?"]' '[Result "0-1"]' '' '1. f3 e5 2. g4 Qh4# 0-1' >/tmp/fool.pgn
    as_eva env ANNABELLA=/usr/bin/annabella GAME=/tmp/fool.pgn tests/demo.sh | tee /tmp/demo.log
    grep -q 'Die Mitschrift ist Zug für Zug .Fool.s Mate.: 4' /tmp/demo.log || fail "the game was not played"
    grep -q 'Angesagt: 4 Züge, auf der Braillezeile: 4' /tmp/demo.log || fail "the moves were not told"

    as_eva env ANNABELLA=/usr/bin/annabella CLOCK="annabella clock-emulator" tests/virtual/with.sh tests/setup.sh ||
        fail "the first evening failed"
    upgrade_in_mid_game

    dpkg --purge annabella >/dev/null
    # what was played is the player's, and stays
    [ -s /home/eva/journal.jsonl ] || fail "the journal is gone"
    everything >/tmp/after
    diff /tmp/before /tmp/after || fail "it is not as it was before"
    say "purged, and nothing is left"
}

# A game that runs while the program is replaced, and is then cut off; the new program goes on with it.
upgrade_in_mid_game() {
    mkfifo -m 666 /tmp/typed
    # with no speech server in reach, that nothing waits for it
    export SPEECHD_ADDRESS=unix_socket:/nowhere
    as_eva annabella play --confirm never --time 90+30 --journal journal.jsonl --text - </tmp/typed >/tmp/game.log &
    exec 3>/tmp/typed
    type_move e4 'e2-e4'
    dpkg -i /newer.deb >/dev/null || fail "it cannot be upgraded"
    type_move e5 'e7-e5'
    # by the program's own id: `su` is its parent
    kill -9 "$(pgrep -u eva -x annabella)"
    exec 3>&-
    wait $! || true
    printf 'uhr\nsf3\n' >/tmp/more
    as_eva annabella resume journal.jsonl --text /tmp/more >/dev/null
    as_eva annabella export journal.jsonl | tail -n 2 | tee /tmp/score
    grep -q '1\.\.\. e5 .*2\. Nf3' /tmp/score || fail "the game was not taken up again"
    say "upgraded to $(dpkg-query -W -f '${Version}' annabella) in mid-game, and the game gone on with"
}

type_move() {
    local i
    echo "$1" >&3
    for ((i = 0; i < 200; i++)); do grep -q "braille: .*$2" /tmp/game.log && return; sleep 0.05; done
    fail "the move $1 was not taken: $(cat /tmp/game.log)"
}

as_eva() { su eva -c "cd /home/eva && $(printf '%q ' "$@")"; }

# The names of all files but those of the package system itself and of whoever plays.
everything() {
    find / -xdev \( -path /proc -o -path /dev -o -path /tmp -o -path /run -o -path /home -o -path /var/cache -o -path /var/log \
        -o -path /var/lib/dpkg -o -path /var/lib/BrlAPI \) -prune -o -print | sort
}

main
