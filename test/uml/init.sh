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
    PATH="$(dirname "$UML_NODE"):$PATH"
    run test/src/run.ts "$UML_PLAN" | tee /run/output
    tail -n 1 /run/output >"$UML_RESULTS/count-$UML_PLAN"
    ;;
  watchdog)
    level() { cat "$GPIO_WORLD/sim_gpio4/value"; }
    if [ -e "$UML_RESULTS/killed" ]; then
      # The second life. The root is the host's, so what the first one noted is there.
      if [ -e "$UML_RESULTS/relay-fell" ] && [ "$(level)" = 0 ]; then
        printf 'Up again %s s after the watchdog was left alone; the relay is at rest.\n' \
          "$(($(date +%s) - $(cat "$UML_RESULTS/killed")))"
        touch "$UML_RESULTS/restarted-by-watchdog"
      fi
    else
      "$UML_NODE" --disable-warning=ExperimentalWarning test/uml/hold-watchdog.ts >/run/held &
      holder=$!
      for _ in $(seq 300); do
        grep -q held /run/held && break
        sleep 0.1
      done
      printf 'The watchdog is held, the relay is at %s.\n' "$(level)"
      date +%s >"$UML_RESULTS/killed"
      kill -9 "$holder"
      sleep 1
      printf 'One second after kill -9 of its holder the relay is at %s.\n' "$(level)"
      if [ "$(level)" = 0 ]; then touch "$UML_RESULTS/relay-fell"; fi
      sleep 30 # It does not come to this: the watchdog restarts the machine.
    fi
    ;;
  script) bash "$UML_SCRIPT" ;;
esac
power_off
