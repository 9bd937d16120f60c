import { type BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { type Duration, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Beacon } from '@gatehouse/shared/wire/beacon.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { createRestorable, type Restorable } from '../../testing/restorable.ts';

describe.each(ENGINES)('N4 a database that is older than what a box has seen, on $name', (engine) => {
  let db: Database;
  let clock: Restorable['clock'];
  let world: Restorable['world'];
  beforeEach(async () => {
    ({ clock, db, world } = await createRestorable(engine));
    return () => world.snapshots.close();
  });
  const heard = async (configRevision: number) => {
    const { beacon } = await db.read((tx) =>
      tx.selectFrom('box_presence').where('box_id', '=', world.boxId).select('beacon').executeTakeFirstOrThrow(),
    );
    await world.boxes.beaconArrived(world.boxId, { ...(JSON.parse(beacon) as Beacon), configRevision });
  };
  const state = (epochs = true) => world.doors.desiredState(world.boxId, { epochs });
  const open_ = () => db.read((tx) => world.restores.list(tx, world.facilityId, 'open'));
  const warned = async () => (await world.warnings.list(world.facilityId)).map(({ kind }) => kind);
  const report = (doorsHash?: string) =>
    db.write((tx) =>
      world.boxes.takeReport(tx, world.boxId, {
        v: 1,
        agentVersion: '1.0.0',
        revision: 43,
        hardware: { buses: [], readers: [] },
        refused: [],
        ...(doorsHash !== undefined && { doorsHash }),
      }),
    );

  it('takes the box’s number, begins an epoch, and lets the box keep its doors until somebody confirms', async () => {
    const before = await state();
    expect(before).toMatchObject({ doorsHash: expect.any(String) });
    expect([before?.epoch, before?.held]).toEqual([undefined, undefined]);
    await heard(43);
    const held = await state();
    expect(held).toMatchObject({ revision: 43, epoch: expect.any(String), held: true });
    expect(await warned()).toContain('restored');
    await heard(43);
    expect((await state())?.epoch).toBe(held?.epoch);
    // A box of the release before refuses what it does not know.
    expect(Object.keys((await state(false)) ?? {})).not.toEqual(expect.arrayContaining(['held']));

    await report('ab'.repeat(32));
    const [difference] = await open_();
    expect(difference).toMatchObject({ kind: 'box_doors', subject: world.boxId });
    const confirm = (facilityId: FacilityId) =>
      db.write((tx) => world.restores.confirm(tx, facilityId, difference?.id ?? '', 'user:usr_1'));
    await confirm(world.facilityId);
    expect(await state()).toMatchObject({ revision: 44, epoch: held?.epoch });
    expect((await state())?.held).toBeUndefined();
    expect([await open_(), await warned()]).toEqual([[], []]);
    await expect(confirm(FacilityId.parse('fac_zzzzzzzzzzzzzzzz'))).rejects.toMatchObject({
      code: 'difference_unknown',
    });
  });

  it('asks nobody where the box says that it has the doors that are known here', async () => {
    await heard(43);
    await report((await state())?.doorsHash);
    expect((await state())?.held).toBeUndefined();
    expect([await open_(), await warned()]).toEqual([[], []]);
  });

  it('asks no longer for what lets people in, and goes on asking for what keeps them out', async () => {
    const other = await world.aDoor({ name: 'Back door' });
    const { facilityId } = world;
    const by = { facilityId, by: 'Sam', reason: 'x' };
    const overrides = [
      await db.write((tx) =>
        world.doors.requestMaintenance(tx, { ...by, doorId: world.doorId, mode: 'off', untilMs: null }),
      ),
      await world.doors.requestLockdown({ ...by, doorId: world.doorId, active: false }),
      await db.write((tx) =>
        world.doors.requestMaintenance(tx, { ...by, doorId: other, mode: 'force-closed', untilMs: null }),
      ),
      await world.doors.requestLockdown({ ...by, doorId: other, active: true }),
    ];
    await heard(43);
    const after = await state();
    expect(after?.maintenanceWishes.map(({ wishId }) => wishId)).toEqual([overrides[2]?.overrideId]);
    expect(after?.lockdownWishes.map(({ wishId }) => wishId)).toEqual([overrides[3]?.overrideId]);
    const later = await world.doors.requestLockdown({ ...by, doorId: world.doorId, active: true });
    expect((await state())?.lockdownWishes.map(({ wishId }) => wishId)).toContain(later.overrideId);
  });

  it('lets no box count its own numbers to their end', async () => {
    await heard(2 ** 53 - 1);
    expect((await state())?.held).toBeUndefined();
  });

  it('warns of a lockdown that an online box has not taken after ten seconds, until it has', async () => {
    const { facilityId, doorId } = world;
    const override = await world.doors.requestLockdown({
      facilityId,
      doorId,
      active: true,
      by: 'Sam',
      reason: 'threat',
    });
    const look = async (after: Duration) => {
      await clock.advance(after);
      await world.beacon();
      await world.doors.warnOfUntaken();
      return (await warned()).includes('lockdown_not_taken');
    };
    expect([await look(Seconds(9)), await look(Seconds(1))]).toEqual([false, true]);
    const lockdown = { active: true, by: 'Sam', reason: 'threat', generation: 1 };
    const body = { kind: 'lockdown.changed' as const, data: { doorId, lockdown, wishId: override.overrideId } };
    await db.write((tx) => world.doors.factStored(tx, world.boxId as BoxId, facilityId, { body } as never));
    expect(await look(Seconds(1))).toBe(false);
  });

  it('says nothing of a box that is away: its door says so', async () => {
    const { facilityId, doorId } = world;
    await world.doors.requestLockdown({ facilityId, doorId, active: true, by: 'Sam', reason: 'threat' });
    await clock.advance(Seconds(60));
    await world.doors.warnOfUntaken();
    expect(await warned()).toEqual([]);
  });
});
