import { describe, expect, it } from 'vitest';
import { afterUrgent, goFirst, letOthersGo, yieldToEventLoop } from './yield-to-event-loop.ts';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const turns = async (count: number) => {
  for (let left = count; left > 0; left--) await turn();
};
/** Counts the turns of the loop until work is done. */
const turnsOf = async (work: () => Promise<unknown>): Promise<number> => {
  let counted = 0;
  let done = false;
  const working = work().finally(() => {
    done = true;
  });
  while (!done) {
    await turn();
    counted++;
  }
  await working;
  return counted;
};

describe('D1 who yields', () => {
  it('waits for one turn while nobody stands at a door', async () => {
    expect(afterUrgent()).toBeUndefined();
    expect(await turnsOf(yieldToEventLoop)).toBeLessThanOrEqual(2);
  });

  it('waits until what somebody at a door waits for is done', async () => {
    const order: string[] = [];
    const unlock = goFirst(async () => {
      await turns(6);
      order.push('unlocked');
    });
    await Promise.all([unlock, afterUrgent()?.then(() => order.push('page'))]);
    expect(order).toEqual(['unlocked', 'page']);
    expect(afterUrgent()).toBeUndefined();
  });

  it('goes on meanwhile where that waits for a box, and waits again for what comes of it', async () => {
    const order: string[] = [];
    const unlock = goFirst(async () => {
      await letOthersGo(() => turns(10));
      order.push('the box has answered');
      await turns(6);
      order.push('unlocked');
    });
    await yieldToEventLoop();
    order.push('page');
    await turns(10);
    await yieldToEventLoop();
    order.push('another page');
    await unlock;
    expect(order).toEqual(['page', 'the box has answered', 'unlocked', 'another page']);
  });

  it('is not kept for ever by what hangs, and counts again from what threw', async () => {
    const hangs = Promise.withResolvers<void>();
    const unlock = goFirst(() => hangs.promise);
    expect(await turnsOf(yieldToEventLoop)).toBeLessThanOrEqual(20);
    hangs.reject(new Error('no disk'));
    await expect(unlock).rejects.toThrow('no disk');
    await expect(goFirst(() => letOthersGo(() => Promise.reject(new Error('no box'))))).rejects.toThrow('no box');
    expect(afterUrgent()).toBeUndefined();
  });
});
