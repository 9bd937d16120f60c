import { systemClock } from '@gatehouse/shared/time/system-clock.ts';

/** One operation from its question to its answer. Rejects if the answer is not the right one. */
export type Ask = () => Promise<void>;

export interface Sample {
  readonly latenciesMs: readonly number[];
  readonly elapsedMs: number;
}

/** Every asker asks again as soon as it is answered, until `forMs` have passed. */
export const askFor = async (askers: readonly Ask[], forMs: number): Promise<Sample> => {
  const latenciesMs: number[] = [];
  const began = systemClock.monoMs();
  const keepAsking = async (ask: Ask): Promise<void> => {
    for (let asked = began; asked - began < forMs; ) {
      await ask();
      const answered = systemClock.monoMs();
      latenciesMs.push(answered - asked);
      asked = answered;
    }
  };
  await Promise.all(askers.map(keepAsking));
  return { latenciesMs, elapsedMs: systemClock.monoMs() - began };
};

/** So often, one after the other. */
export const askTimes = async (ask: Ask, times: number): Promise<Sample> => {
  const latenciesMs: number[] = [];
  const began = systemClock.monoMs();
  for (let asked = began; latenciesMs.length < times; asked = systemClock.monoMs()) {
    await ask();
    latenciesMs.push(systemClock.monoMs() - asked);
  }
  return { latenciesMs, elapsedMs: systemClock.monoMs() - began };
};

/** So often in all, by all of them together: each asks again as soon as it is answered, while there are any left. */
export const askInAll = async (askers: readonly Ask[], times: number): Promise<void> => {
  let left = times;
  const keepAsking = async (ask: Ask): Promise<void> => {
    while (left-- > 0) await ask();
  };
  await Promise.all(askers.map(keepAsking));
};
