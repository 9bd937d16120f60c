import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { confirms, scriptedLink } from '../../testing/world.ts';
import { askingControllers, at, WIRING } from './testing/asking-controllers.ts';

describe.each(ENGINES)('the doors of door controllers on $name', ({ open }) => {
  let clock: ManualClock;
  let api: PlatformApi;
  beforeEach(async () => {
    clock = new ManualClock();
    api = await servePlatformApi(await open(), clock, scriptedLink(confirms).link);
  });
  afterEach(() => api.close());
  const { send, post, configOf, update, ok, doorsPath, desired, aDoor } = askingControllers(() => ({ clock, api }));

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
    const config = { ...(await desired()).doors[0], profile: 'magnet' };
    await api.world.db.write(async (tx) => {
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

  it('asks the box for a maintenance by an override, and changes nothing where that cannot be asked', async () => {
    const { doorId } = api.world;
    const requested = (maintenance: object) => update({ doors: [{ doorId, holdSeconds: 7, maintenance }] });
    const past = new Date(clock.wallMs() - 1).toISOString();
    expect(await requested({ mode: 'force-open', until: past, reason: 'Open day' })).toMatchObject({
      status: 400,
      json: { error: 'bad_end' },
    });
    expect((await desired()).doors[0]?.holdSeconds).toBe(5);
    await ok(requested({ mode: 'force-closed', reason: 'Broken glass' }));
    expect(await desired()).toMatchObject({
      doors: [{ holdSeconds: 7 }],
      maintenanceWishes: [{ doorId, mode: 'force-closed', reason: 'Broken glass', by: 'manager Example' }],
    });
  });

  it('drops a force-open that was asked before the door was wired anew, however it was, and nothing else', async () => {
    const { doorId, facilityId, doors: asked } = { ...api.world, doors: api.world.doors };
    const staff = { facilityId, doorId, by: 'Sam', reason: '' };
    const maintain = (mode: 'force-open' | 'force-closed') =>
      api.world.db.write((tx) => asked.requestMaintenance(tx, { ...staff, mode, untilMs: null }));
    const forceOpen = () => maintain('force-open');
    const overrides = async () => (await desired()).maintenanceWishes.map(({ mode }) => mode);
    const { version } = await ok(update({ name: 'Box' }));
    await forceOpen();
    await ok(update({ doors: [{ doorId, name: 'Main door', holdSeconds: 9 }] }));
    expect(await overrides()).toEqual(['force-open']); // A name and a time are no wiring.
    await ok(update({ doors: [{ doorId, relay: at(2) }] }));
    expect(await overrides()).toEqual([]);
    expect(await asked.overrides(facilityId)).toMatchObject([{ mode: 'force-open', state: 'superseded' }]);

    await forceOpen();
    expect(await overrides()).toEqual(['force-open']);
    const now = (await configOf()).desired.version;
    await ok(post('restore', { uuid: api.world.boxId, version, expectedVersion: now }));
    expect(await overrides()).toEqual([]);

    // Asked with the new wiring, it is asked of the new wiring.
    const opening = { mode: 'force-open', reason: 'Open day' };
    await ok(update({ doors: [{ doorId, relay: at(3), maintenance: opening }] }));
    expect(await overrides()).toEqual(['force-open']);

    await asked.requestLockdown({ ...staff, active: true });
    await maintain('force-closed');
    await ok(update({ doors: [{ doorId, relay: at(4) }] }));
    expect(await desired()).toMatchObject({
      maintenanceWishes: [{ mode: 'force-closed' }],
      lockdownWishes: [{ active: true }],
    });
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
});
