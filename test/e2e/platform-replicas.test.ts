// @module-tag long
import { cutNotifications } from '@gatehouse/cloud/kit/db/test-notifications.ts';
import { startTestPostgres, type TestPostgres } from '@gatehouse/cloud/kit/db/test-postgres.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConsoleLine } from '../kit/console-lines.ts';
import { eventually } from '../kit/eventually.ts';
import { aPlatformKey, type PlatformClient, platformClient } from '../kit/platform-client.ts';
import { type Site, startSite } from '../kit/site.ts';

/** Two processes of the cloud on one PostgreSQL, and the embedded broker as a process of its own between them. */
describe('the platform API of two replicas', () => {
  let postgres: TestPostgres;
  let site: Site;
  let one: PlatformClient;
  let two: PlatformClient;
  let other: Awaited<ReturnType<Site['startReplica']>>;
  let facilityId: string;
  beforeAll(async () => {
    postgres = await startTestPostgres(systemClock);
    site = await startSite({ separateBroker: true, databaseUrl: postgres.url('postgres') });
    other = await site.startReplica();
    const key = await aPlatformKey(site, 'root@example.com', { role: 'super-admin', scope: 'platform' });
    one = platformClient(site.processes.cloud.ready.platformUrl, site.ca, key);
    two = platformClient(other.ready.platformUrl, site.ca, key);
    facilityId = site.demo.facilityId;
    await eventually(
      async () => (await unlock(two)).status === 200,
      'the other replica has heard the box',
      Seconds(20),
    );
  });
  afterAll(async () => {
    await one?.close();
    await two?.close();
    await site?.close();
    await postgres?.stop();
  });

  const unlock = (by: PlatformClient, headers: Readonly<Record<string, string>> = {}) =>
    by.request(
      'POST',
      `/api/access-control/${facilityId}/doors/${site.doorIds.studio}/unlock`,
      { reason: 'Test' },
      headers,
    );

  it('made exactly one super admin between them at their first start', async () => {
    const { json } = await one.request('GET', '/api/admin/users/listusers');
    const admins = (json.data as { email: string }[]).map(({ email }) => email);
    expect(admins.filter((email) => email !== 'root@example.com')).toHaveLength(1);
  });

  it('knows at one what was just made at the other, and forgets at one what the other ended', async () => {
    const made = await one.request('POST', '/api/users', {
      email: 'kim@example.com',
      firstName: 'Kim',
      lastName: 'Lee',
    });
    expect(made.status).toBe(201);
    const { userId } = made.json;
    const keyMade = await two.request('POST', `/api/users/${userId}/mcp-keys`, { label: 'desk' });
    const kim = platformClient(site.processes.cloud.ready.platformUrl, site.ca, keyMade.json.key);
    const whoAmI = () => kim.request('GET', `/api/users/${userId}/mcp-keys`);
    expect((await whoAmI()).status).toBe(200);
    expect((await two.request('DELETE', `/api/users/${userId}/mcp-keys/${keyMade.json.keyId}`)).status).toBe(200);
    expect((await whoAmI()).status).toBe(401);
    await kim.close();
  });

  it('carries a request out once that is sent to both with one key', async () => {
    const path = `/api/access-control/${facilityId}/scopes`;
    const send = (to: PlatformClient) =>
      to.request('POST', path, { name: 'Ground floor', doorIds: [] }, { 'idempotency-key': 'ground-floor' });
    const answers = await Promise.all([send(one), send(two), send(one), send(two)]);
    for (const { status, json } of answers) expect([201, 409], JSON.stringify(json)).toContain(status);
    const again = await Promise.all([send(one), send(two)]);
    for (const { headers } of again) expect(headers['idempotent-replayed']).toBe('true');
    const listed = await one.request('GET', path);
    expect(JSON.stringify(listed.json).match(/Ground floor/g)).toHaveLength(1);
  });

  it('opens a door once for staff who ask both with one key', async () => {
    const before = await site.settled();
    const key = { 'idempotency-key': 'staff-both' };
    const answers = await Promise.all([unlock(one, key), unlock(two, key), unlock(one, key)]);
    for (const { status, json } of answers) expect(status, JSON.stringify(json)).toBe(200);
    await site.settled();
    expect(site.building.pulses('studio', before.happened)).toBe(1);
  });

  it('locks the facility down at one and releases it at the other, and the box does as it is told', async () => {
    const path = `/api/access-control/${facilityId}/lockdowns`;
    const locked = await one.request('POST', path, { target: { to: 'facility' }, reason: 'Drill' });
    expect(locked.status, JSON.stringify(locked.json)).toBe(201);
    await eventually(async () => (await unlock(two)).status === 409, 'the other replica refuses', Seconds(15));
    const { lockdownId } = locked.json;
    const released = await two.request('POST', `${path}/${lockdownId}/release`, { reason: 'Over' });
    expect(released.status, JSON.stringify(released.json)).toBe(200);
    await eventually(async () => (await unlock(one)).status === 200, 'the door opens again', Seconds(15));
  });

  it('tells at one what was done at the other: each attempt once in the audit, with its place', async () => {
    const answer = await unlock(two);
    const requestId = String(answer.headers['x-request-id']);
    const found = await one.request('POST', '/api/admin/audit-logs/search', { requestId });
    expect(found.status, JSON.stringify(found.json)).toBe(200);
    expect(found.json.data).toMatchObject([{ requestId, outcome: 'ok', facility: { facilityId } }]);
  });

  it('shows at one what was done at the other, also while every word between them is lost', async () => {
    const staff = { role: 'facility-staff', scope: 'facility', scopeId: facilityId };
    const key = await aPlatformKey(site, 'desk@example.com', staff);
    const port = Number(new URL(other.ready.consoleUrl).port);
    const line = openConsoleLine({ port, ca: site.ca, key, facilityId });
    const shows = (active: boolean) =>
      eventually(async () => {
        await cutNotifications(postgres.url('postgres'));
        return line.doors()?.every(({ lockdown }) => lockdown.active === active) === true;
      }, `the other shows whether all is locked down: ${active}`);
    await shows(false);
    const path = `/api/access-control/${facilityId}/lockdowns`;
    const locked = await one.request('POST', path, { target: { to: 'facility' }, reason: 'Drill' });
    expect(locked.status, JSON.stringify(locked.json)).toBe(201);
    await shows(true);
    await one.request('POST', `${path}/${locked.json.lockdownId}/release`, { reason: 'Over' });
    await shows(false);
    line.close();
  });
});
