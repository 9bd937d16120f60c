import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ENGINES } from '../../kit/db/engines.ts';
import type { AnyEndpoint } from '../../kit/http/endpoint.ts';
import { pathOf, type Valid } from '../../kit/http/endpoint-contract.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { PARTNER } from './examples.ts';
import { giveGrant, listGrants, revokeGrant } from './grants.platform.endpoints.ts';
import { previewDisabling, setIntegration } from './integrations.platform.endpoints.ts';
import {
  flagMember,
  listKeyMembers,
  listMembers,
  listWarnedMembers,
  readMember,
} from './members.platform.endpoints.ts';
import {
  flagPerson,
  linkMember,
  listPeople,
  makePerson,
  readPerson,
  setExtendedUnlock,
  unlinkMember,
} from './people.platform.endpoints.ts';
import { listPlanZones, mapPlanZone, readPolicy, setPolicy } from './rules.platform.endpoints.ts';

/** The examples tell one story, and are true if a server to which they are sent in its order answers them. */
const STORY: readonly AnyEndpoint[] = [
  setPolicy,
  readPolicy,
  makePerson,
  setExtendedUnlock,
  linkMember,
  readPerson,
  flagMember,
  flagPerson,
  listPeople,
  giveGrant,
  listGrants,
  readMember,
  listMembers,
  listKeyMembers,
  listWarnedMembers,
  listPlanZones,
  mapPlanZone,
  unlinkMember,
  revokeGrant,
  setIntegration,
];
const AT_PREVIEW = z.object({ losing: z.int(), memberIds: z.array(z.string()) });

describe('the examples of access administration', () => {
  let api: PlatformApi;
  /** What the examples call it, and what this server does. */
  const ids = new Map<string, string>();
  beforeAll(async () => {
    const db = await (ENGINES[0] as (typeof ENGINES)[number]).open();
    api = await servePlatformApi(db, new ManualClock());
    const { world, callers } = api;
    const other = await world.db.write((tx) =>
      world.partners.create(tx, {
        name: 'B',
        linkingMethod: 'facility_id',
        organisations: [world.orgId],
      }),
    );
    await world.db.write((tx) => world.partners.setIntegration(tx, other, world.facilityId, { enabled: true }));
    const scopeId = await world.db.write((tx) =>
      world.scopes.createScope(tx, world.facilityId, { name: 'Pool', doors: [] }),
    );
    for (const [shown, real] of [
      ['fac_0123456789abcdef', world.facilityId],
      [PARTNER, world.partnerId],
      ['ptr_fedcba9876543210', other],
      ['door_0123456789abcdef', world.doorId],
      ['scp_0123456789abcdef', scopeId],
      ['usr_0123456789abcdef', callers.manager.user.id],
      ['Sam Example', `${callers.manager.user.firstName} ${callers.manager.user.lastName}`],
    ] as const)
      ids.set(shown, real);
    await seed();
    const [warning] = await world.warnings.list(world.facilityId);
    ids.set('wrn_0123456789abcdef', String(warning?.id));
  });
  afterAll(() => api.close());

  /** What partners have sent before anybody said anything. */
  const seed = async () => {
    const { world } = api;
    const { facilityId, partnerId } = world;
    const at = { facility_id: facilityId };
    const membership_plans = [
      { ...at, membership_plan_id: 'P-POOL', name: 'Pool and sauna', access_zones: [{ name: 'Pool' }] },
      { ...at, membership_plan_id: 'P-GOLD', name: 'Gold', access_zones: [{ name: 'Gym floor' }] },
    ];
    const members = [
      {
        ...at,
        member_id: 'M-1001',
        first_name: 'Ada',
        last_name: 'Byron',
        mobile_phone: '+61 7 3000 0000',
        membership_status: 'current',
        membership_plans: [
          {
            membership_plan_id: 'P-GOLD',
            name: 'Gold',
            start_date: '2026-01-01T00:00:00+10:00',
            end_date: null,
            status: 'current',
            is_current: true,
          },
        ],
        access_time_windows: [
          { external_id: 'trial-day', kind: 'absolute', from: 1_772_323_200, to: 1_772_409_600, scope_key: 'pool' },
        ],
        access_time_windows_revision: 1,
      },
      { ...at, member_id: 'M-1002', first_name: 'Bo', last_name: 'Ek' },
    ];
    const pushed = [
      (await world.plans.push(Buffer.from(JSON.stringify({ membership_plans })), world.callBy())).skippedItems,
      (await world.members.push(Buffer.from(JSON.stringify({ members })), world.callBy())).result.skippedItems,
    ];
    expect(pushed).toEqual([[], []]);
    await world.db.write((tx) =>
      world.access.mapPlanZone(tx, { facilityId, partnerId, name: 'Gym floor' }, { to: 'facility' }),
    );
  };

  const real = <T>(shown: T): T =>
    JSON.parse([...ids].reduce((text, [from, to]) => text.replaceAll(from, to), JSON.stringify(shown ?? null)));
  /** Moments are those of this server, and so is the order of its partners. */
  const alike = (answer: unknown): unknown =>
    JSON.parse(JSON.stringify(answer), (name, value) => {
      if (name === 'members') return value.map((member: unknown) => JSON.stringify(member)).sort();
      return /At$/.test(name) && value !== null ? 'then' : value;
    });
  /** What stands for which id of the server shows with the first answer that has it. */
  const learn = (shown: Readonly<Record<string, unknown>>, answer: Readonly<Record<string, unknown>>) => {
    for (const [name, id] of Object.entries(shown))
      if (/^(per|grt)_/.test(String(id)) && !ids.has(String(id))) ids.set(String(id), String(answer[name]));
  };

  it('are true one after another', async () => {
    for (const endpoint of STORY) {
      await api.moveOn();
      const { success = {}, body, ...named } = endpoint.examples ?? {};
      const { status, json, text } = await api.send({
        method: endpoint.method,
        path: pathOf(endpoint, real(named) as Valid),
        headers: api.callers.manager.headers,
        ...(body !== undefined && { body: real(body) as object }),
      });
      expect(status, `${endpoint.id}: ${text}`).toBe(endpoint.success.status);
      learn(success as Record<string, unknown>, json);
      expect(alike(json), endpoint.id).toEqual(alike(real(success)));
    }
  });

  it('tell a preview with as many ids as members who lose access', () => {
    const { losing, memberIds } = AT_PREVIEW.parse(previewDisabling.examples?.success);
    expect(memberIds).toHaveLength(losing);
  });
});
