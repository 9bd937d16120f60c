import { z } from 'zod';

/** A release's version: three numbers, compared one after the other. No pre-releases: a channel says who tries it first. */
export const ReleaseVersion = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,5})\.(?:0|[1-9]\d{0,5})\.(?:0|[1-9]\d{0,5})$/, 'must be three numbers such as 1.4.0');

/** Negative if `a` is older than `b`, 0 if they are the same, positive if it is newer. */
export const compareVersions = (a: string, b: string): number => {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  for (const [index, number] of left.entries()) {
    const difference = number - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
};

/** The newer of two versions, either of which may be missing. */
export const newerVersion = (a: string | undefined, b: string | undefined): string | undefined => {
  if (a === undefined || b === undefined) return a ?? b;
  return compareVersions(a, b) >= 0 ? a : b;
};
