import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { scoping } from './testing/scoping.ts';

describe.each(ENGINES)('status words on $name', ({ open }) => {
  const { on, warnings } = scoping(open);
  const seen = (...statuses: string[]) =>
    on.db.write((tx) => on.world.scopes.statusesSeen(tx, { ...on.source, statuses }));

  it('warns of a bounded number of statuses without a meaning, and of the next once some have one', async () => {
    const open = async () =>
      (await on.db.read((tx) => tx.selectFrom('warning').where('closed_at', 'is', null).select('subject').execute()))
        .length;
    await seen(...Array.from({ length: 70 }, (_word, i) => `one-${i}`));
    await seen(...Array.from({ length: 70 }, (_word, i) => `two-${i}`), 'one-3');
    expect(await open()).toBe(100);
    await on.world.db.write((tx) => on.world.scopes.setStatus(tx, on.world.partnerId, 'one-3', 'ignore'));
    await seen('three', 'four');
    expect(await open()).toBe(100);
  });

  it('statuses have the meaning of the partner’s map; one without a meaning is warned of until it has one', async () => {
    await seen('current', 'On Hold', 'on_hold', 'EXPIRED', 'cancelled', '');
    expect(await warnings()).toEqual([]);
    await seen('Frozen', 'frozen');
    await seen('frozen');
    expect(await warnings()).toMatchObject([{ kind: 'status_without_meaning', count: 1 }]);
    await on.world.db.write((tx) => on.world.scopes.setStatus(tx, on.world.partnerId, 'FROZEN', 'deny'));
    expect(await warnings()).toEqual([]);
    await seen('frozen');
    expect(await warnings()).toEqual([]);
    const map = await on.db.read((tx) => on.world.scopes.statusMapOf(tx, on.world.partnerId));
    expect(['frozen', 'on-hold', 'current', 'gone'].map(map)).toEqual(['deny', 'deny', 'allow', undefined]);
    await on.world.db.write((tx) => on.world.scopes.setStatus(tx, on.world.partnerId, 'expired', 'allow'));
    const changed = await on.db.read((tx) => on.world.scopes.statusMapOf(tx, on.world.partnerId));
    expect(changed('Expired')).toBe('allow');
  });
});
