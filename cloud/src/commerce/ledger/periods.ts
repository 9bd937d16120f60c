import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { dayOf } from './days.ts';
import { ledgerDaysRepo } from './ledger-days.repo.ts';

/** All accounts of one kind and currency within a month, in micros. Over all lines of a currency debits equal credits. */
export interface BalanceLine {
  readonly currency: string;
  readonly kind: string;
  /** Credits − debits of all days before. */
  readonly opening: number;
  readonly debits: number;
  readonly credits: number;
  readonly closing: number;
}
export interface TrialBalance {
  readonly month: string;
  readonly closed: boolean;
  /** The last sealed day of it: what is not sealed is not counted. Null: none is. */
  readonly through: string | null;
  readonly lines: readonly BalanceLine[];
}

export const lastDayOf = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return dayOf(Date.UTC(year, number, 0));
};
const dayBefore = (day: string): string => dayOf(Date.parse(`${day}T00:00:00.000Z`) - 1);

const linesOf = async (tx: Tx, month: string): Promise<BalanceLine[]> => {
  const first = `${month}-01`;
  const before = await ledgerDaysRepo(tx).movedBetween('', dayBefore(first));
  const within = await ledgerDaysRepo(tx).movedBetween(first, lastDayOf(month));
  const names = new Set([...before, ...within].map(({ currency, kind }) => `${currency} ${kind}`));
  return [...names].sort().map((name) => {
    const [currency = '', kind = ''] = name.split(' ');
    const is = (row: { currency: string; kind: string }) => row.currency === currency && row.kind === kind;
    const [was, now] = [before.find(is), within.find(is)];
    const opening = Number(was?.credits ?? 0) - Number(was?.debits ?? 0);
    const [debits, credits] = [Number(now?.debits ?? 0), Number(now?.credits ?? 0)];
    return { currency, kind, opening, debits, credits, closing: opening + credits - debits };
  });
};

export const createPeriods = ({ clock }: { readonly clock: Pick<Clock, 'wallMs'> }) => ({
  /** Of a month that is closed as it was closed, else of its sealed days. */
  trialBalance: async (tx: Tx, month: string): Promise<TrialBalance> => {
    const closed = await ledgerDaysRepo(tx).findPeriod(month);
    if (closed !== undefined)
      return { month, closed: true, through: lastDayOf(month), lines: JSON.parse(closed.balance) as BalanceLine[] };
    const last = (await ledgerDaysRepo(tx).last())?.day;
    const [through = null] = last === undefined || last < `${month}-01` ? [] : [last, lastDayOf(month)].sort();
    return { month, closed: false, through, lines: await linesOf(tx, month) };
  },

  /** Closes a month for good. Says why where it cannot be. */
  close: async (tx: Tx, month: string, by: string): Promise<{ readonly closed: boolean; readonly why?: string }> => {
    const repo = ledgerDaysRepo(tx);
    const seals = await repo.last();
    if (seals === undefined || seals.day < lastDayOf(month))
      return { closed: false, why: `The days of ${month} are not all sealed yet.` };
    const last = await repo.lastPeriod();
    if (last !== undefined && last.month >= month) return { closed: false, why: `${last.month} is closed already.` };
    const balance = JSON.stringify(await linesOf(tx, month));
    const head = (await repo.all()).find(({ day }) => day === lastDayOf(month))?.hash ?? seals.hash;
    const closed = await repo.closePeriod({ month, balance, head, closed_by: by, closed_at: clock.wallMs() });
    return closed ? { closed } : { closed, why: `${month} is closed already.` };
  },
});
