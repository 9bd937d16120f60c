import { NO_LOCKDOWN } from '@gatehouse/shared/door/lockdown.ts';
import type { BoxId, DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { Fact } from '@gatehouse/shared/journal/fact.ts';
import { Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { lastHeard } from '../../sites/journal/last-heard.ts';
import { everyFact } from '../../testing/every-fact.ts';
import { aFactChain, EPOCH } from '../../testing/fact-chain.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';

const NO_TIMES = [-1, 0, 2 ** 53 - 1, 8.64e15 + 1];

describe.each(ENGINES)('N6 what no box may spoil on $name', ({ open }) => {
  let clock: ManualClock;
  let api: PlatformApi;
  let chain: ReturnType<typeof aFactChain>;
  let person: number;
  beforeEach(async () => {
    clock = new ManualClock();
    api = await servePlatformApi(await open(), clock);
    const { partnerId, facilityId, boxId } = api.world;
    chain = aFactChain(boxId);
    await api.world.members.put([{ partnerId, facilityId, memberId: 'M-1', firstName: 'Ada', lastName: 'Byron' }]);
    await api.world.snapshots.build(facilityId);
    const subject = `member:${partnerId}:M-1`;
    const numbers = await api.world.db.read((tx) => api.world.snapshots.numbersOf(tx, facilityId, [subject]));
    person = numbers.get(subject) ?? expect.fail('no number');
  });
  afterEach(async () => {
    await api.world.snapshots.close();
    await api.close();
  });

  const read = async (path: string) => {
    const { status, text, json } = await api.send({ method: 'GET', path, headers: api.callers.superAdmin.headers });
    expect(status, `${path} ${text}`).toBe(200);
    return json.data as Record<string, unknown>[];
  };
  const historyOf = () =>
    read(`/api/access-control/${api.world.facilityId}/doors/${api.world.doorId}/history?limit=100`);
  /** Everything that tells of doors, of what happened at them, and of boxes. */
  const readAll = async () => {
    const { facilityId, doorId, boxId } = api.world;
    const at = `/api/access-control/${facilityId}`;
    for (const path of [
      ...['door-states', `doors/${doorId}/state`, 'overrides'].map((one) => `${at}/${one}`),
      `${at}/events?limit=100`,
      `${at}/events?kind=access.granted`,
      `/api/facilities/${facilityId}/daily-digest`,
      `${at}/warnings`,
      `/api/events?organisationId=${api.world.orgId}&limit=100`,
      `/api/devices/list/${facilityId}`,
      `/api/devices/doors/${facilityId}`,
      `/api/devices/door-controllers/config/${boxId}`,
      '/api/admin/hardware/all-devices',
    ])
      await read(path);
    return historyOf();
  };

  it('a fact of every kind with any time is stored as it came, and everything can be read, at a time that can be', async () => {
    const { world } = api;
    let seq = 0;
    for (const wallMs of NO_TIMES) {
      await clock.advance(Minutes(1));
      const bodies = everyFact(world.doorId as DoorId, person, Math.max(0, wallMs));
      const facts = bodies.map((body) => Fact.parse(chain(body, { wallMs })));
      expect(await world.journal.storeFacts(world.boxId, EPOCH, facts)).toBe(seq + facts.length);
      seq += facts.length;
      const raw = await world.db.read((tx) =>
        tx.selectFrom('box_fact').select('wall_ms').orderBy('seq', 'desc').limit(1).executeTakeFirstOrThrow(),
      );
      expect(Number(raw.wall_ms)).toBe(wallMs);
      const at = new Date(wallMs > 0 ? clock.wallMs() : 0).toISOString();
      expect((await readAll())[0], `${wallMs}`).toMatchObject({ at, clockTrusted: wallMs === 0 });
    }
    const told = await world.db.read((tx) => tx.selectFrom('partner_event').select('occurred_at').execute());
    expect(told.length).toBeGreaterThan(0);
    for (const { occurred_at } of told) expect(Number(occurred_at)).toBeLessThanOrEqual(clock.wallMs());
  });

  it.each(NO_TIMES)(
    'a maintenance until %d spoils no answer, as the box says it and as the next one is asked for it',
    async (ms) => {
      const { world } = api;
      const untilMs = Math.max(0, ms);
      const maintenance = { mode: 'force-closed', untilMs, by: 'Kim', reason: null, generation: 3 } as const;
      await world.beacon({ maintenance });
      await readAll();
      await world.journal.storeFacts(world.boxId, EPOCH, [
        chain({ kind: 'maintenance.changed', data: { doorId: world.doorId as DoorId, maintenance } }, { wallMs: ms }),
      ]);
      // What stood over the door goes along, and is shown as an override from then on.
      const other = await world.aBox();
      await world.doorControllers.assign(world.facilityId, other, [world.doorId], 'test');
      await readAll();
    },
  );

  it('a box of another gym, or of another door, writes nothing into the history of a door', async () => {
    const { world } = api;
    const own = everyFact(world.doorId as DoorId, person, 0);
    for (const facilityId of [api.otherFacilityId, world.facilityId] as FacilityId[]) {
      const foreign = await world.aBox(facilityId);
      const write = aFactChain(foreign);
      expect(
        await world.journal.storeFacts(
          foreign,
          EPOCH,
          own.map((body) => write(body)),
        ),
      ).toBe(own.length);
      expect(await world.journal.recent(foreign, 100)).toHaveLength(own.length);
      expect(await historyOf()).toEqual([]);
      expect((await world.warnings.list(facilityId)).map(({ kind }) => kind)).toContain('journal_foreign_door');
    }
    const tables = ['door_event', 'local_entry'] as const;
    for (const table of tables)
      expect(await world.db.read((tx) => tx.selectFrom(table).selectAll().execute()).then(named)).toEqual([]);
    expect(JSON.stringify(await read(`/api/events?organisationId=${api.world.orgId}&limit=100`))).not.toContain(
      world.doorId,
    );
    const heard = await world.db.read((tx) => lastHeard(tx, world.doorId as DoorId));
    expect(heard).toEqual({ lockdown: null, maintenance: null });
  });
  const named = (rows: readonly object[]) => rows.filter((row) => JSON.stringify(row).includes(api.world.doorId));

  it('a door that moved between boxes keeps what the one before told, also what comes late; a box that moved away tells no more', async () => {
    const { world } = api;
    const { boxId, facilityId, doorId } = world;
    const tell = (box: BoxId, write = chain) =>
      world.journal.storeFacts(box, EPOCH, [write({ kind: 'door.closed', data: { doorId: doorId as DoorId } })]);
    await tell(boxId);
    const other = await world.aBox();
    await world.doorControllers.assign(facilityId, other, [doorId], 'test');
    await clock.advance(Seconds(1));
    await tell(boxId);
    await tell(other, aFactChain(other));
    expect(await historyOf()).toHaveLength(3);
    await world.db.write((tx) =>
      tx
        .updateTable('box')
        .set({ facility_id: api.otherFacilityId, claimed_at: clock.wallMs() })
        .where('id', '=', boxId)
        .execute(),
    );
    await tell(boxId);
    expect(await historyOf()).toHaveLength(3);
  });

  it('of two boxes that had a door both are believed for its history, and only the one that has it for what stands over it', async () => {
    const { world } = api;
    const { facilityId, doorId } = world;
    const writers = new Map([[world.boxId, chain]]);
    const says = async (box: BoxId, active: boolean) => {
      await clock.advance(Seconds(1));
      const write = writers.get(box) ?? aFactChain(box);
      writers.set(box, write);
      const lockdown = { ...NO_LOCKDOWN, active, by: 'Sam', generation: active ? 1 : 2 };
      const body = { kind: 'lockdown.changed', data: { doorId: doorId as DoorId, lockdown } } as const;
      await world.journal.storeFacts(box, EPOCH, [write(body)]);
    };
    const assign = async (box: BoxId) => {
      await clock.advance(Seconds(1));
      await world.doorControllers.assign(facilityId, box, [doorId], 'test');
    };
    const stands = async () => (await world.db.read((tx) => lastHeard(tx, doorId as DoorId))).lockdown?.active;
    const [first, second] = [world.boxId, await world.aBox()];
    await says(first, true);
    await assign(second);
    expect(await stands()).toBe(true);
    await says(first, false);
    expect(await stands()).toBe(true);
    await says(second, true);
    await says(first, false);
    expect(await stands()).toBe(true);
    await says(second, false);
    expect(await stands()).toBe(false);
    await assign(first);
    await says(second, true);
    expect(await stands()).toBe(false);
    await says(first, true);
    expect(await stands()).toBe(true);
    expect(await historyOf()).toHaveLength(7);
  });
});
