/** Times as they come, the last few thousand of them: enough for percentiles, and no more memory however long it goes on. */
export interface Times {
  add(ms: number): void;
  readonly count: number;
  /** The time that `share` (0 to 1) of those kept do not exceed; 0 while there is none. */
  quantile(share: number): number;
}

const KEPT = 8_192;

export const createTimes = (kept = KEPT): Times => {
  const ring = new Float64Array(kept);
  let count = 0;
  return {
    add: (ms) => {
      ring[count % kept] = ms;
      count += 1;
    },
    get count() {
      return count;
    },
    quantile: (share) => {
      const sorted = ring.slice(0, Math.min(count, kept)).sort();
      return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    },
  };
};

/** Everything that a fleet counts. */
export interface Figures {
  connects: number;
  drops: number;
  beacons: number;
  acks: number;
  commands: number;
  facts: number;
  factsStored: number;
  unlocks: number;
  /** What went wrong, by what it was: at most a hundred different words. */
  readonly errors: Map<string, number>;
  readonly connectTimes: Times;
  readonly ackTimes: Times;
  readonly unlockTimes: Times;
  error(why: string): void;
}

const ERRORS_MAX = 100;

export const createFigures = (): Figures => {
  const errors = new Map<string, number>();
  return {
    connects: 0,
    drops: 0,
    beacons: 0,
    acks: 0,
    commands: 0,
    facts: 0,
    factsStored: 0,
    unlocks: 0,
    errors,
    connectTimes: createTimes(),
    ackTimes: createTimes(),
    unlockTimes: createTimes(),
    error: (why) => {
      if (errors.has(why) || errors.size < ERRORS_MAX) errors.set(why, (errors.get(why) ?? 0) + 1);
    },
  };
};
