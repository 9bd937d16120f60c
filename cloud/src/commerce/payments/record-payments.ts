import type { Tx } from '../../kit/db/unit-of-work.ts';
import { type AccountOf, microsOfMinor } from '../ledger/ledger.module.ts';
import type { RecordToSettle } from '../monthly-records/monthly-records.module.ts';
import type { FindsPayables, Payable, Received } from './payable.ts';
import { paymentsRepo } from './payments.repo.ts';

/** What pays monthly records. */
export const createRecordPayments = ({ billing, ledger, monthlyRecords }: FindsPayables) => {
  const post = (
    tx: Tx,
    key: string,
    {
      debit,
      credit,
      cents,
      about,
      by,
    }: { debit: AccountOf; credit: AccountOf; cents: number; about: string; by: string },
  ) =>
    ledger.post(tx, {
      ...{ key, kind: 'record-paid', debit, credit, about, by, currency: ledger.currency },
      micros: microsOfMinor(cents, ledger.currency),
    });

  /** What came goes against what was owed; a difference, which somebody has accepted, to rounding. */
  const settleIssued = async (
    tx: Tx,
    { recordId: about, payerKey: owner, totalCents }: RecordToSettle,
    { cents, paidAt, by }: Received,
  ) => {
    const settled = await monthlyRecords.settleRecord(tx, about, { receivedCents: cents, paidAt });
    if (settled === 'already-settled') return undefined;
    const of = (account: AccountOf['account']): AccountOf => ({ owner, account });
    const [bank, owed, rounding] = [of('bank-clearing'), of('receivable'), of('rounding')];
    const key = `record-paid:${about}`;
    const paid = { debit: bank, credit: owed, cents: Math.min(cents, totalCents), about, by };
    const { transferId } = await post(tx, key, paid);
    const rest = cents - totalCents;
    const sides = rest > 0 ? { debit: bank, credit: rounding } : { debit: rounding, credit: owed };
    if (rest !== 0) await post(tx, `${key}:rest`, { ...sides, cents: Math.abs(rest), about, by });
    return { transferId };
  };

  /** Nothing is owed by it any more: what came is for the wallet, once. */
  const settleVoid = async (
    tx: Tx,
    { recordId: about, payerKey: owner }: RecordToSettle,
    { cents, paidAt, by }: Received,
  ) => {
    const sides = { debit: { owner, account: 'bank-clearing' }, credit: { owner, account: 'wallet' } } as const;
    const { transferId, posted } = await post(tx, `record-void:${about}`, { ...sides, cents, about, by });
    if (!posted) return undefined;
    await billing.wallets.credited(tx, owner);
    // The record has no invoice any more, so that what came has one of its own.
    await billing.cameIn(tx, { ownerKey: owner, kind: 'bank-payment', aboutId: `void:${about}`, cents, at: paidAt });
    return { transferId };
  };

  return {
    find: async (tx: Tx, reference: string): Promise<Payable | undefined> => {
      const record = await monthlyRecords.findByReference(tx, reference);
      if (record === undefined) return undefined;
      const match = await paymentsRepo(tx).find('record', record.recordId);
      const isVoid = record.state === 'void';
      return {
        kind: 'record',
        id: record.recordId,
        ownerKey: record.payerKey,
        expectedCents: record.totalCents,
        cancelled: isVoid,
        settled:
          match === undefined
            ? null
            : { receivedCents: match.received_cents, transferId: match.transfer_id, at: Number(match.matched_at) },
        settle: (unit, received) => (isVoid ? settleVoid : settleIssued)(unit, record, received),
      };
    },
  };
};
