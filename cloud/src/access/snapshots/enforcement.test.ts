import { randomUUID } from 'node:crypto';
import type { BootId } from '@gatehouse/shared/ids/ids.ts';
import { Hours, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import type { Beacon } from '@gatehouse/shared/wire/beacon.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { confirms, createWorld, scriptedLink, type World } from '../../testing/world.ts';
import { createReader } from './testing/reader.ts';

describe.each(ENGINES)('what a box enforces on $name', ({ open }) => {
  let db: Database;
  let clock: ManualClock;
  let world: World;
  let has: NonNullable<Beacon['access']>;
  beforeEach(async () => {
    db = await open();
    clock = new ManualClock();
    world = await createWorld(db, clock, scriptedLink(confirms).link);
    const { epoch, head } = await createReader(world.snapshots.pageFor, world.facilityId).finish();
    has = { epoch, revision: head.revision, hash: head.hash, ageMs: 2_000 };
    return () => world.snapshots.close();
  });

  const beacons = async (access: Beacon['access']) => {
    await clock.advance(Seconds(5));
    const beacon: Beacon = {
      v: 1,
      bootId: '7b0e3f0e-6a52-4c7e-9f2b-0d9f6a1f7c11' as BootId,
      connectionId: 'c0ffee00c0ffee00',
      sentMonoMs: clock.monoMs(),
      wallMs: clock.wallMs(),
      clockTrusted: true,
      agentVersion: '0.1.0',
      configRevision: 1,
      journal: { epoch: '0c1d2e3f-0000-4000-8000-000000000001', lastSeq: 0 },
      ...(access && { access }),
      doors: [],
    };
    await world.boxes.beaconArrived(world.boxId, beacon);
    await world.snapshots.beaconArrived(world.boxId, beacon);
  };
  const enforced = async () =>
    (await db.read((tx) => world.snapshots.enforcedAt(tx, world.facilityId))).get(world.boxId);
  const warnings = async () =>
    (await world.warnings.list(world.facilityId)).map(({ kind, subject }) => [kind, subject]);
  const change = async () => {
    await world.db.write((tx) => world.access.setPolicy(tx, world.facilityId, { graceHours: 7 }));
    await world.snapshots.build(world.facilityId);
  };

  it('is seen: which revision of which, how old, and that it is the same', async () => {
    expect(await enforced()).toBeUndefined();
    await beacons(has);
    await clock.advance(Seconds(10));
    expect(await enforced()).toEqual({ revision: has.revision, of: has.revision, ageSeconds: 12, hashMatches: true });
    await change();
    expect(await enforced()).toMatchObject({ revision: has.revision, of: has.revision + 1, hashMatches: null });
    await beacons({ ...has, epoch: randomUUID() });
    expect(await enforced()).toMatchObject({ of: null, hashMatches: null });
  });

  it('is warned of while it is not what the number says, and no longer', async () => {
    await beacons({ ...has, hash: 'f'.repeat(64) });
    await beacons({ ...has, hash: 'f'.repeat(64) });
    expect(await warnings()).toEqual([['snapshot_differs', world.boxId]]);
    await beacons({ ...has, ...(await world.snapshots.newestMark(world.boxId)) });
    expect(await warnings()).toEqual([]);
    expect(await enforced()).toMatchObject({ hashMatches: true });
  });

  it('is read anew by every box where it differs, and a box that is never right costs that once an hour', async () => {
    const wrong = async () => {
      const mark = await world.snapshots.newestMark(world.boxId);
      if (mark === undefined) return expect.fail('there is no snapshot');
      await beacons({ ...has, ...mark, hash: 'f'.repeat(64) });
      await beacons({ ...has, ...mark, hash: has.hash });
      return (await world.snapshots.newestMark(world.boxId))?.epoch;
    };
    const second = await wrong();
    expect(second).not.toBe(has.epoch);
    expect(await wrong()).toBe(second);
    await clock.advance(Hours(1));
    expect(await wrong()).not.toBe(second);
  });

  it('a box that knows more than there is has seen what a restored database forgot: everything is read anew', async () => {
    await beacons({ ...has, revision: has.revision + 3 });
    const page = await world.snapshots.pageFor(world.facilityId, { epoch: has.epoch, after: has.revision });
    expect(page.after).toBe(0);
    expect(page.epoch).not.toBe(has.epoch);
    expect(page.head).toMatchObject({ revision: has.revision, hash: has.hash });
    expect(await world.snapshots.newestMark(world.boxId)).toEqual({ epoch: page.epoch, revision: has.revision });
  });

  it('the answer to a beacon names the newest there is, at once where it was built here', async () => {
    expect(await world.snapshots.newestMark(world.boxId)).toEqual({ epoch: has.epoch, revision: has.revision });
    await change();
    expect(await world.snapshots.newestMark(world.boxId)).toEqual({ epoch: has.epoch, revision: has.revision + 1 });
    await world.db.write((tx) => world.doorControllers.decommission(tx, { boxId: world.boxId, by: 'test' }));
    await clock.advance(Seconds(2));
    expect(await world.snapshots.newestMark(world.boxId)).toBeUndefined();
  });
});
