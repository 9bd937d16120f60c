import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { Hours } from '@gatehouse/shared/time/duration.ts';
import type { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import type { Database, Tx } from '../kit/db/unit-of-work.ts';
import type { Page } from '../kit/http/express-mount.ts';
import type { Kit } from '../kit/http/pipeline.ts';
import { sqlRateLimiter } from '../kit/http/rate-limit-sql.ts';
import { type ServedSurface, serveSurface } from '../kit/http/surfaces.ts';
import type { Link } from '../link/link.ts';
import { withCookie } from '../platform/sessions/testing/signing-in.ts';
import { authenticatePlatform, platformSurface } from '../platform/users/platform-surface.ts';
import { lastingOf, type Right, type RoleGrant } from '../platform/users/users.module.ts';
import { serveSurfaces } from './surface-api.ts';
import { confirms, scriptedLink, type World } from './world.ts';

/** Somebody of every kind, by name: what they hold, and where. */
export const callerKinds = ({
  orgId,
  facilityId,
  otherOrgId,
}: {
  readonly orgId: OrgId;
  readonly facilityId: FacilityId;
  readonly otherOrgId: OrgId;
}) => {
  const onPlatform = (right: Right): RoleGrant => ({ right, scope: 'platform', scopeId: '' });
  const inOrg = (right: Right, scopeId = orgId): RoleGrant => ({ right, scope: 'organisation', scopeId });
  const atFacility = (right: Right): RoleGrant => ({ right, scope: 'facility', scopeId: facilityId });
  return {
    superAdmin: ['super', onPlatform('super-admin')],
    globalAdmin: ['global', onPlatform('global-admin')],
    platformAdmin: ['platform', onPlatform('platform-admin')],
    orgAdmin: ['org', inOrg('org-admin')],
    manager: ['manager', atFacility('facility-manager')],
    staff: ['staff', atFacility('facility-staff')],
    iam: ['iam', inOrg('iam')],
    admin: ['admin', inOrg('admin')],
    agent: ['agent', atFacility('agent')],
    installer: ['installer', atFacility('installer')],
    otherOrgAdmin: ['other', inOrg('org-admin', otherOrgId)],
    nobody: ['nobody'],
  } as const satisfies Readonly<Record<string, readonly [name: string, ...(readonly RoleGrant[])]>>;
};
export type CallerKind = keyof ReturnType<typeof callerKinds>;

/**
 * The platform API on a real TLS socket, and somebody of every kind to call it. In the first organisation lies the
 * world's facility and a second one; in another organisation a facility of its own, which only its own admin sees.
 */
export const servePlatformApi = async (
  db: Database,
  clock: ManualClock,
  link: Link = scriptedLink(confirms).link,
  overrides: Partial<Kit> = {},
  {
    pages = [],
    also,
  }: { readonly pages?: readonly Page[]; readonly also?: (world: World) => readonly ServedSurface[] } = {},
) => {
  const api = await serveSurfaces(
    { db, clock, link },
    (world) => [
      serveSurface(platformSurface, authenticatePlatform(world, 'keys and cookies')),
      ...(also?.(world) ?? []),
    ],
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

  const give = (tx: Tx, userId: string, grant: RoleGrant): Promise<unknown> =>
    grant.right === 'installer' && grant.scope === 'facility'
      ? users.addPassingGrant(
          tx,
          userId,
          { right: grant.right, facilityId: grant.scopeId, endsAt: in48Hours() },
          'test',
        )
      : users.addGrant(tx, userId, grant, 'test');
  const in48Hours = () => clock.wallMs() + Hours(48);
  const signedIn = async (subjectId: string) => {
    const browser = { by: 'code', remoteAddress: '192.0.2.7', userAgent: 'Mozilla/5.0' } as const;
    const { token } = await db.write((tx) => world.sessions.begin(tx, { subjectId, ...browser }));
    return { ...withCookie('__Host-ops', token) };
  };
  /** Somebody new who holds this, as the headers that they send. */
  const aCaller = async (name: string, ...grants: readonly RoleGrant[]) => {
    const made = await db.write(async (tx) => {
      const email = `${name}@example.com`;
      const user = await users.addUser(tx, { email, firstName: name, lastName: 'Example' }, 'test');
      for (const grant of grants) await give(tx, user.id, grant);
      return { user, key: await users.addKey(tx, user.id, { label: 'test' }, 'test') };
    });
    // What is held for a while counts for whoever signs in.
    const isPassing = grants.length > 0 && lastingOf(grants).length === 0;
    const headers: Record<string, string> = isPassing ? await signedIn(made.user.id) : { 'x-api-key': made.key.text };
    return { user: made.user, grants, headers };
  };
  const made = async ([name, ...grants]: readonly [string, ...(readonly RoleGrant[])]) => aCaller(name, ...grants);
  const kinds = callerKinds({ orgId, facilityId, otherOrgId });
  const callers = {} as Record<CallerKind, Awaited<ReturnType<typeof aCaller>>>;
  for (const kind of Object.keys(kinds) as CallerKind[]) callers[kind] = await made(kinds[kind]);
  return { ...api, callers, aCaller, siblingId, otherOrgId, otherFacilityId, replicas: 1 };
};
export type PlatformApi = Awaited<ReturnType<typeof servePlatformApi>>;

/** The same of two replicas, which share nothing but the database and the store of objects: each request goes to the other one. */
export const serveTwoPlatformApis = async (db: Database, clock: ManualClock): Promise<PlatformApi> => {
  const kit = { limiter: sqlRateLimiter({ db, clock }) };
  const { link } = scriptedLink(confirms);
  const first = await servePlatformApi(db, clock, link, kit);
  const second = await serveSurfaces(
    { db, clock, link, objects: first.world.objects },
    (world) => [serveSurface(platformSurface, authenticatePlatform(world, 'keys and cookies'))],
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
  return { ...first, send, close, auditedAfter, replicas: 2 };
};
