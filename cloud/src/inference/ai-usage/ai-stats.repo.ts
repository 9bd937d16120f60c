import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { sql } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Parts, Span } from './usage-windows.ts';

/** What requests can be told apart by. */
export const GROUPS = ['model', 'key', 'source', 'provider', 'status'] as const;
export type Group = (typeof GROUPS)[number];

export interface StatsFilter {
  readonly keyHash?: string | undefined;
  readonly model?: string | undefined;
  readonly provider?: string | undefined;
  readonly source?: 'key' | 'agent' | undefined;
}
export interface Sums {
  readonly requests: number;
  readonly failed: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly costMicros: number;
  readonly msSum: number;
  readonly firstTokens: number;
  readonly firstTokenMsSum: number;
}

/** What has no key, or asked no provider, is under the empty text. */
const COLUMNS = {
  model: sql<string>`model`,
  key: sql<string>`case when source = 'key' then subject else '' end`,
  source: sql<string>`source`,
  provider: sql<string>`provider`,
  status: sql<string>`status`,
} as const;

const sums = () =>
  [
    sql<number>`sum(requests)`.as('requests'),
    sql<number>`sum(case when status = 'ok' then 0 else requests end)`.as('failed'),
    sql<number>`sum(tokens_in)`.as('tokensIn'),
    sql<number>`sum(tokens_out)`.as('tokensOut'),
    sql<number>`sum(cost_micros)`.as('costMicros'),
    sql<number>`sum(ms_sum)`.as('msSum'),
    sql<number>`sum(first_tokens)`.as('firstTokens'),
    sql<number>`sum(first_token_ms_sum)`.as('firstTokenMsSum'),
  ] as const;
const numbers = (row: Sums): Sums => ({
  requests: Number(row.requests),
  failed: Number(row.failed),
  tokensIn: Number(row.tokensIn),
  tokensOut: Number(row.tokensOut),
  costMicros: Number(row.costMicros),
  msSum: Number(row.msSum),
  firstTokens: Number(row.firstTokens),
  firstTokenMsSum: Number(row.firstTokenMsSum),
});

const within = (tx: Tx, facilityId: FacilityId, { from, to }: Span, filter: StatsFilter = {}) => {
  const { keyHash, model, provider, source } = filter;
  let rows = tx
    .selectFrom('ai_rollup')
    .where('facility_id', '=', facilityId)
    .where('at', '>=', from)
    .where('at', '<', to);
  if (keyHash !== undefined) rows = rows.where('source', '=', 'key').where('subject', '=', keyHash);
  if (model !== undefined) rows = rows.where('model', '=', model);
  if (provider !== undefined) rows = rows.where('provider', '=', provider);
  if (source !== undefined) rows = rows.where('source', '=', source);
  return rows;
};

/** Sums of quarters of an hour, which the gate keeps: nobody counts requests. */
export const aiStatsRepo = (tx: Tx) => ({
  /** By one or two of what they are told apart by. */
  grouped: async (facilityId: FacilityId, span: Span, filter: StatsFilter, by: readonly [Group, Group]) => {
    const [one, other] = by;
    const rows = await within(tx, facilityId, span, filter)
      .groupBy([COLUMNS[one], COLUMNS[other]])
      .select([COLUMNS[one].as('one'), COLUMNS[other].as('other'), ...sums()])
      .execute();
    return rows.map((row) => ({ one: row.one, other: row.other, ...numbers(row) }));
  },
  total: async (facilityId: FacilityId, span: Span, filter: StatsFilter): Promise<Sums> => {
    const row = await within(tx, facilityId, span, filter).select(sums()).executeTakeFirstOrThrow();
    return numbers(row);
  },
  /** By quarter. */
  quarters: async (facilityId: FacilityId, span: Span, filter: StatsFilter = {}) => {
    const rows = await within(tx, facilityId, span, filter)
      .groupBy('at')
      .select(['at', ...sums()])
      .orderBy('at')
      .execute();
    return rows.map((row) => ({ at: Number(row.at), ...numbers(row) }));
  },
  /** Those of a span, by parts of a width from a moment on. */
  parts: async (facilityId: FacilityId, span: Span, { from, width }: Parts, filter: StatsFilter) => {
    const part = sql<number>`(at - ${sql.lit(from)}) / ${sql.lit(width)}`;
    const rows = await within(tx, facilityId, span, filter)
      .groupBy(part)
      .select([part.as('part'), ...sums()])
      .execute();
    return rows.map((row) => ({ at: from + Number(row.part) * width, ...numbers(row) }));
  },
  /** When the first sum begins. */
  first: async (facilityId: FacilityId): Promise<number | null> => {
    const first = tx.selectFrom('ai_rollup').where('facility_id', '=', facilityId).orderBy('at').select('at').limit(1);
    const row = await first.executeTakeFirst();
    return row === undefined ? null : Number(row.at);
  },
  /** What agents came to, by the device. */
  agents: async (facilityId: FacilityId, { from, to }: Span) => {
    const rows = await tx
      .selectFrom('ai_rollup')
      .where('facility_id', '=', facilityId)
      .where('at', '>=', from)
      .where('at', '<', to)
      .where('source', '=', 'agent')
      .groupBy('subject')
      .select(({ fn }) => ['subject', fn.sum<number>('cost_micros').as('micros'), fn.max('at').as('last')])
      .execute();
    return new Map(rows.map(({ subject, micros, last }) => [subject, { micros: Number(micros), last: Number(last) }]));
  },
  spent: async (facilityId: FacilityId, { from, to }: Span): Promise<number> => {
    const row = await tx
      .selectFrom('ai_rollup')
      .where('facility_id', '=', facilityId)
      .where('at', '>=', from)
      .where('at', '<', to)
      .select(({ fn }) => fn.sum<number>('cost_micros').as('micros'))
      .executeTakeFirst();
    return Number(row?.micros ?? 0);
  },
});
