import type { ControlCommand } from '@gatehouse/shared/control/control-server.ts';
import type { FaultCatalogue } from '@gatehouse/shared/fault/fault.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Database } from '../db/unit-of-work.ts';
import type { AnyEndpoint, Endpoint } from '../http/endpoint.ts';
import type { Page } from '../http/express-mount.ts';
import type { ServedSurface } from '../http/surfaces.ts';
import type { Ingest } from '../ingest/ingest.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import type { Afterwards, Answer, AnyEvent, Callable, Event, Hearer, Question } from './ports.ts';
import type { Owned } from './table-policy.ts';

/** What modules are given from outside of them all. A module that needs more of the process adds it here. */
export interface Environment {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly objects: ObjectStore;
  readonly ingest: Pick<Ingest, 'judge' | 'alone'>;
  readonly log: { info(detail: unknown, message: string): void; error(detail: unknown, message: string): void };
}

/** The listeners of the cloud, each with a port and a host of its own. */
export type Listener = 'partner' | 'device' | 'platform' | 'unified' | 'console' | 'inference';
export interface OnListener {
  readonly on: Listener;
}

/**
 * What modules tell of themselves, by part, beside what every module has: `jobs`, `retention` and their kind. The module that
 * gathers a part (`collected`) adds it here.
 */
export interface ModuleParts<Deps> {
  /** The surfaces that it answers for, each with who may call: endpoints of any module are served there. */
  readonly surfaces?: (deps: Deps) => readonly (ServedSurface & OnListener)[];
  readonly pages?: (deps: Deps) => readonly (Page & OnListener)[];
  /** What whoever has the cloud's machine may order over the control socket, by name. */
  readonly operator?: (deps: Deps) => Readonly<Record<string, ControlCommand>>;
}

type PartOf<Part extends keyof ModuleParts<never>> = ReturnType<
  Extract<ModuleParts<never>[Part], (deps: never) => unknown>
>;
/** What each module tells by this name, in the order of making. Once all are made: not while a module is. */
export type Collected = <Part extends keyof ModuleParts<never>>(part: Part) => readonly PartOf<Part>[];

/** Ends what `start` began. */
export type Stop = () => unknown;

/** A module, as far as those who put the cloud together look at it. `Services` is what it provides, by name. */
export interface Module<Services extends object = object> {
  readonly name: string;
  /** The modules before it, whose services it calls. The order of making follows from it. */
  readonly needs: readonly Module[];
  /** The only tables this module may write, and what a sync to staging may do with each. */
  readonly owns: Owned;
  readonly faults: FaultCatalogue;
  readonly endpoints: readonly Endpoint<never>[];
  readonly asks: Readonly<Record<string, Question<Callable>>>;
  readonly emits: Readonly<Record<string, AnyEvent>>;
  readonly create: (deps: never) => Services;
  readonly answers: (deps: never) => readonly Answer[];
  readonly on: (deps: never) => readonly Hearer[];
  readonly afterwards: (deps: never) => readonly Afterwards[];
  readonly beforeListening?: (deps: never) => Promise<Stop | undefined>;
  readonly start?: (deps: never) => Promise<Stop | undefined>;
  readonly close?: (deps: never) => Promise<void>;
  readonly parts: Readonly<Record<string, ((deps: never) => unknown) | undefined>>;
  /** Types only. */
  readonly '~services'?: Services;
}

type Intersection<Union> = (Union extends unknown ? (of: Union) => void : never) extends (of: infer All) => void
  ? All
  : never;
/** What these modules provide together. */
export type ServicesOf<Modules extends readonly Module[]> = [Modules[number]] extends [never]
  ? unknown
  : Intersection<NonNullable<Modules[number]['~services']>>;

type Questions = Readonly<Record<string, Question<Callable>>>;
type Events = Readonly<Record<string, AnyEvent>>;
type Askers<Q extends Questions> = { readonly [Name in keyof Q]: Q[Name] extends Question<infer Ask> ? Ask : never };
type Emitters<E extends Events> = {
  readonly [Name in keyof E]: E[Name] extends Event<infer Args> ? (...args: Args) => Promise<void> : never;
};
/** What `create` gets: the environment, what its needs provide, what it asks and what it says. */
type DepsOf<N extends readonly Module[], Q extends Questions, E extends Events> = Environment & {
  readonly collected: Collected;
  /** Every endpoint of every module. */
  readonly declared: readonly AnyEndpoint[];
  /** Every table of every module. */
  readonly tables: Owned;
} & ServicesOf<N> &
  Askers<Q> &
  Emitters<E>;

/** What a module is made of. */
interface Making<N extends readonly Module[], Q extends Questions, E extends Events, S extends object> {
  readonly needs?: N;
  readonly owns?: Owned;
  readonly faults?: FaultCatalogue;
  readonly asks?: Q;
  readonly emits?: E;
  /** Its services, by the names that others know them by. Makes them only: calls nothing, waits for nothing. */
  readonly create?: (deps: DepsOf<N, Q, E>) => S;
}

/** What it tells of itself, with what it was given and what it made. */
interface Telling<Deps> extends ModuleParts<Deps> {
  readonly endpoints?: readonly Endpoint<Deps>[];
  readonly answers?: (deps: Deps) => readonly Answer[];
  readonly on?: (deps: Deps) => readonly Hearer[];
  readonly afterwards?: (deps: Deps) => readonly Afterwards[];
  /** Before anybody is listened to. What it returns ends what it began. */
  readonly beforeListening?: (deps: Deps) => Promise<Stop | undefined>;
  /** Once the cloud is listening. What it returns ends what it began, before the listeners close. */
  readonly start?: (deps: Deps) => Promise<Stop | undefined>;
  /** After the listeners have closed; those made last come first. */
  readonly close?: (deps: Deps) => Promise<void>;
}

/**
 * Declares a module: all that the product knows of a domain is told here, and collected from here. `cloud/src/areas.ts` names
 * the modules of each area. The second pair of brackets lets TypeScript know what the module has.
 */
export const defineModule =
  <
    const N extends readonly Module[] = readonly [],
    Q extends Questions = Readonly<Record<never, never>>,
    E extends Events = Readonly<Record<never, never>>,
    S extends object = Readonly<Record<never, never>>,
  >(
    name: string,
    { needs, owns, faults, asks, emits, create }: Making<N, Q, E, S>,
  ) =>
  ({
    endpoints,
    answers,
    on,
    afterwards,
    beforeListening,
    start,
    close,
    ...parts
  }: Telling<DepsOf<N, Q, E> & S>): Module<S> => ({
    name,
    needs: needs ?? [],
    owns: owns ?? {},
    faults: faults ?? {},
    asks: asks ?? {},
    emits: emits ?? {},
    create: create ?? (() => ({}) as S),
    endpoints: endpoints ?? [],
    answers: answers ?? (() => []),
    on: on ?? (() => []),
    afterwards: afterwards ?? (() => []),
    ...(beforeListening && { beforeListening }),
    ...(start && { start }),
    ...(close && { close }),
    parts: parts as Module['parts'],
  });

/** Modules that belong together. They may need those of areas before theirs; upwards they ask, or say what has happened. */
export interface Area<Modules extends readonly Module[] = readonly Module[]> {
  readonly name: string;
  /** Of areas before it that are not so themselves it hears after their units only: no mistake in it undoes or delays theirs. */
  readonly hearsAfterwards: boolean;
  readonly modules: Modules;
}

export const defineArea = <const Modules extends readonly Module[]>(
  name: string,
  modules: Modules,
  { hearsAfterwards = false }: { readonly hearsAfterwards?: boolean } = {},
): Area<Modules> => ({ name, modules, hearsAfterwards });
