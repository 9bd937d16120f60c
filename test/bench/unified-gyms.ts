import type { ReadCall } from '@gatehouse/cloud/kit/http/call.ts';
import type { MountedEndpoint } from '@gatehouse/cloud/kit/http/mount.ts';
import { memoryRateLimiter, type RateLimiter } from '@gatehouse/cloud/kit/http/rate-limit.ts';
import type { ServedSurface } from '@gatehouse/cloud/kit/http/surfaces.ts';
import { parseInput } from '@gatehouse/cloud/kit/http/validate.ts';
import { callersOfKnown, type PlatformGate } from '@gatehouse/cloud/platform/users/platform-surface.ts';
import { BARE_DOOR } from '@gatehouse/cloud/testing/bare-door.ts';
import type { World } from '@gatehouse/cloud/testing/world.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';

/** An organisation with many gyms, somebody who reads all of it as often as they like, and what serves them. */
export interface UnifiedGyms {
  readonly organisationId: string;
  readonly key: string;
  readonly token: string;
  readonly surfaces: readonly ServedSurface[];
  readonly limiter: RateLimiter;
  /** The list of all gyms, and what its endpoints read of their doors and states: without a request, a graph or an answer. */
  readonly many: () => Promise<void>;
}

export const GYMS = 100;
/** As often as a bench asks. */
const UNLIMITED = 1_000_000;

export const unifiedGyms = async (world: World): Promise<UnifiedGyms> => {
  const organisationId = await world.organisations.createOrganisation('Bench Gyms');
  const facilityIds: string[] = [];
  for (let at = 0; at < GYMS; at++) {
    const facilityId = await world.organisations.createFacility({
      orgId: organisationId,
      name: `Gym ${at}`,
      timezone: 'UTC',
    });
    await world.doors.create({ ...BARE_DOOR, facilityId, name: 'Front' });
    facilityIds.push(facilityId);
  }
  const { user, key, token } = await world.db.write(async (tx) => {
    const name = { firstName: 'Grace', lastName: 'Murray' };
    const made = await world.users.addUser(tx, { email: 'grace@example.com', ...name }, 'bench');
    const grant = { right: 'org-admin', scope: 'organisation', scopeId: organisationId } as const;
    await world.users.addGrant(tx, made.id, grant, 'bench');
    const ofThem = await world.users.addKey(tx, made.id, { label: 'bench' }, 'bench');
    const of = { keyId: ofThem.id, userId: made.id, scope: 'read' };
    return { user: made, key: ofThem.text, token: (await world.bearerTokens.issue(tx, of)).text };
  });
  const plain = memoryRateLimiter(systemClock);
  const isTheirs = (of: string) => of.includes(`user:${user.id}`);
  return {
    organisationId,
    key,
    token,
    surfaces: world
      .collected('surfaces')
      .flat()
      .filter(({ on }) => on === 'unified'),
    limiter: { take: (of, limit, windowMs) => plain.take(of, isTheirs(of) ? UNLIMITED : limit, windowMs) },
    many: await manyAlone(world, { organisationId, facilityIds, key }),
  };
};

/** Users who follow the doors of the bench, 10 connections each. */
const SUBSCRIBERS = 100;

/** A token of each. */
export const subscriberTokens = async ({ db, users, bearerTokens, facilityId }: World): Promise<readonly string[]> => {
  const tokens: string[] = [];
  for (let at = 0; at < SUBSCRIBERS; at++)
    await db.write(async (tx) => {
      const name = { firstName: 'Grace', lastName: `Number ${at}` };
      const { id } = await users.addUser(tx, { email: `subscriber-${at}@example.com`, ...name }, 'bench');
      const grant = { right: 'facility-staff', scope: 'facility', scopeId: facilityId } as const;
      await users.addGrant(tx, id, grant, 'bench');
      const key = await users.addKey(tx, id, { label: 'bench' }, 'bench');
      tokens.push((await bearerTokens.issue(tx, { keyId: key.id, userId: id, scope: 'read' })).text);
    });
  return tokens;
};

const manyAlone = async (
  world: World,
  {
    organisationId,
    facilityIds,
    key,
  }: { readonly organisationId: string; readonly facilityIds: readonly string[]; readonly key: string },
): Promise<() => Promise<void>> => {
  const endpointOf = (id: string): MountedEndpoint => {
    const found = world.endpoints.find(({ declaration }) => declaration.id === id);
    if (found === undefined) throw new TypeError(`there is no endpoint ${id}`);
    return found;
  };
  const [list, doors, states] = ['clubs.list', 'device-doors.list', 'door-states.list'].map(endpointOf) as [
    MountedEndpoint,
    MountedEndpoint,
    MountedEndpoint,
  ];
  const known = await world.users.authenticate(key);
  if (known === undefined) throw new TypeError('a fresh key is not known');
  const header = () => undefined;
  const request = { method: 'GET', remoteAddress: '127.0.0.1', header, params: {}, query: header } as const;
  const gate: PlatformGate = { needs: 'facility-staff', in: 'anywhere' };
  const [caller] = await callersOfKnown(world, known)([{ request, gate }]);
  if (caller === undefined) throw new TypeError('nobody calls');
  const nothing = () => undefined;
  const call: ReadCall = {
    ...{ requestId: 'req_bench', remoteAddress: '127.0.0.1', startedMonoMs: 0, header, resource: undefined },
    caller,
    at: nothing,
    about: nothing,
    read: world.db.read,
  };
  const search = `limit=${GYMS}&organisationId=${organisationId}`;
  const inputsOf = ({ declaration }: MountedEndpoint) => {
    const [, param = ''] = /:(\w+)/.exec(declaration.path) ?? [];
    return facilityIds.map((id) => parseInput(declaration, { params: { [param]: id }, search: '', body: undefined }));
  };
  return async () => {
    await list.handle(parseInput(list.declaration, { params: {}, search, body: undefined }), call);
    await doors.many?.(inputsOf(doors), call);
    await states.many?.(inputsOf(states), call);
  };
};
