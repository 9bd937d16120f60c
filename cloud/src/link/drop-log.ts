import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Logger } from 'pino';

/** Counts what was dropped and why. */
export type Drop = (boxId: string, why: string) => void;

const QUIET_MS = 60_000;
const KEYS_MAX = 5_000;

/** Says what was dropped once a minute for each box and reason, with how often: a box gone mad cannot fill the log. */
export const createDropLog = (clock: Clock, log: Pick<Logger, 'warn'>): Drop => {
  const counts = new Map<string, { count: number; saidAtMs: number }>();
  return (boxId, why) => {
    const key = `${boxId} ${why}`;
    const seen = counts.get(key);
    const nowMs = clock.monoMs();
    if (seen !== undefined && nowMs - seen.saidAtMs < QUIET_MS) {
      seen.count += 1;
      return;
    }
    if (counts.size >= KEYS_MAX) counts.clear();
    counts.set(key, { count: 0, saidAtMs: nowMs });
    log.warn({ boxId, why, since: seen?.count ?? 0 }, 'a message on the device link was dropped');
  };
};
