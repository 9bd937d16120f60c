import { createHash, createHmac } from 'node:crypto';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Hours, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Database, Tx } from '../db/unit-of-work.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { kitFault } from './kit-faults.ts';
import { repliesRepo } from './replies.repo.ts';
import type { Outcome } from './run-declared.ts';

/** How long a key is remembered. */
export const REPLIES_KEPT = Hours(24);
/** An attempt that has neither ended nor decided anything by then died with its process. */
const GIVEN_UP_AFTER = Minutes(2);
const COME_BACK_AFTER = Seconds(1);
const KEY = /^[\x21-\x7e]{1,120}$/;

/** The header, for the documents. */
export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'The caller’s name for this one request, kept for 24 hours. Sent again after a lost answer, it gets the same answer, with `Idempotent-Replayed: true`.',
  schema: { type: 'string', minLength: 1, maxLength: 120 },
};

/** Whether the kit looks after idempotency keys here. Of a body that is read as it arrives, nobody knows beforehand whether it is the same. */
export const takesIdempotencyKey = ({ surface, method, ownIdempotency, readsOnly, bodyStream }: AnyEndpoint): boolean =>
  surface.idempotencyKeys === true && method === 'POST' && !ownIdempotency && !readsOnly && bodyStream === undefined;

/** One attempt under an idempotency key. */
export interface Attempt {
  /**
   * Writes down, in the unit that decides the request, that it is decided: it is never carried out twice. Throws, and so
   * undoes the unit, where this attempt was taken for dead and another has begun.
   */
  readonly decided: (tx: Tx) => Promise<void>;
  /** The same with the answer, where that is known in the unit. */
  readonly answered: (tx: Tx, outcome: Outcome) => Promise<void>;
}

export interface ReplyStore {
  /**
   * Runs what a request asks for, once a key: the same request again gets the same answer, marked as replayed. Only
   * successes are kept; a refusal leaves the key free. `keep: false`: the answer holds a secret and is not stored.
   */
  once(
    request: { readonly key: string; readonly caller: string; readonly content: unknown; readonly keep: boolean },
    run: (attempt: Attempt) => Promise<Outcome>,
  ): Promise<{ readonly outcome: Outcome; readonly replayed: boolean }>;
}

/** Answers of requests that may be sent again after a lost answer, by their `Idempotency-Key`. */
export const replyStore = (db: Pick<Database, 'read' | 'write'>, clock: Clock): ReplyStore => {
  const claim = async (key: string, hash: string, now: number): Promise<Outcome | undefined> => {
    const row = { key, request_hash: hash, state: 'running' as const, started_at: now, status: null, answer: null };
    const earlier = await db.write(async (tx) => {
      const repo = repliesRepo(tx);
      if (await repo.claim(row)) return undefined;
      const found = await repo.find(key);
      const dead = found?.state === 'running' && now - found.started_at > GIVEN_UP_AFTER;
      return dead && (await repo.takeOver(row, found.started_at)) ? undefined : found;
    });
    return earlier && answerAgain(earlier, hash);
  };

  return {
    once: async ({ key: sent, caller, content, keep }, run) => {
      if (!KEY.test(sent))
        throw kitFault('invalid_request', 'Idempotency-Key: must be 1 to 120 printable characters without spaces.');
      const key = digest(JSON.stringify([caller, sent]));
      const attempt = { key, startedAt: clock.wallMs() };
      const kept = await claim(key, contentHash(sent, content), attempt.startedAt);
      if (kept !== undefined) return { outcome: kept, replayed: true };
      const keepAs = ({ status, value }: Outcome) => ({ status, answer: keep ? JSON.stringify(value) : null });
      let isKept = false;
      try {
        const outcome = await run({
          decided: async (tx) => {
            if (!(await repliesRepo(tx).decide(attempt))) throw inProgress();
          },
          answered: async (tx, outcome) => {
            if (!(await repliesRepo(tx).answer(attempt, keepAs(outcome)))) throw inProgress();
            isKept = true;
          },
        });
        if (!isKept) await db.write((tx) => repliesRepo(tx).answer(attempt, keepAs(outcome)));
        return { outcome, replayed: false };
      } catch (error) {
        // What is decided stays so. Where even this cannot be written, the attempt is given up in time.
        await db.write((tx) => repliesRepo(tx).release(attempt)).catch(() => undefined);
        throw error;
      }
    },
  };
};

const answerAgain = (
  {
    state,
    request_hash,
    status,
    answer,
  }: { state: string; request_hash: string; status: number | null; answer: string | null },
  hash: string,
): Outcome => {
  if (request_hash !== hash)
    throw kitFault('idempotency_key_reused', 'Idempotency-Key: was used for another request. Use a new key.');
  if (state === 'running') throw inProgress();
  if (status === null || answer === null)
    throw kitFault('answer_not_kept', 'This request was carried out; what it answered is not kept.');
  return { status: Number(status), value: JSON.parse(answer), headers: { 'Idempotent-Replayed': 'true' } };
};

const inProgress = (): Error => {
  const headers = { 'Retry-After': String(COME_BACK_AFTER / 1_000) };
  return kitFault('request_in_progress', 'The same request is being carried out.', { headers });
};

/** Keyed with what the caller sent, which is stored nowhere: of a PIN, a hash alone would tell whoever reads the row all digits. */
const contentHash = (sent: string, content: unknown): string =>
  createHmac('sha256', sent).update(JSON.stringify(content)).digest('hex');
const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
