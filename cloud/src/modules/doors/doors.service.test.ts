import type { BoxId, DoorId } from '@gatehouse/shared/ids/ids.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../db/engines.ts';
import type { Database } from '../../db/unit-of-work.ts';
import { confirms, createWorld, scriptedLink, type World } from '../../test-kit/world.ts';

describe.each(ENGINES)('the doors of a box on $name', ({ open }) => {
  let db: Database;
  let world: World;
  let told: { boxId: BoxId; revision: number }[];
  beforeEach(async () => {
    db = await open();
    told = [];
    const nudge = async (boxId: BoxId, about: string, revision: number) => {
      if (about === 'desired-state') told.push({ boxId, revision });
    };
    world = await createWorld(db, new ManualClock(), { ...scriptedLink(confirms).link, nudge });
  });
  const desired = async (boxId: BoxId) => (await world.doors.desiredState(boxId)) ?? expect.fail('no active box');
  const doorsOf = async (boxId: BoxId) => (await desired(boxId)).doors.map(({ doorId }) => doorId);

  it('a door that another box is given is no longer of the one that had it, which is told', async () => {
    const another = await world.aBox();
    const before = await desired(world.boxId);
    told.length = 0;
    await world.doorControllers.assign(world.facilityId, another, [world.doorId], 'test');
    const after = await desired(world.boxId);
    expect([await doorsOf(world.boxId), await doorsOf(another)]).toEqual([[], [world.doorId]]);
    expect(after.revision).toBe(before.revision + 1);
    expect(told).toHaveLength(2);
    expect(told).toContainEqual({ boxId: world.boxId, revision: after.revision });
  });

  it('nothing is given where one of the doors is unknown, and nobody is told', async () => {
    const another = await world.aBox();
    told.length = 0;
    const unknown = 'door_zzzzzzzzzzzzzzzz' as DoorId;
    const given = world.doorControllers.assign(world.facilityId, another, [world.doorId, unknown], 'test');
    await expect(given).rejects.toMatchObject({ code: 'door_unknown' });
    expect([await doorsOf(world.boxId), told]).toEqual([[world.doorId], []]);
  });
});
