import type { Fault } from '@gatehouse/shared/fault/fault.ts';
import type { Tx } from '../db/unit-of-work.ts';
import type { Caller } from '../http/call.ts';
import type { LiveMessage } from './source.ts';
import type { AnyTopic } from './topic.ts';

/** What there is at a place. `reset`: the place that was asked for is past its retention, and something may be missing. */
export interface LiveSnapshot {
  readonly seq: number;
  readonly reset: boolean;
  readonly entries: readonly unknown[];
}

/** Why a subscription ended: a right or a key is gone (a fault says which), the client does not read, or it cannot be read. */
export type LiveEnd = { readonly fault: Fault } | 'too_slow';

/** Where what is told goes: a door's end of one subscription. */
export interface Sink {
  /** False while too much waits for whoever is at the other end: nothing is queued then, the cursor waits. */
  ready(): boolean;
  snapshot(of: LiveSnapshot): void;
  message(message: LiveMessage): void;
  /** All that there was at that moment of the monotonic clock has been told, in ms: also where that was nothing. */
  current?(at: number): void;
  /** Nothing follows. `cursor` is the place of the last that was told. */
  ended(why: LiveEnd, cursor: number | undefined): void;
}

/** One subscription. */
export interface Watcher {
  readonly topic: AnyTopic;
  readonly key: string;
  readonly caller: Caller;
  readonly sink: Sink;
  /** The place of the last that was told; none before the first. */
  cursor: number | undefined;
  /** Since when it has taken nothing: on the monotonic clock. */
  stalledAt?: number | undefined;
}

/** Whose right to what is asked. */
export interface Watching {
  readonly caller: Caller;
  readonly topic: Pick<AnyTopic, 'surface' | 'gate'>;
}

/**
 * Says of each whether they still may, in one read for all: nothing where they do, else the fault that ends it. Asked before each
 * message, and each second.
 */
export type Standing = (tx: Tx, watchers: readonly Watching[]) => Promise<readonly (Fault | undefined)[]>;
