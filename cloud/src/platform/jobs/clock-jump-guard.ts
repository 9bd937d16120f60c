import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days, Hours } from '@gatehouse/shared/time/duration.ts';
import { RetryLater } from './job-kind.ts';
import type { JobsService } from './jobs.service.ts';

/** What runs every hour has not run for so long only after a long standstill, or where the clock is wrong. */
const JUMP = Days(2);
/** So long a process of this installation has to be up before it is believed that the time is what the clock says. */
const BELIEVED_AFTER = Hours(24);
const ASK_AGAIN_AFTER = Hours(1);

/**
 * Keeps hourly work that a wrong clock would turn into harm (forgetting, sealing days) from running just after the clock
 * jumped forward: it waits until the process has been up for a day, which is when somebody has noticed, or the clock was set
 * right. Where nothing of the kind was ever done, time is counted from the oldest thing that is known to have happened here:
 * on a new database there is nothing yet that could be forgotten, and an older one may have a new clock.
 */
export const clockJumpGuard = ({
  clock,
  jobs,
  oldest,
  log,
}: {
  readonly clock: Pick<Clock, 'wallMs' | 'monoMs'>;
  readonly jobs: Pick<JobsService, 'lastDone'>;
  /** When the first thing that is still known happened here. */
  readonly oldest: () => Promise<number | undefined>;
  readonly log: { error(detail: unknown, message: string): void };
}) => {
  const startedMs = clock.monoMs();
  return (kind: string, run: (signal: AbortSignal) => Promise<unknown>) =>
    async (signal: AbortSignal): Promise<void> => {
      const since = (await jobs.lastDone(kind)) ?? (await oldest());
      const gapMs = since === undefined ? 0 : clock.wallMs() - since;
      if (gapMs > JUMP && clock.monoMs() - startedMs < BELIEVED_AFTER) {
        const hours = Math.round(gapMs / Hours(1));
        log.error(
          { kind, hours },
          'the clock says that much time has passed: nothing is forgotten or sealed for a day',
        );
        throw new RetryLater(ASK_AGAIN_AFTER);
      }
      await run(signal);
    };
};
