import { type Kysely, sql } from 'kysely';

/** The facilities of an organisation in the order of their ids, and of many facilities at once their boxes and open warnings. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const index of [
    'facility_of_organisation on facility (org_id, id)',
    'box_of_facility on box (facility_id)',
    'warning_standing on warning (facility_id) where closed_at is null',
  ])
    await sql.raw(`create index ${index}`).execute(db);
};
