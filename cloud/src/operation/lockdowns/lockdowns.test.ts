import { randomUUID } from 'node:crypto';
import { NO_LOCKDOWN } from '@gatehouse/shared/door/lockdown.ts';
import type { BootId, DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Fact } from '@gatehouse/shared/journal/fact.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { inPages } from '../../testing/in-pages.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';

type Listed = { data: { lockdownId: string }[]; next: string | null };

describe.each(ENGINES)('lockdowns on $name', ({ open }) => {
  let clock: ManualClock;
  let api: PlatformApi;
  let back: DoorId;
  let scopeId: string;
  const generations = new Map<string, number>();
  /** The overrides that the box has handled: it takes each once. */
  const handled = new Set<string>();
  beforeEach(async () => {
    clock = new ManualClock();
    generations.clear();
    handled.clear();
    api = await servePlatformApi(await open(), clock);
    back = await api.world.aDoor({ name: 'Back door' });
    scopeId = await api.world.db.write((tx) =>
      api.world.scopes.createScope(tx, api.world.facilityId, { name: 'Back', doors: [back] }),
    );
    await takeAll();
  });
  afterEach(() => api.close());

  const send = (path: string, body?: object, caller = api.callers.manager) =>
    api.send({
      method: body === undefined ? 'GET' : 'POST',
      path: `/api/access-control/${api.world.facilityId}/${path}`,
      headers: caller.headers,
      body,
    });
  const begin = async (target: object, caller = api.callers.staff) => {
    await clock.advance(Seconds(1));
    const answer = await send('lockdowns', { target, reason: 'threat' }, caller);
    expect(answer.status, answer.text).toBe(201);
    return answer.json.lockdownId as string;
  };
  const order = () => ({ userId: api.callers.staff.user.id, name: 'Sam', reason: 'threat' });
  const release = (id: string, caller = api.callers.manager) =>
    send(`lockdowns/${id}/release`, { reason: 'over' }, caller);
  /** The box takes everything that it is told, says so, and beacons. */
  const takeAll = async (): Promise<void> => {
    const { world } = api;
    await clock.advance(Seconds(1));
    for (const { wishId, doorId, active, by, reason, seen } of (await world.doors.desiredState(world.boxId))
      ?.lockdownWishes ?? []) {
      if (handled.has(wishId)) continue;
      handled.add(wishId);
      const generation = generations.get(doorId) ?? 0;
      const refused = !active && seen !== generation;
      const lockdown = { active, by, reason, generation: generation + 1 };
      if (!refused) generations.set(doorId, generation + 1);
      const fact = {
        seq: 1,
        bootId: randomUUID() as BootId,
        monoMs: 0,
        wallMs: clock.wallMs(),
        clockTrusted: true,
        body: refused
          ? { kind: 'lockdown.refused', data: { doorId, wishId, active, by, seen, generation } }
          : { kind: 'lockdown.changed', data: { doorId, wishId, lockdown } },
        prev: '',
        hash: '',
      } satisfies Fact;
      await world.db.write(async (tx) => {
        await world.doors.factStored(tx, world.boxId, world.facilityId, fact);
        await world.lockdowns.factStored(tx, world.boxId, world.facilityId, fact);
      });
      if (!refused) await world.beacon({ lockdown }, { doorId });
    }
    await world.beacon({
      ...((await locked()).has(world.doorId) && {
        lockdown: { ...NO_LOCKDOWN, active: true, generation: generations.get(world.doorId) ?? 0 },
      }),
    });
  };
  const locked = async () => {
    const list = await api.world.db.read((tx) => api.world.doors.list(tx, api.world.facilityId));
    return new Set(list.filter(({ lockdown }) => lockdown.active).map(({ id }) => id));
  };

  it('lock a door, the doors of a scope, or all down, and say what came of it at each door', async () => {
    const id = await begin({ to: 'scope', scopeId });
    expect((await send(`lockdowns/${id}`)).json).toMatchObject({
      layer: 'scope',
      targetId: scopeId,
      begunBy: { kind: 'user', id: api.callers.staff.user.id, name: 'staff Example' },
      releasedAt: null,
      doors: [
        { doorId: back, name: 'Back door', lockedDown: false, wasLockedDown: false, begin: 'pending', release: null },
      ],
    });
    await takeAll();
    expect((await send(`lockdowns/${id}`)).json.doors).toMatchObject([{ lockedDown: true, begin: 'taken' }]);
    expect(await locked()).toEqual(new Set([back]));
    await begin({ to: 'facility' });
    await takeAll();
    expect(await locked()).toEqual(new Set([back, api.world.doorId]));
    expect((await send('lockdowns')).json.data).toHaveLength(2);
  });

  it('are layers: a door stays locked down until the last that covers it is released, in whatever order', async () => {
    const all = await begin({ to: 'facility' });
    const some = await begin({ to: 'scope', scopeId });
    await takeAll();
    await release(all);
    await takeAll();
    expect(await locked()).toEqual(new Set([back]));
    expect((await send('lockdowns')).json.data).toMatchObject([{ lockdownId: some }]);
    const answer = await release(some);
    expect(answer.json).toMatchObject({
      releasedBy: { kind: 'user', id: api.callers.manager.user.id },
      releaseReason: 'over',
      doors: [{ release: 'pending' }],
    });
    await takeAll();
    expect(await locked()).toEqual(new Set());
    expect((await send('lockdowns?which=all')).json.data).toMatchObject([
      { lockdownId: some, doors: [{ release: 'taken' }] },
      { lockdownId: all },
    ]);
  });

  it('are listed page by page, each once, whatever begins meanwhile', async () => {
    const { world } = api;
    for (let i = 0; i < 9; i++)
      await world.db.write((tx) => world.lockdowns.begin(tx, world.facilityId, { to: 'facility' }, order()));
    for (const which of ['standing', 'all']) {
      const { data } = (await send(`lockdowns?which=${which}`)).json as Listed;
      const seen = await inPages(
        async (page) => (await send(`lockdowns?${new URLSearchParams({ which, ...page })}`)).json as Listed,
        () => begin({ to: 'door', doorId: back }),
      );
      expect(data.length).toBeGreaterThanOrEqual(9);
      expect(seen.map(({ lockdownId }) => lockdownId)).toEqual(data.map(({ lockdownId }) => lockdownId));
    }
    expect(await send('lockdowns?after=nonsense')).toMatchObject({
      status: 400,
      json: { message: expect.stringMatching(/^query\.after: /) },
    });
  });

  it('leave alone what somebody locked down at the box before, which has a release of its own', async () => {
    generations.set(back, 4);
    await api.world.beacon({ lockdown: { active: true, by: 'Panel', reason: '', generation: 4 } }, { doorId: back });
    const id = await begin({ to: 'facility' });
    const twice = await begin({ to: 'scope', scopeId });
    await takeAll();
    const early = await send(`doors/${back}/lockdown-release`, { reason: 'over' });
    expect(early).toMatchObject({ status: 409, json: { error: 'door_under_lockdown' } });
    await release(id);
    await release(twice);
    await takeAll();
    expect(await locked()).toEqual(new Set([back]));
    const freed = await send(`doors/${back}/lockdown-release`, { reason: 'over' });
    expect(freed).toMatchObject({ status: 200, json: { kind: 'lockdown', active: false, state: 'pending' } });
    await takeAll();
    expect(await locked()).toEqual(new Set());
  });

  it('are released again where a box refused, because it had not seen them', async () => {
    const id = await begin({ to: 'scope', scopeId });
    generations.set(back, 3); // Something at the box that no beacon has told of.
    await takeAll();
    await api.world.beacon({ lockdown: { ...NO_LOCKDOWN, active: true, generation: 2 } }, { doorId: back });
    await release(id);
    await takeAll();
    expect((await send(`lockdowns/${id}`)).json.doors).toMatchObject([{ lockedDown: true, release: 'refused' }]);
    await api.world.beacon({ lockdown: { ...NO_LOCKDOWN, active: true, generation: 4 } }, { doorId: back });
    await release(id);
    await takeAll();
    expect((await send(`lockdowns/${id}`)).json.doors).toMatchObject([{ lockedDown: false, release: 'taken' }]);
    generations.set(back, 6); // Somebody locks the door down at the box: that is no business of a lockdown that is over.
    await api.world.beacon({ lockdown: { ...NO_LOCKDOWN, active: true, generation: 6 } }, { doorId: back });
    await release(id);
    await takeAll();
    expect(await locked()).toEqual(new Set([back]));
  });

  it('that are released before the box has told of them are ended all the same, and nobody has to ask twice', async () => {
    const { db } = api.world;
    const heard = await db.read((tx) => tx.selectFrom('box_presence').selectAll().executeTakeFirstOrThrow());
    const id = await begin({ to: 'scope', scopeId });
    await takeAll();
    await db.write((tx) => tx.updateTable('box_presence').set(heard).execute()); // The beacon that says so is not here yet.
    await release(id);
    await takeAll();
    expect((await send(`lockdowns/${id}`)).json.doors).toMatchObject([{ release: 'pending' }]);
    await takeAll();
    expect((await send(`lockdowns/${id}`)).json.doors).toMatchObject([{ lockedDown: false, release: 'taken' }]);
  });

  it('free their doors though another began before the box had told of the last release', async () => {
    const { db } = api.world;
    for (const boxHears of [false, true]) {
      const first = await begin({ to: 'scope', scopeId });
      await takeAll();
      const heard = await db.read((tx) => tx.selectFrom('box_presence').selectAll().executeTakeFirstOrThrow());
      await release(first);
      if (boxHears) {
        await takeAll(); // Its fact is here; the beacon that says so is not yet.
        await db.write((tx) => tx.updateTable('box_presence').set(heard).execute());
      }
      expect(await locked()).toEqual(new Set([back]));
      const second = await begin({ to: 'scope', scopeId });
      expect((await send(`lockdowns/${second}`)).json.doors).toMatchObject([{ wasLockedDown: false }]);
      await takeAll();
      await release(second);
      await takeAll();
      expect(await locked()).toEqual(new Set());
    }
  });

  it('are told to a box that lost its store, which takes them again, and no longer once they are released', async () => {
    const { world } = api;
    const requested = async () => (await world.doors.desiredState(world.boxId))?.lockdownWishes ?? [];
    const id = await begin({ to: 'scope', scopeId });
    await takeAll();
    expect(await requested()).toMatchObject([{ doorId: back, active: true }]);
    handled.clear();
    generations.clear();
    await world.beacon({ lockdown: NO_LOCKDOWN }, { doorId: back });
    expect(await locked()).toEqual(new Set());
    await takeAll();
    expect(await locked()).toEqual(new Set([back]));
    await world.db.write((tx) => tx.updateTable('door').set({ box_id: null }).where('id', '=', back).execute());
    await release(id);
    await world.doorControllers.assign(world.facilityId, world.boxId, [back], 'test');
    expect(await requested()).toEqual([]);
  });

  it('stand over a door that another box gets, or that had none: that box is asked too', async () => {
    const { world } = api;
    const side = await world.doors.create({
      facilityId: world.facilityId,
      name: 'Side door',
      profile: 'latch',
      relay: { bus: 'other', unit: 1, channel: 0 },
      relayEnergisedMeans: 'unlocked',
      evidence: { kind: 'command-only' },
      contact: null,
      rex: null,
      fire: null,
    });
    const id = await begin({ to: 'facility' });
    await takeAll();
    const another = await world.aBox();
    const requested = async () => (await world.doors.desiredState(another))?.lockdownWishes ?? [];
    await world.doorControllers.assign(world.facilityId, another, [back, side], 'test');
    expect((await requested()).map(({ doorId, active, by, reason }) => [doorId, active, by, reason]).sort()).toEqual(
      [back, side].map((doorId) => [doorId, true, 'staff Example', 'threat']).sort(),
    );
    const now = (await send(`lockdowns/${id}`)).json.doors as { doorId: string; begin: string }[];
    expect(now.filter(({ doorId }) => doorId !== world.doorId).map((door) => door.begin)).toEqual([
      'pending',
      'pending',
    ]);
    await release(id);
    await world.doorControllers.assign(world.facilityId, world.boxId, [back], 'test');
    expect(
      (await world.doors.desiredState(world.boxId))?.lockdownWishes.filter(({ doorId }) => doorId === back),
    ).toEqual([]);
  });

  it('are begun by staff and released by who manages the facility; of nothing, or of what is elsewhere, there is none', async () => {
    const id = await begin({ to: 'door', doorId: back }, api.callers.staff);
    expect((await release(id, api.callers.staff)).status).toBe(403);
    expect((await send('lockdowns', { target: { to: 'facility' }, reason: 'x' }, api.callers.agent)).status).toBe(403);
    const to = (target: object) => send('lockdowns', { target, reason: 'x' });
    expect(await to({ to: 'door', doorId: 'door_zzzzzzzzzzzzzzzz' })).toMatchObject({
      json: { error: 'door_unknown' },
    });
    expect(await to({ to: 'scope', scopeId: 'scp_zzzzzzzzzzzzzzzz' })).toMatchObject({ status: 404 });
    const empty = await api.world.db.write((tx) =>
      api.world.scopes.createScope(tx, api.world.facilityId as FacilityId, { name: 'Empty', doors: [] }),
    );
    expect(await to({ to: 'scope', scopeId: empty })).toMatchObject({ json: { error: 'lockdown_of_nothing' } });
    expect(await release('ldn_zzzzzzzzzzzzzzzz')).toMatchObject({ status: 404 });
  });

  it('and their releases are audited in the unit that makes them', async () => {
    const id = await begin({ to: 'door', doorId: back });
    await clock.advance(Seconds(1));
    await release(id);
    const rows = (await api.audited()).filter(({ event }) => event.startsWith('lockdown.'));
    expect(rows).toMatchObject([
      { event: 'lockdown.begin', outcome: 'ok', target: back, site: api.world.facilityId },
      { event: 'lockdown.release', outcome: 'ok', target: id, site: api.world.facilityId },
    ]);
  });
});
