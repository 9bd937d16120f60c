import { randomUUID } from 'node:crypto';
import type { BootId, DoorId } from '@gatehouse/shared/ids/ids.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { Milliseconds, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import type { SimulateOutcome, SimulateRefusal } from '@gatehouse/shared/wire/simulate.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { LinkAnswer, SimulateOrder } from '../../link/link.ts';
import { aRequest, confirms, createWorld, scriptedLink, simulates, type World } from '../../testing/world.ts';
import { createSandboxService, type SimulationAsked } from './sandbox.service.ts';

describe.each(ENGINES)('the sandbox on $name', ({ open }) => {
  let db: Database;
  let clock: ManualClock;
  let world: World;
  let orders: SimulateOrder[];
  let answer: (order: SimulateOrder) => Promise<LinkAnswer<SimulateOutcome>>;
  beforeEach(async () => {
    clock = new ManualClock();
    db = await open();
    answer = simulates;
    orders = [];
    const { link } = scriptedLink(confirms, (order) => {
      orders.push(order);
      return answer(order);
    });
    world = await createWorld(db, clock, link);
    await world.sandbox.setFacility(world.facilityId, true);
  });
  const asked = (more: Partial<SimulationAsked> = {}): SimulationAsked => ({
    doorId: world.doorId,
    facility_id: world.facilityId,
    scenario: 'jam',
    seconds: 60,
    ...more,
  });
  const simulate = (more: Partial<SimulationAsked> = {}, by = world.caller) =>
    world.sandbox.simulate(asked(more), world.callBy(by));
  const current = async (by = world.caller) => (await world.sandbox.current(asked(), by)).simulating;
  const scenarios = async (by = world.caller) => (await current(by)).map(({ scenario }) => scenario);
  const unlock = (by = world.caller) => world.unlocks.unlock(aRequest(world), world.callBy(by));
  const refuses = (reason: SimulateRefusal) => {
    answer = async ({ commandId, boxId, doorId }) => ({
      kind: 'outcome',
      outcome: {
        v: 1,
        outcome: 'not_simulated',
        commandId,
        boxId,
        doorId,
        bootId: randomUUID() as BootId,
        reason,
        monoMs: 0,
      },
    });
  };
  const goOffline = () => world.boxes.boxGone(world.boxId, 'c0ffee00c0ffee00');

  it('asks the box of the door, and says what is simulated and until when', async () => {
    const untilMs = clock.wallMs() + 60_000;
    expect(await simulate()).toEqual({
      doorId: world.doorId,
      facilityId: world.facilityId,
      simulating: [{ scenario: 'jam', untilMs }],
    });
    expect(orders).toMatchObject([{ boxId: world.boxId, doorId: world.doorId, scenario: 'jam', forMs: 60_000 }]);
    expect(await current()).toEqual([{ scenario: 'jam', untilMs }]);
    clock.jumpWall(Seconds(60));
    expect(await current()).toEqual([]);
  });

  it('one thing at a door replaces the other, and clear ends it', async () => {
    await simulate();
    await simulate({ scenario: 'slow_confirmation' });
    expect(await scenarios()).toEqual(['slow_confirmation']);
    expect(await simulate({ scenario: 'clear' })).toMatchObject({ simulating: [] });
    expect(orders.at(-1)).toMatchObject({ scenario: 'clear', forMs: 0 });
    expect(await scenarios()).toEqual([]);
  });

  it('is refused at a facility that is not a sandbox, and no command leaves', async () => {
    await world.sandbox.setFacility(world.facilityId, false);
    for (const scenario of ['jam', 'integration_not_enabled', 'clear'] as const)
      await expect(simulate({ scenario })).rejects.toMatchObject({ code: 'sandbox_only', spec: { status: 403 } });
    await expect(current()).rejects.toMatchObject({ code: 'sandbox_only' });
    expect(orders).toEqual([]);
  });

  it('knows no door that is not the partner’s, whether it is a sandbox or not', async () => {
    const stranger = await world.callerOf(
      'live',
      await world.db.write((tx) =>
        world.partners.create(tx, { name: 'Other', linkingMethod: 'facility_id', organisations: [] }),
      ),
    );
    await expect(simulate({}, stranger)).rejects.toMatchObject({ code: 'not_found' });
    await expect(simulate({ doorId: 'door_zzzzzzzzzzzzzzzz' as DoorId })).rejects.toMatchObject({ code: 'not_found' });
    expect(orders).toEqual([]);
  });

  it('is refused where the facility has not enabled the integration', async () => {
    await world.db.write((tx) =>
      world.partners.setIntegration(tx, world.partnerId, world.facilityId, { enabled: false }),
    );
    await expect(simulate()).rejects.toMatchObject({ code: 'integration_not_enabled' });
  });

  it('with a dryrun key a failure is rehearsed: its own unlocks are answered so, and nothing else changes', async () => {
    const [dryrun, other] = [await world.callerOf('dryrun'), await world.callerOf('dryrun')];
    for (const [scenario, status, reason] of [
      ['offline', 503, 'device_offline'],
      ['jam', 502, 'relay_fault'],
      ['slow_confirmation', 504, 'unlock_confirmation_timeout'],
      ['maintenance', 409, 'maintenance_mode_active'],
      ['integration_not_enabled', 403, 'integration_not_enabled'],
    ] as const) {
      expect(await simulate({ scenario }, dryrun)).toMatchObject({ simulating: [{ scenario }] });
      expect(await scenarios(dryrun)).toEqual([scenario]);
      expect(await unlock(dryrun)).toMatchObject({ status, body: { reason, 'dry-run': true } });
      expect(await unlock(other)).toMatchObject({ status: 200, body: { 'dry-run': true } });
      expect((await unlock()).status).toBe(200);
    }
    expect(await scenarios()).toEqual([]);
    await simulate({ scenario: 'integration_not_enabled' });
    expect(await simulate({ scenario: 'clear' }, dryrun)).toMatchObject({ simulating: [] });
    expect(await scenarios()).toEqual(['integration_not_enabled']);
    await simulate({ scenario: 'clear' });
    expect((await unlock(dryrun)).status).toBe(200);
    await simulate({ scenario: 'jam', seconds: 60 }, dryrun);
    clock.jumpWall(Seconds(60));
    expect(await scenarios(dryrun)).toEqual([]);
    expect(orders.filter(({ scenario }) => scenario !== 'clear')).toEqual([]);
  });

  it.each(['door_in_use', 'maintenance', 'no_simulator', 'unknown_door'] as const)(
    'a box that refuses because of %s is a 409 that says so, and nothing counts as simulated',
    async (reason) => {
      refuses(reason);
      await expect(simulate()).rejects.toMatchObject({ code: 'simulation_refused', detail: { body: { reason } } });
      expect(await current()).toEqual([]);
    },
  );

  it('a box that cannot be asked, does not answer, or cannot is a 503', async () => {
    const unreachable = { code: 'simulation_unreachable', spec: { status: 503 } };
    answer = async () => ({ kind: 'not_sent' });
    await expect(simulate()).rejects.toMatchObject(unreachable);
    answer = async () => ({ kind: 'no_answer' });
    await expect(simulate()).rejects.toMatchObject(unreachable);
    refuses('simulator_failed');
    await expect(simulate()).rejects.toMatchObject(unreachable);
    expect(await current()).toEqual([]);
  });

  describe('offline', () => {
    it('is answered only once the door is offline, so that the next request already meets it', async () => {
      let answered = false;
      const simulated = simulate({ scenario: 'offline' }).then(() => {
        answered = true;
      });
      await clock.advance(Milliseconds(200));
      expect(answered).toBe(false);
      await goOffline();
      await vi.waitFor(async () => {
        await clock.advance(Milliseconds(25));
        expect(answered).toBe(true);
      });
      await simulated;
      expect(await unlock()).toMatchObject({ status: 503, outcome: 'device_offline' });
    });

    it('is shown at every door of the box, and who asks meanwhile is told until when', async () => {
      await goOffline();
      await simulate({ scenario: 'offline' });
      const { simulating } = await world.sandbox.current(asked({ doorId: await world.aDoor() }), world.caller);
      expect(simulating).toMatchObject([{ scenario: 'offline' }]);
      answer = async () => ({ kind: 'not_sent' });
      await expect(simulate({ scenario: 'clear' })).rejects.toThrow(/offline, as was simulated, until 2026-/);
    });
  });

  describe('an integration that counts as disabled', () => {
    const off = (seconds = 60) => simulate({ scenario: 'integration_not_enabled', seconds });

    it('refuses unlocks and reads of this partner at this facility, in the cloud alone', async () => {
      await off();
      expect(orders).toEqual([]);
      expect(await unlock()).toMatchObject({ status: 403, outcome: 'integration_not_enabled' });
      const facility = await db.read((tx) => world.partners.facilityOf(tx, world.caller, asked()));
      expect(facility).toMatchObject({ enabled: false, enabledByFacility: true });
    });

    it('leaves other partners and other facilities alone', async () => {
      await off();
      const other = await world.db.write((tx) =>
        world.partners.create(tx, {
          name: 'Other',
          linkingMethod: 'facility_id',
          organisations: [world.orgId],
        }),
      );
      await world.db.write((tx) => world.partners.setIntegration(tx, other, world.facilityId, { enabled: true }));
      expect(await unlock(await world.callerOf('live', other))).toMatchObject({ status: 200 });
      expect(await scenarios(await world.callerOf('live', other))).toEqual([]);
    });

    it('ends by itself, and at once when it is cleared', async () => {
      await off(60);
      clock.jumpWall(Seconds(60));
      await world.beacon();
      expect(await unlock()).toMatchObject({ status: 200 });
      await off(60);
      expect(await unlock()).toMatchObject({ status: 403 });
      await simulate({ scenario: 'clear' });
      expect(await unlock()).toMatchObject({ status: 200 });
    });

    it('can be cleared although the box cannot be asked', async () => {
      await off();
      answer = async () => ({ kind: 'not_sent' });
      await expect(simulate({ scenario: 'clear' })).rejects.toMatchObject({ code: 'simulation_unreachable' });
      expect(await unlock()).toMatchObject({ status: 200 });
    });

    it('stands beside what is simulated at the door', async () => {
      await simulate();
      await off();
      await simulate({ scenario: 'slow_confirmation' });
      expect(await scenarios()).toEqual(['integration_not_enabled', 'slow_confirmation']);
    });

    it('outlives the sandbox by nothing: a facility that is real again is enabled as it chose', async () => {
      await off();
      await world.sandbox.setFacility(world.facilityId, false);
      expect(await unlock()).toMatchObject({ status: 200 });
    });

    it('is met by another replica too, though it looks for sandboxes only now and then', async () => {
      const { doors, partners } = world;
      const link = { simulate: simulates };
      const replica = createSandboxService({ db, clock, random: systemRandom, link, doors, partners });
      const asks = () => db.read((tx) => replica.integrationOff(tx, world.partnerId, world.facilityId));
      expect(await asks()).toBe(false);
      await off(300);
      expect(await asks()).toBe(true);
      await world.sandbox.setFacility(world.facilityId, false);
      await clock.advance(Seconds(10));
      expect(await asks()).toBe(false);
    });
  });

  it('what is over is forgotten', async () => {
    await simulate({ scenario: 'integration_not_enabled' });
    await simulate();
    clock.jumpWall(Minutes(10));
    await simulate({ doorId: await world.aDoor() });
    expect(await db.read((tx) => tx.selectFrom('sandbox_simulation').selectAll().execute())).toHaveLength(1);
  });
});
