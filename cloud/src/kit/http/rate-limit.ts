import type { Clock } from '@gatehouse/shared/time/clock.ts';

export interface Taken {
  readonly ok: boolean;
  /** How many more would be let through right now. */
  readonly remaining: number;
  /** When the next would be, in ms from now. 0 while there are any left. */
  readonly retryAfterMs: number;
}

/** Lets at most `limit` through in any one second: a sliding log of the accepted times, no queueing. */
export interface RateLimiter {
  take(key: string, limit: number): Taken | Promise<Taken>;
}

export const WINDOW_MS = 1_000;

/** When requests were let through, the oldest first, of which so many are past. */
interface Accepted {
  readonly times: number[];
  past: number;
}
/** Past times leave the list many at a time: moving thousands up by one costs more than the rest of a request. */
const PAST_KEPT = 64;

const forgetPast = (accepted: Accepted, now: number): void => {
  const { times } = accepted;
  while (accepted.past < times.length && now - (times[accepted.past] as number) >= WINDOW_MS) accepted.past++;
  if (accepted.past < PAST_KEPT || accepted.past * 2 < times.length) return;
  times.splice(0, accepted.past);
  accepted.past = 0;
};

/** For one process. Holds `keysMax` keys at most; the one that was longest not asked for makes room. */
export const memoryRateLimiter = (clock: Pick<Clock, 'monoMs'>, keysMax = 10_000): RateLimiter => {
  const logs = new Map<string, Accepted>();
  return {
    take: (key, limit) => {
      const now = clock.monoMs();
      const accepted = logs.get(key) ?? { times: [], past: 0 };
      forgetPast(accepted, now);
      const { times } = accepted;
      const ok = times.length - accepted.past < limit;
      if (ok) times.push(now);
      logs.delete(key); // Set again below, so that the map stays in the order of use.
      logs.set(key, accepted);
      if (logs.size > keysMax) logs.delete(logs.keys().next().value as string);
      const remaining = Math.max(0, limit - (times.length - accepted.past));
      // The first that frees a place: with a limit that was lowered meanwhile, not the oldest.
      const frees = times[times.length - limit];
      return { ok, remaining, retryAfterMs: remaining > 0 || frees === undefined ? 0 : frees + WINDOW_MS - now };
    },
  };
};

/** The policy alone: for an answer to a request that was turned away before it was counted. */
export const rateLimitPolicy = (limit: number): Readonly<Record<string, string>> => {
  const known = policies.get(limit) ?? { 'RateLimit-Policy': `"endpoint";q=${limit};w=1` };
  policies.set(limit, known);
  return known;
};
/** By limit: accounts set few different ones. */
const policies = new Map<number, Readonly<Record<string, string>>>();

/**
 * The header fields of an answer (draft-ietf-httpapi-ratelimit-headers): the policy, what is left of it, and on a
 * refusal when to come back, all in whole seconds.
 */
export const rateLimitHeaders = (limit: number, { ok, remaining, retryAfterMs }: Taken): Record<string, string> => {
  const seconds = String(Math.max(1, Math.ceil(retryAfterMs / 1_000)));
  return {
    ...rateLimitPolicy(limit),
    RateLimit: `"endpoint";r=${remaining};t=${remaining > 0 ? 1 : seconds}`,
    ...(ok ? {} : { 'Retry-After': seconds }),
  };
};
