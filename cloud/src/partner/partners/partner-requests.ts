import type { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { KeptExchange } from '../../kit/http/kept-exchange.ts';
import { keptExchangesRepo } from '../../kit/http/kept-exchanges.repo.ts';
import { pageOf } from '../../kit/http/paging.ts';
import { noPosition } from '../../kit/http/position.ts';
import { requestLogRepo } from '../../kit/http/request-log.repo.ts';
import type { RemarkView } from './remarks.ts';

/** One request of a partner, as its log shows it: no query, no body, no secret. */
export interface RequestView {
  readonly request_id: string;
  readonly at: string;
  readonly key_id: string | null;
  readonly method: string;
  readonly path: string;
  /** The endpoint's id; null where no endpoint was there. */
  readonly endpoint: string | null;
  readonly status: number;
  readonly duration_ms: number;
  readonly remote_address: string;
  /** What was skipped and ignored of its items, as its answer said; only where one request is asked for. Kept for 7 days. */
  readonly remarks?: readonly RemarkView[];
}

export interface RequestQuery {
  /** One status, or a hundred of them: 404, or 4 for all of 400 to 499. */
  readonly status?: number | undefined;
  readonly endpoint?: string | undefined;
  readonly requestId?: string | undefined;
  /** Those that came with this key. */
  readonly keyId?: string | undefined;
  /** Where the last page said that the next begins. */
  readonly after?: string | undefined;
  /** 1 to 200; 50 unless given. */
  readonly limit?: number;
}

const Position = z.tuple([z.int(), z.string()]);

/** A partner's own request log, which is kept for 30 days. */
export const createPartnerRequests = (
  { db }: { readonly db: Pick<Database, 'read'> },
  { remarksOf }: { readonly remarksOf: (partnerId: PartnerId, requestId: string) => Promise<RemarkView[]> },
) => ({
  /** One page, newest first; `next` begins the one after it. Throws `invalid_request` for a position that is none. */
  listRequests: async (
    partnerId: PartnerId,
    { status, endpoint, requestId, keyId, after, limit = 50 }: RequestQuery = {},
  ): Promise<{ requests: RequestView[]; next: string | null }> => {
    const size = Math.min(Math.max(Math.trunc(limit), 1), 200);
    const found = await db.read((tx) =>
      requestLogRepo(tx).list({
        tenant: partnerId,
        requestId,
        keyId,
        endpoint,
        status: status === undefined ? undefined : rangeOf(status),
        before: after === undefined ? undefined : positionOf(after),
        limit: size + 1,
      }),
    );
    const { page, next } = pageOf(found, size, textOf);
    const one = requestId !== undefined && page.length > 0 ? { remarks: await remarksOf(partnerId, requestId) } : {};
    return { requests: page.map(({ tenant: _own, at, ...row }) => ({ ...row, at: isoOf(at), ...one })), next };
  },

  /** What one of them carried, redacted: kept for 7 days of refusals and of what dryrun keys asked. */
  exchangeOf: async (partnerId: PartnerId, requestId: string): Promise<KeptExchange | undefined> => {
    const found = await db.read((tx) => keptExchangesRepo(tx).find(partnerId, requestId));
    return found === undefined ? undefined : (JSON.parse(found) as KeptExchange);
  },
});

const rangeOf = (status: number) =>
  status < 10 ? { from: status * 100, to: status * 100 + 99 } : { from: status, to: status };

const textOf = ({ at, request_id }: { at: number; request_id: string }): string =>
  Buffer.from(JSON.stringify([at, request_id])).toString('base64url');

const positionOf = (after: string): { at: number; requestId: string } => {
  try {
    const [at, requestId] = Position.parse(JSON.parse(Buffer.from(after, 'base64url').toString()));
    return { at, requestId };
  } catch {
    throw noPosition();
  }
};
