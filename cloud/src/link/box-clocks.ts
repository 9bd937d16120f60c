import type { BootId, BoxId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Duration } from '@gatehouse/shared/time/duration.ts';
import type { Beacon } from '@gatehouse/shared/wire/beacon.ts';

/** Where a box's own clock stands now, and in which run of the box. */
export interface BoxTime {
  readonly bootId: BootId;
  readonly monoMs: number;
}

export interface BoxClocks {
  /** False for a beacon that is older than one we know, or of a connection that has ended. */
  beacon(boxId: BoxId, beacon: Beacon): boolean;
  gone(boxId: BoxId, connectionId: string): void;
  /** The box's time, or undefined if its last beacon is too old to reckon with. */
  now(boxId: BoxId): BoxTime | undefined;
  forget(boxId: BoxId): void;
}

/** A box is stale after so many intervals without a beacon (decision 9). */
const STALE_AFTER = 3;
const ENDED_KEPT = 4;

interface Session {
  readonly bootId: BootId;
  readonly connectionId: string;
  readonly sentMonoMs: number;
  readonly receivedMonoMs: number;
}

/**
 * What each box's monotonic clock reads now, reckoned from its newest beacon. A beacon has been under way for a while
 * when it arrives, so the reckoning is never ahead of the box: a deadline made from it ends early rather than late.
 */
export const createBoxClocks = (clock: Clock, beaconInterval: Duration): BoxClocks => {
  const sessions = new Map<BoxId, Session>();
  const ended = new Map<BoxId, string[]>();
  return {
    beacon: (boxId, { bootId, connectionId, sentMonoMs }) => {
      if (ended.get(boxId)?.includes(connectionId)) return false;
      const known = sessions.get(boxId);
      // A copy, or one that was overtaken: it would set the clock back.
      if (known?.bootId === bootId && sentMonoMs <= known.sentMonoMs) return false;
      sessions.set(boxId, { bootId, connectionId, sentMonoMs, receivedMonoMs: clock.monoMs() });
      return true;
    },
    gone: (boxId, connectionId) => {
      ended.set(boxId, [...(ended.get(boxId) ?? []), connectionId].slice(-ENDED_KEPT));
      if (sessions.get(boxId)?.connectionId === connectionId) sessions.delete(boxId);
    },
    now: (boxId) => {
      const session = sessions.get(boxId);
      if (session === undefined) return undefined;
      const elapsedMs = clock.monoMs() - session.receivedMonoMs;
      if (elapsedMs > STALE_AFTER * beaconInterval) return undefined;
      return { bootId: session.bootId, monoMs: session.sentMonoMs + elapsedMs };
    },
    forget: (boxId) => {
      sessions.delete(boxId);
      ended.delete(boxId);
    },
  };
};
