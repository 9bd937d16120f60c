import { memberText, presentedHash } from '@gatehouse/shared/snapshot/presented.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../db/engines.ts';
import type { Database } from '../../db/unit-of-work.ts';
import { confirms, createWorld, scriptedLink, type World } from '../../test-kit/world.ts';
import { createReader } from './testing/reader.ts';

describe.each(ENGINES)('the snapshot of a facility on $name', ({ open }) => {
  let db: Database;
  let clock: ManualClock;
  let world: World;
  let nudges: { about: string; revision: number }[];
  beforeEach(async () => {
    db = await open();
    clock = new ManualClock();
    nudges = [];
    const { link } = scriptedLink(confirms);
    world = await createWorld(db, clock, {
      ...link,
      nudge: async (_boxId, about, revision) => void nudges.push({ about, revision }),
    });
    return () => world.snapshots.close();
  });

  const put = (...memberIds: string[]) =>
    world.members.put(
      memberIds.map((memberId) => ({
        partnerId: world.partnerId,
        facilityId: world.facilityId,
        memberId,
        firstName: 'Ada',
        lastName: memberId,
      })),
    );
  const ref = (memberId: string) => ({ partnerId: world.partnerId, facilityId: world.facilityId, memberId });

  it('has the facility whole, and everybody by the ids that partners know them by', async () => {
    await put('M-1', 'M-2');
    const reader = createReader(world.snapshots.pageFor, world.facilityId);
    const page = await reader.finish();
    expect(page.head).toMatchObject({ entries: 3, hash: reader.hash() });
    const facility = reader.facility();
    expect(facility).toMatchObject({
      facts: { timezone: 'Australia/Brisbane', doors: [world.doorId], policy: { graceS: 86_400 } },
      longestOutageS: 72 * 3_600,
      sources: [{ number: 0, partnerId: world.partnerId, name: 'Acme Members' }],
      passKeys: [{ kid: 'test' }],
    });
    const key = Buffer.from((facility as { credentialKey: string }).credentialKey, 'base64');
    const hashes = reader.people().flatMap(({ data }) => data?.keys.map(({ hash }) => hash) ?? []);
    expect(hashes.sort()).toEqual(
      ['M-1', 'M-2'].map((memberId) => presentedHash(key, 'member', memberText(0, memberId))).sort(),
    );
  });

  it('gives only what has changed to a box that has the rest, and nothing where nothing has', async () => {
    await put('M-1', 'M-2', 'M-3');
    const reader = createReader(world.snapshots.pageFor, world.facilityId);
    await reader.finish();
    expect((await reader.finish()).entries).toEqual([]);
    const personId = await world.access.personFor(ref('M-2'), 'Sam');
    const page = await reader.finish();
    expect(page.entries.map(({ kind, data }) => [kind, data === null])).toEqual(
      expect.arrayContaining([
        ['person', true],
        ['person', false],
      ]),
    );
    expect(page.entries).toHaveLength(2);
    await world.access.setFlags({ facilityId: world.facilityId, personId }, { banned: true }, { by: 'S', reason: 'R' });
    expect((await reader.finish()).entries).toHaveLength(1);
    expect(reader.hash()).toBe((await reader.finish()).head.hash);
  });

  it('a box that names another epoch, or more than there is, begins anew from 0', async () => {
    await put('M-1');
    const { epoch, head } = await createReader(world.snapshots.pageFor, world.facilityId).finish();
    const after = (at: { epoch: string; after: number }) => world.snapshots.pageFor(world.facilityId, at);
    expect(await after({ epoch, after: head.revision })).toMatchObject({ after: head.revision, entries: [] });
    expect(await after({ epoch, after: head.revision + 1 })).toMatchObject({ after: 0, complete: true });
    expect(await after({ epoch: '0c1d2e3f-0000-4000-8000-000000000001', after: head.revision })).toMatchObject({
      after: 0,
    });
  });

  it('boxes are nudged once a change is committed, and not for one that was rolled back', async () => {
    world.snapshots.start();
    await put('M-1');
    await createReader(world.snapshots.pageFor, world.facilityId).finish();
    await settled();
    nudges.length = 0;
    const failing = db.write(async (tx) => {
      await world.scopes.changed(tx, world.facilityId, ['member:x:M-1']);
      throw new Error('given up');
    });
    await expect(failing).rejects.toThrow('given up');
    await settled();
    expect(nudges).toEqual([]);
    const personId = await world.access.personFor(ref('M-1'), 'Sam');
    await world.access.setFlags({ facilityId: world.facilityId, personId }, { banned: true }, { by: 'S', reason: 'R' });
    await settled();
    const { head } = await createReader(world.snapshots.pageFor, world.facilityId).finish();
    expect(nudges).toEqual([{ about: 'snapshot', revision: head.revision }]);
  });

  /** Lets what waits for time, and then for the database, come to its end. */
  const settled = async () => {
    for (let i = 0; i < 30; i++) {
      await clock.advance(100 as Parameters<ManualClock['advance']>[0]);
      await db.write(async () => undefined);
    }
  };
});
