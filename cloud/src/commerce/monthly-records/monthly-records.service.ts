import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { decimalOf } from '../../kit/http/decimals.ts';
import { type OwnerKey, ownerKeyOf } from '../ledger/ledger.module.ts';
import type { BilledDays } from '../rates/billed-days.ts';
import { dayAt, monthOf, monthsAfter, startOf } from '../rates/rates.module.ts';
import { monthlyRecordsFault } from './monthly-records.faults.ts';
import { monthlyRecordsRepo, type RecordPosition, type RecordRow } from './monthly-records.repo.ts';
import type { RecordLine } from './record-lines.ts';

export interface MonthlyRecordsDeps {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly billedDays: BilledDays;
}

/** Whose records are looked at, from which month on, and which of them count. */
interface PaidAsked {
  readonly scope: { readonly orgId?: OrgId; readonly facilityId?: FacilityId };
  readonly from: string;
  readonly counts: (record: { readonly payerKey: OwnerKey; readonly orgId: OrgId }) => boolean;
}

/** A record as whoever matches payments sees it. */
export interface RecordToSettle {
  readonly recordId: string;
  readonly payerKey: OwnerKey;
  readonly totalCents: number;
  readonly state: RecordRow['state'];
}

/** A record as whoever invoices it sees it. */
export interface RecordToInvoice extends RecordToSettle {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly lines: readonly RecordLine[];
  readonly reference: string | null;
  readonly dueAt: number | null;
}

/** A month that has no record after so many others is none that anybody waits for. */
const UNRECORDED_MONTHS = 3;

const linesOf = (row: RecordRow): RecordLine[] => JSON.parse(row.lines);
const isoOrNull = (at: number | null): string | null => (at === null ? null : isoOf(Number(at)));
const toSettle = (row: RecordRow): RecordToSettle => ({
  recordId: row.id,
  payerKey: row.payer_key,
  totalCents: Number(row.total_cents),
  state: row.state,
});

export const createMonthlyRecords = ({ clock, billedDays }: MonthlyRecordsDeps) => {
  const stateOf = ({ state, due_at }: RecordRow): RecordRow['state'] | 'overdue' =>
    state === 'issued' && due_at !== null && Number(due_at) < clock.wallMs() ? 'overdue' : state;
  const viewOf = (row: RecordRow) => ({
    recordId: row.id,
    payerKey: row.payer_key as string,
    month: row.month,
    billingMethod: row.method,
    state: stateOf(row),
    totalCents: Number(row.total_cents),
    reference: row.reference,
    closedAt: isoOf(Number(row.closed_at)),
    dueAt: isoOrNull(row.due_at),
    paidAt: isoOrNull(row.paid_at),
    lines: linesOf(row).map(({ quantity, free, micros: _micros, ...line }) => ({
      ...line,
      facilityId: line.facilityId as string,
      quantity: quantity / 1_000,
      free: free / 1_000,
    })),
  });

  return {
    /** Up to `limit` of an organisation and its facilities, the newest month first. */
    page: async (tx: Tx, orgId: OrgId, after: RecordPosition | undefined, limit: number) =>
      (await monthlyRecordsRepo(tx).page(orgId, after, limit)).map(viewOf),

    /** A line day by day, down to what was counted and the prices of the versions that the day went by. */
    explain: async (tx: Tx, recordId: string, lineId: string) => {
      const row = await monthlyRecordsRepo(tx).find(recordId);
      const line = row && linesOf(row).find((one) => one.lineId === lineId);
      if (row === undefined || line === undefined)
        throw monthlyRecordsFault('record_unknown', 'There is no such line of a record.');
      const { facilityId, key, label, micros, cents } = line;
      const of = { facilityId, payerKey: row.payer_key, month: row.month };
      const days = (await billedDays.ofMonth(tx, of)).filter(({ method }) => method === row.method);
      return {
        recordId,
        lineId,
        ...{ facilityId: facilityId as string, key, label, micros, cents },
        data: days.flatMap((day) =>
          day.lines.flatMap((one) =>
            one.key === key
              ? [
                  {
                    day: day.day,
                    quantity: one.quantity / 1_000,
                    free: one.free / 1_000,
                    price: decimalOf(one.unitMicros),
                    percent: decimalOf(one.percentMicros),
                    micros: one.micros,
                    versions: Object.values(JSON.parse(day.versions) as Record<string, string | null>).filter(
                      (id) => id !== null,
                    ),
                  },
                ]
              : [],
          ),
        ),
      };
    },

    findByReference: async (tx: Tx, reference: string): Promise<RecordToSettle | undefined> => {
      const row = await monthlyRecordsRepo(tx).findByReference(reference);
      return row && toSettle(row);
    },

    /** Records that are to be paid, of whoever, by id: so many after one. */
    unpaid: async (tx: Tx, after: string, limit: number) =>
      (await monthlyRecordsRepo(tx).unpaid(after, limit)).map((row) => ({
        recordId: row.id,
        payerKey: row.payer_key,
        month: row.month,
        totalCents: Number(row.total_cents),
        reference: row.reference,
        dueAt: row.due_at === null ? null : Number(row.due_at),
        closedAt: Number(row.closed_at),
      })),

    /** Marks a record paid, once. Whoever comes second is told that it was, and changes nothing. */
    settleRecord: async (
      tx: Tx,
      recordId: string,
      { receivedCents, paidAt }: { readonly receivedCents: number; readonly paidAt: number },
    ): Promise<'settled' | 'already-settled'> => {
      const isOurs = await monthlyRecordsRepo(tx).settle(recordId, { paid_at: paidAt, received_cents: receivedCents });
      return isOurs ? 'settled' : 'already-settled';
    },

    /** What is owed, or was, with all that an invoice says of it. Undefined where nothing ever was. */
    toInvoice: async (tx: Tx, recordId: string): Promise<RecordToInvoice | undefined> => {
      const row = await monthlyRecordsRepo(tx).find(recordId);
      if (row === undefined) return undefined;
      const { month, reference, due_at } = row;
      return {
        ...toSettle(row),
        ...{ month, reference, lines: linesOf(row), dueAt: due_at === null ? null : Number(due_at) },
      };
    },

    /** Takes back what is owed, as a whole. Resolves with whether it was owed until now. */
    voidRecord: (tx: Tx, recordId: string): Promise<boolean> => monthlyRecordsRepo(tx).voidOwed(recordId),

    /** Cents that came in by records, by the month of payment, from a month on; and what is owed. */
    paidByRecords: async (tx: Tx, { scope, from, counts }: PaidAsked) => {
      const facility = scope.facilityId && ownerKeyOf({ kind: 'facility', id: scope.facilityId });
      const isMeant = ({ payer_key, org_id }: Pick<RecordRow, 'payer_key' | 'org_id'>): boolean =>
        (facility === undefined || payer_key === facility) && counts({ payerKey: payer_key, orgId: org_id });
      const byMonth = new Map<string, number>();
      const until = Number.MAX_SAFE_INTEGER;
      for (const row of await monthlyRecordsRepo(tx).paidBetween(scope.orgId, startOf(`${from}-01`), until)) {
        const month = monthOf(dayAt(Number(row.paid_at)));
        if (isMeant(row)) byMonth.set(month, (byMonth.get(month) ?? 0) + Number(row.total_cents));
      }
      const owed = (await monthlyRecordsRepo(tx).outstanding(scope.orgId)).filter(isMeant);
      return { byMonth, outstandingCents: owed.reduce((sum, { total_cents }) => sum + Number(total_cents), 0) };
    },

    /** Of each of these owners what its records come to, and its days that are on none yet. One that owes nothing is left out. */
    owedByRecords: async (tx: Tx, owners: readonly OwnerKey[]) => {
      const now = clock.wallMs();
      const month = monthOf(dayAt(now));
      const owed = Map.groupBy(await monthlyRecordsRepo(tx).owed(owners), ({ payer_key }) => payer_key);
      const billed = Map.groupBy(
        await billedDays.paidBy(tx, owners, monthsAfter(month, -UNRECORDED_MONTHS), month),
        ({ payerKey }) => payerKey,
      );
      const recorded = new Set(
        (await monthlyRecordsRepo(tx).recorded(owners, monthsAfter(month, -UNRECORDED_MONTHS))).map(
          (row) => `${row.payer_key} ${row.month}`,
        ),
      );
      const all = new Map<string, OwedByRecords>();
      for (const owner of owners) {
        const records = owed.get(owner) ?? [];
        const overdue = records.filter(({ due_at }) => due_at !== null && Number(due_at) < now);
        const sums = billed.get(owner) ?? [];
        const unbilledMicros = sums
          .filter((one) => !recorded.has(`${owner} ${one.month}`))
          .reduce((sum, { micros, walletMicros }) => sum + micros - walletMicros, 0);
        const monthToDateMicros = sums.find((one) => one.month === month)?.micros ?? 0;
        if (records.length === 0 && unbilledMicros === 0 && monthToDateMicros === 0) continue;
        all.set(owner, {
          openRecords: records.length,
          overdueCents: overdue.reduce((sum, { total_cents }) => sum + Number(total_cents), 0),
          overdueSince: overdue.length === 0 ? null : Math.min(...overdue.map(({ due_at }) => Number(due_at))),
          unbilledMicros,
          monthToDateMicros,
        });
      }
      return all;
    },
  };
};
export type MonthlyRecords = ReturnType<typeof createMonthlyRecords>;

/** What the records of an owner come to. */
export interface OwedByRecords {
  readonly openRecords: number;
  readonly overdueCents: number;
  /** When the oldest that is overdue was due; null: none is. */
  readonly overdueSince: number | null;
  /** Of closed days that are paid by invoice, and on no record yet. */
  readonly unbilledMicros: number;
  readonly monthToDateMicros: number;
}
