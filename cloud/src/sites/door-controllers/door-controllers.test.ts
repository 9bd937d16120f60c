import { randomUUID } from 'node:crypto';
import type { BoxId, DoorId } from '@gatehouse/shared/ids/ids.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { chainOf } from '../../testing/fact-chain.ts';
import { inPages } from '../../testing/in-pages.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { confirms, scriptedLink } from '../../testing/world.ts';
import { askingControllers, at, WIRING } from './testing/asking-controllers.ts';
import { aShowingBox } from './testing/showing-box.ts';

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
  const { send, post, configOf, update, ok, doorsPath, desired, aDoor } = askingControllers(() => ({ clock, api }));

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

  it('says which box shows a code before anybody claims it, also of the link that it shows, and changes nothing', async () => {
    const { boxId, code } = await aShowingBox(api.world.db);
    const look = (of: string, caller = api.callers.manager) =>
      send('POST', `door-controllers/claims/${api.world.facilityId}`, { code: of }, caller);
    const link = `https://console.example/ops/claim#${code.slice(0, 4)}-${code.slice(4)}`;
    for (const of of [code, link, link])
      expect(await ok(look(of))).toEqual({ uuid: boxId, fingerprint: expect.stringMatching(/^([0-9A-F]{4}-){3}/) });
    expect(await look('ZZZZ-ZZZZ')).toMatchObject({ status: 404, json: { error: 'claim_code_unknown' } });
    expect(await look(code, api.callers.staff)).toMatchObject({ status: 403 });
    expect(await ok(post('associate', { code: link }))).toMatchObject({ uuid: boxId });
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
      { version, madeBy: { kind: 'user', id: api.callers.manager.user.id }, changes: [{ doorId: null }, { doorId }] },
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

  it('decommissions a box: its session ends, it is a stranger, and its doors stay without one', async () => {
    const { boxId, doorId, world } = { ...api.world, world: api.world };
    const closed = { mode: 'force-closed', untilMs: null, by: 'Sam', reason: '' } as const;
    await world.db.write((tx) =>
      world.doors.requestMaintenance(tx, { facilityId: world.facilityId, doorId, ...closed }),
    );
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
    // What was asked of the door at that box is none of the next one's business.
    const next = await world.aBox();
    await ok(post('update', { uuid: next, expectedVersion: 0, assign: [doorId] }));
    expect((await desired(next)).maintenanceWishes).toEqual([]);
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
