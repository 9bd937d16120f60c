import { randomUUID } from 'node:crypto';
import type { BoxId, DoorId } from '@gatehouse/shared/ids/ids.ts';
import { type Duration, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import type { ConfigurationReport } from '@gatehouse/shared/wire/configuration-report.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../db/engines.ts';
import { chainOf } from '../../test-kit/fact-chain.ts';
import { inPages } from '../../test-kit/in-pages.ts';
import { type PlatformApi, servePlatformApi } from '../../test-kit/platform-api.ts';
import { confirms, scriptedLink } from '../../test-kit/world.ts';
import { aShowingBox } from './testing/showing-box.ts';

const at = (channel: number) => ({ bus: 'rs485-1', unit: 1, channel });
const WIRING = {
  name: 'Studio',
  profile: 'latch',
  relay: at(5),
  relayEnergisedMeans: 'unlocked',
  evidence: { kind: 'lock-sense', ...at(5), activeMeans: 'unlocked' },
  contact: null,
  rex: null,
  fire: null,
} as const;

describe.each(ENGINES)('door controllers on $name', ({ open }) => {
  let clock: ManualClock;
  let api: PlatformApi;
  let told: { boxId: BoxId; revision: number }[];
  let ended: BoxId[];
  beforeEach(async () => {
    clock = new ManualClock();
    [told, ended] = [[], []];
    api = await servePlatformApi(await open(), clock, {
      ...scriptedLink(confirms).link,
      nudge: async (boxId, about, revision) => void (about === 'desired-state' && told.push({ boxId, revision })),
      endSession: async (boxId) => void ended.push(boxId),
    });
  });
  afterEach(() => api.close());

  const send = async (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    caller = api.callers.manager,
  ) => {
    await clock.advance(Seconds(0.1));
    return api.send({ method, path: `/api/devices/${path}`, headers: caller.headers, body });
  };
  const post = (path: string, body: object, caller = api.callers.manager) =>
    send('POST', `door-controllers/${path}/${api.world.facilityId}`, body, caller);
  const configOf = async (uuid: string = api.world.boxId) => {
    const answer = await send('GET', `door-controllers/config/${uuid}`, undefined, api.callers.staff);
    expect(answer.status, answer.text).toBe(200);
    return answer.json;
  };
  const update = async (body: object) =>
    post('update', { uuid: api.world.boxId, expectedVersion: (await configOf()).desired.version, ...body });
  const ok = async (asked: Promise<Awaited<ReturnType<typeof post>>>, status = 200) => {
    const answer = await asked;
    expect(answer.status, answer.text).toBe(status);
    return answer.json;
  };
  const doors = `doors/`;
  const doorsPath = (doorId = '') => `${doors}${api.world.facilityId}${doorId === '' ? '' : `/${doorId}`}`;
  const desired = async (boxId = api.world.boxId) => (await api.world.doors.desiredState(boxId)) ?? expect.fail('gone');
  const aDoor = async (body: object = {}) => ok(send('POST', doorsPath(), { ...WIRING, ...body }), 201);

  it('claims a box by the code that it shows or its link, names it and gives it doors, all or nothing', async () => {
    const door = await aDoor();
    const { boxId, code } = await aShowingBox(api.world.db);
    const words = { name: 'Box behind reception', serialNumber: 'GH-7', location: 'Reception' };
    const shared = await aDoor({ name: 'Twin' });
    expect(await post('associate', { code, doorIds: [door.doorId, shared.doorId] })).toMatchObject({
      status: 422,
      json: {
        error: 'configuration_refused',
        problems: expect.arrayContaining([expect.objectContaining({ door: 'Twin', rule: 'relay_shared' })]),
      },
    });
    const link = `https://gym.example/claim?code=${code}`;
    expect(await ok(post('associate', { code: link, ...words, doorIds: [door.doorId] }))).toEqual({
      uuid: boxId,
      // N9 What the panel of the box shows too.
      fingerprint: expect.stringMatching(/^([0-9A-F]{4}-){3}[0-9A-F]{4}$/),
    });
    expect((await desired(boxId)).doors.map(({ name }) => name)).toEqual(['Studio']);
    expect(await configOf(boxId)).toMatchObject({
      ...words,
      status: 'active',
      online: false,
      reported: null,
      desired: { version: 1, problems: [] },
      history: [
        { version: 1, changes: [{ doorId: null, fields: ['location', 'name', 'serialNumber'] }, { change: 'added' }] },
      ],
    });
    expect(await post('associate', { code })).toMatchObject({ status: 404, json: { error: 'claim_code_unknown' } });
    expect(await post('associate', { code, doorIds: [] }, api.callers.staff)).toMatchObject({ status: 403 });
  });

  it('lists the boxes of a facility: when claimed, what each runs, when heard, how far its clock goes', async () => {
    const silent = await api.world.aBox();
    await api.world.beacon();
    const { data } = await ok(send('GET', `door-controllers/${api.world.facilityId}`, undefined, api.callers.staff));
    expect(data).toHaveLength(2);
    expect(data).toContainEqual(
      expect.objectContaining({
        uuid: api.world.boxId,
        online: true,
        agentVersion: '0.1.0',
        clockTrusted: true,
        offeredRelease: null,
        doors: 1,
      }),
    );
    expect(data).toContainEqual(
      expect.objectContaining({
        uuid: silent,
        online: false,
        lastBeaconAt: null,
        agentVersion: null,
        clockTrusted: null,
      }),
    );
  });

  it('changes a box and its doors: omitted keeps, null clears, and every change is a version that can be looked at', async () => {
    const { doorId } = api.world;
    const { version } = await ok(
      update({
        name: 'Box',
        doors: [
          { doorId, holdSeconds: 9, zone: 'Entrance', contact: { ...at(7), activeMeans: 'open' }, acknowledged: [] },
        ],
      }),
    );
    expect((await desired()).doors).toMatchObject([{ doorId, holdSeconds: 9, contact: at(7), name: 'Front door' }]);
    expect(told.at(-1)).toEqual({ boxId: api.world.boxId, revision: (await desired()).revision });
    await ok(update({ doors: [{ doorId, holdSeconds: null, contact: null, zone: null, evidence: null }] }));
    expect((await desired()).doors).toMatchObject([
      { holdSeconds: 5, contact: null, evidence: { kind: 'command-only' } },
    ]);
    const { desired: now, history, name } = await configOf();
    expect([name, now.doors[0].zone, now.doors[0].offeredToPartners]).toEqual(['Box', null, false]);
    expect(history.slice(0, 2)).toMatchObject([
      {
        version: version + 1,
        changes: [{ doorId, change: 'changed', fields: ['contact', 'evidence', 'holdSeconds', 'zone'] }],
      },
      { version, madeBy: `user:${api.callers.manager.user.id}`, changes: [{ doorId: null }, { doorId }] },
    ]);
    const old = await ok(
      send('GET', `door-controllers/config/${api.world.boxId}/versions/${version}`, undefined, api.callers.staff),
    );
    expect(old).toMatchObject({ version, name: 'Box', doors: [{ zone: 'Entrance', config: { holdSeconds: 9 } }] });
  });

  it('has its versions listed page by page, each once, whatever is changed meanwhile; its configuration has the newest', async () => {
    const versions = async (query: Record<string, string>) => {
      const path = `door-controllers/config/${api.world.boxId}/versions?${new URLSearchParams(query)}`;
      return (await ok(send('GET', path, undefined, api.callers.staff))) as {
        data: { version: number }[];
        next: string | null;
      };
    };
    for (let i = 1; i <= 12; i++) await ok(update({ name: `Box ${i}` }));
    const { data: all, next } = await versions({});
    expect(next).toBeNull();
    expect(all.map(({ version }) => version)).toEqual(Array.from(all, (_version, i) => all.length - i));
    expect(all.length).toBeGreaterThanOrEqual(12);
    expect((await configOf()).history).toEqual(all.slice(0, 10));
    let more = 0;
    expect(await inPages(versions, () => ok(update({ name: `More ${++more}` })))).toEqual(all);
    const nonsense = send('GET', `door-controllers/config/${api.world.boxId}/versions?after=x`);
    expect((await ok(nonsense, 400)).errors).toMatchObject([{ path: 'query.after' }]);
  });

  it('restores a version as a new one, with the doors that it had', async () => {
    const { boxId, doorId } = api.world;
    const before = (await configOf()).desired;
    const side = await aDoor({ uuid: boxId });
    await ok(update({ release: [doorId], doors: [{ doorId: side.doorId, holdSeconds: 30 }] }));
    expect((await desired()).doors.map(({ name }) => name)).toEqual(['Studio']);
    const { version } = (await configOf()).desired;
    const restored = await ok(post('restore', { uuid: boxId, version: before.version, expectedVersion: version }));
    expect(restored.version).toBe(version + 1);
    expect((await desired()).doors.map(({ name }) => name)).toEqual(['Front door']);
    expect((await configOf()).history[0]).toMatchObject({ version: version + 1, restoredFrom: before.version });
    const again = { uuid: boxId, version: 99, expectedVersion: version + 1 };
    expect(await post('restore', again)).toMatchObject({ status: 404, json: { error: 'version_unknown' } });
    const { version: doorVersion } = (await configOf()).desired.doors[0];
    await ok(send('DELETE', `${doorsPath(doorId)}?expectedVersion=${doorVersion}`));
    const gone = { uuid: boxId, version: before.version, expectedVersion: version + 2 };
    expect(await post('restore', gone)).toMatchObject({ status: 409, json: { error: 'restore_impossible' } });
  });

  it('refuses what a box could not drive, by door, field and rule, and writes nothing of it', async () => {
    const side = await aDoor({ uuid: api.world.boxId });
    const before = await configOf();
    const answer = await update({
      name: 'Other',
      doors: [
        {
          doorId: side.doorId,
          relay: before.desired.doors.find((d: { doorId: string }) => d.doorId === api.world.doorId).relay,
        },
      ],
    });
    expect(answer).toMatchObject({
      status: 422,
      json: {
        error: 'configuration_refused',
        message: expect.stringContaining('Studio: relay: must not be the relay of Front door'),
        problems: expect.arrayContaining([
          expect.objectContaining({ doorId: side.doorId, door: 'Studio', field: 'relay', rule: 'relay_shared' }),
        ]),
      },
    });
    const after = await configOf();
    expect([after.name, after.desired]).toEqual([before.name, before.desired]);
    // What is not known to this API is refused by its name.
    expect(await update({ doors: [{ doorId: side.doorId, colour: 'red' }] })).toMatchObject({ status: 400 });
    expect((await update({ doors: [{ doorId: side.doorId, holdSeconds: 61 }] })).json.message).toContain('holdSeconds');
  });

  it('wants it said that a magnet is released by hardware, once', async () => {
    const magnet = { ...WIRING, profile: 'magnet' };
    expect((await send('POST', doorsPath(), magnet)).json).toMatchObject({
      error: 'configuration_refused',
      problems: [
        { field: 'rex', rule: 'magnet_without_exit' },
        { field: 'fire', rule: 'magnet_without_fire' },
      ],
    });
    const acknowledged = ['magnet_without_exit', 'magnet_without_fire'];
    const door = await aDoor({ ...magnet, acknowledged });
    await ok(update({ assign: [door.doorId] }));
    const { version } = (await configOf()).desired.doors.find((one: { doorId: string }) => one.doorId === door.doorId);
    const withdrawn = await send('PATCH', doorsPath(door.doorId), { expectedVersion: version, acknowledged: null });
    expect(withdrawn).toMatchObject({ status: 422 });
  });

  it('lets a box that was set up wrongly before be changed, and shows what is wrong', async () => {
    const { doorId } = api.world;
    await api.world.db.write(async (tx) => {
      const config = { ...(await desired()).doors[0], profile: 'magnet' };
      await tx
        .updateTable('door')
        .set({ config: JSON.stringify(config) })
        .where('id', '=', doorId)
        .execute();
    });
    expect((await configOf()).desired.problems).toMatchObject([
      { rule: 'magnet_without_exit' },
      { rule: 'magnet_without_fire' },
    ]);
    await ok(update({ doors: [{ doorId, holdSeconds: 8 }] }));
  });

  it('of two who change the same door at once one is refused, and two doors of one box do not disturb each other', async () => {
    const [one, two] = [
      await aDoor({ uuid: api.world.boxId }),
      await aDoor({ name: 'Pool', relay: at(6), evidence: { kind: 'command-only' }, uuid: api.world.boxId }),
    ];
    const hold = (door: typeof one, holdSeconds: number) =>
      send('PATCH', doorsPath(door.doorId), { expectedVersion: door.version, holdSeconds });
    const same = await Promise.all([hold(one, 11), hold(one, 12), hold(one, 13)]);
    expect(same.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(same.find(({ status }) => status === 409)?.json).toMatchObject({
      error: 'configuration_outdated',
      version: one.version + 1,
    });
    const winner = same.find(({ status }) => status === 200)?.json;
    const both = await Promise.all([hold(winner, 20), hold(two, 21)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const holds = (await desired()).doors.map(({ name, holdSeconds }) => [name, holdSeconds]);
    expect(holds).toEqual(
      expect.arrayContaining([
        ['Studio', 20],
        ['Pool', 21],
      ]),
    );
    const { version } = (await configOf()).desired;
    const boxes = await Promise.all(
      ['A', 'B'].map((name) => post('update', { uuid: api.world.boxId, expectedVersion: version, name })),
    );
    expect(boxes.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('two who would give two boxes’ doors one relay at once: one of them does', async () => {
    const [one, two] = [await aDoor(), await aDoor({ name: 'Twin' })];
    const { version } = (await configOf()).desired;
    const given = await Promise.all(
      [one, two].map(({ doorId }) =>
        post('update', { uuid: api.world.boxId, expectedVersion: version, assign: [doorId] }),
      ),
    );
    expect(given.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await desired()).doors).toHaveLength(2);
  });

  it('a door that several boxes are given at once is driven by one of them, and each is told what it lost', async () => {
    const { doorId } = api.world;
    const others = [await api.world.aBox(), await api.world.aBox(), await api.world.aBox()];
    const given = await Promise.all(
      others.map((uuid) => post('update', { uuid, expectedVersion: 0, assign: [doorId] })),
    );
    const winners = others.filter((_box, i) => given[i]?.status === 200);
    expect(winners.length).toBeGreaterThan(0);
    for (const { status } of given) expect([200, 409]).toContain(status);
    const all = [api.world.boxId, ...others];
    const driving = await Promise.all(all.map(async (box) => (await desired(box)).doors.length));
    expect(driving.reduce((sum, doors) => sum + doors)).toBe(1);
    for (const box of all) {
      const { doors } = await desired(box);
      const newest = (await configOf(box)).history[0];
      if (newest === undefined) continue;
      // Its newest version, and the number that makes it ask, say what it drives now.
      const whole = await ok(
        send('GET', `door-controllers/config/${box}/versions/${newest.version}`, undefined, api.callers.staff),
      );
      expect(whole.doors.map((door: { doorId: string }) => door.doorId)).toEqual(doors.map((door) => door.doorId));
    }
  });

  it('asks the box for a maintenance by a wish, and changes nothing where that cannot be asked', async () => {
    const { doorId } = api.world;
    const wished = (maintenance: object) => update({ doors: [{ doorId, holdSeconds: 7, maintenance }] });
    const past = new Date(clock.wallMs() - 1).toISOString();
    expect(await wished({ mode: 'force-open', until: past, reason: 'Open day' })).toMatchObject({
      status: 400,
      json: { error: 'bad_end' },
    });
    expect((await desired()).doors[0]?.holdSeconds).toBe(5);
    await ok(wished({ mode: 'force-closed', reason: 'Broken glass' }));
    expect(await desired()).toMatchObject({
      doors: [{ holdSeconds: 7 }],
      maintenanceWishes: [{ doorId, mode: 'force-closed', reason: 'Broken glass', by: 'manager Example' }],
    });
  });

  it('drops a force-open that was asked before the door was wired anew, however it was, and nothing else', async () => {
    const { doorId, facilityId, doors: asked } = { ...api.world, doors: api.world.doors };
    const staff = { facilityId, doorId, by: 'Sam', reason: '' };
    const forceOpen = () => asked.wishMaintenance({ ...staff, mode: 'force-open', untilMs: null });
    const wishes = async () => (await desired()).maintenanceWishes.map(({ mode }) => mode);
    const { version } = await ok(update({ name: 'Box' }));
    await forceOpen();
    await ok(update({ doors: [{ doorId, name: 'Main door', holdSeconds: 9 }] }));
    expect(await wishes()).toEqual(['force-open']); // A name and a time are no wiring.
    await ok(update({ doors: [{ doorId, relay: at(2) }] }));
    expect(await wishes()).toEqual([]);
    expect(await asked.wishes(facilityId)).toMatchObject([{ mode: 'force-open', state: 'superseded' }]);

    await forceOpen();
    expect(await wishes()).toEqual(['force-open']);
    const now = (await configOf()).desired.version;
    await ok(post('restore', { uuid: api.world.boxId, version, expectedVersion: now }));
    expect(await wishes()).toEqual([]);

    // Asked with the new wiring, it is asked of the new wiring.
    const opening = { mode: 'force-open', reason: 'Open day' };
    await ok(update({ doors: [{ doorId, relay: at(3), maintenance: opening }] }));
    expect(await wishes()).toEqual(['force-open']);

    await asked.wishLockdown({ ...staff, active: true });
    await asked.wishMaintenance({ ...staff, mode: 'force-closed', untilMs: null });
    await ok(update({ doors: [{ doorId, relay: at(4) }] }));
    expect(await desired()).toMatchObject({
      maintenanceWishes: [{ mode: 'force-closed' }],
      lockdownWishes: [{ active: true }],
    });
  });

  it('decommissions a box: its session ends, it is a stranger, and its doors stay without one', async () => {
    const { boxId, doorId, world } = { ...api.world, world: api.world };
    await world.doors.wishMaintenance({
      facilityId: world.facilityId,
      doorId,
      mode: 'force-closed',
      untilMs: null,
      by: 'Sam',
      reason: '',
    });
    await ok(post('decommission', { uuid: boxId }));
    expect([ended, await world.boxes.publicKeyOf(boxId), await world.doors.desiredState(boxId)]).toEqual([
      [boxId],
      undefined,
      undefined,
    ]);
    const { data } = await ok(send('GET', doorsPath(), undefined, api.callers.staff));
    expect(data).toMatchObject([{ doorId, uuid: null }]);
    expect(await world.db.read((tx) => world.doors.list(tx, world.facilityId))).toMatchObject([{ online: false }]);
    expect(await configOf(boxId)).toMatchObject({
      status: 'decommissioned',
      online: false,
      differences: [],
      desired: { doors: [] },
    });
    expect(await post('decommission', { uuid: boxId })).toMatchObject({ status: 404, json: { error: 'box_unknown' } });
    expect(await post('decommission', { uuid: await world.aBox(api.otherFacilityId) })).toMatchObject({ status: 404 });
    // What was wished of the door at that box is none of the next one's business.
    const next = await world.aBox();
    await ok(post('update', { uuid: next, expectedVersion: 0, assign: [doorId] }));
    expect((await desired(next)).maintenanceWishes).toEqual([]);
  });

  it('removes a door from its box, from lists and from what partners see, and never gives its number away', async () => {
    const { doorId, world } = { ...api.world, world: api.world };
    const { version } = (await configOf()).desired.doors[0];
    expect(await send('DELETE', `${doorsPath(doorId)}?expectedVersion=${version + 1}`)).toMatchObject({ status: 409 });
    await ok(send('DELETE', `${doorsPath(doorId)}?expectedVersion=${version}`));
    expect((await desired()).doors).toEqual([]);
    const seen = await world.db.read(async (tx) => [
      await world.doors.list(tx, world.facilityId),
      await world.doors.findForPartner(tx, world.facilityId, doorId),
      await world.doors.settings.settingsAt(tx, world.facilityId),
    ]);
    expect(seen).toEqual([[], undefined, []]);
    expect(await send('PATCH', doorsPath(doorId), { expectedVersion: version + 1 })).toMatchObject({ status: 404 });
    await aDoor();
    const numbers = await world.db.read((tx) => tx.selectFrom('door_number').select(['door_id']).execute());
    expect(numbers).toHaveLength(2);
  });

  it('a box of somebody else is none at all', async () => {
    const theirs = await api.world.aBox(api.otherFacilityId);
    const answers = await Promise.all(
      [theirs, randomUUID(), 'nonsense'].map((uuid) => send('GET', `door-controllers/config/${uuid}`)),
    );
    for (const { status, json } of answers) expect([status, json.error]).toEqual([404, 'controller_unknown']);
    expect(await post('update', { uuid: theirs, expectedVersion: 0 })).toMatchObject({
      status: 404,
      json: { error: 'controller_unknown' },
    });
    expect(await aDoorAt(theirs)).toMatchObject({ status: 404 });
  });
  const aDoorAt = (uuid: string) => send('POST', doorsPath(), { ...WIRING, uuid });

  it('moves to another facility once it drives no doors, is online, and all that it wrote down is stored', async () => {
    const { world, siblingId } = api;
    const { boxId, facilityId } = world;
    const move = () => world.db.write((tx) => world.boxes.move(tx, boxId, facilityId, siblingId));
    const epoch = randomUUID();
    const heard = async (configRevision: number, lastSeq = 0, doors: [] | undefined = []) => {
      await world.beacon();
      await world.db.write(async (tx) => {
        const row = await tx.selectFrom('box_presence').select('beacon').executeTakeFirstOrThrow();
        const told = {
          ...JSON.parse(row.beacon),
          configRevision,
          journal: { epoch, lastSeq },
          ...(doors && { doors }),
        };
        await tx
          .updateTable('box_presence')
          .set({ beacon: JSON.stringify(told) })
          .execute();
      });
    };
    await ok(update({ location: 'Office' }));
    await expect(move()).rejects.toMatchObject({ code: 'box_has_doors' });
    await ok(update({ release: [world.doorId] }));
    const { revision } = await desired();
    const unsettled = { code: 'box_not_settled' };
    await heard(revision - 1);
    await expect(move(), 'it has not let the door go').rejects.toMatchObject(unsettled);
    await heard(revision, 2);
    await expect(move(), 'what it wrote down is not here').rejects.toMatchObject(unsettled);
    const facts = chainOf(boxId, 2, epoch);
    await world.journal.storeFacts(boxId, epoch, facts.slice(1));
    await expect(move(), 'one of it is missing').rejects.toMatchObject(unsettled);
    await world.journal.storeFacts(boxId, epoch, facts);
    await clock.advance(Seconds(15));
    await expect(move(), 'it is silent').rejects.toMatchObject(unsettled);
    await heard(revision, 2);
    await move();
    expect((await desired()).facility.id).toBe(siblingId);
    await expect(move()).rejects.toMatchObject({ code: 'box_unknown' });
    const there = await send('GET', `door-controllers/config/${boxId}`, undefined, api.callers.orgAdmin);
    expect(there.json).toMatchObject({ facilityId: siblingId, history: [] });
    const old = await send('GET', `door-controllers/config/${boxId}/versions/1`, undefined, api.callers.orgAdmin);
    expect(old).toMatchObject({ status: 404, json: { error: 'version_unknown' } });
  });

  describe('what a box reports', () => {
    const aReport = async (overrides: Partial<ConfigurationReport> = {}): Promise<ConfigurationReport> => ({
      v: 1,
      agentVersion: '1.2.3',
      revision: (await desired()).revision,
      hardware: { buses: [{ name: 'rs485-1', kind: 'modbus-rtu', boards: null, readers: [] }], readers: [] },
      refused: [],
      ...overrides,
    });
    const reports = async (overrides: Partial<ConfigurationReport> = {}) =>
      api.world.boxes.takeReport(api.world.boxId, await aReport(overrides));
    const refused = async () => [
      { doorId: api.world.doorId, door: 'Front door', field: 'relay', rule: 'bus_missing', message: 'relay: no bus' },
    ];
    const openWarnings = async () =>
      (await api.world.warnings.list(api.world.facilityId)).filter(({ kind }) => kind === 'box_configuration_differs');
    const lookAfter = async (time: Duration, configRevision?: number) => {
      await clock.advance(time);
      await api.world.beacon();
      if (configRevision !== undefined)
        await api.world.db.write(async (tx) => {
          const row = await tx.selectFrom('box_presence').select('beacon').executeTakeFirstOrThrow();
          const beacon = JSON.stringify({ ...JSON.parse(row.beacon), configRevision });
          await tx.updateTable('box_presence').set({ beacon }).execute();
        });
      await api.world.doorControllers.lookAtDifferences();
    };

    it('is shown beside what is wanted, with its time and its version', async () => {
      await lookAfter(Seconds(1), 1e6);
      await reports();
      expect(await configOf()).toMatchObject({
        reported: {
          at: new Date(clock.wallMs() - 100).toISOString(),
          agentVersion: '1.2.3',
          version: 1,
          buses: [{ name: 'rs485-1', kind: 'modbus-rtu', boards: null }],
          refused: [],
        },
        differences: [],
      });
    });

    it('keeps staff from wiring a door to what the box has not', async () => {
      const boards = [{ unit: 1, relays: 4, inputs: 8 }];
      await reports({ hardware: { buses: [{ name: 'rs485-1', kind: 'gpio', boards, readers: [] }], readers: [] } });
      const answer = await update({ doors: [{ doorId: api.world.doorId, relay: at(4) }] });
      expect(answer.json).toMatchObject({
        problems: [
          {
            field: 'relay',
            rule: 'no_such_relay',
            message: 'relay: channel 4 must be below 4: the board has 4 relays',
          },
        ],
      });
      expect(
        (await update({ doors: [{ doorId: api.world.doorId, rex: { ...at(0), bus: 'usb' } }] })).json,
      ).toMatchObject({
        problems: [{ field: 'rex', rule: 'bus_missing' }],
      });
    });

    it('is warned of when a refusal lasts, and no longer once it is over', async () => {
      await lookAfter(Seconds(1), 1e6);
      await reports({ refused: await refused() });
      expect((await configOf()).differences).toMatchObject([{ kind: 'refused', field: 'relay', rule: 'bus_missing' }]);
      for (const time of [Seconds(1), Minutes(5), Minutes(4)]) {
        await lookAfter(time, 1e6);
        expect(await openWarnings()).toEqual([]);
      }
      await lookAfter(Minutes(1), 1e6);
      expect(await openWarnings()).toMatchObject([
        { subject: api.world.boxId, message: expect.stringContaining('Front door: relay: no bus') },
      ]);
      await reports();
      await lookAfter(Seconds(1), 1e6);
      expect(await openWarnings()).toEqual([]);
    });

    it('that it does not follow the newest version is warned of while it is online, and by beacons alone', async () => {
      await ok(update({ doors: [{ doorId: api.world.doorId, holdSeconds: 8 }] }));
      await lookAfter(Minutes(60), 1);
      expect(await openWarnings()).toEqual([]);
      await lookAfter(Minutes(10), 1);
      expect((await configOf()).differences).toMatchObject([{ kind: 'not_applied' }]);
      expect(await openWarnings()).toHaveLength(1);
      await lookAfter(Seconds(1), (await desired()).revision);
      expect(await openWarnings()).toEqual([]);
      // A box that is offline is another matter.
      await lookAfter(Seconds(1), 1);
      await clock.advance(Minutes(1));
      expect((await configOf()).differences).toEqual([]);
    });

    it('that a bus has gone under a door is warned of too', async () => {
      await reports({ hardware: { buses: [], readers: [] } });
      await lookAfter(Seconds(1), 1e6);
      await lookAfter(Minutes(10), 1e6);
      expect((await configOf()).differences).toMatchObject([
        { kind: 'undrivable', rule: 'bus_missing' },
        { kind: 'undrivable' },
      ]);
      expect(await openWarnings()).toHaveLength(1);
    });
  });

  it('keeps how a box was that was set up before versions were kept', async () => {
    const { boxId, doorId } = api.world;
    await api.world.db.write(async (tx) => {
      await tx.deleteFrom('box_configuration').execute();
      await tx.updateTable('box').set({ configuration_version: 0 }).execute();
    });
    await ok(update({ doors: [{ doorId: doorId as DoorId, holdSeconds: 8 }] }));
    expect((await configOf(boxId)).history).toMatchObject([{ version: 2 }, { version: 1, changes: [] }]);
    await ok(post('restore', { uuid: boxId, version: 1, expectedVersion: 2 }));
    expect((await desired()).doors[0]?.holdSeconds).toBe(5);
  });
});
