import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { Tx } from '../kit/db/unit-of-work.ts';

/**
 * Calls these before and after every statement that a unit runs, also those that were compiled beforehand: for tests that end
 * a process in the middle of one. Resolves with the same unit.
 */
export const aroundStatements = (
  tx: Tx,
  { before, after }: { readonly before?: () => void; readonly after?: () => unknown },
): Tx => {
  // A unit's own, so nothing has to be put back.
  const { connection } = tx.getExecutor() as unknown as { readonly connection: DatabaseConnection };
  const execute = connection.executeQuery;
  connection.executeQuery = async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
    before?.();
    const result = await execute<R>(query);
    await after?.();
    return result;
  };
  return tx;
};
