import type { Selectable } from 'kysely';
import type { ConsoleSessionTable, SignedInBy } from './sessions.tables.ts';

/** How a session was begun, as its owner is told. */
export const signedInBy = (
  row: Pick<Selectable<ConsoleSessionTable>, 'signed_in_by' | 'desk_id' | 'organisation_id'>,
): SignedInBy | 'pin' | 'organisation' => {
  if (row.desk_id !== null) return 'pin';
  return row.organisation_id === null ? row.signed_in_by : 'organisation';
};
