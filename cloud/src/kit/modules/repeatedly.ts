import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Duration } from '@gatehouse/shared/time/duration.ts';

/** Does it again and again, for what is too urgent or too frequent for a job. What fails is logged in these words. Returns what ends it. */
export const repeatedly = (
  { clock, log }: { readonly clock: Clock; readonly log: { error(detail: unknown, message: string): void } },
  every: Duration,
  work: () => Promise<unknown>,
  failed: string,
): (() => void) => {
  const timer = clock.every(every, () => {
    work().catch((error: unknown) => log.error({ err: error }, failed));
  });
  return () => timer.cancel();
};
