import { Fault } from '@gatehouse/shared/fault/fault.ts';
import { Hours, Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../db/engines.ts';
import type { Database } from '../../db/unit-of-work.ts';
import type { LinkAnswer, UnlockOrder } from '../../link/link.ts';
import { aRequest, confirms, createWorld, forceOpen, scriptedLink, type World } from '../../test-kit/world.ts';

describe.each(ENGINES)('an unlock on $name', ({ open }) => {
  let db: Database;
  let clock: ManualClock;
  let world: World;
  let orders: UnlockOrder[];
  let answer: (order: UnlockOrder) => Promise<LinkAnswer>;
  beforeEach(async () => {
    clock = new ManualClock();
    db = await open();
    answer = confirms;
    const scripted = scriptedLink((order) => answer(order));
    orders = scripted.orders;
    world = await createWorld(db, clock, scripted.link);
  });
  const unlock = (overrides: Record<string, unknown> = {}, by = world.caller, headers = {}) =>
    world.unlocks.unlock(aRequest(world, overrides), world.callBy(by, headers));
  const feed = async () => (await world.events.page(world.partnerId, { limit: 200 })).events;
  const attempts = () => db.read((tx) => tx.selectFrom('unlock_attempt').selectAll().execute());
  /** A box that takes the command and is never heard of again. */
  const silence = (order: UnlockOrder) =>
    new Promise<LinkAnswer>((resolve) =>
      clock.after(Milliseconds(order.answerWithinMs), () => resolve({ kind: 'no_answer' })),
    );

  it('[R60] is answered 200 unlocked with every field once the box has confirmed', async () => {
    const { status, body } = await unlock();
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'unlocked',
      door_id: world.doorId,
      facility_id: world.facilityId,
      event_id: expect.stringMatching(/^evt_[0-9a-z]{16}$/),
      command_id: orders[0]?.commandId,
      hold_time_seconds: 5,
      confirmed_at: '2026-01-01T00:00:00.000Z',
      confirmed_by: 'lock-sense',
    });
    expect(world.audited).toEqual([{ outcome: 'ok' }]);
  });

  it('[R61] is refused 503 device_offline, and sends nothing, when three beacons are missing', async () => {
    await clock.advance(Seconds(15));
    expect(await unlock()).toMatchObject({
      status: 503,
      body: { status: 'failed', reason: 'device_offline', event_id: expect.stringMatching(/^evt_/) },
    });
    expect(orders).toEqual([]);
  });

  it('[R61] is sent to a box whose last beacon is a moment short of stale', async () => {
    await clock.advance(Milliseconds(14_999));
    expect((await unlock()).status).toBe(200);
  });

  it('[R61] is refused at once when the box’s last will has come, and only for its own connection', async () => {
    await world.boxes.boxGone(world.boxId, 'another-connection');
    expect((await unlock()).status).toBe(200);
    await world.boxes.boxGone(world.boxId, 'c0ffee00c0ffee00');
    expect((await unlock()).status).toBe(503);
  });

  it('[R61] goes by the newest beacon, also when an older one of the same boot is written after it', async () => {
    await clock.advance(Seconds(1));
    await world.beacon({ reachable: false });
    await world.beacon({}, { sentMonoMs: 500 });
    expect((await unlock()).status).toBe(503);
    await world.beacon({}, { sentMonoMs: 1, bootId: '11111111-6a52-4c7e-9f2b-0d9f6a1f7c11' });
    expect((await unlock()).status).toBe(200);
  });

  it('[R61] is refused 503 when the board of the door does not answer', async () => {
    await world.beacon({ reachable: false });
    expect((await unlock()).body).toMatchObject({ reason: 'device_offline' });
  });

  it.each(['force-open', 'force-closed'] as const)(
    '[R62] is refused 409 in %s, saying which and until when',
    async (mode) => {
      await world.beacon({ maintenance: { ...forceOpen(clock.wallMs() + 60_000), mode } });
      const { status, body } = await unlock();
      expect(status).toBe(409);
      expect(body).toMatchObject({
        status: 'failed',
        reason: 'maintenance_mode_active',
        mode,
        until: '2026-01-01T00:01:00.000Z',
      });
      expect(orders).toEqual([]);
    },
  );

  it('[R62] maps the box’s own refusal to 409 when staff were faster than the beacon', async () => {
    answer = async (order) => ({
      kind: 'outcome',
      outcome: {
        v: 1,
        outcome: 'refused',
        reason: 'maintenance',
        mode: 'force-closed',
        untilMs: null,
        commandId: order.commandId,
        boxId: order.boxId,
        doorId: order.doorId,
        bootId: '7b0e3f0e-6a52-4c7e-9f2b-0d9f6a1f7c11' as never,
        monoMs: 1,
      },
    });
    expect((await unlock()).body).toMatchObject({
      reason: 'maintenance_mode_active',
      mode: 'force-closed',
      until: null,
    });
  });

  it('[R63] is a 504 when nothing comes back, and stays one', async () => {
    answer = silence;
    const pending = unlock({ idempotency_key: 'k' });
    await settledBy(pending, clock, Seconds(7));
    expect((await pending).body).toMatchObject({ status: 'failed', reason: 'unlock_confirmation_timeout' });
    answer = confirms;
    expect(await unlock({ idempotency_key: 'k' })).toMatchObject({ status: 504, replayed: true });
    expect(orders).toHaveLength(1);
  });

  it('[R64] is refused 403 with an event when the facility has not enabled the integration', async () => {
    await world.partners.setIntegration(world.partnerId, world.facilityId, { enabled: false });
    expect(await unlock()).toMatchObject({
      status: 403,
      body: { reason: 'integration_not_enabled', event_id: expect.any(String) },
    });
    expect(orders).toEqual([]);
  });

  it('[R64] a refusal for want of the integration does not use up the key', async () => {
    await world.partners.setIntegration(world.partnerId, world.facilityId, { enabled: false });
    await unlock({ idempotency_key: 'k' });
    await world.partners.setIntegration(world.partnerId, world.facilityId, { enabled: true });
    expect(await unlock({ idempotency_key: 'k' })).toMatchObject({ status: 200, replayed: false });
  });

  it('is a 502 relay_fault when the lock was not seen to unlock, with a warning after three in a row', async () => {
    answer = async (order) => ({
      kind: 'outcome',
      outcome: {
        v: 1,
        outcome: 'fault',
        reason: 'relay_fault',
        commandId: order.commandId,
        boxId: order.boxId,
        doorId: order.doorId,
        bootId: '7b0e3f0e-6a52-4c7e-9f2b-0d9f6a1f7c11' as never,
      },
    });
    for (const count of [0, 0, 1]) {
      expect((await unlock()).status).toBe(502);
      await clock.advance(Milliseconds(10));
      expect(await world.warnings.list(world.facilityId)).toHaveLength(count);
    }
  });

  it('does not claim to know whether a lock moved when its board stopped answering', async () => {
    answer = async (order) => ({
      kind: 'outcome',
      outcome: {
        v: 1,
        outcome: 'fault',
        reason: 'board_lost',
        commandId: order.commandId,
        boxId: order.boxId,
        doorId: order.doorId,
        bootId: '7b0e3f0e-6a52-4c7e-9f2b-0d9f6a1f7c11' as never,
      },
    });
    expect(await unlock()).toMatchObject({
      status: 502,
      body: { reason: 'relay_fault', message: expect.stringMatching(/not known/) },
    });
  });

  it('[R65] gives the same answer for the same key, and sends one command', async () => {
    const first = await unlock({ idempotency_key: 'k' });
    await clock.advance(Seconds(10));
    await world.beacon();
    const second = await unlock({ idempotency_key: 'k', first_name: 'Somebody', last_name: 'Else' });
    expect(second).toEqual({ ...first, replayed: true });
    expect(orders).toHaveLength(1);
  });

  it('[R65] replays failures too, before it looks at maintenance or the link', async () => {
    await world.beacon({ maintenance: forceOpen(clock.wallMs() + 60_000) });
    await unlock({ idempotency_key: 'k' });
    await world.beacon();
    expect(await unlock({ idempotency_key: 'k' })).toMatchObject({ status: 409, replayed: true });
  });

  it('[R65] the key of another door, facility or partner is another key', async () => {
    await unlock({ idempotency_key: 'k' });
    const otherDoor = await world.aDoor({ name: 'Studio' });
    await world.beacon();
    expect(await unlock({ idempotency_key: 'k', doorId: otherDoor })).toMatchObject({ replayed: false });
    const other = await world.partners.create({
      name: 'Other',
      linkingMethod: 'facility_id',
      organisations: [world.orgId],
    });
    await world.partners.setIntegration(other, world.facilityId, { enabled: true });
    expect(await unlock({ idempotency_key: 'k' }, await world.callerOf('live', other))).toMatchObject({
      replayed: false,
    });
    expect(orders).toHaveLength(3);
  });

  it('[R65] twenty twins at once get one answer, and the door gets one command', async () => {
    answer = async (order) => {
      await new Promise((resolve) => setImmediate(resolve));
      return confirms(order);
    };
    const settled = Promise.all(Array.from({ length: 20 }, () => unlock({ idempotency_key: 'k' })));
    await settledBy(settled, clock, Seconds(1));
    const bodies = new Set((await settled).map(({ body }) => JSON.stringify(body)));
    expect(bodies.size).toBe(1);
    expect(orders).toHaveLength(1);
  });

  it('[R65] a key is free again after 24 hours', async () => {
    await unlock({ idempotency_key: 'k' });
    await clock.advance(Hours(24));
    await world.beacon();
    expect(await unlock({ idempotency_key: 'k' })).toMatchObject({ replayed: false });
    expect(orders).toHaveLength(2);
  });

  it('a key reused for another member is warned about, and moves nothing', async () => {
    await unlock({ idempotency_key: 'k' });
    await unlock({ idempotency_key: 'k', member_id: 'M-2' });
    expect(await world.warnings.list(world.facilityId)).toMatchObject([{ kind: 'idempotency_key_reused', count: 1 }]);
    expect(orders).toHaveLength(1);
    expect((await feed()).map(({ kind, data }) => [kind, data.member_id])).toEqual([
      ['unlock', 'M-1001'],
      ['warning.idempotency_key_reused', 'M-2'],
    ]);
  });

  it('every attempt that has ended is in the partner’s feed, once, with its outcome', async () => {
    const done = await unlock({ check_in_id: 'C-1', idempotency_key: 'k' });
    await unlock({ idempotency_key: 'k' });
    await world.beacon({ maintenance: forceOpen(clock.wallMs() + 60_000) });
    await unlock({ member_id: 'M-2' });
    await unlock({}, await world.callerOf('dryrun'));
    const [opened, refused, ...more] = await feed();
    expect(opened).toMatchObject({
      kind: 'unlock',
      facilityId: world.facilityId,
      data: {
        outcome: 'unlocked',
        event_id: done.body.event_id,
        command_id: done.body.command_id,
        confirmed_at: done.body.confirmed_at,
        confirmed_by: 'lock-sense',
        door_id: world.doorId,
        member_id: 'M-1001',
        check_in_id: 'C-1',
      },
    });
    expect(refused).toMatchObject({ data: { outcome: 'maintenance_mode_active', member_id: 'M-2' } });
    expect(more).toEqual([]);
  });

  it('an unlock for somebody whom staff have banned is carried out, and staff alone are warned', async () => {
    const member = { partnerId: world.partnerId, facilityId: world.facilityId, memberId: 'M-1001' };
    const personId = await world.access.personFor(member, 'Sam');
    const person = { facilityId: world.facilityId, personId };
    await world.access.setFlags(person, { banned: true }, { by: 'Sam', reason: 'Threw a dumbbell' });
    const free = await unlock({ member_id: 'M-2' });
    const banned = await unlock();
    expect([banned.status, Object.keys(banned.body)]).toEqual([200, Object.keys(free.body)]);
    const warnings = await world.warnings.list(world.facilityId);
    expect(warnings).toMatchObject([{ kind: 'banned_person_let_in', subject: personId, partner_id: null }]);
    expect((await feed()).map(({ kind }) => kind)).toEqual(['unlock', 'unlock']);
    expect(JSON.stringify(await feed())).not.toMatch(/ban|dumbbell/);
  });

  it('a repeat on another replica, after the first one died, waits for the deadline and then tells of a timeout', async () => {
    answer = () => new Promise(() => undefined); // The process that sent this command never comes back.
    void unlock({ idempotency_key: 'k' });
    await settledBy(
      until(() => orders.length === 1),
      clock,
      Milliseconds(0),
    );
    const survivor = await createSurvivor();
    const repeat = survivor(aRequest(world, { idempotency_key: 'k' }), world.callBy());
    await settledBy(repeat, clock, Seconds(8));
    expect(await repeat).toMatchObject({ status: 504, replayed: true });
    expect(orders).toHaveLength(1);
  });

  it('ends what a dead process left running, once', async () => {
    answer = () => new Promise(() => undefined);
    void unlock();
    await settledBy(
      until(() => orders.length === 1),
      clock,
      Milliseconds(0),
    );
    await clock.advance(Seconds(6));
    expect(await world.unlocks.sweep()).toBe(0);
    await clock.advance(Seconds(1));
    expect(await world.unlocks.sweep()).toBe(1);
    expect(await world.unlocks.sweep()).toBe(0);
    expect(await attempts()).toMatchObject([{ outcome: 'unlock_confirmation_timeout' }]);
  });

  it.each(['before', 'after'] as const)(
    'a confirmation that the journal brings %s the timeout is warned about, and changes no answer',
    async (when) => {
      answer = silence;
      const pending = unlock();
      await settledBy(
        until(() => orders.length === 1),
        clock,
        Milliseconds(0),
      );
      const confirm = () =>
        db.write((tx) =>
          world.unlocks.factStored(tx, world.boxId, world.facilityId, {
            seq: 1,
            bootId: '7b0e3f0e-6a52-4c7e-9f2b-0d9f6a1f7c11' as never,
            monoMs: 1,
            wallMs: 1,
            clockTrusted: true,
            prev: '',
            hash: '',
            body: {
              kind: 'unlock.confirmed',
              data: {
                commandId: orders[0]?.commandId as never,
                eventId: orders[0]?.eventId as never,
                doorId: world.doorId,
                confirmedBy: 'lock-sense',
                holdSeconds: 5,
                tookMs: 1,
              },
            },
          }),
        );
      if (when === 'before') await confirm();
      await settledBy(pending, clock, Seconds(7));
      if (when === 'after') await confirm();
      expect((await pending).status).toBe(504);
      expect(await attempts()).toMatchObject([
        { outcome: 'unlock_confirmation_timeout', journal_confirmed_at: expect.any(Number) },
      ]);
      expect(await world.warnings.list(world.facilityId)).toMatchObject([{ kind: 'unlock_confirmed_late' }]);
      expect((await feed()).map(({ kind, data }) => [kind, data.outcome])).toEqual([
        ['unlock', 'unlock_confirmation_timeout'],
        ['unlock.confirmed_late', undefined],
      ]);
    },
  );

  it('[R66] waits longer than the five seconds that a confirmation may take', async () => {
    await unlock();
    expect(orders[0]?.answerWithinMs).toBe(6_000);
    expect(orders[0]?.startWithinMs).toBe(3_500);
  });

  it.each([
    ['wait=3', 3_000, 2_000],
    ['wait=1', 2_000, 1_000],
    ['respond-async, wait=4', 4_000, 3_000],
    ['wait=60', 6_000, 3_500],
    ['nonsense', 6_000, 3_500],
  ])('[R66] Prefer: %s makes it wait %i ms, and start within %i', async (prefer, answerWithinMs, startWithinMs) => {
    await unlock({}, world.caller, { prefer });
    expect(orders[0]).toMatchObject({ answerWithinMs, startWithinMs });
  });

  it('[R67] holds as long as device management says, whatever the request says', async () => {
    const { body } = await unlock({ hold_time_seconds: 59, hold_time: 59 });
    expect(body).toMatchObject({ hold_time_seconds: 5 });
    expect(Object.values(orders[0] ?? {})).not.toContain(59);
    expect(Object.keys(orders[0] ?? {}).filter((name) => /hold/i.test(name))).toEqual([]);
  });

  it('[R68] joins first and last name unless a full name is given', async () => {
    await unlock();
    await clock.advance(Milliseconds(1));
    await unlock({ full_name: 'Countess Lovelace' });
    const names = (await attempts()).sort((a, b) => a.started_at - b.started_at).map((row) => row.full_name);
    expect(names).toEqual(['Ada Byron', 'Countess Lovelace']);
  });

  it('[R12] a dryrun key runs every check, sends nothing, writes nothing, and says so', async () => {
    const dry = await world.callerOf('dryrun');
    const done = await unlock({ idempotency_key: 'k' }, dry);
    expect(done).toMatchObject({
      status: 200,
      body: { status: 'unlocked', 'dry-run': true, event_id: expect.stringMatching(/^dry_/) },
    });
    expect(done.body).not.toHaveProperty('confirmed_at');
    await world.beacon({ maintenance: forceOpen(clock.wallMs() + 60_000) });
    expect(await unlock({}, dry)).toMatchObject({ status: 409, body: { 'dry-run': true } });
    expect(await attempts()).toEqual([]);
    expect(orders).toEqual([]);
    await world.beacon();
    expect((await unlock({ idempotency_key: 'k' })).body).not.toHaveProperty('dry-run');
  });

  it('[R13] a facility of another organisation, one that does not exist, and a foreign door all look the same', async () => {
    const orgId = await world.organisations.createOrganisation('Rival');
    const foreign = await world.organisations.createFacility({ orgId, name: 'Rival Gym', timezone: 'UTC' });
    const foreignDoor = await world.doors.create({ ...doorWiring, facilityId: foreign });
    const faults = await Promise.all(
      [
        { facility_id: foreign },
        { facility_id: 'fac_zzzzzzzzzzzzzzzz' },
        { facility_id: foreign, doorId: foreignDoor },
      ].map((overrides) => unlock(overrides).catch((fault: unknown) => fault)),
    );
    const texts = faults.map((fault) =>
      fault instanceof Fault ? [fault.code, fault.message, fault.spec.status] : fault,
    );
    expect(new Set(texts.map((text) => JSON.stringify(text))).size).toBe(1);
    const notTheirs = [{ doorId: foreignDoor }, { doorId: 'door_zzzzzzzzzzzzzzzz' }, { doorId: 'nonsense' }];
    for (const overrides of notTheirs)
      await expect(unlock(overrides)).rejects.toMatchObject({
        code: 'not_found',
        message: 'There is no such door for this integration.',
      });
    expect(await attempts()).toEqual([]);
  });

  it('a door without evidence of its lock is not for partners', async () => {
    const blind = await world.aDoor({ evidence: { kind: 'command-only' } });
    await world.beacon();
    await expect(unlock({ doorId: blind })).rejects.toMatchObject({ code: 'not_found' });
  });

  const doorWiring = {
    name: 'Back door',
    profile: 'latch',
    relay: { bus: 'rs485-1', unit: 1, channel: 1 },
    relayEnergisedMeans: 'unlocked',
    evidence: { kind: 'lock-sense', bus: 'rs485-1', unit: 1, channel: 1, activeMeans: 'unlocked' },
    contact: null,
    rex: null,
    fire: null,
  } as const;

  /** Another replica on the same database. It must never be asked to send anything. */
  const createSurvivor = async () => {
    const { createServices } = await import('../../services.ts');
    const { systemRandom } = await import('@gatehouse/shared/ids/random.ts');
    const { createIngest } = await import('../../ingest/ingest.ts');
    const { memoryObjectStore } = await import('../../objects/testing/memory-object-store.ts');
    const { link } = scriptedLink(() => Promise.reject(new Error('a second command')));
    return createServices({
      db,
      clock,
      random: systemRandom,
      link: () => link,
      commandKeys: [],
      challenges: { issue: () => ({ challenge: '', expiresInSeconds: 1 }), redeem: async () => 'malformed' },
      tokens: { issue: () => ({ token: '', expiresInSeconds: 1 }) },
      objects: memoryObjectStore().store,
      ingest: createIngest({ clock }),
      log: { error: () => undefined },
    }).unlocks.unlock;
  };
});

const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
};

/** Moves the clock in small steps, letting the real database answer in between, until `work` is done or `most` has passed. */
const settledBy = async (work: Promise<unknown>, clock: ManualClock, most: number): Promise<void> => {
  let done = false;
  work.then(
    () => (done = true),
    () => (done = true),
  );
  for (let passed = 0; !done && passed < most; passed += 50) {
    await clock.advance(Milliseconds(50));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await work;
};
