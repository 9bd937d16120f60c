import { type EventId, newEventId } from '@gatehouse/shared/ids/ids.ts';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import { Hours, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { copyFacts } from '../../kit/db/migrations/0059-lockdowns.ts';
import { aFactChain, EPOCH } from '../../testing/fact-chain.ts';
import { inPages } from '../../testing/in-pages.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { aRequest } from '../../testing/world.ts';

describe.each(ENGINES)('what happened at doors on $name', ({ open }) => {
  let clock: ManualClock;
  let api: PlatformApi;
  let write: ReturnType<typeof aFactChain>;
  beforeEach(async () => {
    clock = new ManualClock();
    api = await servePlatformApi(await open(), clock);
    write = aFactChain(api.world.boxId);
  });
  afterEach(async () => {
    await api.world.snapshots.close();
    await api.close();
  });

  const get = async (path: string, query: Record<string, string> = {}, caller = api.callers.staff) => {
    const search = new URLSearchParams(query);
    const full = `/api/access-control/${api.world.facilityId}/${path}?${search}`;
    return api.send({ method: 'GET', path: full, headers: caller.headers });
  };
  const put = async (memberId: string) => {
    const { partnerId, facilityId } = api.world;
    await api.world.members.put([{ partnerId, facilityId, memberId, firstName: 'Ada', lastName: memberId }]);
    await api.world.snapshots.build(facilityId);
    const subject = `member:${partnerId}:${memberId}`;
    return (
      (await api.world.db.read((tx) => api.world.snapshots.numbersOf(tx, facilityId, [subject]))).get(subject) ??
      expect.fail('no number')
    );
  };
  const store = async (...bodies: readonly FactBody[]) => {
    for (const body of bodies)
      await api.world.journal.storeFacts(api.world.boxId, EPOCH, [write(body, { wallMs: clock.wallMs() })]);
  };
  const entry = (person: number | null) =>
    ({ doorId: api.world.doorId, entryId: newEventId() as EventId, person, by: 'card', revision: 3 }) as const;
  const granted = (person: number): FactBody => ({
    kind: 'access.granted',
    data: { ...entry(person), via: 'window', source: 0, clock: 'trusted', stale: false },
  });
  const denied = (person: number | null, reason: string, fields: object = {}): FactBody => ({
    kind: 'access.denied',
    data: { ...entry(person), reason, ...fields },
  });

  it('finds entries, denials and unlocks by member, door, kind, outcome, user and hint, newest first', async () => {
    const { world } = api;
    const ada = await put('M-1');
    const bob = await put('M-2');
    await store(granted(ada));
    await clock.advance(Seconds(1));
    await store(denied(bob, 'outside_hours'), denied(null, 'unknown_credential', { hash: 'abcdefghijklmnopqrstuv' }));
    await clock.advance(Seconds(1));
    await world.beacon();
    await world.unlocks.unlock(aRequest(world, { member_id: 'M-1' }), world.callBy());
    await clock.advance(Seconds(1));
    const path = `/api/access-control/${world.facilityId}/doors/${world.doorId}/unlock`;
    await api.send({ method: 'POST', path, headers: api.callers.manager.headers, body: { reason: 'Delivery' } });
    const find = async (query: Record<string, string> = {}) => {
      const answer = await get('events', query);
      expect(answer.status, answer.text).toBe(200);
      return (answer.json.data as { kind: string; outcome: string }[]).map(({ kind, outcome }) => `${kind} ${outcome}`);
    };
    const all = [
      'unlock.staff unlocked',
      'unlock.partner unlocked',
      'access.denied outside_hours',
      'access.denied unknown_credential',
      'access.granted granted',
    ];
    expect((await find()).sort()).toEqual([...all].sort());
    expect((await find()).map((text) => text.split(' ')[0])).toEqual(all.map((text) => text.split(' ')[0]));
    const ofAda = { partnerId: world.partnerId, memberId: 'M-1' };
    expect(await find(ofAda)).toEqual(['unlock.partner unlocked', 'access.granted granted']);
    const personId = await world.db.write((tx) =>
      world.access.personFor(tx, { ...ofAda, facilityId: world.facilityId } as never, 'Sam'),
    );
    expect(await find({ personId })).toEqual(['unlock.partner unlocked', 'access.granted granted']);
    expect(await find({ personId: 'per_zzzzzzzzzzzzzzzz' })).toEqual([]);
    expect(await find({ userId: api.callers.manager.user.id })).toEqual(['unlock.staff unlocked']);
    expect(await find({ kind: 'access.denied,unlock.staff' })).toHaveLength(3);
    expect(await get('events', { kind: 'access.denied,unlok' })).toMatchObject({
      status: 400,
      json: { message: expect.stringMatching(/^query\.kind: must be documented kinds of events/) },
    });
    expect(await find({ outcome: 'outside_hours' })).toEqual(['access.denied outside_hours']);
    expect(await find({ credentialHint: 'abcd' })).toEqual(['access.denied unknown_credential']);
    expect(await find({ credentialHint: 'bcde' })).toEqual([]);
    expect(await find({ doorId: 'door_zzzzzzzzzzzzzzzz' })).toEqual([]);
    expect(await find({ to: '2026-01-01T00:00:01Z' })).toEqual(['access.granted granted']);
    const elsewhere = `/api/access-control/${api.otherFacilityId}/events`;
    const others = await api.send({ method: 'GET', path: elsewhere, headers: api.callers.superAdmin.headers });
    expect(others.json.data).toEqual([]);
    const [newest] = (await get('events')).json.data;
    expect(newest).toMatchObject({ userId: api.callers.manager.user.id, details: { reason: 'Delivery' } });
    const [who] = (await get('events', { kind: 'access.granted' })).json.data;
    expect(who).toMatchObject({ who: { members: [ofAda], name: 'Ada M-1' }, details: { via: 'window' } });
  });

  const read = (path: string, query: Record<string, string>) => async (page: Record<string, string>) => {
    const { status, json, text } = await get(path, { ...query, ...page });
    expect(status, text).toBe(200);
    return json as { data: Record<string, unknown>[]; next: string | null };
  };

  it('goes on page by page through events of the same moment, whatever comes in meanwhile, each once', async () => {
    const { world } = api;
    const ada = await put('M-1');
    for (let i = 0; i < 7; i++) await store(granted(ada));
    await world.beacon();
    for (let i = 0; i < 3; i++) await world.unlocks.unlock(aRequest(world, { member_id: 'M-1' }), world.callBy());
    const all = (await get('events')).json.data.map(({ eventId }: { eventId: string }) => eventId);
    const seen = await inPages(read('events', {}), async () => {
      await clock.advance(Seconds(1));
      await store(granted(ada));
    });
    expect(all).toHaveLength(10);
    expect(seen.map(({ eventId }) => eventId)).toEqual(all);
    expect(await get('events', { after: 'nonsense' })).toMatchObject({
      status: 400,
      json: { message: expect.stringMatching(/^query\.after: /) },
    });
  });

  it('keeps a fact once however often it comes, and forgets it when it is of age', async () => {
    const { world } = api;
    await store(denied(null, 'unknown_credential'));
    const rows = () => world.db.read((tx) => tx.selectFrom('door_event').selectAll().execute());
    expect(await rows()).toHaveLength(1);
    const forget = (at: number) => world.db.write((tx) => world.eventSearch.forgetBefore(tx, at, 10));
    expect(await forget(clock.wallMs())).toBe(0);
    expect(await forget(clock.wallMs() + 1)).toBe(1);
    expect(await rows()).toEqual([]);
  });

  it('finds what boxes told before there was anything to search, as if it had come since', async () => {
    const { world } = api;
    const ada = await put('M-1');
    const grant = granted(ada);
    await store(grant, denied(null, 'unknown_credential', { hash: 'abcdefghijklmnopqrstuv' }), denied(ada, 'banned'));
    await store(
      {
        kind: 'access.released',
        data: { doorId: world.doorId, entryId: newEventId(), outcome: 'unlocked', tookMs: 4 },
      },
      { kind: 'lock.moved', data: { doorId: world.doorId, to: 'unlocked', cause: 'rex' } },
      { kind: 'fire.reset', data: { doorId: world.doorId, by: "Sam “the \u{1f525}” O'Neill" } },
      { kind: 'person.banned', data: { person: ada, by: 'Kim', reason: 'Fighting' } },
      { kind: 'agent.stopping', data: { why: 'update' } },
    );
    const rows = async () =>
      (await world.db.read((tx) => tx.selectFrom('door_event').selectAll().orderBy('id').execute())).map((row) => ({
        ...row,
        data: JSON.parse(row.data) as unknown,
      }));
    const listened = await rows();
    expect(listened).toHaveLength(6);
    await world.db.write(async (tx) => {
      await tx.deleteFrom('door_event').execute();
      await copyFacts(tx as unknown as Kysely<unknown>, world.db.engine);
    });
    expect(await rows()).toEqual(listened);
  });

  it('says who could enter at a moment and who did, and what cannot be known of it', async () => {
    const { world } = api;
    const { partnerId, facilityId, doorId } = world;
    const ada = await put('M-1');
    await put('M-2');
    const personId = await world.db.write((tx) =>
      world.access.personFor(tx, { partnerId, facilityId, memberId: 'M-1' }, 'Sam'),
    );
    const untilS = Math.floor(clock.wallMs() / 1_000) + 3_600;
    await world.db.write((tx) =>
      world.access.grant(tx, { facilityId, personId }, { target: { to: 'doors', doorIds: [doorId] }, untilS }, 'Sam'),
    );
    await store(granted(ada));
    await clock.advance(Hours(2));
    const could = (query: Record<string, string>) => get(`doors/${doorId}/could-enter`, query);
    const at = '2026-01-01T00:10:00Z';
    const first = (await could({ at })).json;
    expect(first).toMatchObject({
      data: [
        { who: { personId, members: [{ memberId: 'M-1' }], name: 'Ada M-1' }, allowed: true, via: 'permanent_grant' },
      ],
      looked: 2,
      next: null,
      entered: [{ kind: 'access.granted', who: { name: 'Ada M-1' } }],
    });
    expect(first.unknown.join(' ')).toContain('not known any more');
    expect((await could({ at: '2026-01-01T01:10:00Z' })).json).toMatchObject({ data: [], entered: [] });
    const all = (await could({ at, show: 'all' })).json.data;
    expect(all.map(({ reason }: { reason: string }) => reason).sort()).toEqual(['granted', 'no_grant']);
    const paged = [];
    let after: string | null = null;
    do {
      const { json } = await could({ at, show: 'all', limit: '1', ...(after !== null && { after }) });
      paged.push(...json.data);
      after = json.next;
    } while (after !== null);
    expect(paged).toHaveLength(2);
    expect((await could({ at, after: 'nonsense' })).json.message).toMatch(/^query\.after: /);
  });

  it('says who did enter however much else happened at the door, and when there were too many to say all', async () => {
    const { boxId, doorId, journal } = api.world;
    const ada = await put('M-1');
    const storeMany = async (many: number, body: () => FactBody) => {
      const facts = Array.from({ length: many }, () => write(body(), { wallMs: clock.wallMs() }));
      await journal.storeFacts(boxId, EPOCH, facts);
      await clock.advance(Seconds(1));
    };
    await storeMany(1, () => granted(ada));
    await storeMany(300, () => denied(null, 'unknown_credential', { hash: 'abcdefghijklmnopqrstuv' }));
    const answer = async () => (await get(`doors/${doorId}/could-enter`, { at: '2026-01-01T00:00:00Z' })).json;
    const before = await answer();
    expect(before.entered).toMatchObject([{ kind: 'access.granted', who: { name: 'Ada M-1' } }]);
    await storeMany(499, () => granted(ada));
    const full = await answer();
    expect([full.entered.length, full.unknown]).toEqual([500, before.unknown]);
    await storeMany(1, () => granted(ada));
    const after = await answer();
    expect(after.entered).toHaveLength(500);
    expect(after.unknown.filter((one: string) => !before.unknown.includes(one))).toEqual([
      expect.stringContaining('the newest 500'),
    ]);
  });
});
