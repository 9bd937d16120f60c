// An agent that does nothing but hold one relay of the bus that it is told, for tests that kill it.
import { gpio } from '@gatehouse/edge/drivers/gpio/driver.ts';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';

const told = (_detail: object, message: string): void => void process.send?.(message);
const config = gpio.config.parse(JSON.parse(process.argv[2] ?? ''));
const bus = gpio.open(config, { clock: systemClock, log: { info: told, warn: told, error: told } });
/** Again and again, as a door that must stay released has it: a pulse supervisor that died is another after a while. */
for (;;) {
  try {
    await bus.board(1).pulse(0, true, Seconds(30));
    process.send?.('pulse runs');
    await sleep(systemClock, Seconds(10));
  } catch {
    await sleep(systemClock, Milliseconds(50));
  }
}
