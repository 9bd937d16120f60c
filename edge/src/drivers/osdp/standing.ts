import type { ReaderStanding } from '../../readers/reader.ts';

/** What is known of one reader, and who is told when that changes. */
export interface StandingKeeper {
  get(): ReaderStanding;
  /** Tells of it only if it is another than before. */
  set(change: Partial<ReaderStanding>): void;
}

export const createStanding = (changed: (now: ReaderStanding) => void): StandingKeeper => {
  let now: ReaderStanding = { state: 'unknown', tampered: false, secure: false, trouble: null };
  return {
    get: () => now,
    set: (change) => {
      const next = { ...now, ...change };
      const same = (Object.keys(next) as (keyof ReaderStanding)[]).every((field) => next[field] === now[field]);
      now = next;
      if (!same) changed(now);
    },
  };
};
