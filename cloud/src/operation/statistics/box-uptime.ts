/** A box, and what is known of it now. Times in ms. */
export interface WatchedBox {
  readonly boxId: string;
  readonly name: string | null;
  readonly claimedAt: number;
  readonly isHeard: boolean;
}
/** What the watch over boxes saw, in order. */
export interface BoxChange {
  readonly boxId: string;
  readonly at: number;
  readonly online: boolean;
}
export interface Period {
  readonly from: number;
  readonly to: number;
}

export interface Uptime {
  readonly boxId: string;
  readonly name: string | null;
  /** Of which part of the period anything is known; empty where nothing is. */
  readonly known: Period;
  readonly upMs: number;
  readonly awayTimes: number;
}

/**
 * For how long a box was there in a period. Between two changes it was what the first of them made it; before the first it
 * was the opposite, and without any it was what it is now. `changes` reach from the beginning of what is known up to
 * `toldUntil`, which is now unless there were too many to read.
 */
export const uptimeOf = (
  { boxId, name, claimedAt, isHeard }: WatchedBox,
  changes: readonly BoxChange[],
  { from, to }: Period,
  toldUntil: number,
): Uptime => {
  const own = changes.filter((change) => change.boxId === boxId);
  const known = { from: Math.max(from, claimedAt), to: Math.min(to, toldUntil) };
  let up = own[0] === undefined ? isHeard : !own[0].online;
  let at = known.from;
  let upMs = 0;
  let awayTimes = 0;
  for (const change of [...own, { at: Number.POSITIVE_INFINITY, online: up }]) {
    const end = Math.min(change.at, known.to);
    if (end > at) {
      if (up) upMs += end - at;
      else if (at === known.from) awayTimes++; // It was away already.
      at = end;
    }
    if (up && !change.online && change.at >= known.from && change.at < known.to) awayTimes++;
    up = change.online;
  }
  return { boxId, name, known: { from: known.from, to: Math.max(known.from, known.to) }, upMs, awayTimes };
};
