import { randomUUID } from 'node:crypto';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { declarations } from '../../areas.ts';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { takesIdempotencyKey } from '../../kit/http/replies.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import type { Alternative } from './platform-gate.ts';

type Headers = Readonly<Record<string, string>>;

it('every POST whose gate does not say where asks again before it gives an old answer', () => {
  // One's own browser, address, and ways to sign in, wherever one holds something.
  const OWN = [
    'email-mapping.test',
    'pushes.subscribe',
    'pushes.try',
    'sessions.step-up',
    'passkeys.create',
    'totp.enrol',
  ];
  const silent = declarations
    .filter(({ surface }) => surface.name === 'platform')
    .filter((endpoint) => takesIdempotencyKey(endpoint) && (endpoint.gate as Partial<Alternative>).in === 'anywhere')
    .filter((endpoint) => !('admit' in endpoint) && !OWN.includes(endpoint.id));
  expect(silent.map(({ id }) => id)).toEqual([]);
});

describe.each(ENGINES)('what somebody held and holds no longer, on $name', ({ open }) => {
  let db: Database;
  let api: PlatformApi;
  beforeEach(async () => {
    db = await open();
    api = await servePlatformApi(db, new ManualClock());
  });
  afterEach(() => api.close());

  const send = (method: string, path: string, headers: Headers, body?: object) =>
    api.send({ method, path: `/api/${path}`, headers, ...(body && { body }) });
  const takeAt = (userId: string, scopeId: string) =>
    db.write((tx) =>
      tx.deleteFrom('role_grant').where('user_id', '=', userId).where('scope_id', '=', scopeId).execute(),
    );
  /** Administers both organisations. */
  const both = () =>
    api.aCaller(
      'both',
      { right: 'org-admin', scope: 'organisation', scopeId: api.world.orgId },
      { right: 'org-admin', scope: 'organisation', scopeId: api.otherOrgId },
    );

  describe('gets no answer again, however the request was sent first', () => {
    const requests = {
      'POST /api/users': async () => ({
        path: 'users',
        body: {
          email: 'sam@example.com',
          firstName: 'Sam',
          lastName: 'Rivers',
          roles: [{ role: 'facility-staff', scope: 'facility', scopeId: api.otherFacilityId }],
        },
      }),
      'POST /api/admin/clubs/addclub': async () => ({
        path: 'admin/clubs/addclub',
        body: { organisationId: api.otherOrgId, name: 'Third', timezone: 'Europe/Berlin' },
      }),
      'POST /api/admin/partners': async () => ({
        path: 'admin/partners',
        body: { name: 'Acme', linkingMethod: 'facility_id', organisations: [api.otherOrgId] },
      }),
      'POST /api/admin/partners/{partnerId}/keys': async () => {
        const partnerId = await api.world.db.write((tx) =>
          api.world.partners.create(tx, {
            name: 'Acme',
            linkingMethod: 'facility_id',
            organisations: [api.otherOrgId as never],
          }),
        );
        return { path: `admin/partners/${partnerId}/keys`, body: { type: 'live', label: 'First' } };
      },
      'POST /api/devices/move/{club}': async () => {
        const { facilityId } = api.world;
        const { json } = await send('POST', `devices/addGenericDevice/${facilityId}`, api.callers.superAdmin.headers, {
          kind: 'camera',
          name: 'Camera',
        });
        return { path: `devices/move/${facilityId}`, body: { uuid: json.uuid, toFacilityId: api.otherFacilityId } };
      },
      'POST /api/webhooks/{webhookId}/replay': async () => {
        const made = await send('POST', `webhooks?organisationId=${api.otherOrgId}`, api.callers.superAdmin.headers, {
          url: 'https://hooks.example.com/gatehouse',
        });
        return {
          path: `webhooks/${made.json.webhookId}/replay`,
          body: { from: '2025-12-31T00:00:00Z', to: '2026-01-01T00:00:00Z' },
        };
      },
    };
    it.each(Object.entries(requests))('%s', async (_name, requestOf) => {
      const { headers, user } = await both();
      const { path, body } = await requestOf();
      const sent = () => send('POST', path, { ...headers, 'idempotency-key': 'once' }, body);
      expect((await sent()).status).toBeLessThan(300);
      await takeAt(user.id, api.otherOrgId);
      const again = await sent();
      const anew = await send('POST', path, { ...headers, 'idempotency-key': randomUUID() }, body);
      expect([403, 404], again.text).toContain(again.status);
      const plain = ({ json }: typeof again) => ({ ...json, request_id: '' });
      expect(plain(again)).toEqual(plain(anew));
    });
  });

  it('but what is left: the owner of a device reads it with any right where it is', async () => {
    const { facilityId } = api.world;
    const agent = { right: 'agent', scope: 'facility', scopeId: facilityId } as const;
    const [owner, other] = [await api.aCaller('owner', agent), await api.aCaller('stranger', agent)];
    const { json } = await send('POST', `devices/addGenericDevice/${facilityId}`, api.callers.manager.headers, {
      kind: 'core-ai-agent',
      name: 'Agent',
      ownerUserId: owner.user.id,
    });
    const read = ({ headers }: { readonly headers: Headers }) => send('GET', `devices/metadata/${json.uuid}`, headers);
    expect((await read(owner)).status).toBe(200);
    expect(await read(other)).toMatchObject({ status: 403, json: { error: 'forbidden' } });
    await takeAt(owner.user.id, facilityId);
    expect(await read(owner)).toMatchObject({ status: 403, json: { error: 'forbidden' } });
  });

  it('as the owner of a device: it is told and shown to them no more', async () => {
    const { facilityId, orgId } = api.world;
    const owner = await api.aCaller(
      'owner',
      { right: 'facility-staff', scope: 'facility', scopeId: facilityId },
      { right: 'facility-staff', scope: 'facility', scopeId: api.otherFacilityId },
    );
    const made = await send('POST', `devices/addGenericDevice/${facilityId}`, api.callers.manager.headers, {
      kind: 'core-ai-agent',
      name: 'Agent',
      serialNumber: 'AG-1',
      ownerUserId: owner.user.id,
    });
    const { uuid } = made.json;
    expect((await send('GET', `devices/metadata/${uuid}`, owner.headers)).status).toBe(200);
    await takeAt(owner.user.id, facilityId);
    for (const path of [`metadata/${uuid}`, 'metadata/serial/ag-1', `resolve-qr?url=${uuid}`]) {
      const answer = await send('GET', `devices/${path}`, owner.headers);
      expect(answer, path).toMatchObject({ status: 404, json: { error: 'device_unknown' } });
    }
    const device = await db.read((tx) => api.world.devices.lookUp(tx, uuid));
    expect(device).toMatchObject({ organisationId: orgId, ownerUserId: owner.user.id });
    const told = db.write((tx) => api.world.agentEvents.notify(tx, device as never, { title: 'T', message: 'M' }));
    await expect(told).rejects.toMatchObject({ code: 'target_refused' });
  });
});
