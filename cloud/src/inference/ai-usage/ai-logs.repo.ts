import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { AiRequestTable } from '../inference/inference.tables.ts';
import type { Parts, Span } from './usage-windows.ts';

export type RequestRow = Selectable<AiRequestTable>;
export const STATUSES = ['ok', 'error', 'blocked', 'refused', 'limited', 'cancelled'] as const;

/** Which requests are looked for. */
export interface LogFilter {
  readonly status?: (typeof STATUSES)[number] | undefined;
  readonly model?: string | undefined;
  readonly provider?: string | undefined;
  readonly source?: 'key' | 'agent' | undefined;
  readonly keyHash?: string | undefined;
  /** Part of what a request has, or how its id or its key begins. */
  readonly q?: string | undefined;
}

const plain = (text: string): string => text.toLowerCase().replace(/[\\%_]/g, '\\$&');
const has = (column: 'model' | 'provider' | 'code', text: string) =>
  sql<boolean>`lower(${sql.ref(column)}) like ${`%${plain(text)}%`} escape '\\'`;
const begins = (column: 'id' | 'key_hash' | 'device_id', text: string) =>
  sql<boolean>`${sql.ref(column)} like ${`${plain(text)}%`} escape '\\'`;

const found = (tx: Tx, facilityId: FacilityId, { from, to }: Span, filter: LogFilter) => {
  const { status, model, provider, source, keyHash, q } = filter;
  let rows = tx
    .selectFrom('ai_request')
    .where('facility_id', '=', facilityId)
    .where('state', '=', 'settled')
    .where('at', '>=', from)
    .where('at', '<', to);
  if (status !== undefined) rows = rows.where('status', '=', status);
  if (model !== undefined) rows = rows.where('model', '=', model);
  if (provider !== undefined) rows = rows.where('provider', '=', provider);
  if (source !== undefined) rows = rows.where('source', '=', source);
  if (keyHash !== undefined) rows = rows.where('key_hash', '=', keyHash);
  if (q !== undefined)
    rows = rows.where(({ or }) =>
      or([
        ...(['model', 'provider', 'code'] as const).map((column) => has(column, q)),
        ...(['id', 'key_hash', 'device_id'] as const).map((column) => begins(column, q)),
      ]),
    );
  return rows;
};

export const aiLogsRepo = (tx: Tx) => ({
  /** Settled requests, the newest first. */
  page: (
    facilityId: FacilityId,
    { span, filter, limit, offset }: { span: Span; filter: LogFilter; limit: number; offset: number },
  ): Promise<RequestRow[]> =>
    found(tx, facilityId, span, filter)
      .selectAll()
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),

  /** In the order of time, so many after one. */
  part: (
    facilityId: FacilityId,
    span: Span,
    after: { readonly at: number; readonly id: string },
    limit: number,
  ): Promise<RequestRow[]> =>
    found(tx, facilityId, { ...span, from: Math.max(span.from, after.at) }, {})
      .where(({ or, eb, and }) =>
        or([eb('at', '>', after.at), and([eb('at', '=', after.at), eb('id', '>', after.id)])]),
      )
      .selectAll()
      .orderBy('at')
      .orderBy('id')
      .limit(limit)
      .execute(),

  /** Those of a span, counted by parts of a width from a moment on. */
  histogram: async (facilityId: FacilityId, span: Span, { from, width }: Parts, filter: LogFilter) => {
    const part = sql<number>`(at - ${sql.lit(from)}) / ${sql.lit(width)}`;
    const rows = await found(tx, facilityId, span, filter)
      .groupBy(part)
      .select(({ fn }) => [
        part.as('part'),
        fn.countAll().as('requests'),
        sql<number>`sum(case when status = 'ok' then 0 else 1 end)`.as('failed'),
        sql<number>`sum(tokens_in + tokens_out)`.as('tokens'),
        fn.sum('cost_micros').as('micros'),
      ])
      .execute();
    return rows.map(({ part: at, requests, failed, tokens, micros }) => ({
      at: from + Number(at) * width,
      requests: Number(requests),
      failed: Number(failed),
      tokens: Number(tokens),
      costMicros: Number(micros),
    }));
  },
});
