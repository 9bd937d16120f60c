import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { ordersOf } from '../../testing/orders.ts';
import { confirms, createWorld, scriptedLink } from '../../testing/world.ts';
import { anEntry, store } from './testing/entries.ts';

it.each(ENGINES)(
  'the audit is sealed by its job, checked by order, and given up by retention, on $name',
  async ({ open }) => {
    const db = await open();
    const world = await createWorld(db, new ManualClock('2026-03-04T02:00:00.000Z'), scriptedLink(confirms).link);
    const order = (body: object) => ordersOf(world)('verify-audit', body);
    const entries = ['2026-03-02T10:00:00Z', '2026-03-03T10:00:00Z'].map((at) => anEntry({ at: Date.parse(at) }));
    await store(db, entries);
    const job = world
      .collected('jobs')
      .flat()
      .find(({ name }) => name === 'audit.seal');
    await job?.run({} as never, { signal: new AbortController().signal } as never);
    expect(await order({})).toMatchObject({
      ...{ intact: true, intactDays: 2, forgottenDays: 0, problems: [], entriesBeforeFirst: 0 },
      head: { day: '2026-03-03', hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    await db.write((tx) =>
      tx
        .deleteFrom('audit_entry')
        .where('id', '=', entries[1]?.id ?? '')
        .execute(),
    );
    expect(await order({ to: '2026-03-02' })).toMatchObject({ intact: true, intactDays: 1 });
    expect(await order({})).toMatchObject({
      ...{ intact: false, intactDays: 1 },
      problems: [{ day: '2026-03-03', state: 'entries_missing', entries: 1 }],
    });
    await expect(order({ from: 'March' })).rejects.toThrow('must be a day');
    // Else a check of no day at all would find everything intact.
    await expect(order({ from: '2026-03-02', to: '2026-03-01' })).rejects.toThrow('must not lie after to');

    const kept = world
      .collected('retention')
      .flat()
      .find(({ name }) => name === 'audit_entry');
    expect(kept?.days).toMatchObject({ min: 30, default: 400 });
    await db.write(async (tx) => kept?.deleteBefore(tx, Date.parse('2026-03-03T12:00:00Z'), 500));
    expect(await db.read((tx) => tx.selectFrom('audit_entry').select('id').execute())).toEqual([]);
  },
);
