#!/bin/bash
# Crashes, hangs or starts one virtual device of a folder: one.sh DIR kill|start|stop|go|status pulse|speechd|brltty|clock
# `kill` returns when the daemon is gone, `start` when it answers; `stop` hangs it until `go`.
set -eu
. "$(dirname -- "$0")/daemons.sh"
folder "${1:?one.sh DIR kill|start|stop|go|status pulse|speechd|brltty|clock}"
join_slot
. "$D/env"
case " ${DAEMONS[*]} " in *" ${3:-} "*) ;; *) say "no such daemon: '${3:-}'; there are ${DAEMONS[*]}"; exit 1 ;; esac
case $2 in
    kill) crash "$3" ;;
    start) crash "$3"; "start_$3"; await "$3" ;;
    stop) signal STOP "$3" ;;
    go) signal CONT "$3" ;;
    status) if lives "$3"; then echo up; else echo down; fi ;;
    *) say "kill, start, stop, go or status, not '$2'"; exit 1 ;;
esac
