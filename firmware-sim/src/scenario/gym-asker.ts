import { GymAnswer, type GymAsk } from '@gatehouse/shared/gym/gym-host.ts';
import type { GymWanted, OpenedGym } from './play-all.ts';
import type { Scenario } from './scenario.ts';

/** Asks whoever started this process for gyms. `undefined` where nobody is there to be asked. */
export const gymAsker = (host: NodeJS.Process): ((wanted: GymWanted) => Promise<OpenedGym>) | undefined => {
  if (host.send === undefined) return undefined;
  const waiting = new Map<number, (answer: GymAnswer) => void>();
  let lastId = 0;
  host.on('message', (message) => {
    const answer = GymAnswer.safeParse(message).data;
    if (answer !== undefined) waiting.get(answer.id)?.(answer);
  });
  type Ask = GymAsk extends infer One ? (One extends { id: number } ? Omit<One, 'id'> : never) : never;
  const ask = async (asked: Ask): Promise<GymAnswer> => {
    lastId += 1;
    const id = lastId;
    const answer = await new Promise<GymAnswer>((resolve) => {
      waiting.set(id, resolve);
      host.send?.({ id, ...asked });
    });
    waiting.delete(id);
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
  };
  return async ({ building, seed, doors }) => {
    const { opened } = await ask({ ask: 'open', building: building ?? null, seed, doors: given(doors) });
    if (opened === undefined) throw new TypeError('a gym was opened nowhere');
    const { gym, place } = opened;
    return {
      place,
      process: async (which, act, clock) => void (await ask({ ask: 'process', gym, which, act, clock })),
      disk: async (state) => void (await ask({ ask: 'disk', gym, state })),
      close: async () => void (await ask({ ask: 'close', gym })),
    };
  };
};

const given = (doors: Scenario['doors']): Record<string, number> =>
  Object.fromEntries(Object.entries(doors).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
