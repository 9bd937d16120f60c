import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';

const FAILURES = 5;
const OPEN_FOR = Seconds(30);

/** Keeps from asking somebody who fails: after so many failures in a row, one question in a while tries again. */
export const createBreaker = (clock: Pick<Clock, 'monoMs'>) => {
  let failures = 0;
  let openUntil = 0;
  return {
    /** Whether they may be asked. Whoever may says what came of it. */
    admits: (): boolean => {
      if (failures < FAILURES) return true;
      const now = clock.monoMs();
      if (now < openUntil) return false;
      openUntil = now + OPEN_FOR;
      return true;
    },
    succeeded: (): void => {
      failures = 0;
    },
    failed: (): void => {
      failures += 1;
      if (failures >= FAILURES) openUntil = clock.monoMs() + OPEN_FOR;
    },
    /** In ms, where they are not to be asked. */
    waitMs: (): number => (failures < FAILURES ? 0 : Math.max(0, openUntil - clock.monoMs())),
  };
};
export type Breaker = ReturnType<typeof createBreaker>;
