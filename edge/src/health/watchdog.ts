import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import type { Log } from '../log.ts';
import type { ServiceManager } from './sd-notify.ts';

/** Three tries fit between two moments at which a pet is due at the latest. */
const TRIES = 3;

/**
 * Pets the watchdog as long as every part that must answer does. That this runs at all shows that the event loop
 * turns; `answers` are the parts that could be stuck while it does. A full disk or an unplugged board is no reason: a
 * restart mends neither.
 */
export const startWatchdog = (deps: {
  readonly manager: Pick<ServiceManager, 'pet' | 'status' | 'watchdogUs'>;
  readonly answers: Readonly<Record<string, () => boolean>>;
  readonly statusLine: () => string;
  readonly clock: Clock;
  readonly log: Log;
}): { close(): void } => {
  const { manager, answers, statusLine, clock, log } = deps;
  let said = '';
  const stuck = (): string | undefined =>
    Object.entries(answers).find(([_name, answer]) => {
      try {
        return !answer();
      } catch {
        return true;
      }
    })?.[0];
  const look = () => {
    const silent = stuck();
    if (silent === undefined) manager.pet();
    else log.error({ part: silent }, 'A part of the agent does not answer: the watchdog is not petted.');
    const line = silent === undefined ? statusLine() : `${silent} does not answer`;
    if (line !== said) manager.status(line);
    said = line;
  };
  let timer: Timer | undefined;
  if (manager.watchdogUs > 0) {
    look();
    timer = clock.every(Milliseconds(manager.watchdogUs / 1_000 / TRIES), look);
  }
  return { close: () => timer?.cancel() };
};
