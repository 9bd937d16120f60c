import type { Tx } from '../db/unit-of-work.ts';

// biome-ignore lint/suspicious/noExplicitAny: the bound of functions of whatever parameters
export type Callable = (...args: any[]) => unknown;

/**
 * What a module has to know of one above it: declared below, answered by exactly one module, and called like a function. One
 * with `otherwise` may have no answer: that holds then.
 */
export interface Question<Ask extends Callable> {
  readonly question: string;
  readonly otherwise?: Ask;
}

/** Declares a question, by a name that no other has. */
export const question = <Ask extends Callable>(name: string, otherwise?: Ask): Question<Ask> => ({
  question: name,
  ...(otherwise && { otherwise }),
});

export interface Answer {
  readonly to: Question<Callable>;
  readonly ask: Callable;
}

/** What a module lists in `answers`. */
export const answer = <Ask extends Callable>(to: Question<Ask>, ask: NoInfer<Ask>): Answer => ({ to, ask });

/**
 * Something that has happened. Whoever hears it does so at once, one after the other, in the unit of the one that says it: a
 * hearer that throws undoes the unit. For what has to be true together; nothing comes back.
 */
export interface Event<Args extends readonly unknown[]> {
  readonly event: string;
  /** Types only. */
  readonly '~args'?: Args;
}

// biome-ignore lint/suspicious/noExplicitAny: of whatever arguments
export type AnyEvent = Event<any>;

/** Declares an event, by a name that no other has. */
export const event = <Args extends readonly unknown[]>(name: string): Event<Args> => ({ event: name });

/** Names of modules whose hearers of the same event come later, or earlier. Else hearers are called in the order of making. */
export interface Order {
  readonly before?: readonly string[];
  readonly after?: readonly string[];
}

export interface Hearer {
  readonly of: AnyEvent;
  readonly hear: Callable;
  readonly order: Order;
}

type ArgsOf<Of extends AnyEvent> = Of extends Event<infer Args extends readonly unknown[]> ? Args : never;

/** What a module lists in `on`. */
export const hear = <Of extends AnyEvent>(
  of: Of,
  hearer: (...args: ArgsOf<Of>) => unknown,
  order: Order = {},
): Hearer => ({ of, hear: hearer, order });

/**
 * Takes down what somebody above hears of later, in the unit that says it. `what` is JSON. Answered by whoever has a queue.
 */
export const toOutbox = question<(tx: Tx, kind: string, what: readonly unknown[]) => Promise<unknown>>('kit.toOutbox');

export interface Afterwards {
  readonly of: AnyEvent;
  readonly hear: Callable;
}
type SayableLater<Of extends AnyEvent> = ArgsOf<Of> extends readonly [tx: Tx, ...what: infer What] ? What : never;

/**
 * What a module lists in `afterwards`: heard after the unit has committed, as a job, with what is left of the event once it has
 * been JSON. It can neither undo nor delay what it hears of, and is called again where it throws.
 */
export const hearAfterwards = <Of extends AnyEvent>(
  of: Of,
  hearer: (...what: SayableLater<Of>) => Promise<unknown>,
): Afterwards => ({ of, hear: hearer });
