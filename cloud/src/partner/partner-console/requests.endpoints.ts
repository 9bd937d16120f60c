import { z } from 'zod';
import { pageQuery, pageSchema } from '../../kit/http/paging.ts';
import {
  A_REQUEST,
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
  readonly partners: Pick<PartnersService, 'listRequests'>;
}
const gate = { contact: 'any' } as const;
const { request_unknown } = partnerConsoleFaults;

export const listRequests = consoleEndpoint<RequestsDeps>()({
  id: 'console-requests.list',
  method: 'GET',
  path: '/console/v1/requests',
  summary: 'Read your request log',
  description: 'What came with your keys in the last 30 days, the newest first: without queries, bodies or keys.',
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
    'By the `request_id` of a refusal, or the header `X-Request-Id` of any answer; of a batch with what was skipped and ignored of its items, for 7 days.',
  gate,
  params: z.strictObject({ requestId: z.string().max(120).describe('As the answer to the request named it.') }),
  success: {
    status: 200,
    description: 'The request.',
    schema: LoggedRequest.extend({
      remarks: Remarks.describe('What was skipped and ignored of its items, as its answer said.'),
    }),
  },
  examples: {
    params: { requestId: A_REQUEST.requestId },
    success: {
      ...A_REQUEST,
      remarks: [
        { index: 3, facilityId: null, ids: { member_id: 'M-1001' }, path: null, reason: 'Missing facility_id' },
      ],
    },
  },
  faults: { request_unknown },
  handle: async ({ partners }, { params: { requestId } }, { caller }) => {
    const { requests } = await partners.listRequests(signedIn(caller).contact.partnerId, { requestId, limit: 1 });
    const [request] = requests;
    if (request === undefined)
      throw partnerConsoleFault('request_unknown', 'There is no request of your account with this id.');
    return { ...loggedRequest(request), remarks: remarksIn(request) };
  },
});
