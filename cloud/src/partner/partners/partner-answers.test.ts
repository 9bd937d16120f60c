import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { basic, type PartnerApi, servePartnerApi } from '../../testing/partner-api.ts';
import { aRequest, confirms, scriptedLink } from '../../testing/world.ts';

const API = '/partner/v1';

describe.each(ENGINES)('what partners are answered on $name', ({ open }) => {
  let db: Database;
  let api: PartnerApi;
  let live: Record<string, string>;
  beforeEach(async () => {
    db = await open();
    api = await servePartnerApi(db, new ManualClock(), scriptedLink(confirms).link);
    live = basic((await api.keyOf('live')).text);
  });
  afterEach(() => api.close());

  const get = (path: string, headers: Record<string, string> = live) => api.send({ path: `${API}${path}`, headers });
  const unlock = (overrides: Record<string, unknown> = {}, headers: Record<string, string> = live) => {
    const { doorId, ...body } = aRequest(api.world, overrides);
    return api.send({ method: 'POST', path: `${API}/access-control/doors/${doorId}/unlock`, headers, body });
  };
  const boxGone = () => api.world.boxes.boxGone(api.world.boxId, 'c0ffee00c0ffee00');

  it('P1 an unlock whose optional fields are null is one without them', async () => {
    const nulls = { full_name: null, check_in_id: null, source: null, idempotency_key: null, metadata: null };
    expect((await unlock({ ...nulls, linking_identifier: null })).status).toBe(200);
    const [row] = await db.read((tx) => tx.selectFrom('unlock_attempt').selectAll().execute());
    expect(row).toMatchObject({ full_name: 'Ada Byron', check_in_id: null, idempotency_key: null, metadata: null });
    const required = await unlock({ first_name: null });
    expect(required).toMatchObject({ status: 400, json: { errors: [{ path: 'body.first_name' }] } });
  });

  it('P2 a replayed refusal carries no Retry-After, for it can never succeed', async () => {
    await boxGone();
    const first = await unlock({ idempotency_key: 'visit' });
    const again = await unlock({ idempotency_key: 'visit' });
    expect([first, again].map(({ status }) => status)).toEqual([503, 503]);
    expect([first, again].map(({ headers }) => headers['retry-after'])).toEqual(['1', undefined]);
    expect([first, again].map(({ headers }) => headers['idempotent-replayed'])).toEqual([undefined, 'true']);
    expect(again.json.message).toMatch(/new key/);
    expect(first.json.message).not.toMatch(/new key/);
  });

  it('P5 a replayed refusal is marked in the audit, and counts as the failure that it is', async () => {
    await boxGone();
    await unlock({ idempotency_key: 'visit' });
    await unlock({ idempotency_key: 'visit' });
    const rows = (await api.audited()).map(({ outcome, status }) => [outcome, Number(status)]);
    expect(rows).toHaveLength(2);
    expect(rows).toEqual(
      expect.arrayContaining([
        ['device_offline', 503],
        ['replayed', 503],
      ]),
    );
  });

  it('P8 a door without a serial number of its own shows that of the box that drives it', async () => {
    const shown = async () =>
      (await get(`/access-control/doors/${api.world.doorId}?facility_id=${api.world.facilityId}`)).json.data
        .device_serial_number;
    const words = (table: 'box' | 'door', values: Record<string, string>) =>
      db.write((tx) =>
        table === 'box'
          ? tx.updateTable('box').set(values).where('id', '=', api.world.boxId).execute()
          : tx.updateTable('door').set(values).where('id', '=', api.world.doorId).execute(),
      );
    expect(await shown()).toBeUndefined();
    await words('box', { serial_number: 'GH-00172' });
    expect(await shown()).toBe('GH-00172');
    await words('door', { device_serial_number: 'LATCH-9' });
    expect(await shown()).toBe('LATCH-9');
  });

  it('a door has every field of the contract, listed or read, and no other', async () => {
    const { world } = api;
    const { facilityId } = world;
    const linkingMethod = 'linking_identifier';
    const linked = await world.db.write((tx) =>
      world.partners.create(tx, { name: 'Linked', linkingMethod, organisations: [world.orgId] }),
    );
    await world.db.write((tx) =>
      world.partners.setIntegration(tx, linked, facilityId, { enabled: true, linkingIdentifier: 'BNE-01' }),
    );
    const headers = basic((await world.db.write((tx) => world.partners.createKey(tx, linked, 'live', 'Server'))).text);
    const said = { name: 'Studio', zone: 'Upstairs', location: 'Street side', serialNumber: 'LATCH-9', holdSeconds: 7 };
    const id = await world.aDoor(said);
    await world.beacon();
    const door = {
      door_id: id,
      facility_id: facilityId,
      linking_identifier: 'BNE-01',
      name: 'Studio',
      zone: 'Upstairs',
      location: 'Street side',
      status: 'online',
      online: true,
      relay_state: 'locked',
      maintenance_mode: 'off',
      hold_time_seconds: 7,
      last_seen: '2026-01-01T00:00:00.000Z',
      device_serial_number: 'LATCH-9',
    };
    const read = async (link: string, by = live) => [
      (await get(`/access-control/doors/${id}?${link}`, by)).json.data,
      (await get(`/access-control/doors?${link}`, by)).json.data.find(
        ({ door_id }: { door_id: string }) => door_id === id,
      ),
    ];
    expect(await read('linking_identifier=BNE-01', headers)).toEqual([door, door]);
    const { linking_identifier: _, ...unlinked } = door;
    expect(await read(`facility_id=${facilityId}`)).toStrictEqual([unlinked, unlinked]);
  });

  it('P8 an unlock takes an empty last name, as a push does', async () => {
    expect((await unlock({ last_name: '' })).status).toBe(200);
    const rows = await db.read((tx) => tx.selectFrom('unlock_attempt').selectAll().execute());
    expect(rows).toMatchObject([{ first_name: 'Ada', last_name: '', full_name: 'Ada' }]);
  });

  it('P8 [R12] every answer to a dryrun key has the flag, refusals included, and no other answer has', async () => {
    const dry = basic((await api.keyOf('dryrun')).text);
    const at = `facility_id=${api.world.facilityId}`;
    const asked = async (key: Record<string, string>) => {
      await api.moveOn();
      return Promise.all([
        get('/auth/ping', key),
        get(`/access-control/doors?${at}`, key),
        get('/access-control/doors', key),
        get(`/access-control/doors/door_zzzzzzzzzzzzzzzz?${at}`, key),
        unlock({}, key),
        unlock({ first_name: 7 }, key),
        unlock({ facility_id: 'fac_zzzzzzzzzzzzzzzz' }, key),
        api.send({ method: 'POST', path: `${API}/members`, headers: key, body: {} }),
        api.send({ method: 'POST', path: `${API}/members`, headers: key, body: { members: [{}] } }),
      ]);
    };
    const flags = (answers: Awaited<ReturnType<typeof asked>>) =>
      answers.map(({ json }) => (json.metadata ?? json)['dry-run']);
    const answers = await asked(dry);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 404, 200, 400, 404, 400, 200]);
    expect(flags(answers)).toEqual(Array(answers.length).fill(true));
    expect(answers.at(-1)?.json).not.toHaveProperty('dry-run');
    expect(flags(await asked(live))).toEqual(Array(answers.length).fill(undefined));
    const beyond = await Promise.all(Array.from({ length: 6 }, () => get('/facilities', dry)));
    expect(beyond.map(({ json }) => json['dry-run'])).toEqual(Array(6).fill(true));
  });
});
