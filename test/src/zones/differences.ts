import type { Zone } from '@gatehouse/shared/zones/zone.ts';
import type { ZoneTables } from '@gatehouse/shared/zones/zone-tables.ts';

const FROM_S = -5_364_662_400; // 1800
const UNTIL_S = 10_413_792_000; // 2300

/** The first instant from `fromS` on, before 2300, at which two zones differ. */
export const firstDifference = (a: Zone, b: Zone, fromS: number): number | undefined => {
  let at = fromS;
  while (at < UNTIL_S) {
    if (a.offsetAt(at) !== b.offsetAt(at)) return at;
    at = Math.min(a.nextTransitionAfter(at), b.nextTransitionAfter(at));
  }
  return undefined;
};

/** What a reviewer of a new release wants to read: names that came, and where each zone begins to differ. */
export const describeDifferences = (before: ZoneTables, after: ZoneTables): string[] => [
  ...after.names.filter((name) => before.find(name) === undefined).map((name) => `${name}: new`),
  ...before.names.flatMap((name) => {
    const [old, now] = [before.find(name), after.find(name)];
    if (old === undefined || now === undefined) return [];
    const at = firstDifference(old, now, FROM_S);
    if (at === undefined) return [];
    return [`${name}: ${old.offsetAt(at)} becomes ${now.offsetAt(at)} s from ${new Date(at * 1000).toISOString()} on`];
  }),
];
