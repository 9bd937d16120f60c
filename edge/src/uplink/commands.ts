import type { DoorConfig } from '@gatehouse/shared/door/door-config.ts';
import type { BootId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Duration } from '@gatehouse/shared/time/duration.ts';
import type { CommandKey } from '@gatehouse/shared/wire/device-api.ts';
import { signJws } from '@gatehouse/shared/wire/jws.ts';
import type { Doors } from '../door/doors.ts';
import type { BoxIdentity } from '../identity/box-identity.ts';
import type { Journal } from '../journal/journal.ts';
import type { Log } from '../log.ts';
import { createSimulateIntake } from '../sandbox/simulate-intake.ts';
import { createSimulations } from '../sandbox/simulations.ts';
import type { SimulatorControl } from '../sandbox/simulator-control.ts';
import { pinnedKey } from './signed-command.ts';
import { createUnlockIntake } from './unlock-intake.ts';

export interface CommandsDeps {
  readonly identity: Pick<BoxIdentity, 'boxId' | 'signingKey'>;
  readonly bootId: BootId;
  readonly facilityId: () => FacilityId | undefined;
  readonly commandKeys: () => readonly CommandKey[];
  readonly doors: Doors;
  readonly configs: () => readonly DoorConfig[];
  readonly journal: Journal;
  /** Only where the box's own configuration names one. */
  readonly simulator: SimulatorControl | undefined;
  readonly stayAway: (time: Duration) => void;
  readonly publish: (topic: string, payload: unknown) => boolean;
  readonly clock: Clock;
  readonly log: Log;
}

/** Everything that the cloud can order this box to do, each order signed and single-use. */
export interface Commands {
  unlock(message: unknown): Promise<void>;
  simulate(message: unknown): Promise<void>;
  /** Ends what a simulation of an earlier run left behind. Never rejects. */
  endLeftovers(): Promise<void>;
  close(): void;
}

export const createCommands = (deps: CommandsDeps): Commands => {
  const { identity, bootId, facilityId, doors, configs, journal, simulator, stayAway, publish, clock, log } = deps;
  const { boxId, signingKey } = identity;
  const commandKey = pinnedKey(deps.commandKeys);
  const sign = (outcome: unknown) => signJws(outcome, signingKey);
  const common = { boxId, bootId, facilityId, commandKey, journal, clock, sign, publish, log };
  const simulations = simulator && createSimulations({ simulator, doors, configs, stayAway, clock });
  return {
    unlock: createUnlockIntake({ ...common, doors, holdBack: (command) => simulations?.holdBack(command) }),
    simulate: createSimulateIntake({ ...common, simulations }),
    endLeftovers: async () => {
      await simulations
        ?.endLeftovers()
        .catch((error: unknown) => log.error({ err: error }, 'What a simulation left behind could not be ended.'));
    },
    close: () => simulations?.close(),
  };
};
