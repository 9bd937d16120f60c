import { type Kysely, sql } from 'kysely';

/** Who holds something at a place, and who holds a role anywhere. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw('create index role_grant_place on role_grant (scope, scope_id)').execute(db);
  await sql.raw('create index role_grant_role on role_grant (role)').execute(db);
};
