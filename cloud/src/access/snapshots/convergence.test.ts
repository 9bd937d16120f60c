// @module-tag exhaustive
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENGINES, openTestDatabase } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { aLockWait } from '../../testing/lock-waits.ts';
import { confirms, createWorld, scriptedLink, type World } from '../../testing/world.ts';
import { pageOf, type ReadTo } from './pages.ts';
import { createSnapshotsService } from './snapshots.service.ts';
import { createReader } from './testing/reader.ts';
import { act, aWrite, FURNISHING, someKinds, type Write } from './testing/writes.ts';

/** What is stored of entries that are there, by kind and id. */
const storedAt = (db: Database, facilityId: FacilityId) =>
  db.read(async (tx) => {
    const rows = await tx
      .selectFrom('snapshot_entry')
      .where('facility_id', '=', facilityId)
      .where('digest', 'is not', null)
      .select(['kind', 'id', 'digest'])
      .execute();
    return Object.fromEntries(rows.map(({ kind, id, digest }) => [`${kind} ${id}`, digest]));
  });

/** Another process that builds, on the same database. */
const replicaOf = (world: World, db: Database) =>
  createSnapshotsService({
    ...world,
    db,
    clock: systemClock,
    zones: bundledZones(),
    ingest: { alone: (work) => work() },
    nudge: () => undefined,
    log: { error: () => undefined },
    ports: { ...world.credentials, ...world.offlinePasses },
  });

const twoPartners = async (world: World) => {
  const other = await world.db.write((tx) =>
    world.partners.create(tx, {
      name: 'Other',
      linkingMethod: 'facility_id',
      organisations: [world.orgId],
    }),
  );
  await world.db.write((tx) => world.partners.setIntegration(tx, other, world.facilityId, { enabled: true }));
  return [world.partnerId, other];
};

/** Small pages, so that readings are cut in many places. */
const small = (db: Database, atMost: number) => (facilityId: FacilityId, readTo: ReadTo) =>
  db.read((tx) => pageOf(tx, facilityId, { ...readTo, atMost }));

describe.each(ENGINES)('the snapshot of a facility on $name', ({ name, freshUrl }) => {
  it('[I7] [I8] whatever is written in whatever order, every reader ends with the head, and the head with what is there', async () => {
    const url = await freshUrl();
    const db = await openTestDatabase(url);
    const steps = someKinds.chain((kinds) =>
      fc.array(
        fc.record({
          writes: fc.array(aWrite(kinds), { minLength: 1, maxLength: 3 }),
          after: fc.constantFrom('build', 'read', 'nothing'),
        }),
        { minLength: 1, maxLength: 10 },
      ),
    );
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 5 }), async (doing, atMost) => {
        const world = await createWorld(db, systemClock, scriptedLink(confirms).link);
        const { facilityId, snapshots } = world;
        const on = { world, partners: await twoPartners(world) };
        const readers = [createReader(small(db, atMost), facilityId), createReader(small(db, atMost), facilityId)];
        for (const write of FURNISHING) await act(on, write);
        await snapshots.build(facilityId);
        for (const [i, { writes, after }] of doing.entries()) {
          await Promise.all(writes.map((write) => act(on, write)));
          if (after === 'build') await snapshots.build(facilityId);
          if (after === 'read') await readers[i % 2]?.step();
        }
        await snapshots.build(facilityId);
        const stored = await storedAt(db, facilityId);
        for (const reader of [...readers, createReader(small(db, atMost), facilityId)]) {
          const { head } = await reader.finish();
          expect(reader.hash()).toBe(head.hash);
          expect(reader.entries.size).toBe(head.entries);
          expect([...reader.entries.keys()].sort()).toEqual(Object.keys(stored).sort());
        }
        await fromNothing(db, facilityId);
        await snapshots.build(facilityId);
        expect(await storedAt(db, facilityId)).toEqual(stored);
      }),
      { numRuns: name === 'sqlite' ? 25 : 10 },
    );
  }, 60_000);

  it('[I7] many writers, and builders of two processes, leave no change behind', async () => {
    const url = await freshUrl();
    const db = await openTestDatabase(url);
    const world = await createWorld(db, systemClock, scriptedLink(confirms).link);
    const { facilityId } = world;
    const on = { world, partners: await twoPartners(world) };
    const replica = replicaOf(world, name === 'postgres' ? await openTestDatabase(url) : db);
    let writing = true;
    const building = [world.snapshots, replica].map(async (snapshots) => {
      while (writing) await snapshots.build(facilityId);
    });
    const reader = createReader(small(db, 7), facilityId);
    const reading = (async () => {
      while (writing) {
        const page = await reader.step();
        if (page?.complete) expect(reader.hash()).toBe(page.head.hash);
        await new Promise((resolve) => setImmediate(resolve)); // Others have their turn.
      }
    })();
    const plans = fc.sample(fc.array(aWrite(), { minLength: 30, maxLength: 30 }), { numRuns: 5, seed: 7 });
    await Promise.all(
      plans.map(async (writes: readonly Write[]) => {
        for (const write of writes) await act(on, write);
      }),
    );
    writing = false;
    await Promise.all([...building, reading]);
    await replica.build(facilityId);
    const { head } = await reader.finish();
    expect(reader.hash()).toBe(head.hash);
    const stored = await storedAt(db, facilityId);
    await fromNothing(db, facilityId);
    await world.snapshots.build(facilityId);
    expect(await storedAt(db, facilityId)).toEqual(stored);
  }, 60_000);
});

describe.each(ENGINES.filter(({ name }) => name === 'postgres'))(
  'a builder and a writer at once on $name',
  ({ open }) => {
    it('[I7] a mark that a writer finds and a builder comes to meanwhile is there once the writer has committed', async () => {
      const db = await open();
      const { scopes, facilityId } = await createWorld(db, systemClock, scriptedLink(confirms).link);
      const take = () => db.write((tx) => scopes.takeChanges(tx, facilityId, 500));
      const [marked, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      await db.write((tx) => scopes.recordChanges(tx, facilityId, ['person:x']));
      const writer = db.write(async (tx) => {
        await scopes.recordChanges(tx, facilityId, ['person:x']);
        marked.resolve();
        await mayCommit.promise;
      });
      await marked.promise;
      expect(await take()).not.toContain('person:x');
      mayCommit.resolve();
      await writer;
      expect(await take()).toEqual(['person:x']);
    });

    it('[I7] a writer that comes while a builder works leaves a mark of its own', async () => {
      const db = await open();
      const { scopes, facilityId } = await createWorld(db, systemClock, scriptedLink(confirms).link);
      const mark = () => db.write((tx) => scopes.recordChanges(tx, facilityId, ['person:x']));
      const [taken, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      await mark();
      const builder = db.write(async (tx) => {
        expect(await scopes.takeChanges(tx, facilityId, 500)).toContain('person:x');
        taken.resolve();
        await mayCommit.promise;
      });
      await taken.promise;
      const writer = mark();
      await aLockWait(db);
      mayCommit.resolve();
      await Promise.all([builder, writer]);
      expect(await db.write((tx) => scopes.takeChanges(tx, facilityId, 500))).toEqual(['person:x']);
    });
  },
);

/** Forgets every entry, but not the numbers of people. */
const fromNothing = (db: Database, facilityId: FacilityId): Promise<void> =>
  db.write(async (tx) => {
    await tx.deleteFrom('snapshot_entry').where('facility_id', '=', facilityId).execute();
    await tx.deleteFrom('snapshot_head').where('facility_id', '=', facilityId).execute();
  });
