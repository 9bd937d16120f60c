import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import type { LedgerService } from '../../commerce/ledger/ledger.module.ts';
import { dayAt, monthOf, monthsAfter, startOf } from '../../commerce/rates/rates.module.ts';
import { besidesReading } from '../../kit/db/reading-only.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { aiCreditsFault } from './ai-credits.faults.ts';
import { aiCreditsRepo } from './ai-credits.repo.ts';
import { type Statement, type StatementRow, statementDocument } from './ai-documents.ts';
import { type File, namesOf, type ReceiptsDeps } from './ai-receipts.ts';
import { aiTransactionsRepo } from './ai-transactions.repo.ts';
import { movedBy } from './ai-transactions.ts';

export interface MonthFigures {
  readonly month: string;
  readonly openingMicros: number;
  readonly topupMicros: number;
  readonly refundMicros: number;
  readonly adjustmentMicros: number;
  readonly usageMicros: number;
  readonly requests: number;
  readonly closingMicros: number;
  readonly final: boolean;
}
interface StatementsDeps extends Pick<ReceiptsDeps, 'organisations' | 'documents'> {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly ledger: Pick<LedgerService, 'currency'>;
}

const WORDS: Readonly<Record<string, string>> = { topup: 'top-up', refund: 'refund', adjustment: 'adjustment' };
const lastDayOf = (month: string): string => dayAt(startOf(`${monthsAfter(month, 1)}-01`) - 1);

/** What moved in each month, by days of UTC: the opening and what stands between come to the closing, which is the next one’s opening. */
export const createAiStatements = ({ db, clock, ledger, organisations, documents }: StatementsDeps) => {
  /** When a month can be final: on the 2nd of the next one. */
  const finalFrom = (month: string): number => startOf(`${monthsAfter(month, 1)}-01`) + Days(1);
  const isFinal = (month: string, lastClosed: string): boolean =>
    clock.wallMs() >= finalFrom(month) && lastClosed >= lastDayOf(month);

  /** Every month since the first that anything moved in, until now. */
  const figures = async (tx: Tx, id: FacilityId): Promise<MonthFigures[]> => {
    const repo = aiTransactionsRepo(tx, id, ledger.currency);
    const lastClosed = await aiCreditsRepo(tx).lastClosed();
    const moved = await repo.movedByMonth();
    const open = (await repo.openUsage(lastClosed)).map(({ day, ...sum }) => ({ month: monthOf(day), ...sum }));
    const charged = [...(await repo.chargedByMonth()), ...open];
    const [first] = [...moved, ...charged].map(({ month }) => month).sort();
    const list: MonthFigures[] = [];
    const now = monthOf(dayAt(clock.wallMs()));
    for (let month = first; month !== undefined && month <= now; month = monthsAfter(month, 1)) {
      const openingMicros: number = list.at(-1)?.closingMicros ?? 0;
      const of = (kind: string) =>
        moved.filter((one) => one.month === month && one.kind === kind).reduce((sum, { micros }) => sum + micros, 0);
      const days = charged.filter((one) => one.month === month);
      const parts = {
        topupMicros: of('topup'),
        refundMicros: of('refund'),
        adjustmentMicros: of('adjustment'),
        usageMicros: -days.reduce((sum, { micros }) => sum + micros, 0),
      };
      const closingMicros = openingMicros + Object.values(parts).reduce((sum, micros) => sum + micros, 0);
      const requests = days.reduce((sum, day) => sum + day.requests, 0);
      list.push({ month, openingMicros, ...parts, requests, closingMicros, final: isFinal(month, lastClosed) });
    }
    return list;
  };

  const require = async (tx: Tx, id: FacilityId, month: string): Promise<MonthFigures> => {
    const found = (await figures(tx, id)).find((one) => one.month === month);
    if (found === undefined) throw aiCreditsFault('statement_unknown', 'There is no statement of this month.');
    return found;
  };
  const rowsOf = async (tx: Tx, id: FacilityId, month: string): Promise<StatementRow[]> => {
    const repo = aiTransactionsRepo(tx, id, ledger.currency);
    const [first, last] = [`${month}-01`, lastDayOf(month)];
    const moves = (await repo.movesOn(first, last)).filter(({ kind }) => WORDS[kind] !== undefined);
    const open = (await repo.openUsage(await aiCreditsRepo(tx).lastClosed())).filter(
      ({ day }) => monthOf(day) === month,
    );
    const days = [...(await repo.daysOn(first, last)), ...open];
    const rows = [
      ...moves.map((row) => ({ day: row.day, what: WORDS[row.kind] ?? row.kind, micros: movedBy(row, repo.credit) })),
      ...days.map(({ day, micros, requests }) => ({ day, what: `${requests} requests`, micros: -Number(micros) })),
    ];
    return rows.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  };
  const make = async (tx: Tx, id: FacilityId, of: MonthFigures): Promise<Statement> => ({
    ...{ month: of.month, ...(await namesOf(tx, organisations, id)), currency: ledger.currency },
    ...{ openingMicros: of.openingMicros, rows: await rowsOf(tx, id, of.month), closingMicros: of.closingMicros },
    ...{ final: of.final, madeAt: of.final ? finalFrom(of.month) : startOf(dayAt(clock.wallMs())) },
  });
  /** As it is kept, once it is final: names and all. */
  const keep = (id: FacilityId, statement: Statement): Promise<Statement> =>
    db.write(async (tx) => {
      const { month } = statement;
      const row = { facility_id: id, month, body: JSON.stringify(statement), made_at: clock.wallMs() };
      return JSON.parse(await aiCreditsRepo(tx).keepStatement(row)) as Statement;
    });
  const statementOf = async (id: FacilityId, month: string): Promise<Statement> => {
    const kept = await db.read((tx) => aiCreditsRepo(tx).statement(id, month));
    if (kept !== undefined) return JSON.parse(kept) as Statement;
    const made = await db.read(async (tx) => make(tx, id, await require(tx, id, month)));
    return made.final ? besidesReading(() => keep(id, made)) : made;
  };

  return {
    /** The newest first: of a year, or the last so many. */
    list: async (
      tx: Tx,
      id: FacilityId,
      { months, year }: { readonly months: number; readonly year?: number | undefined },
    ) => {
      const all = (await figures(tx, id)).reverse();
      return year === undefined ? all.slice(0, months) : all.filter(({ month }) => Number(month.slice(0, 4)) === year);
    },

    /** What a month came to. Throws `statement_unknown`. */
    require,
    statementOf,
    /** The same bytes each time, once it is final. Throws `statement_unknown`. */
    file: async (id: FacilityId, month: string): Promise<File> => ({
      name: `ai-credit-${month}.pdf`,
      bytes: await documents.pdf(statementDocument(await statementOf(id, month))),
    }),
  };
};
export type AiStatements = ReturnType<typeof createAiStatements>;
