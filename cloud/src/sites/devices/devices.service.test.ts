import { randomUUID } from 'node:crypto';
import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { confirms, createWorld, scriptedLink, type World } from '../../testing/world.ts';
import { type DevicesService, type NewDevice, orRegistered } from './devices.service.ts';

describe.each(ENGINES)('devices on $name', ({ open }) => {
  let db: Database;
  let clock: ManualClock;
  let world: World;
  let devices: DevicesService;
  /** What devices were told over MQTT. */
  const told: [uuid: string, about: string][] = [];
  beforeEach(async () => {
    clock = new ManualClock();
    db = await open();
    told.length = 0;
    world = await createWorld(db, clock, {
      ...scriptedLink(confirms).link,
      nudgeDevice: async (uuid, about) => void told.push([uuid, about]),
      endDeviceSession: async (uuid) => void told.push([uuid, 'ended']),
    });
    devices = world.devices;
    return () => world.snapshots.close();
  });
  const register = (overrides: Partial<NewDevice> = {}) => {
    const device = { kind: 'display-screen', facilityId: world.facilityId, name: 'Screen', ...overrides } as const;
    return db.write((tx) => devices.register(tx, device));
  };
  const reset = (uuid: string) =>
    db.write((tx) => devices.resetScreen(tx, { uuid, facilityId: world.facilityId, by: 'user:usr_1' }));
  const connect = (uuid: string, secret: string) => db.write((tx) => devices.connect(tx, uuid, secret));
  const authenticate = (uuid: string, secret: string) => db.read((tx) => devices.authenticate(tx, uuid, secret));
  const find = (uuid: string) => db.read((tx) => devices.find(tx, uuid));
  const lookUp = (uuid: string) => db.read((tx) => devices.lookUp(tx, uuid));
  const done = (uuid: string, secret: string, resetId: string) =>
    db.write((tx) => devices.resetDone(tx, { uuid, secret, resetId }));

  it('are known by a secret that is answered once, and of which only a hash is kept', async () => {
    const uuid = randomUUID();
    const { device, secret } = await register({ uuid: uuid.toUpperCase() });
    expect(device).toMatchObject({ uuid, kind: 'display-screen', facilityId: world.facilityId, updatedAt: null });
    expect(await authenticate(uuid, secret)).toEqual(device);
    for (const wrong of ['', 'x', `${secret}x`, secret.toLowerCase()])
      expect(await authenticate(uuid, wrong)).toBeUndefined();
    expect(await authenticate(randomUUID(), secret)).toBeUndefined();
    const row = await db.read((tx) => tx.selectFrom('device').selectAll().executeTakeFirstOrThrow());
    expect(JSON.stringify(row)).not.toContain(secret.slice(4));
    const at = { uuid, facilityId: world.facilityId };
    const second = await db.write((tx) => devices.renewSecret(tx, at));
    expect(await authenticate(uuid, secret)).toBeUndefined();
    expect(await authenticate(uuid, second)).toMatchObject({ uuid });
  });

  it('Q7 are nudged once a change of them is committed, and not if it is not', async () => {
    const { device, secret } = await register();
    const at = { uuid: device.uuid, facilityId: world.facilityId };
    const failing = db.write(async (tx) => {
      await devices.update(tx, at, { name: 'Lost' });
      throw new Error('not committed');
    });
    await expect(failing).rejects.toThrow('not committed');
    expect(told).toEqual([]);
    await db.write((tx) => devices.update(tx, at, { settings: { brightness: 40 } }));
    const to = await world.organisations.createFacility({ orgId: world.orgId, name: 'Pool', timezone: 'UTC' });
    await db.write((tx) => devices.move(tx, at, { facilityId: to, ownerUserId: null }));
    await db.write((tx) =>
      devices.move(tx, { ...at, facilityId: to }, { facilityId: at.facilityId, ownerUserId: null }),
    );
    const { resetId } = await reset(device.uuid);
    await done(device.uuid, secret, resetId);
    expect(told.map(([uuid]) => uuid)).toEqual(Array(5).fill(device.uuid));
    expect(told.map(([, about]) => about)).toEqual(['state', 'state', 'state', 'reset', 'ended']);
  });

  it('Q7 may listen with the secret that they have, and with the one before until a reset is carried out', async () => {
    const { device, secret } = await register();
    const { uuid } = device;
    const subjectOf = (of: string) => db.read((tx) => devices.listens(tx, uuid.toUpperCase(), of));
    expect(await subjectOf('x')).toBeUndefined();
    const first = (await subjectOf(secret)) ?? '';
    expect(first).toMatch(new RegExp(`^device-${uuid}\\.[\\w-]{22}$`));
    expect(first).not.toContain(secret);
    expect(await devices.mayListen(first)).toBe(true);
    const second = await db.write((tx) => devices.renewSecret(tx, { uuid, facilityId: world.facilityId }));
    expect(told).toEqual([[uuid, 'ended']]);
    expect([await devices.mayListen(first), await subjectOf(secret)]).toEqual([false, undefined]);
    const now = (await subjectOf(second)) ?? '';
    const { resetId } = await reset(uuid);
    const again = await register({ uuid });
    const taken = (await subjectOf(again.secret)) ?? '';
    expect([await devices.mayListen(now), await devices.mayListen(taken)]).toEqual([true, true]);
    await done(uuid, second, resetId);
    expect([await devices.mayListen(now), await devices.mayListen(taken)]).toEqual([false, true]);
    for (const odd of ['', uuid, `device-${uuid}`, `device-${randomUUID()}.${'x'.repeat(22)}`, `${now}.x`])
      expect(await devices.mayListen(odd), odd).toBe(false);
  });

  it('have UUIDs and serial numbers of their own, however those are written', async () => {
    const refused = { code: 'device_registered' };
    const { device } = await register({ serialNumber: ' scr-1 ' });
    const other = await register({ serialNumber: 'SCR-2' });
    await register();
    await register();
    expect(device.serialNumber).toBe('SCR-1');
    await expect(register({ uuid: device.uuid })).rejects.toMatchObject(refused);
    await expect(register({ serialNumber: 'Scr-1' })).rejects.toMatchObject(refused);
    await expect(register({ uuid: world.boxId })).rejects.toMatchObject(refused);
    const at = { uuid: other.device.uuid, facilityId: world.facilityId };
    await expect(db.write((tx) => devices.update(tx, at, { serialNumber: 'scr-1' }))).rejects.toMatchObject(refused);
    expect(await db.write((tx) => devices.update(tx, at, { serialNumber: 'scr-2' }))).toMatchObject({
      serialNumber: 'SCR-2',
    });
  });

  it('have a serial number once, whoever is first', async () => {
    const made = await Promise.all([1, 2, 3].map(() => register()));
    const first = (outcomes: readonly PromiseSettledResult<unknown>[]) => {
      const refusals = outcomes.filter(({ status }) => status === 'rejected');
      expect(refusals).toMatchObject([
        { reason: { code: 'device_registered' } },
        { reason: { code: 'device_registered' } },
      ]);
    };
    first(
      await Promise.allSettled(
        made.map(({ device: { uuid } }) =>
          db
            .write((tx) => devices.update(tx, { uuid, facilityId: world.facilityId }, { serialNumber: 'SN-1' }))
            .catch(orRegistered),
        ),
      ),
    );
    first(await Promise.allSettled(made.map(() => register({ serialNumber: 'SN-2' }).catch(orRegistered))));
  });

  it('N11 have a serial number once in an organisation, which knows nothing of those of others', async () => {
    const refused = { code: 'device_registered' };
    const orgId = await world.organisations.createOrganisation('Summit Clubs');
    const elsewhere = await world.organisations.createFacility({ orgId, name: 'Summit One', timezone: 'UTC' });
    const sibling = await world.organisations.createFacility({ orgId, name: 'Summit Two', timezone: 'UTC' });
    const here = await register({ serialNumber: 'SCR-1' });
    const there = await register({ serialNumber: 'scr-1', facilityId: elsewhere });
    await expect(register({ serialNumber: 'SCR-1', facilityId: sibling })).rejects.toMatchObject(refused);
    const found = (reach: Parameters<DevicesService['lookUpSerial']>[2]) =>
      db.read(async (tx) => (await devices.lookUpSerial(tx, 'SCR-1', reach)).map(({ uuid }) => uuid));
    expect(await found({ organisations: [orgId], facilities: [] })).toEqual([there.device.uuid]);
    expect(await found({ organisations: [], facilities: [world.facilityId] })).toEqual([here.device.uuid]);
    expect(await found({ organisations: [], facilities: [sibling] })).toEqual([]);
    expect(await found('everywhere')).toEqual([here.device.uuid, there.device.uuid].sort());

    const move = (uuid: string, from: FacilityId, facilityId: FacilityId) =>
      db.write((tx) => devices.move(tx, { uuid, facilityId: from }, { facilityId, ownerUserId: null }));
    await expect(move(here.device.uuid, world.facilityId, elsewhere)).rejects.toMatchObject(refused);
    await move(there.device.uuid, elsewhere, sibling);
    await expect(register({ serialNumber: 'SCR-1', facilityId: elsewhere })).rejects.toMatchObject(refused);
    await reset(here.device.uuid);
    await move(there.device.uuid, sibling, world.facilityId);
    const again = { uuid: here.device.uuid, serialNumber: 'SCR-1' };
    await expect(register(again)).rejects.toMatchObject(refused);
    await register({ ...again, facilityId: elsewhere });
  });

  it('keep what an update leaves out, and lose what it clears', async () => {
    const { device } = await register({ model: 'Lobby 22', settings: { brightness: 80 }, purchasedOn: '2025-12-01' });
    const at = { uuid: device.uuid, facilityId: world.facilityId };
    await db.write((tx) => devices.update(tx, at, { name: 'At the door', warrantyUntil: '2027-11-30' }));
    expect(await lookUp(device.uuid)).toMatchObject({
      name: 'At the door',
      model: 'Lobby 22',
      settings: { brightness: 80 },
      purchasedOn: '2025-12-01',
      warrantyUntil: '2027-11-30',
    });
    await db.write((tx) => devices.update(tx, at, { model: null, settings: null, purchasedOn: null }));
    expect(await lookUp(device.uuid)).toMatchObject({
      name: 'At the door',
      model: null,
      settings: {},
      purchasedOn: null,
      warrantyUntil: '2027-11-30',
    });
    const elsewhere = { uuid: device.uuid, facilityId: 'fac_zzzzzzzzzzzzzzzz' as FacilityId };
    await expect(db.write((tx) => devices.update(tx, elsewhere, { name: 'Mine' }))).rejects.toMatchObject({
      code: 'device_unknown',
    });
  });

  it('count the days of a warranty to its last one, and beyond', async () => {
    const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    const today = clock.wallMs();
    for (const days of [0, 1, 400, -3]) {
      const { device } = await register({ warrantyUntil: dayOf(today + days * 86_400_000) });
      expect(await lookUp(device.uuid)).toMatchObject({ warrantyDaysLeft: days });
    }
    expect(await lookUp(world.boxId)).toMatchObject({ kind: 'door-controller', warrantyDaysLeft: null });
  });

  it('leave their facility at once when a screen is reset, and are told of it when they next connect', async () => {
    const { device, secret } = await register({ settings: { brightness: 80 }, ownerUserId: 'usr_1' });
    expect(await connect(device.uuid, secret)).toMatchObject({
      device: { uuid: device.uuid },
      reset: undefined,
    });
    const { resetId, armedAt } = await reset(device.uuid);
    expect(await find(device.uuid)).toMatchObject({ facilityId: null, ownerUserId: null, settings: {} });
    expect(await authenticate(device.uuid, secret)).toBeUndefined();
    await clock.advance(Minutes(90));
    expect(await connect(device.uuid, 'ghd_wrong')).toBeUndefined();
    for (let asked = 0; asked < 2; asked++)
      expect(await connect(device.uuid, secret)).toMatchObject({ reset: { resetId, armedAt } });
    expect(await done(device.uuid, 'ghd_wrong', resetId)).toBe(false);
    expect(await done(device.uuid, secret, 'rst_zzzzzzzzzzzzzzzz')).toBe(false);
    expect(await done(device.uuid, secret, resetId)).toBe(true);
    expect(await done(device.uuid, secret, resetId)).toBe(true);
    expect(await connect(device.uuid, secret)).toBeUndefined();
    await expect(reset(device.uuid)).rejects.toMatchObject({ code: 'device_unknown' });
  });

  it('carry an old reset out even when they were registered anew meanwhile', async () => {
    const first = await register();
    const { uuid } = first.device;
    const { resetId } = await reset(uuid);
    const second = await register({ uuid, name: 'Again' });
    expect(await connect(uuid, first.secret)).toMatchObject({ device: undefined, reset: { resetId } });
    expect(await connect(uuid, second.secret)).toMatchObject({ device: { name: 'Again' }, reset: undefined });
    expect(await done(uuid, second.secret, resetId)).toBe(false);
    expect(await done(uuid, first.secret, resetId)).toBe(true);
    expect(await find(uuid)).toMatchObject({ facilityId: world.facilityId });
  });

  it('are reset only if they are screens', async () => {
    const { device } = await register({ kind: 'camera' });
    for (const uuid of [device.uuid, world.boxId, randomUUID()])
      await expect(reset(uuid)).rejects.toMatchObject({ code: 'device_unknown' });
    expect(await find(device.uuid)).toMatchObject({ facilityId: world.facilityId });
  });

  it('are listed with the boxes, by facility and by what somebody reaches', async () => {
    const other = await world.organisations.createFacility({ orgId: world.orgId, name: 'Pool', timezone: 'UTC' });
    const here = await register({ kind: 'router', name: 'Router' });
    const there = await register({ facilityId: other });
    const nowhere = await register();
    await reset(nowhere.device.uuid);
    const page = (reach: Parameters<DevicesService['pageWithin']>[1], after = '', limit = 10) =>
      db.read(async (tx) => (await devices.pageWithin(tx, reach, { after, limit })).map(({ uuid }) => uuid));
    const sorted = (...uuids: readonly string[]) => [...uuids].sort();
    const [a, b, c] = [here.device.uuid, there.device.uuid, nowhere.device.uuid];
    const at = await db.read((tx) => devices.everythingAt(tx, world.facilityId));
    expect(at.map(({ uuid }) => uuid).sort()).toEqual(sorted(a, world.boxId));
    const all = sorted(a, b, c, world.boxId);
    expect(await page('everywhere')).toEqual(all);
    expect(await page('everywhere', all[0], 2)).toEqual(all.slice(1, 3));
    const none = { organisations: [], facilities: [] };
    expect(await page({ ...none, organisations: [world.orgId] })).toEqual(sorted(a, b, world.boxId));
    expect(await page({ ...none, facilities: [other] })).toEqual([b]);
    expect(await page(none)).toEqual([]);
  });

  it('are found by serial number, boxes by their own or by the one at a door', async () => {
    const serial = async (text: string) =>
      (await db.read((tx) => devices.lookUpSerial(tx, text, 'everywhere'))).map(({ uuid }) => uuid);
    const { device } = await register({ serialNumber: 'CAM-1' });
    const [bare, other] = [await world.aBox(), await world.aBox()];
    await db.write((tx) => world.boxes.describe(tx, bare, { name: 'By the stairs', serial_number: 'Box-9' }));
    await world.aDoor({ name: 'Back door', serialNumber: 'dc-7' });
    expect(await serial(' cam-1 ')).toEqual([device.uuid]);
    expect(await serial('BOX-9')).toEqual([bare]);
    expect(await serial('DC-7')).toEqual([world.boxId]);
    expect(await serial('dc-8')).toEqual([]);
    await db.write((tx) => world.boxes.describe(tx, other, { serial_number: 'BOX-9' }));
    expect(await serial('box-9')).toEqual([bare, other].sort());
    expect(await lookUp(bare)).toMatchObject({ name: 'By the stairs', serialNumber: 'Box-9', online: false });
    expect(await lookUp(world.boxId)).toMatchObject({ name: null, serialNumber: 'dc-7', agentVersion: '0.1.0' });
  });

  it('are at a facility that partners call something, where they agree', async () => {
    const called = async () =>
      (await db.read((tx) => devices.linkingIdentifiersOf(tx, [world.facilityId]))).get(world.facilityId) ?? null;
    const enable = async (partnerId: PartnerId, linkingIdentifier: string) =>
      world.db.write((tx) =>
        world.partners.setIntegration(tx, partnerId, world.facilityId, { enabled: true, linkingIdentifier }),
      );
    expect(await called()).toBeNull();
    await enable(world.partnerId, 'BNE-01');
    expect(await called()).toBe('BNE-01');
    const organisations = [world.orgId];
    const second = await world.db.write((tx) =>
      world.partners.create(tx, { name: 'Second', linkingMethod: 'linking_identifier', organisations }),
    );
    await enable(second, 'HARBOUR');
    expect(await called()).toBeNull();
  });
});
