import type { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { StatusWordTable } from './scopes.tables.ts';

export const statusWordsRepo = (tx: Tx) => ({
  put: (row: StatusWordTable): Promise<unknown> =>
    tx
      .insertInto('status_word')
      .values(row)
      .onConflict((c) => c.columns(['partner_id', 'word']).doUpdateSet({ effect: row.effect }))
      .execute(),

  remove: (partnerId: PartnerId, word: string): Promise<unknown> =>
    tx.deleteFrom('status_word').where('partner_id', '=', partnerId).where('word', '=', word).execute(),

  listOf: (partnerId: PartnerId) =>
    tx
      .selectFrom('status_word')
      .where('partner_id', '=', partnerId)
      .select(['word', 'effect'])
      .orderBy('word')
      .execute(),

  facilitiesOf: (partnerId: PartnerId) =>
    tx
      .selectFrom('access_source')
      .where('partner_id', '=', partnerId)
      .select('facility_id')
      .orderBy('facility_id')
      .execute(),
});
