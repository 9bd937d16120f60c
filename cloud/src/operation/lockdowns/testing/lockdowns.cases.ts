import { foreignDoor, NO_DOOR } from '../../../testing/foreign-door.ts';
import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';

const aLockdown = ({ world, callers }: PlatformApi) =>
  world.db.write((tx) =>
    world.lockdowns.begin(
      tx,
      world.facilityId,
      { to: 'door', doorId: world.doorId },
      { userId: callers.staff.user.id, name: 'Sam', reason: 'threat' },
    ),
  );
/** One of another facility, and none. */
const notHere = async (api: PlatformApi) => {
  const { db, lockdowns } = api.world;
  const order = { userId: api.callers.otherOrgAdmin.user.id, name: 'Kim', reason: 'threat' };
  const target = { to: 'door', doorId: await foreignDoor(api) } as const;
  return {
    foreign: { lockdownId: await db.write((tx) => lockdowns.begin(tx, api.otherFacilityId, target, order)) },
    missing: { lockdownId: 'ldn_zzzzzzzzzzzzzzzz' },
  };
};

export const lockdownsCases: PlatformCases = {
  'lockdowns.list': async ({ world }) => ({
    params: { facilityId: world.facilityId },
    query: { which: 'all', after: '1767225600000.ldn_zzzzzzzzzzzzzzzz', limit: '20' },
  }),
  'lockdowns.begin': async ({ world }) => ({
    params: { facilityId: world.facilityId },
    body: { target: { to: 'door', doorId: world.doorId }, reason: 'threat' },
  }),
  'lockdowns.read': async (api) => ({
    params: { facilityId: api.world.facilityId, lockdownId: await aLockdown(api) },
    ...(await notHere(api)),
  }),
  'lockdowns.explain': async (api) => ({
    params: { facilityId: api.world.facilityId, lockdownId: await aLockdown(api) },
    body: { reason: 'A person with a knife' },
    ...(await notHere(api)),
  }),
  'lockdowns.release': async (api) => ({
    params: { facilityId: api.world.facilityId, lockdownId: await aLockdown(api) },
    body: { reason: 'over' },
    ...(await notHere(api)),
  }),
  'lockdowns.release-door': async (api) => {
    const { lockdowns, db, facilityId } = api.world;
    const order = { userId: api.callers.staff.user.id, name: 'Sam', reason: 'over' };
    for (const { id } of await db.read((tx) => lockdowns.list(tx, facilityId, { standing: true, limit: 100 })))
      await db.write((tx) => lockdowns.release(tx, facilityId, id, order));
    return {
      params: { facilityId, doorId: api.world.doorId },
      body: { reason: 'false alarm', seen: 0 },
      foreign: { doorId: await foreignDoor(api) },
      missing: { doorId: NO_DOOR },
    };
  },
};
