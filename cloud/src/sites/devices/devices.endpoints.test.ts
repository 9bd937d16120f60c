import { createHash, randomUUID } from 'node:crypto';
import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { type ReleaseManifest, signRelease } from '@gatehouse/shared/release/release-note.ts';
import { Milliseconds, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { importPrivateKey, keyFingerprint, newDeviceKey } from '@gatehouse/shared/wire/device-keys.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { serveSurface } from '../../kit/http/surfaces.ts';
import { createDeviceTokens } from '../../link/device-tokens.ts';
import { BARE_DOOR } from '../../testing/bare-door.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { serveSurfaces } from '../../testing/surface-api.ts';
import { confirms, scriptedLink } from '../../testing/world.ts';
import { authenticateBox, deviceSurface } from '../boxes/device-surface.ts';
import type { DeviceKind } from './device.ts';

type Headers = Readonly<Record<string, string>>;
const [sqlite] = ENGINES;

describe('devices over HTTP', () => {
  const clock = new ManualClock();
  let db: Database;
  let api: PlatformApi;
  let facilityId: FacilityId;
  let manager: Headers;
  let staff: Headers;
  let orgAdmin: Headers;
  let stranger: Headers;
  beforeAll(async () => {
    if (sqlite === undefined) throw new Error('no engine');
    db = await sqlite.open();
    api = await servePlatformApi(db, clock);
    facilityId = api.world.facilityId;
    manager = api.callers.manager.headers;
    staff = api.callers.staff.headers;
    orgAdmin = api.callers.orgAdmin.headers;
    stranger = api.callers.otherOrgAdmin.headers;
  });
  afterAll(() => api.close());
  beforeEach(() => api.moveOn());

  const get = (path: string, headers: Headers = staff) => api.send({ method: 'GET', path: `/api${path}`, headers });
  const send = (method: 'POST' | 'PUT', path: string, body: object, headers: Headers = manager) =>
    api.send({ method, path: `/api${path}`, headers, body });
  const register = async (kind: DeviceKind, fields: object = {}, at = facilityId) => {
    const body = { kind, name: `A ${kind}`, serialNumber: `SN-${randomUUID()}`, ...fields };
    const answer = await send('POST', `/devices/addGenericDevice/${at}`, body, api.callers.superAdmin.headers);
    expect(answer.status, answer.text).toBe(201);
    return answer.json as { uuid: string; serialNumber: string; secret: string };
  };
  const heard = (uuid: string) => db.write((tx) => api.world.devices.heard(tx, uuid));
  const bySerial = async (serial: string) => (await get(`/devices/metadata/serial/${serial}`)).json;

  it('N11 keep a serial number within an organisation, at the desk of each', async () => {
    const { organisations } = api.world;
    const orgId = await organisations.createOrganisation('Third Clubs');
    const thirdId = await organisations.createFacility({ orgId, name: 'Third One', timezone: 'UTC' });
    const third = await api.aCaller('third', { right: 'org-admin', scope: 'organisation', scopeId: orgId });
    const mine = await register('camera', { serialNumber: 'CAM-77' });
    const theirs = await register('camera', { serialNumber: 'CAM-77' }, thirdId);
    const path = '/devices/metadata/serial/cam-77';
    expect((await get(path)).json).toMatchObject({ uuid: mine.uuid });
    expect((await get(path, third.headers)).json).toMatchObject({ uuid: theirs.uuid });
    const first = [mine.uuid, theirs.uuid].sort()[0];
    expect((await get(path, api.callers.superAdmin.headers)).json).toMatchObject({ uuid: first });

    const both = await api.aCaller(
      'agent-here',
      { right: 'agent', scope: 'facility', scopeId: first === mine.uuid ? facilityId : thirdId },
      { right: 'facility-staff', scope: 'facility', scopeId: first === mine.uuid ? thirdId : facilityId },
    );
    const readable = first === mine.uuid ? theirs.uuid : mine.uuid;
    expect((await get(path, both.headers)).json).toMatchObject({ uuid: readable });

    const move = { uuid: mine.uuid, toFacilityId: thirdId };
    expect(await send('POST', `/devices/move/${facilityId}`, move, api.callers.superAdmin.headers)).toMatchObject({
      status: 409,
      json: { error: 'device_registered', message: expect.stringContaining('serial number') },
    });
    expect((await get(path)).json).toMatchObject({ uuid: mine.uuid, facilityId });
  });

  it('[R135] says of a serial number which kind of device it is of, and whether that was heard within five minutes', async () => {
    const kinds = {
      camera: 'camera',
      'ai-edge-processor': 'ai-edge-processor',
      'core-ai-agent': 'core-ai-agent',
      'display-screen': null,
      router: null,
      generic: null,
    } as const;
    const serials: [string, string | null][] = [];
    for (const [kind, detectedType] of Object.entries(kinds)) {
      const device = await register(kind as DeviceKind);
      expect(await bySerial(device.serialNumber)).toMatchObject({ detectedType, online: false, updatedAt: null });
      await heard(device.uuid);
      serials.push([device.serialNumber.toLowerCase(), detectedType]);
    }
    await api.world.aDoor({ name: 'Back door', serialNumber: 'dc-7' });
    await api.world.beacon();
    serials.push(['DC-7', 'door-controller']);
    for (const [serial, detectedType] of serials)
      expect(await bySerial(serial)).toMatchObject({ detectedType, online: true });
    await clock.advance(Minutes(5));
    for (const [serial, detectedType] of serials)
      expect(await bySerial(serial)).toMatchObject({ detectedType, online: true });
    await clock.advance(Milliseconds(1));
    for (const [serial, detectedType] of serials)
      expect(await bySerial(serial)).toMatchObject({ detectedType, online: false });
  });

  it('does not count what staff change as a sign of life', async () => {
    const device = await register('camera');
    await send('PUT', `/devices/updateGenericDevice/${facilityId}`, { uuid: device.uuid, name: 'Renamed' });
    expect((await get(`/devices/metadata/${device.uuid}`)).json).toMatchObject({ name: 'Renamed', online: false });
  });

  it('shows a device to those of its facility and to its owner, and to nobody else', async () => {
    const device = await register('camera');
    const path = `/devices/metadata/${device.uuid}`;
    const unknown = `/devices/metadata/${randomUUID()}`;
    expect((await get(path)).status).toBe(200);
    expect((await get(path, stranger)).json).toMatchObject({ error: 'device_unknown' });
    expect((await get(unknown)).json).toMatchObject({ error: 'device_unknown' });
    // Somebody who is staff elsewhere, and holds nothing but a module grant here.
    const split = await api.aCaller(
      'split',
      { right: 'agent', scope: 'facility', scopeId: facilityId },
      { right: 'facility-staff', scope: 'facility', scopeId: api.siblingId },
    );
    expect((await get(path, split.headers)).json).toMatchObject({ error: 'forbidden' });
    const body = { uuid: device.uuid, ownerUserId: split.user.id };
    expect((await send('PUT', `/devices/updateGenericDevice/${facilityId}`, body)).status).toBe(200);
    expect((await get(path, split.headers)).json).toMatchObject({ ownerUserId: split.user.id });
  });

  it('takes as an owner only somebody who sees the facility', async () => {
    for (const ownerUserId of [api.callers.otherOrgAdmin.user.id, api.callers.nobody.user.id, 'usr_none']) {
      const body = { kind: 'generic', name: 'Thing', ownerUserId };
      const answer = await send('POST', `/devices/addGenericDevice/${facilityId}`, body);
      expect(answer).toMatchObject({ status: 422, json: { error: 'device_owner_unknown' } });
    }
  });

  it('takes of an address only a web page without a password', async () => {
    for (const webAddress of ['javascript:alert(1)', 'file:///etc/passwd', 'https://admin:pw@192.168.1.1/', 'router']) {
      const answer = await send('POST', `/devices/addGenericDevice/${facilityId}`, {
        kind: 'router',
        name: 'R',
        webAddress,
      });
      expect(answer, webAddress).toMatchObject({ status: 400 });
      expect(answer.text).toContain('webAddress');
    }
  });

  it('keeps of a door controller its purchase and its warranty, and nothing else', async () => {
    const uuid = api.world.boxId;
    const put = (change: object) => send('PUT', `/devices/updateGenericDevice/${facilityId}`, { uuid, ...change });
    const warranty = { purchasedOn: '2025-12-01', warrantyUntil: '2027-11-30' };
    expect((await put(warranty)).json).toMatchObject({ uuid, kind: 'door-controller', warranty });
    expect((await put({ warrantyUntil: null })).json).toMatchObject({
      warranty: { purchasedOn: '2025-12-01', warrantyUntil: null, daysLeft: null },
    });
    for (const change of [{ name: 'Box' }, { newSecret: true }, { model: null }])
      expect(await put(change)).toMatchObject({ status: 409, json: { error: 'device_is_box' } });
  });

  describe('a display screen', () => {
    const basic = (uuid: string, secret: string) => ({
      authorization: `Basic ${Buffer.from(`${uuid}:${secret}`).toString('base64')}`,
    });
    let edge: Awaited<ReturnType<typeof serveSurfaces>>;
    beforeAll(async () => {
      const tokens = createDeviceTokens({ clock, secrets: [{ kid: 'k', secret: new Uint8Array(32).fill(7) }] });
      edge = await serveSurfaces({ db, clock, link: scriptedLink(confirms).link }, ({ boxes }) => [
        serveSurface(deviceSurface, authenticateBox(tokens, boxes)),
      ]);
    });
    afterAll(() => edge.close());
    const state = (headers: Headers) => edge.send({ method: 'GET', path: '/edge/v1/devices/state', headers });
    const done = (headers: Headers, resetId: string) =>
      edge.send({ method: 'POST', path: '/edge/v1/devices/resets/done', headers, body: { resetId } });

    it('asks what it should be with the secret it was registered with, and is heard by that', async () => {
      const { uuid, secret } = await register('display-screen', { settings: { brightness: 80 } });
      const mine = basic(uuid, secret);
      expect(await state(mine)).toMatchObject({
        status: 200,
        json: { uuid, facilityId, settings: { brightness: 80 }, reset: null, askAgainSeconds: 60 },
      });
      expect((await get(`/devices/metadata/${uuid}`)).json).toMatchObject({ online: true });
      for (const headers of [{}, basic(uuid, 'x'), basic(randomUUID(), secret), { authorization: 'Bearer x' }])
        expect(await state(headers)).toMatchObject({ status: 401, json: { error: 'device_secret_refused' } });
    });

    it('Q7 trades its secret for a token to listen with, and listens for a reset with the one that it had', async () => {
      const { uuid, secret } = await register('display-screen');
      const token = (headers: Headers) =>
        edge.send({ method: 'POST', path: '/edge/v1/devices/tokens', headers, body: undefined });
      const expected = {
        status: 200,
        json: {
          token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
          expiresInSeconds: 600,
          brokerUrl: '',
          clientId: `device-${uuid}`,
          topic: `gh/v1/device-${uuid}/down/device-nudge`,
        },
      };
      expect(await token(basic(uuid.toUpperCase(), secret))).toMatchObject(expected);
      await send('POST', `/devices/display-screens/reset/${facilityId}`, { uuid });
      expect(await token(basic(uuid, secret))).toMatchObject(expected);
      for (const headers of [{}, basic(uuid, 'x'), basic(randomUUID(), secret)])
        expect(await token(headers)).toMatchObject({ status: 401, json: { error: 'device_secret_refused' } });
    });

    it('[R136] loses its association at once when it is reset, and is told of the factory reset when it next connects', async () => {
      const { uuid, secret } = await register('display-screen', { settings: { brightness: 80 } });
      const mine = basic(uuid, secret);
      await state(mine);
      const reset = await send('POST', `/devices/display-screens/reset/${facilityId}`, { uuid });
      expect(reset).toMatchObject({ status: 200, json: { uuid, resetId: expect.stringMatching(/^rst_/) } });
      const { resetId } = reset.json as { resetId: string };
      // At once: nobody of the facility sees it any more, and the platform sees it nowhere.
      expect((await get(`/devices/list/${facilityId}`)).text).not.toContain(uuid);
      expect((await get(`/devices/metadata/${uuid}`)).status).toBe(404);
      const { headers } = api.callers.superAdmin;
      expect((await get(`/devices/metadata/${uuid}`, headers)).json).toMatchObject({ facilityId: null, settings: {} });
      // Days later the screen is plugged in. It is told until it has done it, however often it starts anew.
      await clock.advance(Minutes(60 * 24 * 3));
      for (let start = 0; start < 3; start++)
        expect((await state(mine)).json).toMatchObject({ facilityId: null, settings: {}, reset: { resetId } });
      expect((await done(basic(uuid, 'x'), resetId)).status).toBe(401);
      expect((await done(mine, resetId)).json).toMatchObject({ resetId, done: true });
      expect((await done(mine, resetId)).status).toBe(200);
      expect((await state(mine)).status).toBe(401);
      // Whoever has it in hand registers it again.
      const again = await register('display-screen', { uuid }, api.siblingId);
      expect((await state(basic(uuid, again.secret))).json).toMatchObject({ facilityId: api.siblingId, reset: null });
    });
  });

  it('lists the doors of boxes with the fields of the partner API, and everything else beside', async () => {
    const device = await register('camera', { name: 'Above the door' });
    const bare = await api.world.aBox();
    const undriven = await api.world.doors.create({
      facilityId: api.world.facilityId,
      ...BARE_DOOR,
      name: 'Not wired yet',
    });
    const { data: devices } = (await get(`/devices/list/${facilityId}`)).json as { data: Record<string, unknown>[] };
    expect(devices.find(({ door_id }) => door_id === api.world.doorId)).toMatchObject({
      uuid: api.world.boxId,
      kind: 'door-controller',
      detectedType: 'door-controller',
      facility_id: facilityId,
      name: 'Front door',
      status: 'online',
      online: true,
      relay_state: 'locked',
      maintenance_mode: 'off',
      hold_time_seconds: 5,
      last_seen: expect.any(String),
    });
    expect(devices.find(({ uuid }) => uuid === bare)).not.toHaveProperty('door_id');
    expect(devices.find(({ door_id }) => door_id === undriven)).toMatchObject({ uuid: null, online: false });
    expect(devices.find(({ uuid }) => uuid === device.uuid)).toMatchObject({ kind: 'camera', name: 'Above the door' });
  });

  it('moves a device only to where the caller may register devices too', async () => {
    const device = await register('camera', { ownerUserId: api.callers.staff.user.id });
    const move = (toFacilityId: string, headers: Headers, uuid = device.uuid, from = facilityId) =>
      send('POST', `/devices/move/${from}`, { uuid, toFacilityId }, headers);
    const { siblingId, otherFacilityId, world } = api;
    for (const to of [otherFacilityId, 'fac_zzzzzzzzzzzzzzzz'])
      expect(await move(to, orgAdmin)).toMatchObject({ status: 404, json: { error: 'place_unknown' } });
    expect(await move(siblingId, manager)).toMatchObject({ status: 404, json: { error: 'place_unknown' } });
    const withDoors = await move(siblingId, orgAdmin, world.boxId);
    expect(withDoors).toMatchObject({ status: 409, json: { error: 'box_has_doors' } });
    const bare = await world.aBox();
    const silent = await move(siblingId, orgAdmin, bare);
    expect(silent, 'its facts may still come').toMatchObject({ status: 409, json: { error: 'box_not_settled' } });
    const { beacon } = await db.read((tx) => tx.selectFrom('box_presence').selectAll().executeTakeFirstOrThrow());
    await world.boxes.beaconArrived(bare, { ...JSON.parse(beacon), doors: [] });
    expect((await move(siblingId, orgAdmin, bare)).json).toMatchObject({
      uuid: bare,
      kind: 'door-controller',
      facilityId: siblingId,
    });
    expect(await move(facilityId, orgAdmin, device.uuid, siblingId)).toMatchObject({
      json: { error: 'device_unknown' },
    });
    const moved = await move(siblingId, orgAdmin);
    // The owner sees the first facility only.
    expect(moved).toMatchObject({ status: 200, json: { facilityId: siblingId, ownerUserId: null } });
    const row = (await api.audited()).find(({ request_id }) => request_id === moved.headers['x-request-id']);
    expect(row).toMatchObject({ event: 'device.move', outcome: 'ok', site: facilityId });
    expect(row?.target).toBe(`${device.uuid} from ${facilityId} to ${siblingId}`);
    expect((await get(`/devices/metadata/${device.uuid}`)).status).toBe(404);
  });

  it('Q1 reads the URL that a QR code holds, and bare codes, and says who may claim what', async () => {
    const resolve = async (url: string, headers: Headers = manager) => {
      await api.moveOn(); // Codes are looked up a few times a second at most.
      return get(`/devices/resolve-qr?url=${encodeURIComponent(url)}`, headers);
    };
    const boxId = randomUUID() as string as BoxId;
    const codeHash = createHash('sha256').update(`${boxId}:7K3M9QXT`).digest('hex');
    const claim = { box_id: boxId, public_key: newDeviceKey().publicKey, network: '', code_hash: codeHash };
    const expires_at = clock.wallMs() + Seconds(60);
    await db.write((tx) =>
      tx
        .insertInto('box_claim')
        .values({ ...claim, expires_at })
        .execute(),
    );
    const fingerprint = keyFingerprint(claim.public_key);
    const shown = { kind: 'claim-code', uuid: boxId, fingerprint, device: null };
    for (const text of [
      '7K3M-9QXT',
      '7k3m9qxt',
      'https://gatehouse.example/ops/claim#7K3M-9QXT',
      'https://gatehouse.example:8448/ops/claim?code=7k3m9qxt&from=box',
      'HTTP://192.168.1.20/claim/7K3M%2D9QXT/',
    ])
      expect((await resolve(text)).json, text).toMatchObject(shown);
    expect((await resolve('https://gatehouse.example/ops/claim#7K3M-9QXV')).json).toMatchObject({
      error: 'claim_code_unknown',
    });
    expect((await resolve('7K3M-9QXT')).json).toMatchObject({ claimable: true });
    expect((await resolve('7K3M-9QXT', staff)).json).toMatchObject({ claimable: false });
    expect((await resolve('7K3M-9QXV')).json).toMatchObject({ error: 'claim_code_unknown' });

    const device = await register('display-screen');
    const here = { kind: 'device', uuid: device.uuid, claimable: false, device: { name: 'A display-screen' } };
    for (const text of [
      device.uuid,
      `urn:uuid:${device.uuid}`,
      `URN:UUID:${device.uuid.toUpperCase()}`,
      `https://example.com/devices/${device.uuid}`,
      `https://example.com/d#urn:uuid:${device.uuid}`,
    ])
      expect((await resolve(text)).json).toMatchObject(here);
    expect((await resolve(device.uuid, stranger)).json).toMatchObject({ error: 'device_unknown' });
    expect((await resolve(randomUUID())).json).toMatchObject({ error: 'device_unknown' });
    await send('POST', `/devices/display-screens/reset/${facilityId}`, { uuid: device.uuid });
    expect((await resolve(device.uuid, stranger)).json).toMatchObject({ claimable: true, device: null });

    await clock.advance(Seconds(60));
    expect((await resolve('7K3M-9QXT')).json).toMatchObject({ error: 'claim_code_unknown' });
    for (const text of [
      'https://example.com/x',
      'https://',
      `https://${device.uuid}/`,
      `file:///${device.uuid}`,
      `javascript:${device.uuid}`,
      'https://example.com/%E0%A4%A',
      '7K3M',
    ])
      expect(await resolve(text), text).toMatchObject({ status: 400 });
  });

  it('names the page of a router that was registered, and none before', async () => {
    const path = `/devices/openRouterWebpage/${api.siblingId}`;
    const nothing = { url: null, uuid: null, name: null };
    await register('router', { name: 'A without an address' }, api.siblingId);
    await register('camera', { webAddress: 'https://192.168.1.9' }, api.siblingId);
    expect((await get(path, orgAdmin)).json).toMatchObject(nothing);
    const device = await register('router', { webAddress: 'https://192.168.1.1' }, api.siblingId);
    expect((await get(path, orgAdmin)).json).toMatchObject({ url: 'https://192.168.1.1', uuid: device.uuid });
  });

  it('says that no network controller is configured, instead of testing one', async () => {
    expect((await get(`/devices/testUnifiController/${facilityId}`)).json).toEqual({
      configured: false,
      reachable: null,
      name: null,
      version: null,
      problem: null,
      detail: null,
      boxId: null,
    });
  });

  it('tells of releases what concerns the caller', async () => {
    const { releases, boxId, beacon } = api.world;
    await beacon();
    const sha256 = '0'.repeat(64);
    const manifest: ReleaseManifest = {
      v: 1,
      product: 'gatehouse-edge',
      version: '0.1.0',
      createdAt: '2026-01-01T10:00:00Z',
      floor: '0.1.0',
      archive: { size: 9, sha256 },
      files: [{ path: 'agent.mjs', size: 1, sha256, mode: 0o444 }],
    };
    const note = JSON.stringify(signRelease(manifest, importPrivateKey(newDeviceKey().privateKeyPem)));
    const row = { version: '0.1.0', note, sha256, size: 9, added_at: clock.wallMs(), withdrawn_at: null };
    await db.write((tx) => tx.insertInto('edge_release').values(row).execute());
    await releases.offer('0.1.0', { scope: 'channel', target: 'stable' }, 10);
    await releases.offer('0.1.0', { scope: 'facility', target: api.world.facilityId }, 100);
    await releases.offer('0.1.0', { scope: 'facility', target: api.otherFacilityId }, 100);
    await releases.offer('0.1.0', { scope: 'box', target: boxId }, 100);
    const seenBy = async (headers: Headers) => {
      const { json } = await get('/devices/listReleases', headers);
      const [release] = json.data as [{ offers: { target: string }[]; running: object[] }];
      expect(release).toMatchObject({ version: '0.1.0', floor: '0.1.0', sizeBytes: 9, withdrawnAt: null });
      return [release.offers.map(({ target }) => target).sort(), release.running];
    };
    const running = [{ uuid: boxId, facilityId }];
    expect(await seenBy(staff)).toEqual([['stable', facilityId, boxId].sort(), running]);
    expect(await seenBy(stranger)).toEqual([['stable', api.otherFacilityId].sort(), []]);
    const [offers] = await seenBy(api.callers.superAdmin.headers);
    expect(offers).toEqual(['stable', facilityId, api.otherFacilityId, boxId].sort());
  });

  it('lists all devices with their warranty within reach of the caller, page by page', async () => {
    const device = await register('generic', { warrantyUntil: '2020-01-01' }, api.otherFacilityId);
    const all = async (headers: Headers, query = '') =>
      (await get(`/admin/hardware/all-devices${query}`, headers)).json as {
        data: { uuid: string; facilityId: string | null; warranty: object }[];
        next: string | null;
      };
    const theirs = await all(stranger);
    expect(theirs).toMatchObject({
      data: [{ uuid: device.uuid, warranty: { warrantyUntil: '2020-01-01', daysLeft: expect.any(Number) } }],
      next: null,
    });
    const ours = (await all(staff)).data;
    expect(new Set(ours.map((device) => device.facilityId))).toEqual(new Set([facilityId]));
    expect(ours.map(({ uuid }) => uuid)).toContain(api.world.boxId);
    const first = await all(staff, '?limit=2');
    const rest = await all(staff, `?after=${first.next}`);
    expect([...first.data, ...rest.data]).toEqual(ours);
    const everything = (await all(api.callers.superAdmin.headers)).data;
    expect(new Set(everything.map(({ facilityId }) => facilityId))).toContain(null);
  });
});
