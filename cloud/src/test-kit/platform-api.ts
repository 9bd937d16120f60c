import type { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import type { Database } from '../db/unit-of-work.ts';
import type { Page } from '../http/express-mount.ts';
import type { Kit } from '../http/pipeline.ts';
import { sqlRateLimiter } from '../http/rate-limit-sql.ts';
import { serveSurface } from '../http/surfaces.ts';
import type { Link } from '../link/link.ts';
import { authenticatePlatform, platformSurface } from '../modules/users/platform-surface.ts';
import type { Right, RoleGrant } from '../modules/users/users.module.ts';
import { serveSurfaces } from './surface-api.ts';
import { confirms, scriptedLink } from './world.ts';

const ON_PLATFORM = { scope: 'platform', scopeId: '' } as const;

/**
 * The platform API on a real TLS socket, and somebody of every kind to call it. In the first organisation lies the
 * world's facility and a second one; in another organisation a facility of its own, which only its own admin sees.
 */
export const servePlatformApi = async (
  db: Database,
  clock: ManualClock,
  link: Link = scriptedLink(confirms).link,
  overrides: Partial<Kit> = {},
  pages: readonly Page[] = [],
) => {
  const api = await serveSurfaces(
    { db, clock, link },
    (world) => [serveSurface(platformSurface, authenticatePlatform(world))],
    overrides,
    pages,
  );
  const { world } = api;
  const { orgId, facilityId, organisations, users } = world;
  const siblingId = await organisations.createFacility({ orgId, name: 'Harbour Pool', timezone: 'Australia/Brisbane' });
  const otherOrgId = await organisations.createOrganisation('Summit Clubs');
  const otherFacilityId = await organisations.createFacility({
    orgId: otherOrgId,
    name: 'Summit One',
    timezone: 'Europe/Berlin',
  });
  const inOrg = { scope: 'organisation', scopeId: orgId } as const;
  const atFacility = { scope: 'facility', scopeId: facilityId } as const;

  /** Somebody new who holds this, as the headers that they send. */
  const aCaller = async (name: string, ...grants: readonly RoleGrant[]) => {
    const made = await db.write(async (tx) => {
      const email = `${name}@example.com`;
      const user = await users.addUser(tx, { email, firstName: name, lastName: 'Example' }, 'test');
      for (const grant of grants) await users.addGrant(tx, user.id, grant, 'test');
      return { user, key: await users.addKey(tx, user.id, { label: 'test' }, 'test') };
    });
    return { user: made.user, grants, headers: { 'x-api-key': made.key.text } as Record<string, string> };
  };
  const withRight = (right: Right, where: Pick<RoleGrant, 'scope' | 'scopeId'>): RoleGrant => ({ right, ...where });
  const callers = {
    superAdmin: await aCaller('super', withRight('super-admin', ON_PLATFORM)),
    globalAdmin: await aCaller('global', withRight('global-admin', ON_PLATFORM)),
    platformAdmin: await aCaller('platform', withRight('platform-admin', ON_PLATFORM)),
    orgAdmin: await aCaller('org', withRight('org-admin', inOrg)),
    manager: await aCaller('manager', withRight('facility-manager', atFacility)),
    staff: await aCaller('staff', withRight('facility-staff', atFacility)),
    iam: await aCaller('iam', withRight('iam', inOrg)),
    admin: await aCaller('admin', withRight('admin', inOrg)),
    agent: await aCaller('agent', withRight('agent', atFacility)),
    otherOrgAdmin: await aCaller('other', withRight('org-admin', { scope: 'organisation', scopeId: otherOrgId })),
    nobody: await aCaller('nobody'),
  };
  return { ...api, callers, aCaller, siblingId, otherOrgId, otherFacilityId };
};
export type PlatformApi = Awaited<ReturnType<typeof servePlatformApi>>;

/** The same of two replicas, which share nothing but the database: each request goes to the other one. */
export const serveTwoPlatformApis = async (db: Database, clock: ManualClock): Promise<PlatformApi> => {
  const kit = { limiter: sqlRateLimiter({ db, clock }) };
  const { link } = scriptedLink(confirms);
  const first = await servePlatformApi(db, clock, link, kit);
  const second = await serveSurfaces(
    { db, clock, link },
    (world) => [serveSurface(platformSurface, authenticatePlatform(world))],
    kit,
  );
  let sent = 0;
  const send = Object.assign(
    (...of: Parameters<PlatformApi['send']>) => (sent++ % 2 === 0 ? first : second).send(...of),
    {
      close: first.send.close,
    },
  );
  const close = async () => {
    await second.close();
    await first.close();
  };
  const auditedAfter = (requestId: string) => first.auditedAfter(requestId) || second.auditedAfter(requestId);
  return { ...first, send, close, auditedAfter };
};
