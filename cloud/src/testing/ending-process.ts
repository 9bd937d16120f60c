import type { Database, Tx } from '../kit/db/unit-of-work.ts';
import { aroundStatements } from './around-statements.ts';

/**
 * A database as a process has it that ends: after so many statements of units that write, the one that it is in the middle of is
 * undone, as the engine does with that of a process that is gone, and nothing is written any more. It never ends unless told to.
 */
export const endingProcess = (db: Pick<Database, 'read' | 'write'>) => {
  let left = Number.POSITIVE_INFINITY;
  const ends = () => {
    if (left-- <= 0) throw new Error('the process ended');
  };
  const dying: Pick<Database, 'read' | 'write'> = {
    read: db.read,
    write: ((work: (tx: Tx) => Promise<unknown>) =>
      db.write((tx) => work(aroundStatements(tx, { after: ends })))) as Database['write'],
  };
  return {
    db: dying,
    endAfter: (statements: number): void => {
      left = statements;
    },
  };
};
