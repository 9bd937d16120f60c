import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import { Days, Hours } from '@gatehouse/shared/time/duration.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { Environment } from '../../kit/modules/module.ts';
import { yieldToEventLoop } from '../../kit/yield-to-event-loop.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import { type LedgerService, type OwnerKey, parseOwnerKey } from '../ledger/ledger.module.ts';
import type { BilledDays } from '../rates/billed-days.ts';
import type { DayLogs } from '../rates/day-logs.ts';
import { dayAt, monthOf, monthsAfter } from '../rates/rates.module.ts';
import type { ClosedMonth, RecordTerms } from './monthly-records.ports.ts';
import { monthlyRecordsRepo } from './monthly-records.repo.ts';
import { recordOf, sumLines } from './record-lines.ts';

export interface CloseMonthsDeps extends Pick<Environment, 'clock' | 'random' | 'log'> {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
  readonly ledger: Pick<LedgerService, 'currency'>;
  readonly billedDays: BilledDays;
  readonly dayLogs: Pick<DayLogs, 'openDue' | 'closeDue'>;
  readonly recordTerms: (tx: Tx, payerKey: OwnerKey) => Promise<RecordTerms>;
  readonly billingMonthClosed: (tx: Tx, closed: readonly ClosedMonth[]) => Promise<void>;
}

/** How long after its end a month is closed. */
const CLOSED_AFTER = Hours(2);
const PAYERS_AT_ONCE = 100;
const METHODS = ['wallet', 'invoice'] as const;

/** Makes the record of each payer, once its month is over. */
export const createCloseMonths = (deps: CloseMonthsDeps) => {
  const { db, clock, random, log, billedDays } = deps;

  const orgOf = async (tx: Tx, payerKey: OwnerKey): Promise<OrgId | undefined> => {
    const owner = parseOwnerKey(payerKey);
    if (owner?.kind !== 'facility') return owner?.id;
    return (await deps.organisations.findFacility(tx, owner.id))?.org_id;
  };

  /** Adds up by reads, as closed days never change; what comes of it is one short unit. */
  const closePayer = async (payerKey: OwnerKey, month: string, signal: AbortSignal): Promise<void> => {
    const facilities = await db.read((tx) => billedDays.facilitiesPaidBy(tx, payerKey, month));
    const sums = { wallet: [] as ReturnType<typeof sumLines>, invoice: [] as ReturnType<typeof sumLines> };
    for (const facilityId of facilities) {
      signal.throwIfAborted();
      const days = await db.read((tx) => billedDays.ofMonth(tx, { facilityId, payerKey, month }));
      for (const method of METHODS) {
        const lines = days.filter((day) => day.method === method).flatMap((day) => day.lines);
        sums[method].push(...sumLines(facilityId, lines));
      }
      await yieldToEventLoop();
    }
    await db.write(async (tx) => {
      for (const method of METHODS)
        if (sums[method].length > 0) await add(tx, { payerKey, month, method }, sums[method]);
    });
  };

  const add = async (
    tx: Tx,
    of: Pick<ClosedMonth, 'payerKey' | 'month' | 'method'>,
    sums: ReturnType<typeof sumLines>,
  ): Promise<void> => {
    const orgId = await orgOf(tx, of.payerKey);
    if (orgId === undefined) throw new Error('the payer is gone');
    const { lines, totalCents, micros } = recordOf(sums, deps.ledger.currency);
    const now = clock.wallMs();
    const isOwed = of.method === 'invoice' && totalCents > 0;
    const terms = isOwed ? await deps.recordTerms(tx, of.payerKey) : undefined;
    const id = randomId('mrec', random, now);
    const isOurs = await monthlyRecordsRepo(tx).add({
      id,
      payer_key: of.payerKey,
      org_id: orgId,
      month: of.month,
      method: of.method,
      lines: JSON.stringify(lines),
      total_cents: totalCents,
      micros,
      state: isOwed ? 'issued' : 'paid',
      reference: terms?.reference ?? null,
      due_at: terms === undefined ? null : now + Days(terms.netDays),
      closed_at: now,
      paid_at: isOwed ? null : now,
      received_cents: null,
    });
    if (isOurs) await deps.billingMonthClosed(tx, [{ recordId: id, ...of, totalCents, micros }]);
  };

  /** Resolves with whether every payer has its record, and how many could not be given theirs: they stop no other. */
  const closeMonth = async (month: string, signal: AbortSignal) => {
    const waiting = await db.read((tx) => billedDays.payersWaitedFor(tx, month));
    let failed = 0;
    for (let after = ''; ; ) {
      const payers = await db.read((tx) => billedDays.payersAfter(tx, month, after, PAYERS_AT_ONCE));
      for (const payerKey of payers) {
        signal.throwIfAborted();
        if (waiting.has(payerKey) || (await db.read((tx) => monthlyRecordsRepo(tx).has(payerKey, month)))) continue;
        try {
          await closePayer(payerKey, month, signal);
        } catch (error) {
          signal.throwIfAborted();
          failed += 1;
          log.error({ err: error, payerKey, month }, 'the month of a payer cannot be closed');
        }
      }
      const last = payers.at(-1);
      if (last === undefined || payers.length < PAYERS_AT_ONCE)
        return { isWhole: waiting.size === 0 && failed === 0, failed };
      after = last;
    }
  };

  /** Closes every month that ended two hours ago or longer, and is not closed. Days that are still open are waited for. Rejects in the end where a payer has failed. */
  const closeDue = async (signal: AbortSignal): Promise<void> => {
    const current = monthOf(dayAt(clock.wallMs() - CLOSED_AFTER));
    const first = await db.read((tx) => billedDays.firstMonth(tx));
    if (first === undefined) return;
    let failures = 0;
    for (let month = first; month < current; month = monthsAfter(month, 1)) {
      if (await db.read((tx) => monthlyRecordsRepo(tx).isClosed(month))) continue;
      const { isWhole, failed } = await closeMonth(month, signal);
      failures += failed;
      if (isWhole) await db.write((tx) => monthlyRecordsRepo(tx).close(month, clock.wallMs()));
    }
    if (failures > 0) throw new Error(`months of payers that cannot be closed: ${failures}`);
  };

  return {
    closeDue,

    /** Sees to the days first: a day that nobody has opened yet would be missing for ever. */
    closeWithDays: async (signal: AbortSignal): Promise<void> => {
      await deps.dayLogs.openDue(signal);
      await deps.dayLogs.closeDue(signal).catch((error: unknown) => {
        signal.throwIfAborted();
        log.error({ err: error }, 'payers whose days are open wait for their record');
      });
      await closeDue(signal);
    },
  };
};
export type CloseMonths = ReturnType<typeof createCloseMonths>;
