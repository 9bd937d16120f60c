import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { stringify } from 'csv-stringify/sync';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { aiLogsRepo, type LogFilter, type RequestRow } from './ai-logs.repo.ts';
import { partsOf, type Span, spanOfLogs } from './usage-windows.ts';

/** More parts than a chart has room for help nobody. */
const PARTS_MAX = 120;
const ROWS_AT_ONCE = 1_000;

type AskedSpan = Parameters<typeof spanOfLogs>[0];

const numberOrNull = (value: number | null): number | null => (value === null ? null : Number(value));
const viewOf = (row: RequestRow) => ({
  generationId: row.id,
  at: isoOf(Number(row.at)),
  source: row.source,
  keyHash: row.key_hash,
  deviceId: row.device_id,
  model: row.model,
  provider: row.provider,
  tokensIn: Number(row.tokens_in),
  tokensOut: Number(row.tokens_out),
  costMicros: Number(row.cost_micros),
  firstTokenMs: numberOrNull(row.first_token_ms),
  ms: numberOrNull(row.ms),
  status: row.status ?? 'error',
  code: row.code,
  usageSource: row.usage_source,
});
type Log = ReturnType<typeof viewOf>;
/** The columns of a file, in this order for good: new ones come last. */
export const CSV_COLUMNS = [
  'generationId',
  'at',
  'source',
  'keyHash',
  'deviceId',
  'model',
  'provider',
  'tokensIn',
  'tokensOut',
  'costMicros',
  'firstTokenMs',
  'ms',
  'status',
  'code',
  'usageSource',
] as const satisfies readonly (keyof Log)[];

/** A month of four and two digits, by UTC. */
export const spanOfMonth = (month: string): Span => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return { from: Date.UTC(year, number - 1, 1), to: Date.UTC(year, number, 1) };
};

/** Requests to models, of which nothing is known that anybody wrote: those that are settled. */
export const createAiLogs = ({
  db,
  clock,
}: {
  readonly db: Pick<Database, 'read'>;
  readonly clock: Pick<Clock, 'wallMs'>;
}) => ({
  page: async (
    tx: Tx,
    facilityId: FacilityId,
    { page, pageSize, ...asked }: AskedSpan & LogFilter & { readonly page: number; readonly pageSize: number },
  ) => {
    const span = spanOfLogs(asked, clock.wallMs());
    const [limit, offset] = [pageSize + 1, (page - 1) * pageSize];
    const rows = await aiLogsRepo(tx).page(facilityId, { span, filter: asked, limit, offset });
    return { data: rows.slice(0, pageSize).map(viewOf), page, pageSize, hasMore: rows.length > pageSize };
  },

  /** Of the day before its end, unless its beginning is given. */
  histogram: async (tx: Tx, facilityId: FacilityId, asked: AskedSpan & LogFilter) => {
    const { minutes, startTs, startDate, endDate } = asked;
    const isOpen = [minutes, startTs, startDate, endDate].every((one) => one === undefined);
    const { to, ...given } = spanOfLogs(asked, clock.wallMs());
    const span = { from: isOpen ? Math.max(0, to - Days(1)) : given.from, to };
    const parts = partsOf(span, PARTS_MAX);
    const counted = await aiLogsRepo(tx).histogram(facilityId, span, parts, asked);
    const byStart = new Map(counted.map((part) => [part.at, part]));
    const nothing = { requests: 0, failed: 0, tokens: 0, costMicros: 0 };
    const starts = Array.from(
      { length: (parts.to - parts.from) / parts.width },
      (_, at) => parts.from + at * parts.width,
    );
    return {
      from: isoOf(parts.from),
      to: isoOf(parts.to),
      bucketSeconds: parts.width / 1_000,
      data: starts.map((start) => ({ ...nothing, ...byStart.get(start), at: isoOf(start) })),
    };
  },

  /** The lines of a file, part by part: what a spreadsheet would take for a formula is made a text. */
  csv: async function* (facilityId: FacilityId, month: string, signal: AbortSignal): AsyncGenerator<string> {
    const span = spanOfMonth(month);
    yield `${CSV_COLUMNS.join(',')}\n`;
    for (let after = { at: span.from - 1, id: '' }, more = true; more; ) {
      signal.throwIfAborted();
      const from = after;
      const rows = await db.read((tx) => aiLogsRepo(tx).part(facilityId, span, from, ROWS_AT_ONCE));
      const last = rows.at(-1);
      if (last !== undefined) {
        yield stringify(rows.map(viewOf), { columns: [...CSV_COLUMNS], escape_formulas: true });
        after = { at: Number(last.at), id: last.id };
      }
      more = rows.length === ROWS_AT_ONCE;
    }
  },
});
export type AiLogs = ReturnType<typeof createAiLogs>;
