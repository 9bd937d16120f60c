import type { Tx } from '../db/unit-of-work.ts';

export interface RequestLogFilter {
  readonly tenant: string;
  readonly requestId?: string | undefined;
  readonly keyId?: string | undefined;
  readonly endpoint?: string | undefined;
  /** Both inclusive. */
  readonly status?: { readonly from: number; readonly to: number } | undefined;
  /** Only what is older than this row. */
  readonly before?: { readonly at: number; readonly requestId: string } | undefined;
  readonly limit: number;
}

/** Reading the request log, and forgetting what is too old. It is written by `requestLog` only. */
export const requestLogRepo = (tx: Tx) => ({
  /** Newest first. */
  list: ({ tenant, requestId, keyId, endpoint, status, before, limit }: RequestLogFilter) =>
    tx
      .selectFrom('request_log')
      .where('tenant', '=', tenant)
      .$if(requestId !== undefined, (query) => query.where('request_id', '=', requestId ?? ''))
      .$if(keyId !== undefined, (query) => query.where('key_id', '=', keyId ?? ''))
      .$if(endpoint !== undefined, (query) => query.where('endpoint', '=', endpoint ?? ''))
      .$if(status !== undefined, (query) =>
        query.where('status', '>=', status?.from ?? 0).where('status', '<=', status?.to ?? 0),
      )
      .$if(before !== undefined, (query) =>
        query.where((eb) =>
          eb.or([
            eb('at', '<', before?.at ?? 0),
            eb('at', '=', before?.at ?? 0).and('request_id', '<', before?.requestId ?? ''),
          ]),
        ),
      )
      .selectAll()
      .orderBy('at', 'desc')
      .orderBy('request_id', 'desc')
      .limit(limit)
      .execute(),

  /** Forgets the oldest rows from before `at`, `limit` of them at most. Resolves with how many those were. */
  deleteBefore: async (at: number, limit: number): Promise<number> => {
    const gone = await tx
      .deleteFrom('request_log')
      .where('request_id', 'in', (eb) =>
        eb.selectFrom('request_log').select('request_id').where('at', '<', at).orderBy('at').limit(limit),
      )
      .executeTakeFirst();
    return Number(gone.numDeletedRows);
  },
});
