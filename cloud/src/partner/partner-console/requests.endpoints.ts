import { z } from 'zod';
import { pageQuery, pageSchema } from '../../kit/http/paging.ts';
import {
  A_REQUEST,
  Exchange,
  keptExchange,
  LoggedRequest,
  loggedRequest,
  type PartnersService,
  Remarks,
  remarksIn,
  requestFilters,
} from '../partners/partners.module.ts';
import { consoleEndpoint, signedIn } from './console-surface.ts';
import { partnerConsoleFault, partnerConsoleFaults } from './partner-console.faults.ts';

interface RequestsDeps {
  readonly partners: Pick<PartnersService, 'listRequests' | 'exchangeOf'>;
}
const gate = { contact: 'any' } as const;
const { request_unknown } = partnerConsoleFaults;

export const listRequests = consoleEndpoint<RequestsDeps>()({
  id: 'console-requests.list',
  method: 'GET',
  path: '/console/v1/requests',
  summary: 'Read your request log',
  description:
    'What came with your keys in the last 30 days, the newest first: without queries, bodies or keys. What one of them carried, its own page says.',
  gate,
  query: z.strictObject({
    ...requestFilters,
    keyId: z.uuid().optional().describe('Those that came with this key.'),
    ...pageQuery,
  }),
  success: { status: 200, description: 'A page.', schema: pageSchema(LoggedRequest) },
  examples: { query: { status: '4' }, success: { data: [A_REQUEST], next: null } },
  faults: {},
  handle: async ({ partners }, { query }, { caller }) => {
    const { requests, next } = await partners.listRequests(signedIn(caller).contact.partnerId, query);
    return { data: requests.map(loggedRequest), next };
  },
});

export const readRequest = consoleEndpoint<RequestsDeps>()({
  id: 'console-requests.read',
  method: 'GET',
  path: '/console/v1/requests/:requestId',
  summary: 'Read one of your requests',
  description:
    'By the `request_id` of a refusal, or the header `X-Request-Id` of any answer; of a batch with what was skipped and ignored of its items, for 7 days. Of refusals, and of whatever a dryrun key asks, also what was sent and answered, redacted, for as long.',
  gate,
  params: z.strictObject({ requestId: z.string().max(120).describe('As the answer to the request named it.') }),
  success: {
    status: 200,
    description: 'The request.',
    schema: LoggedRequest.extend({
      remarks: Remarks.describe('What was skipped and ignored of its items, as its answer said.'),
      exchange: Exchange.nullable().describe(
        'What was sent and answered. Null where it is not kept: of a success with a key that is no dryrun key, after 7 days, and where very much was refused within an hour.',
      ),
    }),
  },
  examples: {
    params: { requestId: A_REQUEST.requestId },
    success: {
      ...A_REQUEST,
      remarks: [
        { index: 3, facilityId: null, ids: { member_id: 'M-1001' }, path: null, reason: 'Missing facility_id' },
      ],
      exchange: {
        query: null,
        request: { text: '{\n  "member_id": [text]\n}', state: 'whole', bytes: 24 },
        answer: { text: '{\n  "error": "not_found"\n}', state: 'whole', bytes: 21 },
      },
    },
  },
  faults: { request_unknown },
  handle: async ({ partners }, { params: { requestId } }, { caller }) => {
    const { partnerId } = signedIn(caller).contact;
    const { requests } = await partners.listRequests(partnerId, { requestId, limit: 1 });
    const [request] = requests;
    if (request === undefined)
      throw partnerConsoleFault('request_unknown', 'There is no request of your account with this id.');
    const exchange = keptExchange(await partners.exchangeOf(partnerId, requestId));
    return { ...loggedRequest(request), remarks: remarksIn(request), exchange };
  },
});
