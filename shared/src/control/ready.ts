import type { Clock } from '../time/clock.ts';
import { Milliseconds } from '../time/duration.ts';
import { systemClock } from '../time/system-clock.ts';

/** Tells the parent process (if there is one that listens) that this process serves, and where. */
export const announceReady = (where: Readonly<Record<string, unknown>>): void => {
  if (process.connected) process.send?.({ type: 'ready', ...where });
};

/** From being asked to the end of the process, whatever hangs: service managers and parents give 5 s. */
const END_WITHIN = Milliseconds(4_500);

/**
 * Called before anything else of a program: from then on SIGINT, SIGTERM, and the end of a parent that started this
 * process with a channel are never lost. What it returns takes how to stop, once something has started; that runs once,
 * at once if the process was asked meanwhile. The process ends after it, and 4.5 s after it was asked at the latest, also
 * where the start itself hangs. A signal that comes again changes nothing: a launcher passes on what its whole group gets.
 */
export const listenForStop = (clock: Clock = systemClock): ((stop: (why: string) => Promise<void>) => void) => {
  let asked: string | undefined;
  let stop: ((why: string) => Promise<void>) | undefined;
  const end = (code: number) => () => process.exit(code);
  const run = (why: string): void => {
    stop?.(why).then(end(0), end(1));
  };
  const ask = (why: string) => {
    if (asked !== undefined) return;
    asked = why;
    clock.after(END_WITHIN, end(1));
    run(why);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ask(signal));
  process.on('disconnect', () => ask('parent gone'));
  // The parent may have gone while the modules of this program were read.
  if (process.connected === false) ask('parent gone');
  return (how) => {
    stop = how;
    if (asked !== undefined) run(asked);
  };
};

/** For a program that starts at once: see `listenForStop`. */
export const onStop = (stop: (why: string) => Promise<void>): void => listenForStop()(stop);
