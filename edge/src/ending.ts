import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Milliseconds } from '@gatehouse/shared/time/duration.ts';
import type { Logger } from 'pino';

/** An agent stops within two seconds. A restart waits a little longer for it; one that has failed does not. */
const RESTARTS_WITHIN = Milliseconds(4_500);
const FAILED_ENDS_WITHIN = Milliseconds(2_000);
const FAILED = 1;

/** How this process ends by itself. */
export interface Ending {
  /** Something is there to be stopped, from now on. */
  stopBy(stop: (why: string) => Promise<void>): void;
  /** Stops in order and ends with this code: whoever watches over the process knows what it means. */
  restart(code: number, why: string): void;
  /**
   * Something failed that nobody foresaw, so nothing that this process believes can be relied on any more. It brings its locks
   * to rest as far as it still can, and ends: whoever watches over it starts another, later and later. It never goes on.
   */
  failed(error: unknown): void;
}

export const createEnding = (deps: {
  readonly clock: Clock;
  readonly exit: (code: number) => void;
  readonly log: () => Pick<Logger, 'fatal'>;
}): Ending => {
  const { clock, exit, log } = deps;
  let stop: (why: string) => Promise<void> = async () => undefined;
  let ending = false;

  const end = (code: number, why: string, within: Duration): void => {
    if (ending) return;
    ending = true;
    const over = () => exit(code);
    clock.after(within, over);
    stop(why).then(over, over);
  };
  return {
    stopBy: (how) => {
      stop = how;
    },
    restart: (code, why) => end(code, why, RESTARTS_WITHIN),
    failed: (error) => {
      log().fatal({ err: error }, 'The agent failed: its locks are brought to rest, and it ends to be started anew.');
      end(FAILED, 'it failed', FAILED_ENDS_WITHIN);
    },
  };
};
