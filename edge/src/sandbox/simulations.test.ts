import type { Point } from '@gatehouse/shared/door/door-config.ts';
import { DoorId } from '@gatehouse/shared/ids/ids.ts';
import { type Duration, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import type { BoxScenario } from '@gatehouse/shared/wire/simulate.ts';
import { describe, expect, it } from 'vitest';
import { A_DOOR } from '../fakes/a-door.ts';
import { fakeDoors } from '../fakes/fake-doors.ts';
import { createSimulations } from './simulations.ts';

const { doorId } = A_DOOR;

const setup = async () => {
  const clock = new ManualClock();
  const { fake, doors } = fakeDoors();
  await doors.apply([A_DOOR]);
  const told: unknown[] = [];
  const simulator = { locked: true, broken: false };
  const say = (what: string, relay: Point, ...more: unknown[]) => {
    if (simulator.broken) throw new Error('no simulator answers');
    told.push([what, relay.channel, ...more]);
  };
  const away: Duration[] = [];
  const simulations = createSimulations({
    simulator: {
      jam: async (relay, time) => {
        say('jam', relay, time);
        return simulator.locked;
      },
      free: async (relay) => say('free', relay),
    },
    doors,
    configs: () => [A_DOOR],
    stayAway: (time) => void away.push(time),
    clock,
  });
  const begin = (scenario: BoxScenario, seconds = 20, at = doorId) =>
    simulations.begin({ doorId: at, scenario, time: Seconds(seconds) });
  const maintenance = () => fake.reports[0]?.maintenance;
  return { clock, fake, doors, told, away, simulator, simulations, begin, maintenance };
};
const unlock = { doorId, judgeAfterMs: 5_000 };

describe('what a sandbox box simulates', () => {
  it('a jam is the simulator’s own, for a time that the simulator counts', async () => {
    const { begin, told } = await setup();
    expect(await begin('jam')).toBeUndefined();
    expect(told).toEqual([
      ['free', 0],
      ['jam', 0, 20_000],
    ]);
  });

  it('a lock that is not locked is not jammed: it would stand open', async () => {
    const { begin, simulator } = await setup();
    simulator.locked = false;
    expect(await begin('jam')).toBe('door_in_use');
  });

  it('offline lets the answer leave, and then stays away for the rest of the time', async () => {
    const { begin, away, clock } = await setup();
    expect(await begin('offline', 5)).toBeUndefined();
    expect(away).toEqual([]);
    await clock.advance(Seconds(1));
    expect(away).toEqual([4_750]);
  });

  it('a slow confirmation is held back beyond every wait of the cloud, and only while it is simulated', async () => {
    const { begin, simulations, clock } = await setup();
    expect(simulations.holdBack(unlock)).toBeUndefined();
    await begin('slow_confirmation', 20);
    let left = false;
    void simulations.holdBack(unlock)?.then(() => {
      left = true;
    });
    expect(simulations.holdBack({ ...unlock, doorId: DoorId.parse('door_zzzzzzzzzzzzzzzz') })).toBeUndefined();
    await clock.advance(Seconds(6));
    expect(left).toBe(false);
    await clock.advance(Seconds(1));
    expect(left).toBe(true);
    clock.jumpWall(Seconds(-3_600));
    await clock.advance(Seconds(13));
    expect(simulations.holdBack(unlock)).toBeUndefined();
  });

  it('maintenance is the box’s own, with an actor that says so and an end', async () => {
    const { begin, maintenance, clock } = await setup();
    expect(await begin('maintenance', 30)).toBeUndefined();
    expect(maintenance()).toMatchObject({
      mode: 'force-closed',
      by: 'Sandbox (simulated)',
      untilMs: clock.wallMs() + 30_000,
    });
  });

  it('maintenance that staff have set is neither replaced nor ended', async () => {
    const { begin, doors, maintenance, simulations } = await setup();
    await doors.setMaintenance({ doorId, mode: 'force-closed', untilMs: null, by: 'Kim', reason: 'painting' });
    expect(await begin('maintenance')).toBe('maintenance');
    expect(await begin('clear')).toBeUndefined();
    await simulations.endLeftovers();
    expect(maintenance()).toMatchObject({ mode: 'force-closed', by: 'Kim' });
  });

  it('what comes next at a door ends what was before', async () => {
    const { begin, maintenance, simulations, told } = await setup();
    await begin('slow_confirmation');
    await begin('maintenance');
    expect(simulations.holdBack(unlock)).toBeUndefined();
    await begin('clear');
    expect(maintenance()).toMatchObject({ mode: 'off' });
    expect(told).toEqual(Array(3).fill(['free', 0]));
  });

  it('maintenance that was simulated in an earlier run is over with it', async () => {
    const { begin, maintenance, simulations } = await setup();
    await begin('maintenance');
    await simulations.endLeftovers();
    expect(maintenance()).toMatchObject({ mode: 'off' });
  });

  it('nothing begins at a door that this box has not, or without its simulator', async () => {
    const { begin, simulator, simulations, maintenance } = await setup();
    expect(await begin('jam', 20, DoorId.parse('door_zzzzzzzzzzzzzzzz'))).toBe('unknown_door');
    simulator.broken = true;
    for (const scenario of ['jam', 'maintenance', 'slow_confirmation'] as const)
      await expect(begin(scenario)).rejects.toThrow('no simulator answers');
    expect([simulations.holdBack(unlock), maintenance()?.mode]).toEqual([undefined, 'off']);
  });

  it('leaves no timer behind when the box stops', async () => {
    const { begin, simulations, clock, away } = await setup();
    await begin('slow_confirmation');
    void simulations.holdBack(unlock);
    await begin('offline');
    simulations.close();
    await clock.advance(Seconds(60));
    expect([clock.pendingTimers, away]).toEqual([0, []]);
  });
});
