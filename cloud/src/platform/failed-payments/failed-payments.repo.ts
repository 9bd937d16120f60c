import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { type Insertable, sql } from 'kysely';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';

/** A payment that failed at a club, as it was last heard of. */
interface FailedClubPaymentTable {
  facility_id: FacilityId;
  payment_id: string;
  amount_minor: number;
  currency: string;
  code: string;
  failed_at: number;
  /** Null while it is not paid. */
  resolved_at: number | null;
}
export type FailedPaymentRow = FailedClubPaymentTable;

/** That a manager was told of a failed payment. */
interface FailedPaymentToldTable {
  facility_id: FacilityId;
  payment_id: string;
  user_id: string;
  told_at: number;
}
declare module '../../kit/db/tables.ts' {
  interface Tables {
    failed_club_payment: FailedClubPaymentTable;
    failed_payment_told: FailedPaymentToldTable;
  }
}

/** From `from` on, to before `to`: ms since 1970. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

export const keyOf = ({
  facility_id,
  payment_id,
}: Pick<FailedClubPaymentTable, 'facility_id' | 'payment_id'>): string => `${facility_id} ${payment_id}`;

export const failedPaymentsRepo = (tx: Tx) => {
  const unpaid = ({ from, to }: Window) =>
    tx
      .selectFrom('failed_club_payment as payment')
      .where('payment.failed_at', '>=', from)
      .where('payment.failed_at', '<', to)
      .where('payment.resolved_at', 'is', null);
  return {
    /** What is known already gets what is new of it. */
    put: async (rows: readonly Insertable<FailedClubPaymentTable>[]): Promise<void> => {
      if (rows.length === 0) return;
      await tx
        .insertInto('failed_club_payment')
        .values(rows)
        .onConflict((on) =>
          on.columns(['facility_id', 'payment_id']).doUpdateSet(({ ref }) => ({
            amount_minor: ref('excluded.amount_minor'),
            currency: ref('excluded.currency'),
            code: ref('excluded.code'),
            failed_at: ref('excluded.failed_at'),
            resolved_at: ref('excluded.resolved_at'),
          })),
        )
        .execute();
    },

    /** Which of these are known: their ids, of one club or another. */
    known: async (rows: readonly Pick<FailedClubPaymentTable, 'facility_id' | 'payment_id'>[]) => {
      const found = await tx
        .selectFrom('failed_club_payment')
        .where(
          'payment_id',
          'in',
          rows.map(({ payment_id }) => payment_id),
        )
        .select(['facility_id', 'payment_id'])
        .execute();
      return new Set(found.map(keyOf));
    },

    /** Facilities where something is unpaid, by id, and how much. */
    facilitiesWith: async (window: Window, after: string, limit: number) => {
      const rows = await unpaid(window)
        .where('payment.facility_id', '>', uncheckedId<FacilityId>(after))
        .groupBy('payment.facility_id')
        .orderBy('payment.facility_id')
        .select(({ fn }) => ['payment.facility_id as facilityId', fn.countAll().as('payments')])
        .limit(limit)
        .execute();
      return rows.map(({ facilityId, payments }) => ({ facilityId, payments: Number(payments) }));
    },

    /** What somebody was not told of yet, the oldest first. */
    untold: (facilityId: FacilityId, userId: string, window: Window, limit: number) =>
      unpaid(window)
        .where('payment.facility_id', '=', facilityId)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('failed_payment_told as told')
                .whereRef('told.facility_id', '=', 'payment.facility_id')
                .whereRef('told.payment_id', '=', 'payment.payment_id')
                .where('told.user_id', '=', userId)
                .select(sql.lit(1).as('one')),
            ),
          ),
        )
        .orderBy('payment.failed_at')
        .orderBy('payment.payment_id')
        .limit(limit)
        .selectAll('payment')
        .execute(),

    /** Notes that somebody is told. Resolves with those of which they had not been. */
    claimTold: async (rows: readonly FailedPaymentToldTable[]): Promise<ReadonlySet<string>> => {
      const claimed = await tx
        .insertInto('failed_payment_told')
        .values(rows)
        .onConflict((on) => on.columns(['facility_id', 'payment_id', 'user_id']).doNothing())
        .returning('payment_id')
        .execute();
      return new Set(claimed.map(({ payment_id }) => payment_id));
    },

    forgetUser: (userId: string): Promise<unknown> =>
      tx.deleteFrom('failed_payment_told').where('user_id', '=', userId).execute(),

    /** Up to `limit` of those that failed before, with who was told. Resolves with how many. */
    removeBefore: async (at: number, limit: number): Promise<number> => {
      const old = await tx
        .selectFrom('failed_club_payment')
        .where('failed_at', '<', at)
        .orderBy('failed_at')
        .select(['facility_id', 'payment_id'])
        .limit(limit)
        .execute();
      for (const { facility_id, payment_id } of old)
        await tx
          .deleteFrom('failed_club_payment')
          .where('facility_id', '=', facility_id)
          .where('payment_id', '=', payment_id)
          .execute();
      return old.length;
    },
  };
};
