import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

declare const unit: unique symbol;

export type Engine = 'sqlite' | 'postgres';

/** A handle that exists only inside a unit of work or a read: a query can never miss its transaction. */
export type Tx = Kysely<Tables> & { readonly [unit]: 'write' | 'read' };

/**
 * The database as modules see it. INVARIANTS: no network inside a unit; claim first, never look then act; what a unit
 * resolves with is committed and durable; a unit that throws leaves nothing.
 */
export interface Database {
  readonly engine: Engine;
  /** One transaction. On SQLite concurrent units share one commit (savepoints), on PostgreSQL each has its own. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Committed data only; throws if the work writes. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * For who writes much at once, by a connection of its own off this thread: on SQLite no unit of this process begins before `work`
   * has ended, since to wait for the file's lock would stop the thread. On PostgreSQL nobody waits.
   */
  apart<T>(work: () => Promise<T>): Promise<T>;
  /** Brings the schema up to date. Safe when several processes start at once. */
  migrate(): Promise<void>;
  close(): Promise<void>;
}
