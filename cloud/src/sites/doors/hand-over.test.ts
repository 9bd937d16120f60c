import { type Lockdown, NO_LOCKDOWN } from '@gatehouse/shared/door/lockdown.ts';
import { type Maintenance, NO_MAINTENANCE } from '@gatehouse/shared/door/maintenance.ts';
import type { BoxId } from '@gatehouse/shared/ids/ids.ts';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import { Hours } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { aFactChain, EPOCH } from '../../testing/fact-chain.ts';
import { confirms, createWorld, scriptedLink, type World } from '../../testing/world.ts';

describe.each(ENGINES)('S2 a door whose box is replaced, on $name', ({ open }) => {
  let clock: ManualClock;
  let world: World;
  let another: BoxId;
  beforeEach(async () => {
    clock = new ManualClock();
    world = await createWorld(await open(), clock, scriptedLink(confirms).link);
    another = await world.aBox();
    return () => world.snapshots.close();
  });
  const shut: Lockdown = { ...NO_LOCKDOWN, active: true, by: 'Kim at the panel', reason: 'intruder', generation: 4 };
  const closed: Maintenance = {
    ...NO_MAINTENANCE,
    mode: 'force-closed',
    by: 'Kim at the panel',
    reason: 'glass',
    generation: 3,
  };
  const wrote = async (...bodies: FactBody[]) => {
    const write = aFactChain(world.boxId);
    await world.journal.storeFacts(
      world.boxId,
      EPOCH,
      bodies.map((body) => write(body)),
    );
  };
  const lockdown = (changed: Lockdown): FactBody => ({
    kind: 'lockdown.changed',
    data: { doorId: world.doorId, lockdown: changed },
  });
  const maintenance = (changed: Maintenance): FactBody => ({
    kind: 'maintenance.changed',
    data: { doorId: world.doorId, maintenance: changed },
  });
  const give = (boxId = another) => world.doorControllers.assign(world.facilityId, boxId, [world.doorId], 'test');
  const asked = async (boxId = another) => {
    const state = (await world.doors.desiredState(boxId)) ?? expect.fail('it is not active');
    return [...state.lockdownWishes, ...state.maintenanceWishes].map(({ by, reason, seen }) => [by, reason, seen]);
  };
  const BOTH = [
    ['Kim at the panel', 'intruder', 0],
    ['Kim at the panel', 'glass', 0],
  ];

  it('stays locked down and forced closed, as its journal or its last beacon has it, and over a time without a box', async () => {
    await world.beacon({ lockdown: shut, maintenance: closed });
    await give();
    expect(await asked()).toEqual(BOTH);

    await wrote(lockdown(shut), maintenance(closed));
    await world.db.write((tx) => tx.updateTable('door').set({ box_id: null }).execute());
    const third = await world.aBox();
    await give(third);
    expect(await asked(third)).toEqual(BOTH);
    // The first box gets it back: it goes on from the number that it was at.
    await give(world.boxId);
    expect(await asked(world.boxId)).toEqual([
      ['Kim at the panel', 'intruder', 4],
      ['Kim at the panel', 'glass', 3],
    ]);
  });

  it('is asked for what was ordered of it and not taken, and not for what staff have ended', async () => {
    const by = { facilityId: world.facilityId, doorId: world.doorId, by: 'Sam', reason: 'threat' };
    await world.doors.requestLockdown({ ...by, active: true });
    await world.db.write((tx) => world.doors.requestMaintenance(tx, { ...by, mode: 'force-closed', untilMs: null }));
    await give();
    expect(await asked()).toEqual([
      ['Sam', 'threat', 0],
      ['Sam', 'threat', 0],
    ]);
    await wrote(lockdown(shut), maintenance(closed));
    await world.doors.requestLockdown({ ...by, active: false });
    await world.db.write((tx) => world.doors.requestMaintenance(tx, { ...by, mode: 'off', untilMs: null }));
    const third = await world.aBox();
    await give(third);
    expect(await asked(third)).toEqual([]);
  });

  it('is asked for nothing that has ended, and never to stand open', async () => {
    await wrote(
      lockdown(shut),
      lockdown({ ...shut, active: false, generation: 5 }),
      maintenance({ ...closed, untilMs: clock.wallMs() + 1_000 }),
    );
    await clock.advance(Hours(1));
    await world.beacon({ maintenance: { ...closed, mode: 'force-open', untilMs: clock.wallMs() + Hours(1) } });
    await give();
    expect(await asked()).toEqual([]);
  });
});
