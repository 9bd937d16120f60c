import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { LinkAnswer, UnlockOrder } from '../../link/link.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { settledBy } from '../../testing/settled-by.ts';
import { aRequest, confirms, forceOpen, scriptedLink } from '../../testing/world.ts';

describe.each(ENGINES)('an unlock by staff, on $name', ({ open }) => {
  let db: Database;
  let clock: ManualClock;
  let api: PlatformApi;
  let answer: (order: UnlockOrder) => Promise<LinkAnswer>;
  let orders: readonly UnlockOrder[];
  beforeEach(async () => {
    clock = new ManualClock();
    db = await open();
    answer = confirms;
    const scripted = scriptedLink((order) => answer(order));
    orders = scripted.orders;
    api = await servePlatformApi(db, clock, scripted.link);
  });
  afterEach(() => api.close());

  const unlock = (body: object = {}, headers: Record<string, string> = {}, caller = api.callers.staff) =>
    api.send({
      method: 'POST',
      path: `/api/access-control/${api.world.facilityId}/doors/${api.world.doorId}/unlock`,
      headers: { ...caller.headers, ...headers },
      body,
    });
  const attempts = () => db.read((tx) => tx.selectFrom('unlock_attempt').selectAll().execute());
  const silence = (order: UnlockOrder) =>
    new Promise<LinkAnswer>((resolve) =>
      clock.after(Milliseconds(order.answerWithinMs), () => resolve({ kind: 'no_answer' })),
    );
  const commanded = async ({ commandId, boxId, doorId }: UnlockOrder): Promise<LinkAnswer> => ({
    kind: 'outcome',
    outcome: {
      v: 1,
      outcome: 'commanded',
      commandId,
      boxId,
      doorId,
      bootId: '7b0e3f0e-6a52-4c7e-9f2b-0d9f6a1f7c11' as never,
      holdSeconds: 5,
    },
  });

  it('is confirmed, recorded in the name of who asked, audited with the door’s place, and told to no partner', async () => {
    const { status, json } = await unlock({ reason: 'A delivery' });
    const { doorId, facilityId, orgId } = api.world;
    expect(status).toBe(200);
    expect(json).toEqual({
      status: 'unlocked',
      doorId,
      facilityId,
      eventId: expect.stringMatching(/^evt_[0-9a-z]{16}$/),
      commandId: orders[0]?.commandId,
      holdTimeSeconds: 5,
      confirmedAt: '2026-01-01T00:00:00.000Z',
      confirmedBy: 'lock-sense',
    });
    expect(orders).toMatchObject([{ origin: 'staff', eventId: json.eventId }]);
    expect(await attempts()).toMatchObject([
      {
        event_id: json.eventId,
        user_id: api.callers.staff.user.id,
        reason: 'A delivery',
        partner_id: null,
        member_id: null,
        outcome: 'unlocked',
      },
    ]);
    expect((await api.audited()).at(-1)).toMatchObject({
      event: 'door.unlock_by_staff',
      outcome: 'ok',
      actor: `user:${api.callers.staff.user.id}`,
      target: doorId,
      realm: orgId,
      site: facilityId,
    });
    expect((await api.world.events.page(api.world.partnerId, { limit: 10 })).events).toEqual([]);
  });

  it('of a door that nothing can see is answered 202 commanded, and is not said to be confirmed', async () => {
    answer = commanded;
    const { status, json } = await unlock({}, { 'idempotency-key': 'one' });
    expect(status).toBe(202);
    expect(json).toEqual({
      status: 'commanded',
      doorId: api.world.doorId,
      facilityId: api.world.facilityId,
      eventId: expect.stringMatching(/^evt_/),
      commandId: orders[0]?.commandId,
      holdTimeSeconds: 5,
    });
    expect((await api.audited()).at(-1)).toMatchObject({ outcome: 'ok', status: 202 });
    expect(await unlock({}, { 'idempotency-key': 'one' })).toMatchObject({ status: 202, json });
  });

  it('D6 is refused while the door is in maintenance, locked down or not reachable, and nothing is sent', async () => {
    await api.world.beacon({ maintenance: forceOpen(clock.wallMs() + 60_000) });
    expect(await unlock()).toMatchObject({
      status: 409,
      json: {
        status: 'failed',
        reason: 'maintenance_mode_active',
        mode: 'force-open',
        until: '2026-01-01T00:01:00.000Z',
      },
    });
    await api.world.beacon({ lockdown: { active: true, by: 'Sam', reason: 'threat', generation: 1 } });
    expect(await unlock()).toMatchObject({
      status: 409,
      json: { status: 'failed', reason: 'door_under_lockdown', doorId: api.world.doorId },
    });
    await clock.advance(Seconds(15));
    await api.world.beacon({ reachable: false });
    const gone = await unlock();
    expect(gone).toMatchObject({ status: 503, json: { reason: 'device_offline', doorId: api.world.doorId } });
    expect(gone.json.request_id).toBe(gone.headers['x-request-id']);
    expect(orders).toEqual([]);
    expect((await attempts()).map(({ outcome }) => outcome).sort()).toEqual([
      'device_offline',
      'door_under_lockdown',
      'maintenance_mode_active',
    ]);
  });

  it('is refused, to partners too, from the moment that a lockdown is ordered: its box may not have heard of it', async () => {
    const { world, callers } = api;
    const ordered = await api.send({
      method: 'POST',
      path: `/api/access-control/${world.facilityId}/lockdowns`,
      headers: callers.staff.headers,
      body: { target: { to: 'facility' }, reason: 'threat' },
    });
    expect(ordered.status, ordered.text).toBe(201);
    expect(await unlock()).toMatchObject({ status: 409, json: { reason: 'door_under_lockdown' } });
    expect(await world.unlocks.unlock(aRequest(world), world.callBy())).toMatchObject({ status: 409 });
    expect(orders).toEqual([]);
  });

  it('with a key is carried out once for this user and door, whoever repeats it and however it ended', async () => {
    answer = async () => ({ kind: 'no_answer' });
    const first = await unlock({}, { 'idempotency-key': 'once' });
    expect(first).toMatchObject({ status: 504, json: { reason: 'unlock_confirmation_timeout' } });
    const again = await unlock({ reason: 'again' }, { 'idempotency-key': 'once' });
    expect(again).toMatchObject({ status: 504, json: { eventId: first.json.eventId } });
    expect(again.headers['idempotent-replayed']).toBe('true');
    const rows = await db.read((tx) => tx.selectFrom('audit_entry').selectAll().execute());
    const row = rows.find(({ request_id }) => request_id === again.headers['x-request-id']);
    expect([row?.outcome, Number(row?.status)]).toEqual(['replayed', 504]);
    expect(orders).toHaveLength(1);
    const other = await unlock({}, { 'idempotency-key': 'once' }, api.callers.manager);
    expect(other.json.eventId).not.toBe(first.json.eventId);
    expect(orders).toHaveLength(2);
    expect((await unlock({}, { 'idempotency-key': 'no spaces please' })).status).toBe(400);
  });

  it('waits as long as Prefer says, and a confirmation after its timeout is warned of', async () => {
    answer = silence;
    const asked = unlock({}, { prefer: 'wait=2' });
    await settledBy(asked, clock, 3_000);
    expect((await asked).status).toBe(504);
    const [attempt] = await attempts();
    await db.write((tx) =>
      api.world.unlocks.factStored(tx, api.world.boxId, api.world.facilityId, {
        wallMs: clock.wallMs(),
        clockTrusted: true,
        body: { kind: 'unlock.confirmed', data: { commandId: attempt?.command_id } },
      } as never),
    );
    expect(await api.world.warnings.list(api.world.facilityId)).toMatchObject([{ kind: 'unlock_confirmed_late' }]);
  });

  it('three relay faults in a row are a warning, whoever asked', async () => {
    answer = async ({ commandId, boxId, doorId }) => ({
      kind: 'outcome',
      outcome: { v: 1, outcome: 'fault', reason: 'relay_fault', commandId, boxId, doorId, bootId: '' as never },
    });
    for (let i = 0; i < 3; i++) {
      expect((await unlock()).status).toBe(502);
      await clock.advance(Seconds(1));
    }
    expect(await api.world.warnings.list(api.world.facilityId)).toMatchObject([{ kind: 'relay_fault_repeated' }]);
  });
});
