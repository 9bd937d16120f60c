import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { OwnerKey } from '../ledger/ledger.module.ts';
import type { InvoiceDueTable, TaxDocumentTable } from './invoices.tables.ts';

export type DocumentRow = Selectable<TaxDocumentTable>;
export type DueRow = Selectable<InvoiceDueTable>;
/** Which documents are looked for: of an owner, or of days. */
export interface DocumentsOf {
  readonly ownerKey?: OwnerKey | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const EPOCH = 'now';

export const invoicesRepo = (tx: Tx) => ({
  addDue: (row: Insertable<InvoiceDueTable>): Promise<unknown> =>
    tx
      .insertInto('invoice_due')
      .values(row)
      .onConflict((on) => on.column('about_id').doNothing())
      .execute(),
  findDue: (aboutId: string): Promise<DueRow | undefined> =>
    tx.selectFrom('invoice_due').where('about_id', '=', aboutId).selectAll().executeTakeFirst(),
  dueAfter: async (aboutId: string, limit: number): Promise<string[]> => {
    const rows = await tx
      .selectFrom('invoice_due')
      .where('about_id', '>', aboutId)
      .orderBy('about_id')
      .limit(limit)
      .select('about_id')
      .execute();
    return rows.map(({ about_id }) => about_id);
  },
  /** Resolves with it where nobody else has taken it. */
  takeDue: (aboutId: string): Promise<DueRow | undefined> =>
    tx.deleteFrom('invoice_due').where('about_id', '=', aboutId).returningAll().executeTakeFirst(),

  /**
   * The next number of a series, and its day, which is never before that of the number before. Whoever asks next waits until this
   * unit is over: where it is undone, so is the number.
   */
  takeNumber: async (series: string, day: string): Promise<{ readonly number: number; readonly day: string }> => {
    const taken = await tx
      .insertInto('invoice_series')
      .values({ id: series, last: 1, last_day: day })
      .onConflict((on) =>
        on.column('id').doUpdateSet({
          last: sql`invoice_series.last + 1`,
          last_day: sql`case when invoice_series.last_day > excluded.last_day then invoice_series.last_day else excluded.last_day end`,
        }),
      )
      .returning(['last', 'last_day'])
      .executeTakeFirstOrThrow();
    return { number: Number(taken.last), day: taken.last_day };
  },

  /** What numbers have had in them since the last restore, if there was any. */
  epoch: async (): Promise<string | undefined> =>
    (await tx.selectFrom('invoice_epoch').where('id', '=', EPOCH).select('tag').executeTakeFirst())?.tag,
  beginEpoch: (tag: string): Promise<unknown> =>
    tx
      .insertInto('invoice_epoch')
      .values({ id: EPOCH, tag })
      .onConflict((on) => on.column('id').doUpdateSet({ tag }))
      .execute(),

  /** Resolves with whether nothing else has its number, or its matter. */
  insert: async (row: Insertable<TaxDocumentTable>): Promise<boolean> => {
    const added = await tx.insertInto('tax_document').values(row).returning('id').executeTakeFirst();
    return added !== undefined;
  },
  find: (id: string): Promise<DocumentRow | undefined> =>
    tx.selectFrom('tax_document').where('id', '=', id).selectAll().executeTakeFirst(),
  invoiceAbout: (aboutId: string): Promise<DocumentRow | undefined> =>
    tx
      .selectFrom('tax_document')
      .where('about_id', '=', aboutId)
      .where('kind', '=', 'invoice')
      .selectAll()
      .executeTakeFirst(),
  /** The newest first, so many after one. */
  page: ({ ownerKey, from, to }: DocumentsOf, after: string | undefined, limit: number): Promise<DocumentRow[]> =>
    tx
      .selectFrom('tax_document')
      .$if(ownerKey !== undefined, (query) => query.where('owner_key', '=', ownerKey ?? 'org#'))
      .$if(from !== undefined, (query) => query.where('issued_on', '>=', from ?? ''))
      .$if(to !== undefined, (query) => query.where('issued_on', '<=', to ?? ''))
      .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
      .orderBy('id', 'desc')
      .limit(limit)
      .selectAll()
      .execute(),

  openCredit: (invoiceId: string, totalCents: number): Promise<unknown> =>
    tx
      .insertInto('invoice_credit')
      .values({ invoice_id: invoiceId, total_cents: totalCents, credited_cents: 0 })
      .execute(),
  creditedOf: async (invoiceIds: readonly string[]): Promise<ReadonlyMap<string, number>> => {
    if (invoiceIds.length === 0) return new Map();
    const rows = await tx
      .selectFrom('invoice_credit')
      .where('invoice_id', 'in', invoiceIds)
      .select(['invoice_id', 'credited_cents'])
      .execute();
    return new Map(rows.map((row) => [row.invoice_id, Number(row.credited_cents)]));
  },
  /** Whether so much is left to be taken back. */
  credit: async (invoiceId: string, cents: number): Promise<boolean> => {
    const taken = await tx
      .updateTable('invoice_credit')
      .set({ credited_cents: sql`credited_cents + ${cents}` })
      .where('invoice_id', '=', invoiceId)
      .where(sql<boolean>`credited_cents + ${cents} <= total_cents`)
      .returning('invoice_id')
      .executeTakeFirst();
    return taken !== undefined;
  },
});
