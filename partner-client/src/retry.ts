/** How one attempt ended, when it did not end well. */
export type Ended =
  | { readonly kind: 'lost' }
  | {
      readonly kind: 'answer';
      readonly status: number;
      /** The answer is the outcome of a command, such as `device_offline`: it was carried out, and failed. */
      readonly outcome: boolean;
      readonly retryAfterMs: number | undefined;
    };

/**
 * What may be repeated: `freely`, because twice is the same as once; `keyed`, because its key makes it so; or `never`,
 * because a second one might open a door a second time.
 */
export type Repeatable = 'freely' | 'keyed' | 'never';

/** The documented backoff: after these waits the client stops and tells its caller. */
const BACKOFF_MS = [1_000, 2_000, 4_000];
/** A server that asks for a longer pause than this is told to the caller instead of waited for. */
const WAIT_MAX_MS = 30_000;

/** How long to wait before the next attempt, after `attempts` of them; `undefined` to stop. */
export const waitBeforeNext = (ended: Ended, repeatable: Repeatable, attempts: number): number | undefined => {
  const backoff = BACKOFF_MS[attempts - 1];
  if (backoff === undefined || !mayRepeat(ended, repeatable)) return undefined;
  const wait = ended.kind === 'lost' ? backoff : Math.max(backoff, ended.retryAfterMs ?? 0);
  return wait > WAIT_MAX_MS ? undefined : wait;
};

const mayRepeat = (ended: Ended, repeatable: Repeatable): boolean => {
  if (repeatable === 'never') return false;
  if (ended.kind === 'lost') return true;
  if (ended.status !== 429 && ended.status < 500) return false;
  // With the same key the same outcome would come back. Another attempt is another key, and the caller's decision.
  return repeatable === 'freely' || !ended.outcome;
};

/** The pause that a Retry-After header asks for (RFC 9110 section 10.2.3), in milliseconds; nothing if it is none. */
export const retryAfterMs = (header: string | null, nowMs: number): number | undefined => {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1_000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
};
