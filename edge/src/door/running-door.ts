import type { DoorConfig, MaintenanceMode } from '@gatehouse/shared/door/door-config.ts';
import type { Answer } from './answers.ts';
import type { Entry } from './attempt-machine.ts';
import type { StationsOf } from './door-inputs.ts';
import type { Door } from './door-state.ts';
import { type DemandedState, demandedState } from './lock-state.ts';

export type DoorPart = keyof StationsOf;

/** One door at work: feeds its machine with what the boards say and performs what the machine asks. */
export interface DoorRunner {
  readonly config: DoorConfig;
  door(): Door;
  /** Whether the boards that move and watch the lock answer, and the lock was brought to its due state since. */
  up(): boolean;
  contactUp(): boolean;
  /** The parts of the door whose boards do not answer. */
  lost(): readonly DoorPart[];
  release(entry: Entry): Promise<Answer>;
  setMode(mode: MaintenanceMode): void;
  setLockdown(active: boolean): void;
  resetFire(): void;
  /** Takes another name and other times, for what comes from now on. The wiring must be the same: nothing moves. */
  retime(config: DoorConfig): void;
  /** Resolves once the door is up, or one of its boards was found not to answer. */
  tried(): Promise<void>;
  /** Brings the lock to rest, unless fire or an exit button hold it (their lease ends by itself), and stops. */
  close(): Promise<void>;
}

/** What the lock of the door has to be now; undefined where there is no door. */
export const demandedOf = (runner: Pick<DoorRunner, 'door'> | undefined): DemandedState | undefined =>
  runner && demandedState(runner.door().lock);
