import { askAt } from '@gatehouse/shared/access/ask.ts';
import { decide } from '@gatehouse/shared/access/decide.ts';
import { compileFacility } from '@gatehouse/shared/access/facility.ts';
import type { FacilityFacts } from '@gatehouse/shared/access/facility-facts.ts';
import { readPerson } from '@gatehouse/shared/access/person.ts';
import { FacilityEntry } from '@gatehouse/shared/snapshot/facility-entry.ts';
import type { SnapshotPage } from '@gatehouse/shared/snapshot/page.ts';
import { memberText, presentedHash } from '@gatehouse/shared/snapshot/presented.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { BARE_DOOR } from '../../testing/bare-door.ts';
import { confirms, createWorld, scriptedLink, type World } from '../../testing/world.ts';
import { pageOf } from './pages.ts';
import type { BoxPorts } from './snapshots.module.ts';
import { createSnapshotsService } from './snapshots.service.ts';
import { createReader } from './testing/reader.ts';

const DAYTIME = Object.fromEntries(
  ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'].map((day) => [day, [['06:00', '22:00']]]),
);

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
    const personId = await world.db.write((tx) => world.access.personFor(tx, ref('M-2'), 'Sam'));
    const page = await reader.finish();
    expect(page.entries.map(({ kind, data }) => [kind, data === null])).toEqual(
      expect.arrayContaining([
        ['person', true],
        ['person', false],
      ]),
    );
    expect(page.entries).toHaveLength(2);
    await world.db.write((tx) =>
      world.access.setFlags(tx, { facilityId: world.facilityId, personId }, { banned: true }, { by: 'S', reason: 'R' }),
    );
    expect((await reader.finish()).entries).toHaveLength(1);
    expect(reader.hash()).toBe((await reader.finish()).head.hash);
  });

  it('says who needs more time at a door, and nothing of why', async () => {
    await put('M-1');
    const personId = await world.db.write((tx) => world.access.personFor(tx, ref('M-1'), 'Sam'));
    const reader = createReader(world.snapshots.pageFor, world.facilityId);
    await reader.finish();
    const extended = () => reader.people().map(({ data }) => data?.extended);
    expect(extended()).toEqual([undefined]);
    await world.db.write((tx) => world.access.setExtended(tx, world.facilityId, personId, true));
    expect((await reader.finish()).entries).toHaveLength(1);
    expect(extended()).toEqual([true]);
    await world.db.write((tx) => world.access.setExtended(tx, world.facilityId, personId, false));
    await reader.finish();
    expect(extended()).toEqual([undefined]);
    expect(reader.hash()).toBe((await reader.finish()).head.hash);
    await expect(
      world.db.write((tx) => world.access.setExtended(tx, world.facilityId, 'per_nobody0000000000', true)),
    ).rejects.toMatchObject({
      code: 'person_unknown',
    });
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

  it('a page boundary never splits a revision, and a large one comes whole', async () => {
    await put('M-1');
    await world.snapshots.build(world.facilityId);
    await put(...Array.from({ length: 40 }, (_m, i) => `N-${i}`));
    await world.snapshots.build(world.facilityId);
    await put('M-2', 'M-3');
    await world.snapshots.build(world.facilityId);
    for (const atMost of [1, 2, 3, 5, 39, 40, 41, 42, 100]) {
      const pages: SnapshotPage[] = [];
      const reader = createReader(async (facilityId, readTo) => {
        const page = await db.read((tx) => pageOf(tx, facilityId, { ...readTo, atMost }));
        if (page !== undefined) pages.push(page);
        return page;
      }, world.facilityId);
      const { head } = await reader.finish();
      expect(reader.hash()).toBe(head.hash);
      const revisions = pages.map(({ entries }) => new Set(entries.map(({ revision }) => revision)));
      for (const [i, { through, entries }] of pages.entries()) {
        expect(entries.every(({ revision }) => revision <= through)).toBe(true);
        for (const later of revisions.slice(i + 1))
          expect([...(revisions[i] ?? [])].some((r) => later.has(r))).toBe(false);
        expect(revisions[i]?.size === 1 || entries.length <= atMost).toBe(true);
      }
    }
  });

  it('hours of a plan’s zone that change are a change of the facility alone, and other zones one of who has the plan', async () => {
    const pushPlan = (zones: readonly object[]) =>
      world.plans.push(
        Buffer.from(
          JSON.stringify({
            membership_plans: [
              { facility_id: world.facilityId, membership_plan_id: 'gold', name: 'Gold', access_zones: zones },
            ],
          }),
        ),
        world.callBy(),
      );
    await pushPlan([{ name: 'Floor' }]);
    await world.members.push(
      Buffer.from(
        JSON.stringify({
          members: [
            {
              facility_id: world.facilityId,
              member_id: 'M-1',
              first_name: 'Ada',
              last_name: 'Byron',
              membership_plans: [{ membership_plan_id: 'gold', is_current: true }],
            },
          ],
        }),
      ),
      world.callBy(),
    );
    const reader = createReader(world.snapshots.pageFor, world.facilityId);
    await reader.finish();
    const kinds = async () => (await reader.finish()).entries.map(({ kind }) => kind).sort();
    await pushPlan([{ name: 'Floor', access_hours: { mon: [['06:00', '22:00']] } }]);
    expect(await kinds()).toEqual(['facility']);
    await pushPlan([{ name: 'Pool' }]);
    expect(await kinds()).toEqual(['facility', 'person']);
    await pushPlan([{ name: 'Floor' }]);
    expect(reader.facility()).toMatchObject({ facts: { planZones: [{ number: 1 }] } });
    await reader.finish();
    expect(reader.facility()).toMatchObject({ facts: { planZones: [{ number: 0 }] } });
  });

  it('[I8] a box that has it decides as the cloud does', async () => {
    const windows = [
      { external_id: 'w', kind: 'weekly', timezone: 'Australia/Brisbane', access_hours: DAYTIME, scope_key: 'floor' },
    ];
    const members = [0, 1, 2].map((n) => ({
      facility_id: world.facilityId,
      member_id: `M-${n}`,
      first_name: 'Ada',
      last_name: 'Byron',
      ...(n < 2 && { access_time_windows: windows, access_time_windows_revision: 1 }),
    }));
    const pool = await world.aDoor({ name: 'Pool' });
    await world.members.push(Buffer.from(JSON.stringify({ members })), world.callBy());
    await world.db.write((tx) =>
      world.scopes.setKey(tx, { ...ref('M-0'), key: 'floor' }, { target: { to: 'doors', doorIds: [world.doorId] } }),
    );
    const person = {
      facilityId: world.facilityId,
      personId: await world.db.write((tx) => world.access.personFor(tx, ref('M-1'), 'Sam')),
    };
    await world.db.write((tx) =>
      world.access.grant(tx, person, { target: { to: 'doors', doorIds: [pool] }, fromS: 1_767_225_600 }, 'Sam'),
    );
    const reader = createReader(world.snapshots.pageFor, world.facilityId);
    await reader.finish();
    const entry = FacilityEntry.parse(reader.facility());
    const facility = compileFacility(entry.facts as FacilityFacts, bundledZones());
    const key = Buffer.from(entry.credentialKey, 'base64');
    let opened = 0;
    for (const { member_id: memberId } of members) {
      const hash = presentedHash(key, 'member', memberText(0, memberId));
      const found = reader.people().find(({ data }) => data?.keys.some((own) => own.hash === hash))?.data;
      const record = readPerson(Buffer.from(found?.record ?? '', 'base64'));
      for (let hour = 0; hour < 28; hour += 2) {
        const atMs = clock.wallMs() + hour * 3_600_000;
        const doors = await db.read((tx) => world.doors.list(tx, world.facilityId));
        const check = await db.read((tx) => world.access.check(tx, ref(memberId), { doors, atMs }));
        for (const { doorId, allowed } of check?.doors ?? []) {
          const doorIndex = facility.doorIndexes.get(doorId) ?? -1;
          const here = decide(facility, { ...askAt(doorIndex, Math.floor(atMs / 1_000)), person: record });
          expect(here.allowed, `${memberId} at ${doorId}, hour ${hour}`).toBe(allowed);
          opened += allowed ? 1 : 0;
        }
      }
    }
    expect(opened).toBeGreaterThan(15);
  });

  it('a process that dies between a change and its revision loses nothing, nor does a unit that fails', async () => {
    await put('M-1');
    await createReader(world.snapshots.pageFor, world.facilityId).finish();
    await put('M-2'); // Nobody has been woken for it: the process is gone.
    const failing = { ...world.credentials, ...world.offlinePasses, keysOf: () => Promise.reject(new Error('gone')) };
    const next = (ports: BoxPorts) =>
      createSnapshotsService({
        ...world,
        clock,
        zones: bundledZones(),
        ingest: { alone: (work) => work() },
        nudge: () => undefined,
        log: { error: () => undefined },
        ports,
      });
    await next(failing).sweep();
    const before = await db.read((tx) => pageOf(tx, world.facilityId, { epoch: undefined, after: 0 }));
    expect(before?.head.entries).toBe(2);
    await next({ ...world.credentials, ...world.offlinePasses }).sweep();
    const after = await db.read((tx) => pageOf(tx, world.facilityId, { epoch: undefined, after: 0 }));
    expect(after?.head.entries).toBe(3);
  });

  it('other time-zone tables are other records: everybody is made anew', async () => {
    await put('M-1');
    const { epoch, through } = await createReader(world.snapshots.pageFor, world.facilityId).finish();
    const hash = 'a'.repeat(64);
    const updated = createSnapshotsService({
      ...world,
      clock,
      zones: { release: '2099a', hash },
      ingest: { alone: (work) => work() },
      nudge: () => undefined,
      log: { error: () => undefined },
      ports: { ...world.credentials, ...world.offlinePasses },
    });
    await updated.sweep();
    const page = await updated.pageFor(world.facilityId, { epoch, after: through });
    expect(page.entries).toMatchObject([{ kind: 'facility', data: { zones: { release: '2099a', hash } } }]);
  });

  it('another key of passes reaches the boxes, although nothing was changed here', async () => {
    await put('M-1');
    const { epoch, through } = await createReader(world.snapshots.pageFor, world.facilityId).finish();
    const passKeys = () => [{ kid: 'pnew', publicKey: 'A'.repeat(43) }];
    const restarted = createSnapshotsService({
      ...world,
      clock,
      zones: bundledZones(),
      ingest: { alone: (work) => work() },
      nudge: () => undefined,
      log: { error: () => undefined },
      ports: { ...world.credentials, ...world.offlinePasses, passKeys },
    });
    await restarted.sweep();
    const page = await restarted.pageFor(world.facilityId, { epoch, after: through });
    expect(page.entries).toMatchObject([{ kind: 'facility', data: { passKeys: passKeys() } }]);
  });

  it('a facility without a box, that nobody has asked for, costs nothing', async () => {
    const { orgId, organisations, doors } = world;
    const facilityId = await organisations.createFacility({ orgId, name: 'Bare', timezone: 'UTC' });
    await doors.create({ ...BARE_DOOR, name: 'Door', facilityId });
    await world.snapshots.sweep();
    const left = await db.read((tx) => world.scopes.changedFacilities(tx));
    expect(left).not.toContain(facilityId);
    expect(await db.read((tx) => pageOf(tx, facilityId, { epoch: undefined, after: 0 }))).toBeUndefined();
  });

  it('boxes are nudged once a change is committed, and not for one that was rolled back', async () => {
    world.snapshots.start();
    await put('M-1');
    await createReader(world.snapshots.pageFor, world.facilityId).finish();
    await settled();
    nudges.length = 0;
    const failing = db.write(async (tx) => {
      await world.scopes.recordChanges(tx, world.facilityId, ['member:x:M-1']);
      throw new Error('given up');
    });
    await expect(failing).rejects.toThrow('given up');
    await settled();
    expect(nudges).toEqual([]);
    const personId = await world.db.write((tx) => world.access.personFor(tx, ref('M-1'), 'Sam'));
    await world.db.write((tx) =>
      world.access.setFlags(tx, { facilityId: world.facilityId, personId }, { banned: true }, { by: 'S', reason: 'R' }),
    );
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
