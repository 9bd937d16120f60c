import type { Fact, FactBody } from '@gatehouse/shared/journal/fact.ts';

/** The box's append-only record. Every promise here resolves after the facts are on the disk (synchronous FULL). */
export interface Journal {
  /** Numbers, chains and commits the facts together. Rejects when the store cannot be written. */
  record(...bodies: readonly FactBody[]): Promise<readonly Fact[]>;
  /**
   * Commits a command's id together with its `unlock.accepted` fact, before any lock moves. `repeated` when the id was
   * ever seen before, in this run or an earlier one: nothing is written then.
   */
  acceptCommand(accepted: Extract<FactBody, { kind: 'unlock.accepted' }>): Promise<'accepted' | 'repeated'>;
}
