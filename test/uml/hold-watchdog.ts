// Holds the machine's watchdog (Documentation/watchdog/watchdog-api.rst) and a relay, as a supervised box would, and says
// when it does; whoever kills it has the machine start anew.
import { openSync, writeSync } from 'node:fs';
import { gpio } from '@gatehouse/edge/drivers/gpio/driver.ts';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import koffi from 'koffi';

const WDIOC_SETTIMEOUT = 0xc0045706;
const TIMEOUT_S = 3;
const ioctl = koffi.load(null).func('int ioctl(int, unsigned long, void *)') as (
  fd: number,
  request: number,
  argument: Uint8Array,
) => number;

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const bus = gpio.open(gpio.config.parse({ boards: { 1: { chip: 'gatehouse-bench', relays: [{ line: 4 }] } } }), {
  clock: systemClock,
  log: quiet,
});
const pulse = async (): Promise<void> => {
  try {
    await bus.board(1).pulse(0, true, Seconds(60));
  } catch {
    await sleep(systemClock, Milliseconds(100));
    await pulse();
  }
};
await pulse();
const fd = openSync('/dev/watchdog', 'w');
const timeout = Buffer.alloc(4);
timeout.writeInt32LE(TIMEOUT_S);
if (ioctl(fd, WDIOC_SETTIMEOUT, timeout) < 0) throw new Error('the watchdog takes no timeout');
for (let pets = 1; ; pets += 1) {
  writeSync(fd, '1');
  if (pets === 5) process.stdout.write('held\n'); // Longer than its timeout: so the petting works.
  await sleep(systemClock, Seconds(1));
}
