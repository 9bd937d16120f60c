import type { Duration } from '@gatehouse/shared/time/duration.ts';

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
}

/** Somebody who comes to the gym. Access is round the clock or none. */
export interface Person {
  readonly card?: string | undefined;
  readonly shortId?: string | undefined;
  readonly pin?: string | undefined;
  readonly asksPin: boolean;
  readonly access: 'always' | 'none';
}

export interface GymFact {
  readonly seq: number;
  readonly kind: string;
  /** With `door`, the name of the door that `doorId` is. */
  readonly data: Readonly<Record<string, unknown>>;
}

export type GymProcess = 'agent' | 'cloud';
export type ProcessAct = 'kill' | 'stop' | 'start';

/** The running gym around a simulated building: its cloud and its agent. Doors go by their names in the building. */
export interface Gym {
  unlock(ask: UnlockAsk): Promise<Answered>;
  /** Gives the agent an order over its control socket; `body.door` may be a door's name. Rejects with a `ControlError`. */
  order(command: string, body: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** How the agent sees itself, its doors by name. */
  box(): Promise<unknown>;
  /** The doors as a partner reads them, by name. */
  partner(): Promise<unknown>;
  /** Every fact that the cloud has stored, oldest first: the newest thousand. */
  facts(): Promise<readonly GymFact[]>;
  /** Makes or changes somebody, and waits until the box knows. */
  person(name: string, person: Person, within: Duration): Promise<void>;
  process(which: GymProcess, act: ProcessAct): Promise<void>;
  /** Waits until every fact is stored, and checks the chain on the box. Resolves with what is wrong. */
  journalProblem(within: Duration): Promise<string | undefined>;
}
