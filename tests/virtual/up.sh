#!/bin/bash
# Brings a set of virtual devices up in a folder: up.sh DIR; then . DIR/env; at the end down.sh DIR
# CLOCK="COMMAND" puts `COMMAND --link DIR/clock` at the clock's far end instead of the bare pty DIR/clock-peer.
set -eu
. "$(dirname -- "$0")/daemons.sh"
folder "${1:?up.sh DIR}"
end_all
draw_slot
rm -rf "$D/log" "$D/speaker.raw"
write_settings
printf '%s' "${CLOCK:-}" >"$D/clock.command"
. "$D/env"
trap 'say "giving up"; end_all' EXIT
for name in brltty clock speechd; do "start_$name"; done
start_pulse
for name in speechd brltty clock; do await $name; done
trap - EXIT
