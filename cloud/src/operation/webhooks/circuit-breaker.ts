import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Milliseconds, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { RetryLater } from '../../platform/jobs/jobs.module.ts';

interface Endpoint {
  inFlight: number;
  /** In a row. */
  failures: number;
  slow: boolean;
  /** By the monotonic clock. */
  restsUntil: number;
}

const FIRST_REST = Seconds(2);
const LONGEST_REST = Minutes(1);
/** Whoever takes longer to answer is slow. */
const SLOW = Seconds(5);
const REMEMBERED_MAX = 1_000;

const restAfter = (failures: number): Duration =>
  Milliseconds(Math.min(FIRST_REST * 2 ** Math.min(failures - 1, 10), LONGEST_REST));

/**
 * Which endpoints failed last, or answer slowly, as far as this process has seen: they are sent one delivery at a time, and
 * those that fail rest in between, so that no number of events for them takes the places of all others.
 */
export const circuitBreaker = (clock: Pick<Clock, 'monoMs'>) => {
  const known = new Map<string, Endpoint>();
  const remembered = (id: string): Endpoint => {
    const found = known.get(id) ?? { inFlight: 0, failures: 0, slow: false, restsUntil: 0 };
    known.set(id, found);
    if (known.size > REMEMBERED_MAX) known.delete(known.keys().next().value as string);
    return found;
  };

  return {
    /** Whoever is sent nothing any more, or is enabled again by hand, begins anew. */
    forget: (id: string): void => void known.delete(id),

    /** Throws `RetryLater` where an endpoint has to be spared; else returns whom to tell what came of it. */
    begin: (id: string): ((outcome: 'taken' | 'failed') => void) => {
      const endpoint = remembered(id);
      const begunMs = clock.monoMs();
      const rest = endpoint.failures > 0 ? restAfter(endpoint.failures) : SLOW;
      if (endpoint.restsUntil > begunMs)
        throw new RetryLater(Milliseconds(Math.max(endpoint.restsUntil - begunMs, rest)));
      if (endpoint.inFlight > 0 && (endpoint.failures > 0 || endpoint.slow)) throw new RetryLater(rest);
      endpoint.inFlight++;
      return (outcome) => {
        const now = clock.monoMs();
        endpoint.inFlight--;
        if (outcome === 'taken') {
          endpoint.failures = 0;
          endpoint.restsUntil = 0;
          endpoint.slow = now - begunMs > SLOW;
        } else if (now >= endpoint.restsUntil) {
          // Those that were under way together fail together: that counts once.
          endpoint.failures++;
          endpoint.restsUntil = now + restAfter(endpoint.failures);
        }
        if (endpoint.inFlight === 0 && endpoint.failures === 0 && !endpoint.slow) known.delete(id);
      };
    },
  };
};
