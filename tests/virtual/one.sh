#!/bin/bash
# Crashes or starts one virtual device of a folder: one.sh DIR kill|start|status pulse|speechd|brltty|clock
# `kill` returns when the daemon is gone, `start` when it answers.
set -eu
. "$(dirname -- "$0")/daemons.sh"
folder "${1:?one.sh DIR kill|start|status pulse|speechd|brltty|clock}"
join_slot
. "$D/env"
case " ${DAEMONS[*]} " in *" ${3:-} "*) ;; *) say "no such daemon: '${3:-}'; there are ${DAEMONS[*]}"; exit 1 ;; esac
case $2 in
    kill) crash "$3" ;;
    start) crash "$3"; "start_$3"; await "$3" ;;
    status) if lives "$3"; then echo up; else echo down; fi ;;
    *) say "kill, start or status, not '$2'"; exit 1 ;;
esac
