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
});
