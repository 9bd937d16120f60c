import { type Caller, decided, type OwnCall } from '../../kit/http/endpoint.ts';
import { again, type UnlockAnswer } from './unlock-answer.ts';
import type { Answered } from './unlocks.service.ts';

/** The answer of an earlier request for who sends its key again. The audit marks it, and counts it as what it was. */
export const replayed = async (answer: UnlockAnswer, { write }: Pick<OwnCall<Caller>, 'write'>): Promise<Answered> => {
  await write(async () => decided(undefined, { outcome: 'replayed', status: answer.status }));
  return { ...again(answer), replayed: true };
};
