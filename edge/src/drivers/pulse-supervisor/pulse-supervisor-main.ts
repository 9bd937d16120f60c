// The process that holds the boards of one bus for the agent that started it, and lives no longer than that: when the
// channel to the agent closes, whoever closed it, relays whose pulse runs are brought back and the hardware is let go.
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { machineClock } from '@gatehouse/shared/time/system-clock.ts';
import { loadFamily } from './families.ts';
import type { FromPulseSupervisor, ToPulseSupervisor } from './messages.ts';
import { createPulseSupervisor } from './pulse-supervisor.ts';

/** Bringing relays back takes three seconds at most; a line that hangs keeps no process. */
const ENDS_WITHIN = Milliseconds(4_500);
/** An agent that takes nothing in is not waited for: what is no answer is dropped beyond this. */
const UNSENT_MAX = 256;

// Whoever stops the agent and its children at once must not take the one that locks first.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.title = 'gatehouse-pulse-supervisor';

let unsent = 0;
const send = (message: FromPulseSupervisor): void => {
  if (!process.connected || (unsent >= UNSENT_MAX && !('id' in message))) return;
  unsent++;
  process.send?.(message, undefined, undefined, () => {
    unsent--;
  });
};
const pulseSupervisor = createPulseSupervisor({ clock: machineClock, loadFamily, send });

let ending = false;
const end = (code: number): void => {
  if (ending) return;
  ending = true;
  const over = () => process.exit(code);
  machineClock.after(ENDS_WITHIN, over);
  pulseSupervisor.letGo().then(over, over);
};
process.on('message', (message: ToPulseSupervisor) => {
  if (message.do === 'close') end(0);
  else pulseSupervisor.receive(message);
});
process.on('disconnect', () => end(0));
process.on('uncaughtException', (error) => {
  console.error(error);
  end(1);
});
