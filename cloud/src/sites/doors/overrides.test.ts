import { randomInt, randomUUID } from 'node:crypto';
import { NO_LOCKDOWN } from '@gatehouse/shared/door/lockdown.ts';
import { NO_MAINTENANCE } from '@gatehouse/shared/door/maintenance.ts';
import type { BootId, DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Fact, FactBody } from '@gatehouse/shared/journal/fact.ts';
import { Hours, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { settledBy } from '../../testing/settled-by.ts';
import { aRequest, confirms, createWorld, scriptedLink, type World } from '../../testing/world.ts';
import type { DoorOverride } from './door-override.ts';

describe.each(ENGINES)('an override of a door, on $name', ({ open }) => {
  let db: Database;
  let clock: ManualClock;
  let world: World;
  let link: ReturnType<typeof scriptedLink>;
  beforeEach(async () => {
    clock = new ManualClock();
    db = await open();
    link = scriptedLink(confirms);
    world = await createWorld(db, clock, link.link);
  });
  const staff = () => ({ facilityId: world.facilityId, doorId: world.doorId, by: 'Sam', reason: 'cleaning' });
  const close = (seen?: number) =>
    db.write((tx) =>
      world.doors.requestMaintenance(tx, {
        ...staff(),
        mode: 'force-closed',
        untilMs: null,
        ...(seen === undefined ? {} : { seen }),
      }),
    );
  const openUp = (untilMs: number | null = null) =>
    db.write((tx) => world.doors.requestMaintenance(tx, { ...staff(), mode: 'force-open', untilMs }));
  const lockDown = (active: boolean) => world.doors.requestLockdown({ ...staff(), active });
  const desired = async () => {
    const state = await world.doors.desiredState(world.boxId);
    return state ?? expect.fail('the box is not active');
  };
  const states = async () => (await world.doors.overrides(world.facilityId)).map(({ state }) => state);
  const says = (body: FactBody, facilityId: FacilityId = world.facilityId) =>
    db.write((tx) =>
      world.doors.factStored(tx, world.boxId, facilityId, {
        seq: 1,
        bootId: randomUUID() as BootId,
        monoMs: 0,
        wallMs: clock.wallMs(),
        clockTrusted: true,
        body,
        prev: '0'.repeat(64),
        hash: '0'.repeat(64),
      } satisfies Fact),
    );
  const changed = (overrideId: string, doorId: DoorId = world.doorId): FactBody => ({
    kind: 'maintenance.changed',
    data: { doorId, maintenance: { ...NO_MAINTENANCE, generation: 1 }, wishId: overrideId },
  });

  it('is listed page by page, each once, whatever is asked for meanwhile', async () => {
    for (let i = 0; i < 9; i++) await (i % 2 === 0 ? close() : lockDown(true));
    const all = await world.doors.overrides(world.facilityId);
    expect(all).toHaveLength(9);
    const seen: string[] = [];
    let last: DoorOverride | undefined;
    do {
      const after = last && { after: { at: last.madeAtMs, id: last.overrideId } };
      const page = await world.doors.overrides(world.facilityId, { ...after, limit: randomInt(1, 5) });
      seen.push(...page.map(({ overrideId }) => overrideId));
      last = page.at(-1);
      await clock.advance(Seconds(1));
      await close();
    } while (last !== undefined);
    expect(seen).toEqual(all.map(({ overrideId }) => overrideId));
  });

  it('reaches the box with its desired state, under a new revision, with the generation the box reported last', async () => {
    await world.beacon({ maintenance: { ...NO_MAINTENANCE, generation: 7 } });
    const before = await desired();
    const override = await close();
    const after = await desired();
    expect(after.revision).toBe(before.revision + 1);
    expect(after.maintenanceWishes).toEqual([
      {
        wishId: override.overrideId,
        doorId: world.doorId,
        mode: 'force-closed',
        untilMs: null,
        by: 'Sam',
        reason: 'cleaning',
        seen: 7,
      },
    ]);
    await lockDown(true);
    expect((await desired()).lockdownWishes).toMatchObject([{ active: true, seen: 0 }]);
    expect((await close(8)).seen).toBe(8); // The box may be ahead of its last beacon, and never behind it.
    await expect(close(3)).rejects.toMatchObject({
      code: 'maintenance_outdated',
      detail: { body: { current: { mode: 'off', generation: 7 } } },
    });
  });

  it('is over once the box says what came of it, and only its own box can say so', async () => {
    const override = await close();
    const other = await world.aDoor({ name: 'Back door' });
    await says(changed(override.overrideId, other));
    await says(changed(override.overrideId), 'fac_elsewhere0000000' as FacilityId);
    expect(await states()).toEqual(['open']);
    await says(changed(override.overrideId));
    expect(await states()).toEqual(['taken']);
    expect((await desired()).maintenanceWishes).toEqual([]);
    await clock.advance(Seconds(1));
    const refused = await close();
    const data = { doorId: world.doorId, mode: 'force-closed', by: 'Sam', seen: 0, generation: 1 } as const;
    await says({ kind: 'maintenance.refused', data: { ...data, wishId: refused.overrideId } });
    expect(await states()).toEqual(['refused', 'taken']);
    await says(changed(refused.overrideId)); // What was said first stands.
    expect(await states()).toEqual(['refused', 'taken']);
  });

  it('that is refused is told to people, until the door takes a later one', async () => {
    const override = await close();
    const data = { doorId: world.doorId, mode: 'force-closed', by: 'Sam', seen: 0, generation: 1 } as const;
    await says({ kind: 'maintenance.refused', data: { ...data, wishId: override.overrideId } });
    expect(await world.warnings.list(world.facilityId)).toMatchObject([
      { kind: 'door_override_refused', subject: world.doorId, message: expect.stringContaining('asked for by Sam') },
    ]);
    await clock.advance(Seconds(1));
    await says(changed((await close(1)).overrideId));
    expect(await world.warnings.list(world.facilityId)).toEqual([]);
  });

  it('to force a door open lapses by the cloud’s own clock when no box takes it within 60 s, and is shown so', async () => {
    await openUp();
    expect((await desired()).maintenanceWishes).toHaveLength(1);
    await clock.advance(Seconds(59));
    expect((await desired()).maintenanceWishes).toHaveLength(1);
    await clock.advance(Seconds(1));
    expect((await desired()).maintenanceWishes).toEqual([]);
    expect(await states()).toEqual(['lapsed']);
  });

  it('to close a door does not lapse', async () => {
    await close();
    await clock.advance(Hours(3));
    expect((await desired()).maintenanceWishes).toHaveLength(1);
  });

  it('is shown as taken, not as lapsed, when the box took it in time and said so late', async () => {
    const override = await openUp();
    await clock.advance(Seconds(90));
    await says(changed(override.overrideId));
    expect(await states()).toEqual(['taken']);
  });

  it('gives way to a newer one of its kind for the same door, and to no other', async () => {
    await openUp();
    await lockDown(true);
    const newest = await close();
    const { maintenanceWishes, lockdownWishes } = await desired();
    expect(maintenanceWishes.map(({ wishId }) => wishId)).toEqual([newest.overrideId]);
    expect(lockdownWishes).toHaveLength(1);
    expect((await states()).sort()).toEqual(['open', 'open', 'superseded']);
  });

  it('always gives force-open an end, and takes none that has passed or lies too far', async () => {
    expect(await openUp()).toMatchObject({ untilMs: clock.wallMs() + Hours(2) });
    expect(await openUp(clock.wallMs() + Hours(12))).toMatchObject({ state: 'open' });
    await expect(openUp(clock.wallMs() + Hours(13))).rejects.toMatchObject({ code: 'bad_end' });
    await expect(openUp(clock.wallMs() - 1)).rejects.toMatchObject({ code: 'bad_end' });
  });

  it('is refused for a door of another facility, and for one that no box drives', async () => {
    const elsewhere = { ...staff(), facilityId: 'fac_elsewhere0000000' as FacilityId, active: true };
    await expect(world.doors.requestLockdown(elsewhere)).rejects.toMatchObject({ code: 'door_unknown' });
    const { name, ...wiring } = (await desired()).doors[0] ?? expect.fail('no door');
    const boxless = await world.doors.create({ ...wiring, name: `${name} 2`, facilityId: world.facilityId });
    await expect(world.doors.requestLockdown({ ...staff(), doorId: boxless, active: true })).rejects.toMatchObject({
      code: 'door_without_box',
    });
  });

  it('is forgotten when it is of no interest any more, up to so many at a time', async () => {
    await openUp();
    await close();
    await clock.advance(Seconds(10));
    const newest = await close();
    const forget = (most: number) => db.write((tx) => world.doors.forgetOverridesBefore(tx, newest.madeAtMs, most));
    expect([await forget(1), await forget(5), await forget(5)]).toEqual([1, 1, 0]);
    expect(await states()).toEqual(['open']);
  });

  it('can be waited for', async () => {
    const override = await close();
    const waiting = world.doors.settledOverride(override, Seconds(60));
    await clock.advance(Seconds(1));
    await says(changed(override.overrideId));
    await settledBy(waiting, clock, Seconds(60));
    expect(await waiting).toMatchObject({ state: 'taken' });
    const another = world.doors.settledOverride(await close(), Seconds(1));
    await settledBy(another, clock, Seconds(60));
    expect(await another).toMatchObject({ state: 'open' });
  });
});

describe.each(ENGINES)('a door that is locked down, on $name', ({ open }) => {
  let world: World;
  let orders: ReturnType<typeof scriptedLink>['orders'];
  beforeEach(async () => {
    const { link, orders: sent } = scriptedLink(async (order) => {
      const answer = await confirms(order);
      if (answer.kind !== 'outcome') return answer;
      const { commandId, boxId, doorId, bootId } = answer.outcome;
      const refused = { v: 1, outcome: 'refused', reason: 'lockdown', commandId, boxId, doorId, bootId } as const;
      return { kind: 'outcome', outcome: { ...refused, monoMs: 0 } };
    });
    orders = sent;
    world = await createWorld(await open(), new ManualClock(), link);
  });
  const lockdown = { ...NO_LOCKDOWN, active: true, by: 'Sam', reason: 'threat', generation: 1 };
  const closed = {
    status: 409,
    body: { status: 'failed', reason: 'maintenance_mode_active', mode: 'force-closed', until: null },
  };

  it('[R62] is to partners a door that staff keep closed, and no command is sent', async () => {
    await world.beacon({ lockdown, maintenance: { ...NO_MAINTENANCE, mode: 'force-open', untilMs: 9e12 } });
    const answer = await world.unlocks.unlock(aRequest(world), world.callBy());
    expect(answer).toMatchObject(closed);
    expect(JSON.stringify(answer.body)).not.toMatch(/threat|Sam|lockdown/i);
    expect(orders).toEqual([]);
  });

  it('[R62] is the same when the box locked it down after it was looked at', async () => {
    expect(await world.unlocks.unlock(aRequest(world), world.callBy())).toMatchObject(closed);
    expect(orders).toHaveLength(1);
  });
});
