import type { Caller, OwnCall } from '../../http/endpoint.ts';
import { again, type UnlockAnswer } from './unlock-answer.ts';
import type { Answered, UnlocksDeps } from './unlocks.service.ts';

/** The answer of an earlier request for who sends its key again. The audit marks it, and counts it as what it was. */
export const replayed = async (
  { db }: Pick<UnlocksDeps, 'db'>,
  answer: UnlockAnswer,
  call: Pick<OwnCall<Caller>, 'audit'>,
): Promise<Answered> => {
  await db.write((tx) => call.audit(tx, { outcome: 'replayed', status: answer.status }));
  return { ...again(answer), replayed: true };
};
