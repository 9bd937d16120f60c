import { Fault } from '@gatehouse/shared/fault/fault.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { forceOpen } from '../../testing/world.ts';
import { unlocking } from './testing/unlocking.ts';

const BACK_DOOR = {
  name: 'Back door',
  profile: 'latch',
  relay: { bus: 'rs485-1', unit: 1, channel: 1 },
  relayEnergisedMeans: 'unlocked',
  evidence: { kind: 'lock-sense', bus: 'rs485-1', unit: 1, channel: 1, activeMeans: 'unlocked' },
  contact: null,
  rex: null,
  fire: null,
} as const;

describe.each(ENGINES)('an unlock on $name', ({ open }) => {
  const { on, unlock, feed, attempts } = unlocking(open);

  it('[R60] is answered 200 unlocked with every field once the box has confirmed', async () => {
    const { status, body } = await unlock();
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'unlocked',
      door_id: on.world.doorId,
      facility_id: on.world.facilityId,
      event_id: expect.stringMatching(/^evt_[0-9a-z]{16}$/),
      command_id: on.orders[0]?.commandId,
      hold_time_seconds: 5,
      confirmed_at: '2026-01-01T00:00:00.000Z',
      confirmed_by: 'lock-sense',
    });
    expect(on.world.audited).toEqual([{ outcome: 'ok' }]);
  });

  it('[R61] is refused 503 device_offline, and sends nothing, when three beacons are missing', async () => {
    await on.clock.advance(Seconds(15));
    expect(await unlock()).toMatchObject({
      status: 503,
      body: { status: 'failed', reason: 'device_offline', event_id: expect.stringMatching(/^evt_/) },
    });
    expect(on.orders).toEqual([]);
  });

  it('[R61] is sent to a box whose last beacon is a moment short of stale', async () => {
    await on.clock.advance(Milliseconds(14_999));
    expect((await unlock()).status).toBe(200);
  });

  it('[R61] is refused at once when the box’s last will has come, and only for its own connection', async () => {
    await on.world.boxes.boxGone(on.world.boxId, 'another-connection');
    expect((await unlock()).status).toBe(200);
    await on.world.boxes.boxGone(on.world.boxId, 'c0ffee00c0ffee00');
    expect((await unlock()).status).toBe(503);
  });

  it('P9 [R61] a box that was heard just before a restart of the cloud is offline until it is heard again', async () => {
    const shown = () => on.db.read((tx) => on.world.doors.findForPartner(tx, on.world.facilityId, on.world.doorId));
    expect(await shown()).toMatchObject({ online: true });
    await on.world.boxes.allGone();
    expect(await shown()).toMatchObject({ online: false, presence: 'gone', lock: 'unknown' });
    expect((await unlock()).status).toBe(503);
    await on.clock.advance(Seconds(1));
    await on.world.beacon({}, { sentMonoMs: on.clock.monoMs() });
    expect(await shown()).toMatchObject({ online: true });
    expect((await unlock()).status).toBe(200);
  });

  it('[R61] goes by the newest beacon, also when an older one of the same boot is written after it', async () => {
    await on.clock.advance(Seconds(1));
    await on.world.beacon({ reachable: false });
    await on.world.beacon({}, { sentMonoMs: 500 });
    expect((await unlock()).status).toBe(503);
    await on.world.beacon({}, { sentMonoMs: 1, bootId: '11111111-6a52-4c7e-9f2b-0d9f6a1f7c11' });
    expect((await unlock()).status).toBe(200);
  });

  it('[R61] is refused 503 when the board of the door does not answer', async () => {
    await on.world.beacon({ reachable: false });
    expect((await unlock()).body).toMatchObject({ reason: 'device_offline' });
  });

  it.each(['force-open', 'force-closed'] as const)(
    '[R62] is refused 409 in %s, saying which and until when',
    async (mode) => {
      await on.world.beacon({ maintenance: { ...forceOpen(on.clock.wallMs() + 60_000), mode } });
      const { status, body } = await unlock();
      expect(status).toBe(409);
      expect(body).toMatchObject({
        status: 'failed',
        reason: 'maintenance_mode_active',
        mode,
        until: '2026-01-01T00:01:00.000Z',
      });
      expect(on.orders).toEqual([]);
    },
  );

  it('[R62] maps the box’s own refusal to 409 when staff were faster than the beacon', async () => {
    on.answer = async (order) => ({
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

  it('[R64] is refused 403 with an event when the facility has not enabled the integration', async () => {
    await on.world.db.write((tx) =>
      on.world.partners.setIntegration(tx, on.world.partnerId, on.world.facilityId, { enabled: false }),
    );
    expect(await unlock()).toMatchObject({
      status: 403,
      body: { reason: 'integration_not_enabled', event_id: expect.any(String) },
    });
    expect(on.orders).toEqual([]);
  });

  it('is a 502 relay_fault when the lock was not seen to unlock, with a warning after three in a row', async () => {
    on.answer = async (order) => ({
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
      await on.clock.advance(Milliseconds(10));
      expect(await on.world.warnings.list(on.world.facilityId)).toHaveLength(count);
    }
  });

  it('does not claim to know whether a lock moved when its board stopped answering', async () => {
    on.answer = async (order) => ({
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

  it('every attempt that has ended is in the partner’s feed, once, with its outcome', async () => {
    const done = await unlock({ check_in_id: 'C-1', idempotency_key: 'k' });
    await unlock({ idempotency_key: 'k' });
    await on.world.beacon({ maintenance: forceOpen(on.clock.wallMs() + 60_000) });
    await unlock({ member_id: 'M-2' });
    await unlock({}, await on.world.callerOf('dryrun'));
    const [opened, refused, ...more] = await feed();
    expect(opened).toMatchObject({
      kind: 'unlock',
      facilityId: on.world.facilityId,
      data: {
        outcome: 'unlocked',
        event_id: done.body.event_id,
        command_id: done.body.command_id,
        confirmed_at: done.body.confirmed_at,
        confirmed_by: 'lock-sense',
        door_id: on.world.doorId,
        member_id: 'M-1001',
        check_in_id: 'C-1',
      },
    });
    expect(refused).toMatchObject({ data: { outcome: 'maintenance_mode_active', member_id: 'M-2' } });
    expect(more).toEqual([]);
  });

  it('an unlock for somebody whom staff have banned is carried out, and staff alone are warned', async () => {
    const member = { partnerId: on.world.partnerId, facilityId: on.world.facilityId, memberId: 'M-1001' };
    const personId = await on.world.db.write((tx) => on.world.access.personFor(tx, member, 'Sam'));
    const person = { facilityId: on.world.facilityId, personId };
    await on.world.db.write((tx) =>
      on.world.access.setFlags(tx, person, { banned: true }, { by: 'Sam', reason: 'Threw a dumbbell' }),
    );
    const free = await unlock({ member_id: 'M-2' });
    const banned = await unlock();
    expect([banned.status, Object.keys(banned.body)]).toEqual([200, Object.keys(free.body)]);
    const warnings = await on.world.warnings.list(on.world.facilityId);
    expect(warnings).toMatchObject([{ kind: 'banned_person_let_in', subject: personId, partner_id: null }]);
    expect((await feed()).map(({ kind }) => kind)).toEqual(['unlock', 'unlock']);
    expect(JSON.stringify(await feed())).not.toMatch(/ban|dumbbell/);
  });

  it('[R66] waits longer than the five seconds that a confirmation may take', async () => {
    await unlock();
    expect(on.orders[0]?.answerWithinMs).toBe(6_000);
    expect(on.orders[0]?.startWithinMs).toBe(3_500);
  });

  it.each([
    ['wait=3', 3_000, 2_000],
    ['wait=1', 2_000, 1_000],
    ['respond-async, wait=4', 4_000, 3_000],
    ['wait=60', 6_000, 3_500],
    ['nonsense', 6_000, 3_500],
  ])('[R66] Prefer: %s makes it wait %i ms, and start within %i', async (prefer, answerWithinMs, startWithinMs) => {
    await unlock({}, on.world.caller, { prefer });
    expect(on.orders[0]).toMatchObject({ answerWithinMs, startWithinMs });
  });

  it('[R67] holds as long as device management says, whatever the request says', async () => {
    const { body } = await unlock({ hold_time_seconds: 59, hold_time: 59 });
    expect(body).toMatchObject({ hold_time_seconds: 5 });
    expect(Object.values(on.orders[0] ?? {})).not.toContain(59);
    expect(Object.keys(on.orders[0] ?? {}).filter((name) => /hold/i.test(name))).toEqual([]);
  });

  it('[R68] joins first and last name unless a full name is given', async () => {
    await unlock();
    await on.clock.advance(Milliseconds(1));
    await unlock({ full_name: 'Countess Lovelace' });
    const names = (await attempts()).sort((a, b) => a.started_at - b.started_at).map((row) => row.full_name);
    expect(names).toEqual(['Ada Byron', 'Countess Lovelace']);
  });

  it('[R12] a dryrun key runs every check, sends nothing, writes nothing, and says so', async () => {
    const dry = await on.world.callerOf('dryrun');
    const done = await unlock({ idempotency_key: 'k' }, dry);
    expect(done).toMatchObject({
      status: 200,
      body: { status: 'unlocked', 'dry-run': true, event_id: expect.stringMatching(/^dry_/) },
    });
    expect(done.body).not.toHaveProperty('confirmed_at');
    await on.world.beacon({ maintenance: forceOpen(on.clock.wallMs() + 60_000) });
    expect(await unlock({}, dry)).toMatchObject({ status: 409, body: { 'dry-run': true } });
    expect(await attempts()).toEqual([]);
    expect(on.orders).toEqual([]);
    await on.world.beacon();
    expect((await unlock({ idempotency_key: 'k' })).body).not.toHaveProperty('dry-run');
  });

  it('[R13] a facility of another organisation, one that does not exist, and a foreign door all look the same', async () => {
    const orgId = await on.world.organisations.createOrganisation('Rival');
    const foreign = await on.world.organisations.createFacility({ orgId, name: 'Rival Gym', timezone: 'UTC' });
    const foreignDoor = await on.world.doors.create({ ...BACK_DOOR, facilityId: foreign });
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
    const blind = await on.world.aDoor({ evidence: { kind: 'command-only' } });
    await on.world.beacon();
    await expect(unlock({ doorId: blind })).rejects.toMatchObject({ code: 'not_found' });
  });
});
