import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { afterCommit } from './after-commit.ts';
import { ENGINES } from './engines.ts';

describe.each(ENGINES)('what waits for a commit on $name', ({ open }) => {
  it('runs once the unit is committed, in the order it was asked for', async () => {
    const db = await open();
    const ran: string[] = [];
    await db.write(async (tx) => {
      afterCommit(tx, () => ran.push('first'));
      afterCommit(tx, () => ran.push('second'));
      expect(ran).toEqual([]);
    });
    expect(ran).toEqual(['first', 'second']);
  });

  it('never runs for a unit that was rolled back, whatever its neighbours do', async () => {
    const db = await open();
    const ran: string[] = [];
    const unit = (name: string, fails: boolean) =>
      db.write(async (tx) => {
        afterCommit(tx, () => ran.push(name));
        if (fails) throw new Error('given up');
      });
    await Promise.allSettled([unit('a', false), unit('b', true), unit('c', false)]);
    expect(ran.sort()).toEqual(['a', 'c']);
  });

  it('undoes nothing and keeps nobody waiting where it throws', async () => {
    const db = await open();
    const ran: string[] = [];
    const warned = once(process, 'warning');
    const first = db.write(async (tx) => {
      afterCommit(tx, () => {
        throw new Error('nobody listens');
      });
      afterCommit(tx, () => ran.push('next'));
      return 'stands';
    });
    const second = db.write(async () => 'stands too');
    expect(await Promise.all([first, second])).toEqual(['stands', 'stands too']);
    expect(ran).toEqual(['next']);
    expect(String((await warned)[0])).toContain('nobody listens');
  });
});
