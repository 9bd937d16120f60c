import { z } from 'zod';
import type { KeptExchange } from '../../kit/http/kept-exchange.ts';
import type { RequestView } from './partner-requests.ts';

/** What a request log is narrowed by. */
export const requestFilters = {
  status: z.coerce
    .number<string>()
    .int()
    .min(1)
    .max(599)
    .optional()
    .describe('Those that were answered so: one status such as 404, or its first digit for all that begin with it.'),
  endpoint: z.string().max(120).optional().describe('Those to this endpoint, by its id, such as `doors.unlock`.'),
};

/** A request in the log: no query, no body, no secret. */
export const LoggedRequest = z.object({
  requestId: z.string(),
  at: z.string(),
  keyId: z.string().nullable(),
  method: z.string(),
  path: z.string(),
  endpoint: z.string().nullable().describe('The id of the endpoint; null where there is none.'),
  status: z.int(),
  durationMs: z.number(),
  remoteAddress: z.string(),
});

/** What was not taken of a batch. */
export const Remarks = z.array(
  z.object({
    index: z.int().describe('Where the item stood in the batch, from 0.'),
    facilityId: z.string().nullable(),
    ids: z.record(z.string(), z.string()).describe('What names the item, by the partner’s own identifiers.'),
    path: z.string().nullable().describe('The field that was not taken; null: the whole item was skipped.'),
    reason: z.string(),
  }),
);

const part = z.object({
  text: z
    .string()
    .describe(
      'For people to read, up to 16 kB: JSON, laid out, in which everything that is about a person, secret or not declared is its kind in brackets, such as `[text]`.',
    ),
  state: z
    .enum(['whole', 'cut', 'not_json'])
    .describe('`cut`: there was more of it than is kept. `not_json`: behind the text it is no JSON.'),
});
const body = part.extend({ bytes: z.int().describe('How many bytes it had.') }).meta({ id: 'KeptBody' });

/** What was sent and answered, as far as it is kept. */
export const Exchange = z
  .object({
    query: part.nullable().describe('The query of the address, as an object; null where there was none.'),
    request: body.nullable().describe('The body that was sent; null where there was none, or nobody read it.'),
    answer: body.nullable().describe('The body that was answered; null where there was none.'),
  })
  .meta({ id: 'KeptExchange' });

export const keptExchange = (kept: KeptExchange | undefined): z.output<typeof Exchange> | null =>
  kept === undefined ? null : { query: kept.query, request: kept.request, answer: kept.answer };

export const loggedRequest = (request: RequestView): z.output<typeof LoggedRequest> => ({
  requestId: request.request_id,
  at: request.at,
  keyId: request.key_id,
  method: request.method,
  path: request.path,
  endpoint: request.endpoint,
  status: request.status,
  durationMs: request.duration_ms,
  remoteAddress: request.remote_address,
});

export const remarksIn = ({ remarks = [] }: RequestView): z.output<typeof Remarks> =>
  remarks.map(({ facility_id: facilityId, ids, ...remark }) => ({ ...remark, facilityId, ids: { ...ids } }));
