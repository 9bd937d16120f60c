import { Latencies } from './latencies.ts';
import { blockAt } from './time-blocks.ts';

interface Counts {
  unlocks: number;
  unlocked: number;
  entries: number;
  readonly denials: Map<string, number>;
}
const counts = (): Counts => ({ unlocks: 0, unlocked: 0, entries: 0, denials: new Map() });
const SHARES = [0.5, 0.95, 0.99];

/** Outcomes after which the door was open, as far as anybody could see. */
const OPENED: readonly (string | null)[] = ['unlocked', 'commanded'];

/** Counts by blocks and by doors, row by row. Times in ms; blocks begin at `starts`, in Unix seconds. */
export const createTally = (starts: readonly number[]) => {
  const blocks = starts.map(counts);
  const doors = new Map<string, Counts & { readonly latencies: Latencies }>();

  const countedAt = (at: number, doorId: string | undefined): readonly Counts[] => {
    const block = blocks[blockAt(starts, at / 1_000)];
    const door = doorId === undefined ? undefined : doorOf(doorId);
    return [block, door].filter((one) => one !== undefined);
  };
  const doorOf = (doorId: string) => {
    const known = doors.get(doorId) ?? { ...counts(), latencies: new Latencies() };
    doors.set(doorId, known);
    return known;
  };

  return {
    unlock: (row: { at: number; doorId: string; outcome: string | null; finishedAt: number | null }): void => {
      const opened = OPENED.includes(row.outcome);
      for (const one of countedAt(row.at, row.doorId)) {
        one.unlocks++;
        if (opened) one.unlocked++;
      }
      // Of what was confirmed only: of a command nobody knows when the lock moved.
      if (row.outcome === 'unlocked' && row.finishedAt !== null)
        doorOf(row.doorId).latencies.add(Math.max(0, Number(row.finishedAt) - row.at));
    },

    /** Somebody whom a box let in, or with a reason did not. */
    decision: ({
      at,
      doorId,
      reason,
    }: {
      at: number;
      doorId: string | undefined;
      reason: string | undefined;
    }): void => {
      for (const one of countedAt(at, doorId))
        if (reason === undefined) one.entries++;
        else one.denials.set(reason, (one.denials.get(reason) ?? 0) + 1);
    },

    /** All of it: blocks up to `to` (ms), and the doors that are there or had anything, by name. */
    counted: (to: number, names: ReadonlyMap<string, string>) => ({
      blocks: blocks.map((block, i) => ({
        fromMs: Math.round((starts[i] as number) * 1_000),
        untilMs: i + 1 < starts.length ? (starts[i + 1] as number) * 1_000 : to,
        ...shown(block),
      })),
      doors: [...new Set([...names.keys(), ...doors.keys()])]
        .map((doorId) => {
          const door = doors.get(doorId) ?? { ...counts(), latencies: new Latencies() };
          const [p50 = null, p95 = null, p99 = null] = door.latencies.percentiles(SHARES);
          return { doorId, name: names.get(doorId) ?? null, ...shown(door), p50, p95, p99 };
        })
        .sort((a, b) => compare(a.name ?? '', b.name ?? '') || compare(a.doorId, b.doorId)),
    }),
  };
};

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/** The most frequent reason first. */
const shown = ({ unlocks, unlocked, entries, denials }: Counts) => ({
  unlocks,
  unlocked,
  entries,
  denials: [...denials]
    .map(([reason, count]) => ({ reason, count }))
    .sort((a, b) => b.count - a.count || compare(a.reason, b.reason)),
});
