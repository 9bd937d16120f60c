import type { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { Kit } from '../../kit/http/pipeline.ts';
import { sqlRateLimiter } from '../../kit/http/rate-limit-sql.ts';
import type { ServedSurface } from '../../kit/http/surfaces.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { serveSurfaces } from '../../testing/surface-api.ts';
import { confirms, scriptedLink, type World } from '../../testing/world.ts';
import { openApiPage } from '../rest/openapi-page.ts';

/** The surfaces of the unified API, as its modules tell of them. */
export const unifiedSurfaces = ({ collected }: Pick<World, 'collected'>): readonly ServedSurface[] =>
  collected('surfaces')
    .flat()
    .filter(({ on }) => on === 'unified');

export const FORM = { 'content-type': 'application/x-www-form-urlencoded' } as const;
export const formOf = (fields: Readonly<Record<string, string>>): string => new URLSearchParams(fields).toString();
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** A key of a user as a client shows it. */
export interface AClient {
  readonly client_id: string;
  readonly client_secret: string;
}

/** The unified API beside the platform API, on one world, and somebody of every kind with a key to trade. */
export const serveUnifiedApi = async (
  db: Database,
  clock: ManualClock,
  overrides: Partial<Kit> = {},
  surfaces: (world: World) => readonly ServedSurface[] = unifiedSurfaces,
) => {
  const api = await servePlatformApi(db, clock, undefined, overrides, {
    also: surfaces,
    pages: [openApiPage()],
  });
  const { world } = api;

  const clientOf = async (headers: Readonly<Record<string, string>>): Promise<AClient> => {
    const secret = headers['x-api-key'] ?? '';
    const known = await world.users.authenticate(secret);
    return { client_id: known?.keyId ?? '', client_secret: secret };
  };
  /** What the token endpoint answers. */
  const ask = (client: AClient, scope?: string) =>
    api.send({
      method: 'POST',
      path: '/oauth/token',
      headers: FORM,
      body: formOf({ grant_type: 'client_credentials', ...client, ...(scope !== undefined && { scope }) }),
    });
  /** A token of whoever sends these headers, past the limit of the endpoint. */
  const tokenOf = async (headers: Readonly<Record<string, string>>, scope: string): Promise<string> => {
    const known = await world.users.authenticate(headers['x-api-key'] ?? '');
    if (known === undefined) throw new TypeError('whoever this is has no key');
    const of = { keyId: known.keyId, userId: known.user.id, scope };
    return (await db.write((tx) => world.bearerTokens.issue(tx, of))).text;
  };
  const get = (path: string, token: string) => api.send({ method: 'GET', path, headers: bearer(token) });
  return { ...api, clientOf, ask, tokenOf, get };
};
export type UnifiedApi = Awaited<ReturnType<typeof serveUnifiedApi>>;

/** A second replica on the same database: its kit is its own. */
const serveReplica = (db: Database, clock: ManualClock, overrides: Partial<Kit>) =>
  serveSurfaces({ db, clock, link: scriptedLink(confirms).link }, unifiedSurfaces, overrides);

interface Replicas {
  /** Whether both count the limits of a minute together, in the database. */
  readonly limits?: boolean;
  /** How the other one reaches the database. */
  readonly replicasDb?: Database;
  /** By which clock the other one goes. */
  readonly replicasClock?: ManualClock;
}

/** The unified API on two replicas of one database: what is true of a user is to be so on both. */
export const serveTwoReplicas = async (
  db: Database,
  clock: ManualClock,
  { limits = false, replicasDb = db, replicasClock = clock }: Replicas = {},
) => {
  const limiter = (by: ManualClock): Partial<Kit> => (limits ? { limiter: sqlRateLimiter({ db, clock: by }) } : {});
  const api = await serveUnifiedApi(db, clock, limiter(clock));
  const replica = await serveReplica(replicasDb, replicasClock, limiter(replicasClock));
  const both = [api, replica] as const;
  const close = async (): Promise<void> => {
    await Promise.all(both.map(({ world }) => world.subscriptions.close()));
    await Promise.all(both.map(({ world }) => world.live.close()));
    await replica.close();
    await api.close();
  };
  return { api, replica, both, close };
};
export type TwoReplicas = Awaited<ReturnType<typeof serveTwoReplicas>>;

/** Every act that there is. */
export const everyScope = ({ world }: Pick<PlatformApi, 'world'>): string => world.bearerTokens.acts.join(' ');
