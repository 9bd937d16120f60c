#!/bin/bash
# The first process of the User-Mode-Linux machine of test/uml/run. The root is the host's own tree, so that Node and
# node_modules run as they are; what the tests write goes to memory.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/run/home LANG=C.UTF-8 NO_COLOR=1 CI=true
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs dev /dev
mkdir -p /dev/pts /dev/shm
mount -t devpts devpts /dev/pts
mount -t tmpfs tmpfs /dev/shm
mount -t tmpfs tmpfs /run
mount -t configfs none /sys/kernel/config
mount -t debugfs none /sys/kernel/debug
mkdir -p /run/home /run/tmp
export TMPDIR=/run/tmp
ip link set lo up

run() { "$UML_NODE" --disable-warning=ExperimentalWarning "$@"; }
power_off() {
  run -e "require('koffi').load(null).func('int reboot(int)')(0x4321fedc)"
  exit # Never comes here: without its first process the kernel stops with a panic.
}

# Thirty-two lines that a test can pull, and look at from outside.
bank=/sys/kernel/config/gpio-sim/bench/lines
mkdir -p "$bank"
echo 32 >"$bank/num_lines"
echo gatehouse-bench >"$bank/label"
echo 1 >/sys/kernel/config/gpio-sim/bench/live
export GPIO_WORLD=/sys/devices/platform/gpio-sim.0/gpiochip0

printf 'Linux %s with %s processor, up for %s s, Node %s\n' \
  "$(uname -r)" "$(nproc)" "$(cut -d' ' -f1 /proc/uptime)" "$("$UML_NODE" --version)"
case $UML_PHASE in
  tests)
    if [ -n "$UML_FILTER" ]; then
      PATH="$(dirname "$UML_NODE"):$PATH" node_modules/.bin/vitest run --project gpio --project uml "$UML_FILTER" &&
        printf '1 passed, 0 failed\n' >"$UML_RESULTS/count" || printf '0 passed, 1 failed\n' >"$UML_RESULTS/count"
    else
      PATH="$(dirname "$UML_NODE"):$PATH" run test/src/run.ts uml | tee /run/output
      tail -n 1 /run/output >"$UML_RESULTS/count"
    fi
    ;;
  shell)
    bash "$UML_FILTER"
    ;;
esac
power_off
