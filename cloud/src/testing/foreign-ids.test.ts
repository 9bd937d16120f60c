import { randomUUID } from 'node:crypto';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../kit/db/engines.ts';
import { foreignDoor, NO_DOOR } from './foreign-door.ts';
import { type PlatformApi, servePlatformApi } from './platform-api.ts';

/** What paths name, the contract looks after. These are ids that a body or a query names. */
type Ids = Readonly<
  Record<
    'door' | 'scope' | 'partner' | 'person' | 'box' | 'device' | 'facility' | 'organisation' | 'note' | 'user',
    string
  >
>;
interface Asked {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly body?: object;
}

const MISSING: Ids = {
  door: NO_DOOR,
  scope: 'scp_zzzzzzzzzzzzzzzz',
  partner: 'ptr_zzzzzzzzzzzzzzzz',
  person: 'per_zzzzzzzzzzzzzzzz',
  box: randomUUID(),
  device: randomUUID(),
  facility: 'fac_zzzzzzzzzzzzzzzz',
  organisation: 'org_zzzzzzzzzzzzzzzz',
  note: 'note_zzzzzzzzzzzzzzzz',
  user: 'usr_zzzzzzzzzzzzzzzz',
};

describe('ids in bodies and queries that name a thing of another organisation', () => {
  let api: PlatformApi;
  let foreign: Ids;
  let own: { readonly person: string };
  beforeAll(async () => {
    const sqlite = ENGINES.find(({ name }) => name === 'sqlite');
    if (sqlite === undefined) throw new Error('no engine');
    const db = await sqlite.open();
    api = await servePlatformApi(db, new ManualClock());
    const { world, otherOrgId, callers } = api;
    const facilityId = api.otherFacilityId as FacilityId;
    const door = await foreignDoor(api);
    const box = (await db.read((tx) => world.doors.find(tx, facilityId, door)))?.boxId as string;
    const organisations = [otherOrgId as never];
    const partner = await world.db.write((tx) =>
      world.partners.create(tx, { name: 'Theirs', linkingMethod: 'facility_id', organisations }),
    );
    await world.db.write((tx) => world.partners.setIntegration(tx, partner, facilityId, { enabled: true }));
    const { headers } = callers.superAdmin;
    const made = async (method: 'POST' | 'PUT', path: string, body: object) => {
      await api.moveOn();
      const answer = await api.send({ method, path: `/api/${path}`, headers, body });
      expect(answer.status, answer.text).toBeLessThan(300);
      return answer.json;
    };
    const note = await made('PUT', `facilities/${facilityId}/admin-notes`, { text: 'Theirs' });
    const device = await made('POST', `devices/addGenericDevice/${facilityId}`, { kind: 'display-screen', name: 'S' });
    foreign = {
      door,
      box,
      partner,
      scope: await world.db.write((tx) => world.scopes.createScope(tx, facilityId, { name: 'Theirs', doors: [door] })),
      person: await world.db.write((tx) =>
        world.access.knownFor(tx, { facilityId, partnerId: partner, memberId: 'M-1' }, 'test'),
      ),
      device: device.uuid,
      facility: facilityId,
      organisation: otherOrgId,
      note: note.noteId,
      user: callers.otherOrgAdmin.user.id,
    };
    const ref = { facilityId: world.facilityId, partnerId: world.partnerId, memberId: 'M-1' };
    own = { person: await world.db.write((tx) => world.access.knownFor(tx, ref, 'test')) };
  });
  afterAll(() => api.close());
  beforeEach(() => api.moveOn());

  const atFacility = (path: string) => `access-control/${api.world.facilityId}/${path}`;
  const devices = (path: string) => `devices/${path}/${api.world.facilityId}`;
  const targets = {
    doors: ({ door }: Ids) => ({ to: 'doors', doorIds: [door] }),
    scopes: ({ scope }: Ids) => ({ to: 'scopes', scopes: [scope] }),
  };
  const POST = 'POST' as const;
  const PUT = 'PUT' as const;
  const asked: Readonly<Record<string, (ids: Ids) => Asked>> = {
    'a grant for a person': ({ person }) => ({
      method: POST,
      path: atFacility('grants'),
      body: { personId: person, target: { to: 'facility' } },
    }),
    'a grant on a door': (ids) => ({
      method: POST,
      path: atFacility('grants'),
      body: { personId: own.person, target: targets.doors(ids) },
    }),
    'a grant on a scope': (ids) => ({
      method: POST,
      path: atFacility('grants'),
      body: { personId: own.person, target: targets.scopes(ids) },
    }),
    'grants of a person': ({ person }) => ({ path: atFacility(`grants?personId=${person}`) }),
    'grants on a door': ({ door }) => ({ path: atFacility(`grants?doorId=${door}`) }),
    'a person': ({ partner }) => ({
      method: POST,
      path: atFacility('people'),
      body: { partnerId: partner, memberId: 'M-1' },
    }),
    'a link': ({ partner }) => ({
      method: POST,
      path: atFacility(`people/${own.person}/members`),
      body: { partnerId: partner, memberId: 'M-1' },
    }),
    'a scope': ({ door }) => ({ method: POST, path: atFacility('scopes'), body: { name: 'Ours', doorIds: [door] } }),
    'a scope key of a partner': ({ partner }) => ({
      method: PUT,
      path: atFacility('scope-keys'),
      body: { partnerId: partner, key: 'pool', target: { to: 'facility' } },
    }),
    'a scope key for a door': (ids) => ({
      method: PUT,
      path: atFacility('scope-keys'),
      body: { partnerId: api.world.partnerId, key: 'pool', target: targets.doors(ids) },
    }),
    'a plan zone for a scope': (ids) => ({
      method: PUT,
      path: atFacility('plan-zones'),
      body: { partnerId: api.world.partnerId, name: 'Pool', target: targets.scopes(ids) },
    }),
    'a plan zone of a partner': ({ partner }) => ({
      method: PUT,
      path: atFacility('plan-zones'),
      body: { partnerId: partner, name: 'Pool', target: { to: 'facility' } },
    }),
    'members with a key': ({ partner }) => ({ path: atFacility(`scope-keys/members?partnerId=${partner}&key=pool`) }),
    'members of a partner': ({ partner }) => ({ path: atFacility(`members?partnerId=${partner}`) }),
    'a lockdown of a door': ({ door }) => ({
      method: POST,
      path: atFacility('lockdowns'),
      body: { target: { to: 'door', doorId: door }, reason: 'R' },
    }),
    'a lockdown of a scope': ({ scope }) => ({
      method: POST,
      path: atFacility('lockdowns'),
      body: { target: { to: 'scope', scopeId: scope }, reason: 'R' },
    }),
    'events of a door': ({ door }) => ({ path: atFacility(`events?doorId=${door}`) }),
    'events of a person': ({ person }) => ({ path: atFacility(`events?personId=${person}`) }),
    'events of a member': ({ partner }) => ({ path: atFacility(`events?partnerId=${partner}&memberId=M-1`) }),
    'events of a user': ({ user }) => ({ path: atFacility(`events?userId=${user}`) }),
    'an explanation at a door': ({ door }) => ({ path: atFacility(`people/${own.person}/explain?doorId=${door}`) }),
    'a what-if of a partner': ({ partner }) => ({
      method: POST,
      path: atFacility('what-if'),
      body: { change: { kind: 'integration-off', partnerId: partner } },
    }),
    'a what-if with a door': (ids) => ({
      method: POST,
      path: atFacility('what-if'),
      body: { change: { kind: 'scope-key', partnerId: api.world.partnerId, key: 'a', target: targets.doors(ids) } },
    }),
    'a change of a note': ({ note }) => ({
      method: PUT,
      path: `facilities/${api.world.facilityId}/admin-notes`,
      body: { noteId: note, text: 'Ours' },
    }),
    'a change of a device': ({ device }) => ({
      method: PUT,
      path: devices('updateGenericDevice'),
      body: { uuid: device, name: 'Ours', newSecret: true },
    }),
    'a change of a box as a device': ({ box }) => ({
      method: PUT,
      path: devices('updateGenericDevice'),
      body: { uuid: box, warrantyUntil: '2030-01-01' },
    }),
    'an owner': ({ user }) => ({
      method: POST,
      path: devices('addGenericDevice'),
      body: { kind: 'generic', name: 'Ours', ownerUserId: user },
    }),
    'a reset': ({ device }) => ({ method: POST, path: devices('display-screens/reset'), body: { uuid: device } }),
    'a move from': ({ device }) => ({
      method: POST,
      path: devices('move'),
      body: { uuid: device, toFacilityId: api.siblingId },
    }),
    'a move of a box from': ({ box }) => ({
      method: POST,
      path: devices('move'),
      body: { uuid: box, toFacilityId: api.siblingId },
    }),
    'a move to': ({ facility }) => ({
      method: POST,
      path: devices('move'),
      body: { uuid: api.world.boxId, toFacilityId: facility },
    }),
    'a QR code': ({ device }) => ({ path: `devices/resolve-qr?url=${device}` }),
    'a change of a box': ({ box }) => ({
      method: POST,
      path: devices('door-controllers/update'),
      body: { uuid: box, expectedVersion: 0, name: 'Ours' },
    }),
    'doors for a box': ({ door }) => ({
      method: POST,
      path: devices('door-controllers/update'),
      body: { uuid: api.world.boxId, expectedVersion: 0, assign: [door] },
    }),
    'a change of a door of a box': ({ door }) => ({
      method: POST,
      path: devices('door-controllers/update'),
      body: { uuid: api.world.boxId, expectedVersion: 1, doors: [{ doorId: door, holdSeconds: 9 }] },
    }),
    'the end of a box': ({ box }) => ({
      method: POST,
      path: devices('door-controllers/decommission'),
      body: { uuid: box },
    }),
    'an old version of a box': ({ box }) => ({
      method: POST,
      path: devices('door-controllers/restore'),
      body: { uuid: box, version: 1, expectedVersion: 1 },
    }),
    'a door at a box': ({ box }) => ({
      method: POST,
      path: devices('doors'),
      body: {
        uuid: box,
        name: 'Ours',
        profile: 'latch',
        relay: { bus: 'rs485-9', unit: 9, channel: 0 },
        relayEnergisedMeans: 'unlocked',
        evidence: { kind: 'command-only' },
        contact: null,
        rex: null,
        fire: null,
      },
    }),
    'a facility of an organisation': ({ organisation }) => ({
      method: POST,
      path: 'admin/clubs/addclub',
      body: { organisationId: organisation, name: 'Ours', timezone: 'UTC' },
    }),
    'a partner of an organisation': ({ organisation }) => ({
      method: POST,
      path: 'admin/partners',
      body: { name: 'Ours', linkingMethod: 'facility_id', organisations: [organisation] },
    }),
    'a role in an organisation': ({ organisation }) => ({
      method: PUT,
      path: 'users/staff@example.com/roles',
      body: { role: 'org-admin', scope: 'organisation', scopeId: organisation },
    }),
    'a user with a role at a facility': ({ facility }) => ({
      method: POST,
      path: 'users',
      body: {
        email: 'new@example.com',
        firstName: 'N',
        lastName: 'N',
        roles: [{ role: 'facility-staff', scope: 'facility', scopeId: facility }],
      },
    }),
  };

  const plain = (
    { status, text, headers }: { status: number; text: string; headers: Record<string, unknown> },
    ids: Ids,
  ) => {
    const words = [String(headers['x-request-id']), ...Object.values(ids)];
    return { status, text: words.reduce((all, word) => all.replaceAll(word, '…'), text) };
  };

  it.each(Object.entries(asked))('%s: they are answered as if there were none', async (_name, of) => {
    const answers = [];
    for (const ids of [foreign, MISSING]) {
      const { method = 'GET', path, body } = of(ids);
      const { headers } = api.callers.orgAdmin;
      const answer = await api.send({ method, path: `/api/${path}`, headers, ...(body && { body }) });
      expect(answer.status, answer.text).not.toBe(400);
      if (method !== 'GET') expect([404, 422], answer.text).toContain(answer.status);
      answers.push(plain(answer, ids));
    }
    expect(answers[0]).toEqual(answers[1]);
  });
});
