#!/bin/bash
# Ends the virtual devices of a folder: down.sh DIR
set -eu
. "$(dirname -- "$0")/daemons.sh"
folder "${1:?down.sh DIR}"
end_all
