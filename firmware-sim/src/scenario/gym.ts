import type { Duration } from '@gatehouse/shared/time/duration.ts';
import type { Harm, LostFile } from './lost-files.ts';

/** What partners are told: the status of HTTP, and the body. */
export interface Answered {
  readonly http: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface UnlockAsk {
  readonly door: string;
  readonly key: 'live' | 'dryrun' | 'readOnly';
  readonly idempotencyKey?: string | undefined;
  /** How long the caller waits for the verdict, in whole seconds. */
  readonly waitSeconds?: number | undefined;
  /** What the body of the request says besides. */
  readonly body?: Readonly<Record<string, unknown>> | undefined;
}

/** Somebody who comes to the gym. Access is round the clock or none. */
export interface Person {
  readonly card?: string | undefined;
  readonly shortId?: string | undefined;
  readonly pin?: string | undefined;
  readonly asksPin: boolean;
  readonly access: 'always' | 'none';
  /** What the partner says of them besides. */
  readonly body?: Readonly<Record<string, unknown>> | undefined;
}

/** A fact's place: facts of a journal that was begun anew come after those of the one before, and count from 1 again. */
export interface GymFactPlace {
  readonly epoch: string;
  readonly seq: number;
}

export interface GymFact extends GymFactPlace {
  readonly kind: string;
  /** With `door`, the name of the door that `doorId` is. */
  readonly data: Readonly<Record<string, unknown>>;
}

export type GymProcess = 'agent' | 'cloud';
export type ProcessAct = 'kill' | 'stop' | 'start';
export type DiskState = 'full' | 'room';

/** The running gym around a simulated building: its cloud and its agent. Doors go by their names in the building. */
export interface Gym {
  unlock(ask: UnlockAsk): Promise<Answered>;
  /** Gives the agent an order over its control socket; `body.door` may be a door's name. Rejects with a `ControlError`. */
  order(command: string, body: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Orders something of the cloud as staff do. Rejects with a `ControlError`. */
  staff(command: string, body: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** How the agent sees itself, its doors by name. */
  box(): Promise<unknown>;
  /** The doors as a partner reads them, by name. */
  partner(): Promise<unknown>;
  /** Every fact that the cloud has stored, oldest first: the newest thousand. */
  facts(): Promise<readonly GymFact[]>;
  /** Makes or changes somebody, and waits until the box knows. */
  person(name: string, person: Person, within: Duration): Promise<void>;
  /** `clock`: the time at which the machine lives that it is started on, in the words of faketime. */
  process(which: GymProcess, act: ProcessAct, clock?: string): Promise<void>;
  /** Copies the cloud's database, or puts it back as it was copied last. The cloud is stopped for it, and started again. */
  database(act: 'copy' | 'restore'): Promise<void>;
  lose(files: readonly LostFile[], how: Harm): void;
  /** Whether the agent's disk takes anything more. */
  disk(state: DiskState): Promise<void>;
  /** Waits until every fact is stored, and checks the chain on the box. Resolves with what is wrong. */
  journalProblem(within: Duration): Promise<string | undefined>;
}
