import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { ReadCall } from '../../kit/http/endpoint.ts';
import { pageQuery, pageSchema } from '../../kit/http/paging.ts';
import { type PlatformCaller, platformEndpoint } from '../users/platform-surface.ts';
import { usersFaults } from '../users/users.faults.ts';
import { auditFault, auditFaults } from './audit.faults.ts';
import { AN_ENTRY, EntryView, entryView } from './audit.views.ts';
import { cursorOf, placeAfter } from './audit-cursor.ts';
import { mayReadAll, type Visible, within } from './audit-reach.ts';
import { type AuditEndpointDeps, READS, visibleFor } from './audit-reading.ts';
import { isoTimes, mustEndLater, ofIso } from './audit-times.ts';
import { shortest } from './shortest-address.ts';

const word = z.string().trim().min(1).max(120).optional();
const END_OF_TIME = Number.MAX_SAFE_INTEGER;

const SearchBody = z
  .strictObject({
    actor: word.describe(
      'Who did it, or was acted as: the id of a user, or `partner:…` or `box:…` as the audit has it.',
    ),
    email: z.string().trim().min(1).max(254).optional().describe('The same by a user’s e-mail.'),
    event: word.describe('What was done, such as `door.rename`.'),
    endpoint: word.describe('The operation id, such as `doors.rename`.'),
    outcome: word.describe('`ok`, or the code of an error.'),
    status: z.int().min(100).max(599).optional().describe('The HTTP status, exactly.'),
    statusClass: z.enum(['2xx', '3xx', '4xx', '5xx']).optional().describe('The same by its first digit.'),
    target: z.string().trim().min(1).max(200).optional().describe('What it was done to: mostly an id.'),
    facilityId: word.describe('Where it was done.'),
    remoteAddress: word.describe('The IP address that the request came from.'),
    requestId: word.describe('The `X-Request-Id` of its answer.'),
    ...isoTimes,
    text: z
      .string()
      .trim()
      .min(2)
      .max(120)
      .optional()
      .describe('Anywhere in event, endpoint, outcome, target or request id.'),
    after: pageQuery.after,
    limit: z.int().min(1).max(200).default(50).describe('How many at most: 1 to 200.').optional(),
  })
  .optional();

/** Super admins search everywhere unless they name an organisation; everybody else has to. */
const searched = async (
  deps: AuditEndpointDeps,
  call: Pick<ReadCall<PlatformCaller>, 'caller' | 'read'>,
  organisationId: OrgId | undefined,
): Promise<{ readonly visible: Visible; readonly readsAll: boolean }> => {
  if (organisationId !== undefined) {
    const all = await visibleFor(deps, call);
    return { visible: within(all, organisationId, call.caller.where !== undefined), readsAll: all === 'everything' };
  }
  if (!mayReadAll(call.caller))
    throw auditFault('organisation_required', 'organisationId: is required, unless you are a super admin.');
  return { visible: 'everything', readsAll: true };
};

const statusRange = (status: number | undefined, statusClass: string | undefined) => {
  if (status !== undefined) return { from: status, to: status };
  if (statusClass === undefined) return undefined;
  const hundreds = Number(statusClass.slice(0, 1)) * 100;
  return { from: hundreds, to: hundreds + 99 };
};

export const searchAudit = platformEndpoint<AuditEndpointDeps>()({
  id: 'audit.search',
  method: 'POST',
  path: '/api/admin/audit-logs/search',
  summary: 'Search the audit',
  description:
    'Every request of somebody known, newest first: who, as whom, where, what, with what outcome, how long it took. All filters have to fit. Each page looks at 10,000 entries at most, so it may hold fewer than `limit`, or none, and still have a `next`: go on until that is null. For whoever may not read everything these are the entries of the organisation, whatever the filters. Entries that are written meanwhile move nothing.',
  gate: READS,
  readsOnly: true,
  query: z.strictObject({
    organisationId: z.string().max(64).brand<'OrgId'>().optional().describe('Required for everybody but super admins.'),
  }),
  body: SearchBody,
  success: {
    status: 200,
    description: 'The newest that fit.',
    schema: pageSchema(EntryView),
  },
  examples: {
    query: { organisationId: 'org_0123456789abcdef' },
    body: { email: 'sam@example.com', statusClass: '4xx', from: '2026-01-01T00:00:00Z' },
    success: { data: [AN_ENTRY], next: null },
  },
  faults: { organisation_required: auditFaults.organisation_required, place_unknown: usersFaults.place_unknown },
  audit: { event: 'audit.search', target: ({ query }) => query.organisationId },
  handle: async (deps, { query, body = {} }, call) => {
    const reach = await searched(deps, call, query.organisationId);
    const {
      actor,
      email,
      requestId,
      status,
      statusClass,
      remoteAddress,
      limit = 50,
      after,
      from,
      to,
      target,
      ...filter
    } = body;
    const before = placeAfter(after, 'body');
    const period = { from: ofIso(from) ?? 0, to: ofIso(to) ?? END_OF_TIME };
    mustEndLater(period, { part: 'body', from: 'from', to: 'to' });
    const found = await deps.audit.search({
      ...period,
      ...reach,
      filter: {
        ...filter,
        status: statusRange(status, statusClass),
        remoteAddress: remoteAddress && shortest(remoteAddress),
      },
      target,
      actor,
      email,
      requestId,
      before,
      limit,
    });
    return { data: found.entries.map(entryView), next: found.next === undefined ? null : cursorOf(found.next) };
  },
});
