import type { Zone } from './zone.ts';

/** Seconds around a change at which an answer can be wrong in a way of its own. */
export const AROUND_S = [-3_600, -1_800, -60, -1, 0, 1, 60, 1_800, 3_600];

/** Numbers from 0 to 1 that look random and are the same in every run. */
export const seededNumbers = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};

/** Every change of a zone's clocks in [fromS, untilS). */
export const transitionsOf = (zone: Zone, fromS: number, untilS: number): number[] => {
  const found: number[] = [];
  for (let at = zone.nextTransitionAfter(fromS - 1); at < untilS; at = zone.nextTransitionAfter(at)) found.push(at);
  return found;
};

/** Instants in [fromS, untilS) worth asking a zone about: around every change, and some anywhere. */
export const instantsToProbe = (zone: Zone, fromS: number, untilS: number, random: () => number): number[] => [
  ...transitionsOf(zone, fromS, untilS)
    .flatMap((at) => AROUND_S.map((seconds) => at + seconds))
    .filter((at) => at >= fromS && at < untilS),
  ...Array.from({ length: 300 }, () => Math.floor(fromS + random() * (untilS - fromS))),
];
