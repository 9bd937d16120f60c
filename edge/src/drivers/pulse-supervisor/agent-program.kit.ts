// An agent that does nothing but hold one relay, for tests that kill it: says when the pulse was acknowledged.
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { numato } from '../numato/driver.ts';

const say = (text: string): void => void process.send?.(text);
const told = (_detail: object, message: string): void => say(message);
const [, , path = '', seconds = '30'] = process.argv;
const bus = numato.open(numato.config.parse({ path, baud: 115_200 }), {
  clock: systemClock,
  log: { info: told, warn: told, error: told },
});
const board = bus.board(1);
const pulse = (): void => {
  board.pulse(0, true, Seconds(Number(seconds))).then(
    () => say('pulse runs'),
    () => systemClock.after(Seconds(0.05), pulse),
  );
};
pulse();
process.on('message', () => void bus.close().then(() => say('closed')));
