#!/bin/bash
# Runs a command with virtual devices of its own, and ends them whatever happens: with.sh COMMAND...
set -u
here=$(dirname -- "$0")
devices=$(mktemp -d /tmp/annabella-devices.XXXXXX)
trap '"$here/down.sh" "$devices"; rm -rf "$devices"' EXIT
trap 'exit 130' INT TERM
"$here/up.sh" "$devices" || exit 1
(. "$devices/env" && "$@")
