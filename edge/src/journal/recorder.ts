import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import type { Log } from '../log.ts';
import type { Journal } from './journal.ts';

/** States what has happened already: nobody waits for it, and a disk that refuses it is logged. */
export const recorder =
  (journal: Pick<Journal, 'record'>, log: Log) =>
  (fact: FactBody): void =>
    void journal
      .record(fact)
      .catch((error: unknown) => log.error({ err: error, fact }, 'A fact could not be recorded.'));
