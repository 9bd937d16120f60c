import { Fault } from '@gatehouse/shared/fault/fault.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { ReadCall } from '../../kit/http/call.ts';
import type { MountedEndpoint } from '../../kit/http/mount.ts';
import { parseInput } from '../../kit/http/validate.ts';
import { authenticatePlatform } from '../../platform/users/platform-surface.ts';
import { BARE_DOOR } from '../../testing/bare-door.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { inGraph } from './graph-surface.ts';

/** What inputs are made of, by the names of parameters. */
type Pools = Readonly<Record<string, readonly string[]>>;

describe.each(ENGINES)('what reads many inputs at once ($name)', ({ open }) => {
  let api: PlatformApi;
  let pools: Pools;
  beforeAll(async () => {
    api = await servePlatformApi(await open(), new ManualClock());
    const { world } = api;
    const facilities = [world.facilityId, api.siblingId, api.otherFacilityId];
    const doors: string[] = [world.doorId];
    for (const facilityId of facilities)
      for (const name of ['Back', 'Aside']) doors.push(await world.doors.create({ ...BARE_DOOR, facilityId, name }));
    await world.beacon();
    await world.aBox();
    pools = {
      facilityId: facilities,
      club: facilities,
      organisationId: [world.orgId, api.otherOrgId],
      doorId: [...doors, 'door_0000000000000000', 'no id'],
    };
  });
  afterAll(() => api.close());

  it('answers each as it would be answered alone', async () => {
    const batched = api.endpoints.filter(
      ({ declaration, many }) => many !== undefined && inGraph([declaration]).length > 0,
    );
    expect(batched.map(({ declaration }) => declaration.id)).toEqual(
      expect.arrayContaining([
        ...['clubs.read', 'device-doors.list', 'devices.list', 'door-controllers.list'],
        ...['door-states.list', 'door-states.read', 'orgs.read'],
      ]),
    );
    for (const endpoint of batched)
      await fc.assert(
        fc.asyncProperty(fc.array(inputOf(endpoint, pools), { minLength: 1, maxLength: 12 }), async (all) => {
          const call = await callOf(api, endpoint, all[0] ?? {});
          const inputs = all.map((params) => parseInput(endpoint.declaration, { params, search: '', body: undefined }));
          const alone = await Promise.all(
            inputs.map((input) => endpoint.handle(input, call).catch((fault: unknown) => fault)),
          );
          const together = await endpoint.many?.(inputs, call);
          expect(together?.map(plain), endpoint.declaration.id).toEqual(alone.map(plain));
        }),
        { numRuns: 8 },
      );
  }, 60_000);
});

const plain = (answer: unknown) => (answer instanceof Fault ? { code: answer.code, message: answer.message } : answer);

const inputOf = ({ declaration }: MountedEndpoint, pools: Pools) => {
  const names = [...declaration.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return fc.record(Object.fromEntries(names.map((name) => [name, fc.constantFrom(...(pools[name] ?? [name]))])));
};

/** A super admin reads everywhere, so that what differs is what `many` finds. */
const callOf = async (
  { world, callers }: PlatformApi,
  { declaration }: MountedEndpoint,
  params: Readonly<Record<string, string>>,
): Promise<ReadCall> => {
  const header = (name: string) => callers.superAdmin.headers[name];
  const request = { method: declaration.method, remoteAddress: '127.0.0.1', header, params, query: () => undefined };
  const caller = await authenticatePlatform(world)(request, declaration.gate as never);
  return {
    requestId: 'req_0123456789abcdef',
    caller,
    remoteAddress: '127.0.0.1',
    startedMonoMs: 0,
    header,
    at: () => undefined,
    about: () => undefined,
    read: world.db.read,
    resource: undefined,
  };
};
