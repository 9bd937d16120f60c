import type { BoxId, DoorId } from '@gatehouse/shared/ids/ids.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { importPublicKey } from '@gatehouse/shared/wire/device-keys.ts';
import { signatureOf } from '@gatehouse/shared/wire/signed-state.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { COMMAND_KEY } from '../../testing/test-environment.ts';
import { confirms, createWorld, scriptedLink, type World } from '../../testing/world.ts';

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

  it('N10 is told what to be signed with the key of commands, always in the same words, if it can read that', async () => {
    const told = async () => JSON.stringify(await world.doors.desiredState(world.boxId, { epochs: true }));
    const answer = JSON.parse(await told()) as { revision: number };
    const key = (kid: string) => (kid === 'test' ? importPublicKey(COMMAND_KEY.publicKey) : undefined);
    expect(signatureOf(answer, world.boxId, key)).toBe('good');
    expect(await told()).toBe(JSON.stringify(answer));
    expect(signatureOf(answer, await world.aBox(), key)).toBe('bad');
    expect(signatureOf({ ...answer, revision: answer.revision + 1 }, world.boxId, key)).toBe('bad');
    expect(signatureOf(answer, world.boxId, () => undefined)).toBe('bad');
    expect(signatureOf({ ...answer, beaconSeconds: '\ud800' }, world.boxId, key)).toBe('bad');
    // One of the release before refuses what it does not know.
    expect(signatureOf(await desired(world.boxId), world.boxId, key)).toBe('none');
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
