import { type Kysely, sql } from 'kysely';

/** What was handed over of a facility on a day is counted by this. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw('create index sms_recipient_handed on sms_recipient (facility_id, handing_at) where handing_at is not null')
    .execute(db);
};
