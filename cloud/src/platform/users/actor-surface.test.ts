import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { ENGINES, openTestDatabase } from '../../kit/db/engines.ts';
import { listen } from '../../testing/statement-plans.ts';
import { confirms, createWorld, scriptedLink } from '../../testing/world.ts';
import { namedBy } from './actor-surface.ts';

describe.each(ENGINES)('who did something, on $name', ({ freshUrl }) => {
  it('is said by kind, id and name, and looked up by one query a kind, however long the list', async () => {
    const db = await openTestDatabase(await freshUrl());
    const { users, partnerId } = await createWorld(db, new ManualClock(), scriptedLink(confirms).link);
    const named = (email: string, firstName: string) =>
      db.write((tx) => users.addUser(tx, { email, firstName, lastName: 'Example' }, 'test'));
    const [sam, kim] = [await named('sam@example.com', 'Sam'), await named('kim@example.com', 'Kim')];
    await db.write((tx) => users.remove(tx, kim.id));
    const rows = [`user:${sam.id}`, kim.id, `partner:${partnerId}/5f0c1c52`, 'box:b-1', 'device:d-1', 'operator'].map(
      (madeBy, n) => ({ n, madeBy, endedBy: n === 0 ? `user:${kim.id}` : null }),
    );
    rows.push({ n: 6, madeBy: 'user:usr_zzzzzzzzzzzzzzzz', endedBy: null });
    const heard = listen();
    const found = await db.read((tx) => namedBy(tx, rows, 'madeBy', 'endedBy'));
    expect(found.map(({ madeBy }) => madeBy)).toEqual([
      { kind: 'user', id: sam.id, name: 'Sam Example' },
      { kind: 'user', id: kim.id, name: 'Kim Example' },
      { kind: 'partner', id: partnerId, name: expect.any(String) },
      { kind: 'box', id: 'b-1', name: null },
      { kind: 'device', id: 'd-1', name: null },
      { kind: 'system', id: 'operator', name: null },
      { kind: 'user', id: 'usr_zzzzzzzzzzzzzzzz', name: null },
    ]);
    expect(found.map(({ n, endedBy }) => [n, endedBy?.name])).toEqual([
      [0, 'Kim Example'],
      ...[1, 2, 3, 4, 5, 6].map((n) => [n, undefined]),
    ]);
    expect([...heard].filter((text) => /platform_user|from "?partner"?/.test(text)).length).toBeLessThanOrEqual(2);
    await db.close();
  });
});
