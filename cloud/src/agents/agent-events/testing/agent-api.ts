import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import type { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import type { Database } from '../../../kit/db/unit-of-work.ts';
import { serveSurface } from '../../../kit/http/surfaces.ts';
import type { Audience } from '../../../link/device-tokens.ts';
import { aBrowser } from '../../../platform/pushes/testing/browser.ts';
import type { RoleGrant } from '../../../platform/users/users.module.ts';
import { serveSurfaces } from '../../../testing/surface-api.ts';
import { confirms, scriptedLink } from '../../../testing/world.ts';
import { agentSurface, authenticateAgent } from '../agent-surface.ts';

/** The agent API on a real TLS socket: an agent at the world's facility, its owner, a colleague, and a stranger. */
export const serveAgentApi = async (db: Database, clock: ManualClock) => {
  const api = await serveSurfaces({ db, clock, link: scriptedLink(confirms).link }, (world) => [
    serveSurface(agentSurface, authenticateAgent({ ...world, db, tokens: world.tokens })),
  ]);
  const { world } = api;
  const elsewhere = await world.organisations.createFacility({
    orgId: await world.organisations.createOrganisation('Summit Clubs'),
    name: 'Summit One',
    timezone: 'Europe/Berlin',
  });
  /** Somebody with this right, or none, who is told things in one browser. */
  const aUser = async (name: string, scopeId?: FacilityId) => {
    const grants: RoleGrant[] = scopeId === undefined ? [] : [{ right: 'facility-staff', scope: 'facility', scopeId }];
    return db.write(async (tx) => {
      const email = `${name}@example.com`;
      const { id } = await world.users.addUser(tx, { email, firstName: name, lastName: 'Example' }, 'test');
      for (const grant of grants) await world.users.addGrant(tx, id, grant, 'test');
      await world.pushes.subscribe(tx, id, aBrowser(`https://push.example.com/${name}`).subscription);
      return id;
    });
  };
  const users = {
    owner: await aUser('owner', world.facilityId),
    colleague: await aUser('colleague', world.facilityId),
    stranger: await aUser('stranger', elsewhere),
    nobody: await aUser('nobody'),
  };
  const subjects = new Map<string, string>();
  const anAgent = (given: { kind?: 'core-ai-agent' | 'camera'; owned?: boolean; settings?: object } = {}) =>
    db.write(async (tx) => {
      const { kind = 'core-ai-agent', owned = true, settings = {} } = given;
      const facts = { name: 'Desk agent', facilityId: world.facilityId, settings: { ...settings } };
      const owner = owned ? { ownerUserId: users.owner } : {};
      const { device, secret } = await world.devices.register(tx, { kind, ...facts, ...owner });
      subjects.set(device.uuid, (await world.devices.tokenSubject(tx, device.uuid)) ?? device.uuid);
      return { uuid: device.uuid, secret };
    });
  const agent = await anAgent();
  const headersOf = (uuid: string, audience: Audience = 'events') => ({
    authorization: `Bearer ${world.tokens.issue(subjects.get(uuid) ?? uuid, audience).token}`,
  });
  const basicOf = ({ uuid, secret }: { uuid: string; secret: string }) => ({
    authorization: `Basic ${Buffer.from(`${uuid}:${secret}`).toString('base64')}`,
  });
  let runs = 0;
  /** A run of ten minutes that nobody was told of. */
  const aTurn = (overrides: Record<string, unknown> = {}) => ({
    session: `s-${++runs}`,
    startedAt: new Date(clock.wallMs() - Minutes(10)).toISOString(),
    finishedAt: new Date(clock.wallMs()).toISOString(),
    userId: users.owner,
    ...overrides,
  });
  /** What is waiting to be told, and to whom. */
  const queued = async () => {
    const rows = await db.read((tx) =>
      tx.selectFrom('job').where('kind', '=', 'pushes.deliver').select('payload').orderBy('id').execute(),
    );
    return rows.map(({ payload }) => JSON.parse(payload) as { userId: string; notification: Record<string, string> });
  };
  const post = (what: string, body: unknown, headers: Record<string, string> = headersOf(agent.uuid)) =>
    api.send({ method: 'POST', path: `/ai/${what}`, headers, body });
  return { ...api, users, elsewhere, agent, anAgent, headersOf, basicOf, aTurn, queued, post };
};
export type AgentApi = Awaited<ReturnType<typeof serveAgentApi>>;
