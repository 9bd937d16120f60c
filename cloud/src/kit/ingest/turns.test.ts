import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.ts';

describe('turns', () => {
  const options = { atOnce: 2, atOncePerTenant: 2, waitingPerTenant: 2, waitingMax: 3 };
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  it('lets so many in at once, and the next when one leaves', async () => {
    const turns = createTurns(options);
    const leave = await turns.take('a');
    await turns.take('a');
    let entered = false;
    const third = turns.take('a')?.then((end) => {
      entered = true;
      return end;
    });
    await settle();
    expect(entered).toBe(false);
    leave?.();
    leave?.(); // Leaving twice lets nobody else in.
    await third;
    expect(entered).toBe(true);
    expect(turns.take('a')).toBeInstanceOf(Promise);
  });

  it('refuses who would wait behind too many, of one tenant or of all', async () => {
    const turns = createTurns(options);
    const leave = await turns.take('a');
    await turns.take('a');
    expect([turns.take('a'), turns.take('a')].every(Boolean)).toBe(true);
    expect(turns.take('a')).toBeUndefined();
    expect(turns.take('b')).toBeInstanceOf(Promise);
    expect(turns.take('b')).toBeUndefined();
    leave?.();
    await settle();
    expect(turns.take('b')).toBeInstanceOf(Promise);
  });

  it('leaves room for others, however many one tenant has that do not end', async () => {
    const turns = createTurns({ atOnce: 3, atOncePerTenant: 2, waitingPerTenant: 10, waitingMax: 100 });
    const order: string[] = [];
    const enter = (name: string) =>
      turns.take(name[0] as string)?.then((leave) => {
        order.push(name);
        return leave;
      });
    const first = await enter('a1');
    await enter('a2');
    const third = enter('a3');
    const other = await enter('b1');
    await settle();
    expect(order).toEqual(['a1', 'a2', 'b1']);
    const next = enter('b2');
    other?.(); // Whoever is first in the queue has no right to a third place.
    await next;
    first?.();
    await third;
    expect(order).toEqual(['a1', 'a2', 'b1', 'b2', 'a3']);
  });

  it('takes tenants in turn: one that asks often keeps nobody waiting', async () => {
    const turns = createTurns({ atOnce: 1, atOncePerTenant: 1, waitingPerTenant: 10, waitingMax: 100 });
    const order: string[] = [];
    const first = await turns.take('busy');
    const all = ['busy', 'busy', 'busy', 'a', 'b', 'a'].map((tenant) =>
      turns.take(tenant)?.then((leave) => {
        order.push(tenant);
        leave();
      }),
    );
    first?.();
    await Promise.all(all);
    expect(order).toEqual(['busy', 'a', 'b', 'busy', 'a', 'busy']);
  });
});
