import type { EventId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Fact, FactBody } from '@gatehouse/shared/journal/fact.ts';
import { aPhone } from '@gatehouse/shared/pass/testing/a-phone.ts';
import { Days, Hours } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { aFactChain, EPOCH } from '../../testing/fact-chain.ts';
import { createWorld, scriptedLink, type World } from '../../testing/world.ts';

const ENTRY = 'evt_0123456789abcdef' as EventId;

describe.each(ENGINES)('what boxes tell of people at doors on $name', ({ open }) => {
  let db: Database;
  let clock: ManualClock;
  let world: World;
  let write: ReturnType<typeof aFactChain>;
  beforeEach(async () => {
    db = await open();
    clock = new ManualClock();
    world = await createWorld(db, clock, scriptedLink(() => Promise.reject(new Error('no unlock here'))).link);
    write = aFactChain(world.boxId);
    await put('M-1');
    return () => world.snapshots.close();
  });

  const put = async (memberId: string, partnerId: PartnerId = world.partnerId) => {
    await world.members.put([
      { partnerId, facilityId: world.facilityId, memberId, firstName: 'Ada', lastName: 'Byron' },
    ]);
    await world.snapshots.build(world.facilityId);
  };
  const ref = (memberId = 'M-1', partnerId: PartnerId = world.partnerId) => ({
    partnerId,
    facilityId: world.facilityId,
    memberId,
  });
  const numberOf = async (subject: string): Promise<number> => {
    await world.snapshots.build(world.facilityId);
    const row = await db.read((tx) =>
      tx.selectFrom('person_number').where('subject', '=', subject).select('number').executeTakeFirstOrThrow(),
    );
    return row.number;
  };
  const numberOfMember = (memberId = 'M-1') => numberOf(`member:${world.partnerId}:${memberId}`);
  const seal = (body: FactBody, fields: Partial<Fact> = {}): Fact => write(body, { wallMs: clock.wallMs(), ...fields });
  const store = (...facts: Fact[]) => world.journal.storeFacts(world.boxId, EPOCH, facts);
  const about = (person: number | null) =>
    ({ doorId: world.doorId, entryId: ENTRY, person, by: 'card', revision: 3 }) as const;
  const granted = (person: number | null, fields: object = {}): FactBody => ({
    kind: 'access.granted',
    data: { ...about(person), via: 'window', source: 0, clock: 'trusted', stale: false, ...fields },
  });
  const denied = (person: number | null, reason: string, fields: object = {}): FactBody => ({
    kind: 'access.denied',
    data: { ...about(person), reason, ...fields },
  });
  const released = (): FactBody => ({
    kind: 'access.released',
    data: { doorId: world.doorId, entryId: ENTRY, outcome: 'unlocked', tookMs: 40 },
  });
  const feed = async (partnerId = world.partnerId) =>
    (await world.events.page(partnerId, { limit: 200 })).events.map(({ kind, data }) => ({ kind, ...data }));
  const anotherPartner = async () => {
    const { partners, orgId, facilityId } = world;
    const id = await db.write((tx) =>
      partners.create(tx, { name: 'Other', linkingMethod: 'facility_id', organisations: [orgId] }),
    );
    await db.write((tx) => partners.setIntegration(tx, id, facilityId, { enabled: true }));
    return id;
  };
  const ban = async (person: number, fields: Partial<Fact> = {}) =>
    store(seal({ kind: 'person.banned', data: { person, by: 'Kim', reason: 'Fighting' } }, fields));
  const personOf = (memberId = 'M-1') => db.read((tx) => world.access.personOf(tx, ref(memberId)));

  it('a partner hears of the entries and denials of its member, with the lock and both times', async () => {
    const person = await numberOfMember();
    const happenedAt = clock.wallMs();
    const facts = [
      seal(granted(person)),
      seal(released()),
      seal(denied(person, 'outside_hours', { nextOpenS: 1_800_000_000 })),
    ];
    await clock.advance(Hours(30));
    await store(...facts);
    const page = await world.events.page(world.partnerId, { limit: 10 });
    const place = { entry_id: ENTRY, door_id: world.doorId, member_id: 'M-1' };
    expect(page.events).toMatchObject([
      { kind: 'access.granted', facilityId: world.facilityId, data: { ...place, via: 'window' } },
      { kind: 'access.released', data: { ...place, outcome: 'unlocked' } },
      { kind: 'access.denied', data: { ...place, reason: 'outside_hours', next_open: '2027-01-15T08:00:00.000Z' } },
    ]);
    for (const { occurredAt, recordedAt } of page.events)
      expect([occurredAt, recordedAt]).toEqual([happenedAt, happenedAt + Hours(30)]);
  });

  it('each is told once, however often and in whatever order the facts come', async () => {
    const person = await numberOfMember();
    const facts = [seal(granted(person)), seal(released())];
    for (const order of [[1], [0], [0, 1], [1, 0]]) await store(...order.map((at) => facts[at] as Fact));
    expect((await feed()).map(({ kind }) => kind)).toEqual(['access.granted', 'access.released']);
  });

  it('what a box was not sure of, or says of times to come, is told as that', async () => {
    const person = await numberOfMember();
    await store(seal(granted(person), { wallMs: clock.wallMs() + Days(2), clockTrusted: false }));
    const [event] = (await world.events.page(world.partnerId, { limit: 1 })).events;
    expect(event).toMatchObject({ occurredAt: clock.wallMs(), data: { clock: 'uncertain' } });
  });

  it.each([Number.MAX_SAFE_INTEGER, 253_402_300_800])(
    'an opening at second %d, which no answer could say, is left out, and the fact is stored',
    async (nextOpenS) => {
      const person = await numberOfMember();
      expect(await store(seal(denied(person, 'outside_hours', { nextOpenS })))).toBe(1);
      const [event] = await feed();
      expect(event).toMatchObject({ kind: 'access.denied', reason: 'outside_hours' });
      expect(event).not.toHaveProperty('next_open');
    },
  );

  it.each([
    ['plan', { via: 'plan', source: 0 }, 'plan'],
    ['another partner’s window', { via: 'window', source: 7 }, 'other'],
    ['a grant by staff', { via: 'permanent_grant', source: undefined }, 'other'],
    ['a door that staff hold open', { via: 'maintenance_open', source: undefined }, 'maintenance_open'],
    ['a pass that is not the partner’s', { via: 'pass', source: undefined, passId: 'pass_zzzzzzzzzzzzzzzz' }, 'other'],
  ])('an entry by %s', async (_what, fields, via) => {
    await store(seal(granted(await numberOfMember(), fields)));
    expect(await feed()).toMatchObject([{ kind: 'access.granted', via }]);
  });

  it.each([
    ['banned', 'other'],
    ['member_disabled', 'other'],
    ['access_blocked', 'other'],
    ['pin_wrong', 'other'],
    ['pass_revoked', 'other'],
    ['anything_new', 'other'],
    ['no_grant', 'no_grant'],
    ['plan_ended', 'plan_ended'],
    ['lockdown', 'lockdown'],
    ['maintenance_force_closed', 'maintenance_force_closed'],
  ])('of a denial for %s a partner that is alone reads %s', async (reason, told) => {
    await store(seal(denied(await numberOfMember(), reason, { nextOpenS: 1_800_000_000 })));
    const [event] = await feed();
    expect(event).toMatchObject({ kind: 'access.denied', reason: told });
    expect(event).not.toHaveProperty('next_open');
  });

  it('of a person whom two partners know, each learns of its own only', async () => {
    const other = await anotherPartner();
    await put('X-9', other);
    const personId = await world.db.write((tx) => world.access.personFor(tx, ref(), 'Sam'));
    await world.db.write((tx) => world.access.linkMember(tx, personId, ref('X-9', other)));
    const person = await numberOf(`person:${personId}`);
    await store(seal(granted(person)), seal(denied(person, 'outside_hours', { nextOpenS: 1_800_000_000 })));
    const place = { entry_id: ENTRY, door_id: world.doorId };
    expect(await feed()).toEqual([
      { kind: 'access.granted', ...place, member_id: 'M-1', via: 'window' },
      { kind: 'access.denied', ...place, member_id: 'M-1', reason: 'other' },
    ]);
    expect(await feed(other)).toEqual([
      { kind: 'access.granted', ...place, member_id: 'X-9', via: 'other' },
      { kind: 'access.denied', ...place, member_id: 'X-9', reason: 'other' },
    ]);
  });

  it('where staff gave access of their own, a denial says nothing of whose hours it is', async () => {
    const personId = await world.db.write((tx) => world.access.personFor(tx, ref(), 'Sam'));
    await world.db.write((tx) =>
      world.access.grant(
        tx,
        { facilityId: world.facilityId, personId },
        { target: { to: 'facility' }, untilS: 1 },
        'Sam',
      ),
    );
    await store(seal(denied(await numberOf(`person:${personId}`), 'outside_hours', { nextOpenS: 1_800_000_000 })));
    expect(await feed()).toEqual([
      { kind: 'access.denied', entry_id: ENTRY, door_id: world.doorId, member_id: 'M-1', reason: 'other' },
    ]);
  });

  it('a number of before a member was linked is still that member’s', async () => {
    const person = await numberOfMember();
    await world.db.write((tx) => world.access.personFor(tx, ref(), 'Sam'));
    await store(seal(granted(person)));
    expect(await feed()).toMatchObject([{ member_id: 'M-1', via: 'window' }]);
  });

  it('nobody hears of a person of staff’s, of strangers, or while the integration is disabled', async () => {
    const person = await numberOfMember();
    await store(seal(granted(null)), seal(denied(null, 'unknown_credential')), seal(granted(9_999)));
    await world.db.write((tx) =>
      world.partners.setIntegration(tx, world.partnerId, world.facilityId, { enabled: false }),
    );
    await store(seal(granted(person)));
    expect(await feed()).toEqual([]);
  });

  it('who came in by a pass that the box had not heard of is told by the pass', async () => {
    const personId = await world.db.write((tx) => world.access.personFor(tx, ref(), 'Sam'));
    await world.db.write((tx) =>
      world.access.grant(tx, { facilityId: world.facilityId, personId }, { target: { to: 'facility' } }, 'Sam'),
    );
    const { passId } = await world.db.write((tx) =>
      world.offlinePasses.issue(tx, world.caller, {
        facility_id: world.facilityId,
        member_id: 'M-1',
        phone_key: aPhone().key,
        hours: 1,
        uses: 1,
      }),
    );
    await store(
      seal(granted(null, { via: 'pass', source: undefined, passId })),
      seal(denied(null, 'pass_used_up', { passId })),
      seal(denied(null, 'banned', { passId })),
    );
    expect(await feed()).toMatchObject([
      { kind: 'access.granted', member_id: 'M-1', via: 'pass' },
      { kind: 'access.denied', member_id: 'M-1', reason: 'pass_used_up' },
      { kind: 'access.denied', member_id: 'M-1', reason: 'other' },
    ]);
  });

  it('a ban at a box is a ban everywhere, by whom and where, and no push lifts it', async () => {
    const person = await numberOfMember();
    await ban(person);
    const row = await personOf();
    expect(row).toMatchObject({ banned: 1, reason: 'Fighting', changed_by: `Kim at box ${world.boxId}` });
    await put('M-1');
    expect(await personOf()).toMatchObject({ banned: 1 });
    const entry = async () => {
      const number = await numberOf(`person:${row?.id}`);
      const stored = await db.read((tx) =>
        tx
          .selectFrom('snapshot_entry')
          .where('kind', '=', 'person')
          .where('id', '=', String(number))
          .select('data')
          .executeTakeFirstOrThrow(),
      );
      return Buffer.from((JSON.parse(stored.data ?? '{}') as { record: string }).record, 'base64');
    };
    expect((await entry()).readUInt32LE(8) & 1).toBe(1); // The flags of a person's record.
  });

  it.each(['a person', 'nobody'])('a ban of %s is stored whatever characters its words have', async (whom) => {
    const person = whom === 'nobody' ? 99 : await numberOfMember();
    const data = { person, by: 'K\u0000im', reason: 'Fi\u0000ghting' };
    expect(await store(seal({ kind: 'person.banned', data }))).toBe(1);
    if (whom === 'a person') expect(await personOf()).toMatchObject({ banned: 1, reason: 'Fi\ufffdghting' });
    const [fact] = await world.journal.recent(world.boxId, 1);
    expect(JSON.parse(fact?.body ?? '')).toMatchObject({ data });
  });

  it('a ban at a box of somebody who is banned changes nothing', async () => {
    const personId = await world.db.write((tx) => world.access.personFor(tx, ref(), 'Sam'));
    const of = { facilityId: world.facilityId, personId };
    await world.db.write((tx) => world.access.setFlags(tx, of, { banned: true }, { by: 'Sam', reason: 'Theft' }));
    await ban(await numberOf(`person:${personId}`));
    expect(await personOf()).toMatchObject({ banned: 1, reason: 'Theft', changed_by: 'Sam' });
  });

  it('a ban at a box takes the person’s passes back', async () => {
    const personId = await world.db.write((tx) => world.access.personFor(tx, ref(), 'Sam'));
    await world.db.write((tx) =>
      world.access.grant(tx, { facilityId: world.facilityId, personId }, { target: { to: 'facility' } }, 'Sam'),
    );
    const { passId } = await world.db.write((tx) =>
      world.offlinePasses.issue(tx, world.caller, {
        facility_id: world.facilityId,
        member_id: 'M-1',
        phone_key: aPhone().key,
        hours: 1,
        uses: 1,
      }),
    );
    await ban(await numberOf(`person:${personId}`));
    expect(await db.read((tx) => world.offlinePasses.revokedPassIds(tx, world.facilityId))).toEqual([passId]);
  });

  it('a ban of a number that was never given is warned of, and stores the fact all the same', async () => {
    expect(await ban(9_999)).toBe(1);
    expect(await world.warnings.list(world.facilityId)).toMatchObject([{ kind: 'ban_of_nobody' }]);
  });

  it('what is kept of entries goes after a while', async () => {
    await store(seal(granted(await numberOfMember())), seal(released()));
    const forget = (time: number) => db.write((tx) => world.entries.forgetBefore(tx, time, 10));
    expect([await forget(clock.wallMs()), await forget(clock.wallMs() + 1)]).toEqual([0, 1]);
  });

  it('somebody who tries PINs at a panel is a warning, each time that the panel closes', async () => {
    const closed = (tries: number) => seal({ kind: 'panel.locked_out', data: { tries } });
    await store(closed(10), closed(15));
    expect(await world.warnings.list(world.facilityId)).toMatchObject([
      { kind: 'panel_guessed_at', subject: world.boxId, count: 2, message: expect.stringContaining('15 wrong') },
    ]);
  });
});
