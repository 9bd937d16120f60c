import type { DoorConfig } from '@gatehouse/shared/door/door-config.ts';
import { NO_MAINTENANCE } from '@gatehouse/shared/door/maintenance.ts';
import type { DoorId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { BoxScenario, SimulateRefusal } from '@gatehouse/shared/wire/simulate.ts';
import type { UnlockCommand } from '@gatehouse/shared/wire/unlock.ts';
import type { Doors } from '../door/doors.ts';
import type { SimulatorControl } from './simulator-control.ts';

export interface Simulation {
  readonly doorId: DoorId;
  readonly scenario: BoxScenario;
  readonly time: Duration;
}

export interface SimulationsDeps {
  readonly simulator: SimulatorControl;
  readonly doors: Pick<Doors, 'report' | 'setMaintenance'>;
  readonly configs: () => readonly DoorConfig[];
  /** Drops the connection to the cloud, as if the wire were cut, for this long. */
  readonly stayAway: (time: Duration) => void;
  readonly clock: Clock;
}

/** Everything that a sandbox box can be asked to suffer. */
export interface Simulations {
  /** Ends what is simulated at the door, and begins this. Resolves with why not; rejects when the simulator fails. */
  begin(simulation: Simulation): Promise<SimulateRefusal | undefined>;
  /** When a confirmation may leave; `undefined` is at once. */
  holdBack(command: Pick<UnlockCommand, 'doorId' | 'judgeAfterMs'>): Promise<void> | undefined;
  /** Ends the maintenance that a simulation of an earlier run left behind. */
  endLeftovers(): Promise<void>;
  close(): void;
}

/** Whom the box names when it sets maintenance for a simulation. */
const SANDBOX = 'Sandbox (simulated)';
/** The answer gets this long to leave before the connection is dropped. */
const ANSWER_FIRST = Milliseconds(250);
/** Longer than the cloud waits for a verdict after the moment at which the lock is judged. */
const AFTER_VERDICT = Seconds(2);

/**
 * What a sandbox simulates, through the physics of the simulator, the box's own maintenance and the box's own link.
 * INVARIANTS: everything ends by itself, counted on a monotonic clock: the simulator frees its lock also if this box
 * dies, the doors end their maintenance, and what this run holds in memory dies with it; no lock is moved, but for a
 * hold that a maintenance ends.
 */
export const createSimulations = (deps: SimulationsDeps): Simulations => {
  const { simulator, doors, clock } = deps;
  /** Until when confirmations are held back, on the monotonic clock. */
  const slowUntilMs = new Map<DoorId, number>();
  const timers = new Set<Timer>();

  const after = (time: Duration, run: () => void): void => {
    const timer = clock.after(time, () => {
      timers.delete(timer);
      run();
    });
    timers.add(timer);
  };
  const maintenanceOf = (doorId: DoorId) =>
    doors.report().find((report) => report.doorId === doorId)?.maintenance ?? NO_MAINTENANCE;
  const endMaintenance = async (doorId: DoorId): Promise<void> => {
    const { by, mode, generation } = maintenanceOf(doorId);
    if (by !== SANDBOX || mode === 'off') return;
    const change = { doorId, mode: 'off', untilMs: null, by: SANDBOX, reason: 'Simulation over' } as const;
    await doors.setMaintenance({ ...change, seen: generation });
  };
  const clear = async ({ doorId, relay }: DoorConfig): Promise<void> => {
    slowUntilMs.delete(doorId);
    await endMaintenance(doorId);
    await simulator.free(relay);
  };

  const close = async (doorId: DoorId, time: Duration): Promise<SimulateRefusal | undefined> => {
    const { mode, generation } = maintenanceOf(doorId);
    if (mode !== 'off') return 'maintenance';
    const untilMs = Math.round(clock.wallMs() + time);
    const reason = 'Simulated for a partner';
    await doors.setMaintenance({ doorId, mode: 'force-closed', untilMs, by: SANDBOX, reason, seen: generation });
    return undefined;
  };

  const beginNow = async ({ doorId, scenario, time }: Simulation): Promise<SimulateRefusal | undefined> => {
    const config = deps.configs().find((one) => one.doorId === doorId);
    if (config === undefined) return 'unknown_door';
    await clear(config);
    switch (scenario) {
      case 'clear':
        return undefined;
      case 'jam':
        return (await simulator.jam(config.relay, time)) ? undefined : 'door_in_use';
      case 'maintenance':
        return close(doorId, time);
      case 'slow_confirmation':
        slowUntilMs.set(doorId, clock.monoMs() + time);
        return undefined;
      case 'offline':
        after(ANSWER_FIRST, () => deps.stayAway(Milliseconds(Math.max(0, time - ANSWER_FIRST))));
        return undefined;
    }
  };

  let last: Promise<unknown> = Promise.resolve();
  return {
    // One after the other, so that no two of them undo each other's half.
    begin: (simulation) => {
      const mine = last.then(() => beginNow(simulation));
      last = mine.catch(() => undefined);
      return mine;
    },
    holdBack: ({ doorId, judgeAfterMs }) =>
      clock.monoMs() < (slowUntilMs.get(doorId) ?? 0)
        ? new Promise((resolve) => after(Milliseconds(judgeAfterMs + AFTER_VERDICT), resolve))
        : undefined,
    endLeftovers: async () => {
      for (const { doorId } of doors.report()) await endMaintenance(doorId);
    },
    close: () => {
      for (const timer of timers) timer.cancel();
    },
  };
};
