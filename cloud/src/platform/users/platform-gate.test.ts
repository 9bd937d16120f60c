import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { IncomingRequest } from '../../kit/http/call.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import {
  authorisePlatform,
  type Placed,
  type PlatformCaller,
  type PlatformGate,
  platformResources,
} from './platform-gate.ts';
import { authenticatePlatform, platformSurface } from './platform-surface.ts';
import type { Right, RoleGrant, Where } from './roles.ts';

const OURS: Where = { organisationId: 'org_ours' as OrgId };
const THEIRS: Where = { organisationId: 'org_theirs' as OrgId };
const inOrg = (right: Right, { organisationId = '' as OrgId }: Where): RoleGrant => ({
  right,
  scope: 'organisation',
  scopeId: organisationId,
});
const holder = (grants: readonly RoleGrant[], more: Partial<PlatformCaller> = {}) =>
  ({ user: { id: 'usr_me' }, grants, named: false, own: false, ...more }) as PlatformCaller;
const codeOf = (work: () => void): string => {
  try {
    work();
    return 'through';
  } catch (fault) {
    return (fault as { code: string }).code;
  }
};
const missing = () => Object.assign(new Error(), { code: 'thing_unknown' }) as never;
/** What the two questions of the kit come to. */
const askedAbout = (found: Placed, gate: PlatformGate, caller: PlatformCaller) =>
  codeOf(() => {
    authorisePlatform(caller, gate);
    platformResources.authorise(caller, gate, { found, missing });
  });

describe('a gate of a resource', () => {
  const gate = { needs: 'org-admin', in: 'resource' } as const;
  const admin = holder([inOrg('org-admin', OURS), inOrg('facility-staff', THEIRS)]);

  it.each([
    ['who holds the right there', { at: OURS }, admin, 'through'],
    ['who sees it and holds less there', { at: THEIRS }, admin, 'forbidden'],
    ['who sees nothing there', { at: { organisationId: 'org_third' as OrgId } }, admin, 'thing_unknown'],
    [
      'who holds the right nowhere, and does not say whether it is there',
      { at: OURS },
      holder([inOrg('iam', OURS)]),
      'forbidden',
    ],
    ['who holds the right at one of its places', { at: [OURS, THEIRS] }, admin, 'forbidden'],
    ['who sees one of its places', { at: [OURS, { organisationId: 'org_third' as OrgId }] }, admin, 'thing_unknown'],
    ['who holds nothing on the platform, where it is nobody’s', { at: {} }, admin, 'thing_unknown'],
    ['its owner, where ownership is no way through', { at: THEIRS, owner: 'usr_me' }, admin, 'forbidden'],
  ] as const)('answers %s', (_who, found, caller, answer) => {
    expect(askedAbout(found, gate, caller)).toBe(answer);
  });

  it.each([
    ['its owner, who holds anything there', { at: OURS, owner: 'usr_me' }, [inOrg('agent', OURS)], 'through'],
    ['its owner, who holds nothing there', { at: OURS, owner: 'usr_me' }, [inOrg('agent', THEIRS)], 'thing_unknown'],
    ['somebody who is not its owner', { at: OURS, owner: 'usr_other' }, [inOrg('agent', OURS)], 'forbidden'],
    ['who holds nothing anywhere', { at: OURS, owner: 'usr_me' }, [], 'forbidden'],
  ] as const)('and with orOwn %s', (_who, found, grants, answer) => {
    expect(askedAbout(found, { ...gate, orOwn: true as const }, holder(grants))).toBe(answer);
  });

  it('has a place to be asked about', () => {
    expect(() => platformResources.authorise(admin, gate, { found: { at: null }, missing })).toThrow('has no place');
  });
});

describe('a gate with several ways through', () => {
  const gate: PlatformGate = {
    anyOf: [
      { needs: 'org-admin', in: 'organisation' },
      { needs: 'facility-manager', in: 'facility of organisation' },
    ],
  };
  const atFacility = (right: Right): RoleGrant => ({ right, scope: 'facility', scopeId: 'fac_ours' as FacilityId });
  const asking = (...grants: readonly RoleGrant[]) =>
    codeOf(() =>
      authorisePlatform(
        holder(grants, { named: true, where: OURS, facilitiesThere: ['fac_ours' as FacilityId] }),
        gate,
      ),
    );

  it('lets through by either', () => {
    expect(asking(inOrg('org-admin', OURS))).toBe('through');
    expect(asking(atFacility('facility-manager'))).toBe('through');
  });
  it('answers 403 where one of them is seen, and 404 where none is', () => {
    expect(asking(inOrg('facility-manager', OURS))).toBe('through');
    expect(asking(inOrg('facility-staff', OURS))).toBe('forbidden');
    expect(asking(atFacility('facility-staff'))).toBe('forbidden');
    expect(asking(inOrg('org-admin', THEIRS))).toBe('place_unknown');
  });
  it('asks about a resource by each', () => {
    const either: PlatformGate = {
      anyOf: [
        { needs: 'admin', in: 'resource' },
        { needs: 'iam', in: 'resource' },
      ],
    };
    expect(askedAbout({ at: OURS }, either, holder([inOrg('iam', OURS)]))).toBe('through');
    expect(askedAbout({ at: OURS }, either, holder([inOrg('iam', THEIRS), inOrg('agent', OURS)]))).toBe('forbidden');
  });
});

describe.each(ENGINES)('a caller in a unit, on $name', ({ open }) => {
  let api: PlatformApi;
  beforeAll(async () => {
    api = await servePlatformApi(await open(), new ManualClock());
  });
  afterAll(() => api.close());

  const gate = { needs: 'facility-manager', in: 'facility' } as const;
  const arrives = (headers: Readonly<Record<string, string>>) => {
    const request: IncomingRequest = {
      method: 'PUT',
      remoteAddress: '127.0.0.1',
      header: (name) => headers[name],
      params: { facilityId: api.world.facilityId },
      query: () => undefined,
    };
    return authenticatePlatform(api.world)(request, gate);
  };
  const inUnit = (caller: PlatformCaller, change: (userId: string) => Promise<unknown>) =>
    change(caller.user.id).then(() => api.world.db.write(async (tx) => (await caller.renewed?.(tx)) as PlatformCaller));
  const takeAll = (userId: string) =>
    api.world.db.write((tx) => tx.deleteFrom('role_grant').where('user_id', '=', userId).execute());
  const asked = (caller: PlatformCaller) => codeOf(() => platformSurface.authorise(caller, gate, 'PUT'));
  let made = 0;
  const aManager = () =>
    api.aCaller(`manager-${++made}`, { right: 'facility-manager', scope: 'organisation', scopeId: api.world.orgId });

  it('holds what they hold by then', async () => {
    const caller = await arrives((await aManager()).headers);
    expect(asked(caller)).toBe('through');
    expect(asked(await inUnit(caller, async () => undefined))).toBe('through');
    expect(asked(await inUnit(caller, takeAll))).toBe('place_unknown');
  });
  it('finds the facility where it is by then', async () => {
    const caller = await arrives((await aManager()).headers);
    const moved = await inUnit(caller, () =>
      api.world.db.write((tx) =>
        tx.updateTable('facility').set({ org_id: api.otherOrgId }).where('id', '=', api.world.facilityId).execute(),
      ),
    );
    expect(asked(moved)).toBe('place_unknown');
    await api.world.db.write((tx) =>
      tx.updateTable('facility').set({ org_id: api.world.orgId }).where('id', '=', api.world.facilityId).execute(),
    );
  });
  it('acts as somebody else no longer than they may', async () => {
    const { user } = await aManager();
    const admin = await api.aCaller('acting', { right: 'super-admin', scope: 'platform', scopeId: '' });
    const caller = await arrives({ ...admin.headers, 'x-simulated-user': user.email });
    expect(asked(caller)).toBe('through');
    expect(asked(await inUnit(caller, () => takeAll(admin.user.id)))).toBe('acting_refused');
  });
});
