import { type Duration, Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';

/** No caller may wait less than this: the physical way there and back needs its time. */
const SHORTEST_WAIT = Seconds(2);
/** A command never starts later than this after its request, however long the caller would wait. */
const LATEST_START = Milliseconds(3_500);
/** The box stops starting this long before the caller is told of a timeout, so a 504 never opens the door afterwards. */
const START_MARGIN = Seconds(1);

/** For the documents. */
export const WAIT_IN_WORDS =
  '`wait=N`: answer after N seconds at the latest. Not below 2, and not beyond the door’s confirmation time, which holds without it.';

export interface UnlockTiming {
  /** When the caller is answered at the latest, from the arrival of the request. */
  readonly timeout: Duration;
  /** When the box may start at the latest, from the arrival of the request. */
  readonly latestStart: Duration;
}

/** `prefer` is the request's Prefer header (RFC 7240, section 4.3): `wait=N` seconds may shorten the wait. */
export const unlockTiming = (confirmationTimeoutSeconds: number, prefer: string | undefined): UnlockTiming => {
  const wait = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,4})"?(?:$|[,;\s])/i.exec(prefer ?? '')?.[1];
  const wished = wait === undefined ? Number.POSITIVE_INFINITY : Number(wait);
  const timeout = Math.max(SHORTEST_WAIT, Math.min(Seconds(confirmationTimeoutSeconds), Seconds(wished))) as Duration;
  return { timeout, latestStart: Math.min(LATEST_START, timeout - START_MARGIN) as Duration };
};
