import type { Insertable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { EdgeReleaseOfferTable, EdgeReleaseTable } from './releases.tables.ts';

export const releasesRepo = (tx: Tx) => ({
  /** `undefined` when this version is there already. */
  insert: (row: Insertable<EdgeReleaseTable>) =>
    tx
      .insertInto('edge_release')
      .values(row)
      .onConflict((c) => c.column('version').doNothing())
      .returning('version')
      .executeTakeFirst(),

  find: (version: string) =>
    tx.selectFrom('edge_release').where('version', '=', version).selectAll().executeTakeFirst(),

  list: () => tx.selectFrom('edge_release').selectAll().orderBy('added_at', 'desc').limit(200).execute(),

  offers: () => tx.selectFrom('edge_release_offer').selectAll().orderBy('serial', 'desc').limit(1_000).execute(),

  withdraw: (version: string, at: number) =>
    tx
      .updateTable('edge_release')
      .set({ withdrawn_at: at })
      .where('version', '=', version)
      .where('withdrawn_at', 'is', null)
      .returning('version')
      .executeTakeFirst(),

  /** The number of the next offer of this release. */
  nextSerial: async (version: string, from: number): Promise<number> => {
    const newest = await tx
      .selectFrom('edge_release_offer')
      .where('version', '=', version)
      .select((eb) => eb.fn.max('serial').as('serial'))
      .executeTakeFirst();
    return Math.max(Number(newest?.serial ?? 0) + 1, from);
  },

  putOffer: (row: Insertable<EdgeReleaseOfferTable>): Promise<unknown> =>
    tx
      .insertInto('edge_release_offer')
      .values(row)
      .onConflict((c) =>
        c
          .columns(['version', 'scope', 'target'])
          .doUpdateSet({ percent: row.percent, serial: row.serial, offered_at: row.offered_at }),
      )
      .execute(),

  removeOffers: (version: string): Promise<unknown> =>
    tx.deleteFrom('edge_release_offer').where('version', '=', version).execute(),

  /** Every offer that may concern one of the boxes, with its release; withdrawn ones are not among them. */
  offersFor: (channel: string, boxes: readonly { readonly id: string; readonly facility_id: string }[]) =>
    tx
      .selectFrom('edge_release_offer as offer')
      .innerJoin('edge_release as release', 'release.version', 'offer.version')
      .where('release.withdrawn_at', 'is', null)
      .where((eb) =>
        eb.or([
          eb.and([eb('offer.scope', '=', 'channel'), eb('offer.target', '=', channel)]),
          eb.and([
            eb('offer.scope', '=', 'facility'),
            eb('offer.target', 'in', [...new Set(boxes.map(({ facility_id }) => facility_id))]),
          ]),
          eb.and([
            eb('offer.scope', '=', 'box'),
            eb(
              'offer.target',
              'in',
              boxes.map(({ id }) => id),
            ),
          ]),
        ]),
      )
      .select(['release.version', 'release.note', 'offer.percent', 'offer.serial', 'offer.scope', 'offer.target'])
      .execute(),
});
