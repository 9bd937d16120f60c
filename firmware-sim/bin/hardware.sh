#!/usr/bin/env bash
# GPIO lines and USB keyboards of a simulated building, as files that unmodified programs open: /sys/class/gpio and
# <folder>/input, served by FUSE. They are seen in a mount namespace of their own only; nothing of the machine changes.
#
#   hardware.sh start <folder> [<option>…]    runs the simulator there, with options of its own
#   hardware.sh start <folder> <program>…     runs another program that takes --dir, --gpio-mount and --input-mount
#   hardware.sh enter <pid> <program>…        runs a program beside it: an agent, a shell, a test
#
# As root, or as anybody where user namespaces are allowed and /dev/fuse may be opened (Debian: 0666). Stops with a
# message where it is missing.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

fail() {
  printf 'hardware.sh: %s\n' "$1" >&2
  exit 1
}

# The Node that runs this project: the one of the path if it is new enough, else the one that npm brought.
find_node() {
  local own=${NODE:-node} machine bundled
  if "$own" -e 'process.exit(process.versions.node.split(".")[0] >= 24 ? 0 : 1)' 2>/dev/null; then
    printf '%s' "$own"
    return
  fi
  machine=$(uname -m)
  machine=${machine/x86_64/x64}
  bundled=$root/node_modules/node-linux-${machine/aarch64/arm64}/bin/node
  [ -x "$bundled" ] || fail 'Node 24 or newer is needed: run npm ci.'
  printf '%s' "$bundled"
}

# Mounts one file system of the simulator: the descriptor of its connection, and where.
mount_fuse() {
  mount -i -t fuse -o "fd=$1,rootmode=40755,user_id=$(id -u),group_id=$(id -g),allow_other,default_permissions" \
    gatehouse-sim "$2" || fail "$2 could not be mounted."
}

case ${1:-} in
  start)
    [ $# -ge 2 ] || fail 'start needs a folder.'
    [ -c /dev/fuse ] || fail '/dev/fuse is missing: without it nobody can simulate GPIO lines.'
    { [ -r /dev/fuse ] && [ -w /dev/fuse ]; } || fail '/dev/fuse may not be opened by this user.'
    if [ "$(id -u)" -eq 0 ]; then exec unshare --mount "$0" inside "${@:2}"; fi
    exec unshare --user --map-root-user --mount "$0" inside "${@:2}"
    ;;
  inside)
    folder=$2
    shift 2
    mount --make-rprivate /
    mkdir -p "$folder/input"
    if [ ! -d /sys/class/gpio ]; then
      mount -t tmpfs tmpfs /sys/class
      mkdir /sys/class/gpio
    fi
    exec 8<>/dev/fuse 9<>/dev/fuse
    mount_fuse 8 /sys/class/gpio
    mount_fuse 9 "$folder/input"
    if [ $# -eq 0 ] || [[ $1 == --* ]]; then set -- "$(find_node)" "$root/firmware-sim/src/main.ts" "$@"; fi
    exec "$@" --dir "$folder" --gpio-mount 8:/sys/class/gpio --input-mount "9:$folder/input"
    ;;
  enter)
    [ $# -ge 3 ] || fail 'enter needs a process and a program.'
    which=(--target "$2" --mount)
    if [ "$(id -u)" -ne 0 ]; then which+=(--user --preserve-credentials); fi
    # A mount namespace is entered at its root: back to where we were.
    exec nsenter "${which[@]}" -- /bin/bash -c 'cd "$0" && exec "$@"' "$PWD" "${@:3}"
    ;;
  *)
    fail 'use start <folder> [<program>…] or enter <pid> <program>…'
    ;;
esac
