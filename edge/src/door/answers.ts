import type { OrderId, Verdict } from './attempt-machine.ts';

export type Answer = Verdict | 'interrupted';

/** Who waits for what becomes of an order: each is answered once. */
export const createAnswers = () => {
  const waiting = new Map<OrderId, (answer: Answer) => void>();
  return {
    wait: (id: OrderId): Promise<Answer> => {
      const { promise, resolve } = Promise.withResolvers<Answer>();
      waiting.set(id, resolve);
      return promise;
    },
    give: (id: OrderId, answer: Answer): void => {
      waiting.get(id)?.(answer);
      waiting.delete(id);
    },
    giveAll: (answer: Answer): void => {
      for (const resolve of [...waiting.values()]) resolve(answer);
      waiting.clear();
    },
  };
};
