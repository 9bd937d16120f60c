import { createHash } from 'node:crypto';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Hours } from '@gatehouse/shared/time/duration.ts';
import type { HttpAnswer, HttpCall } from '../kit/http.ts';
import { answerOf, otherwiseUsed, Refusal } from './refusals.ts';

const KEPT_FOR = Hours(24);
const KEY_MAX = 255;

interface Kept {
  readonly request: string;
  readonly answer: HttpAnswer;
  readonly untilMs: number;
}

/** The same key with the same request has the same answer for a day; with another request it is refused. */
export const createIdempotency = (clock: Pick<Clock, 'wallMs'>) => {
  const kept = new Map<string, Kept>();
  return (call: HttpCall, account: string, run: () => HttpAnswer): HttpAnswer => {
    const key = String(call.headers['idempotency-key'] ?? '');
    if (call.method !== 'POST' || key === '') return run();
    if (key.length > KEY_MAX)
      throw new Refusal(400, {
        type: 'invalid_request_error',
        message: 'Idempotency keys are 255 characters at most.',
      });
    const of = `${account} ${key}`;
    const request = createHash('sha256').update(`${call.path}\n`).update(call.body).digest('hex');
    const before = kept.get(of);
    if (before !== undefined && before.untilMs > clock.wallMs()) {
      if (before.request !== request) throw otherwiseUsed();
      return { ...before.answer, headers: { ...before.answer.headers, 'idempotent-replayed': 'true' } };
    }
    const answer = answered(run);
    // What was refused before anything was begun is not kept.
    if (answer.status !== undefined && answer.status >= 400 && answer.status !== 402) return answer;
    // As it is now: what it is about goes on changing.
    const body = typeof answer.body === 'object' ? JSON.stringify(answer.body) : (answer.body ?? '');
    const frozen = { ...answer, headers: { ...answer.headers, 'content-type': 'application/json' }, body };
    kept.set(of, { request, answer: frozen, untilMs: clock.wallMs() + KEPT_FOR });
    return frozen;
  };
};

/** A refusal is an answer too. */
export const answered = (run: () => HttpAnswer): HttpAnswer => {
  try {
    return run();
  } catch (error) {
    if (error instanceof Refusal) return answerOf(error);
    throw error;
  }
};
