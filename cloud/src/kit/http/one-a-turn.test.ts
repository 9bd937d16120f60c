import { expect, it } from 'vitest';
import { oneATurn } from './one-a-turn.ts';

it('D1 lets whatever else waits go between any two pages, in order', async () => {
  const later = oneATurn();
  const order: string[] = [];
  const other = (left: number): void => {
    order.push('other');
    if (left > 1) setImmediate(() => other(left - 1));
  };
  await new Promise<void>((done) => {
    for (const page of ['a', 'b', 'c']) later(() => order.push(page));
    later(() => later(done));
    setImmediate(() => other(3));
  });
  expect(order).toEqual(['a', 'other', 'b', 'other', 'c', 'other']);
});
