import { isIPv6 } from 'node:net';
import { Days } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import { kitFault } from '../../http/kit-faults.ts';
import { type PlatformCaller, platformEndpoint } from '../users/platform-surface.ts';
import { usersFaults } from '../users/users.faults.ts';
import { holds } from '../users/users.module.ts';
import { auditFault, auditFaults } from './audit.faults.ts';
import { EntryView, entryView, periodFields, periodView } from './audit.views.ts';
import { cursorOf, positionOf } from './audit-cursor.ts';
import { type Visible, within } from './audit-reach.ts';
import { type AuditEndpointDeps, READS, visibleFor } from './audit-reading.ts';
import { isoTimes, mustEndLater, ofIso, ofUnix, unixTimes } from './audit-times.ts';
import type { Period } from './audit-windows.ts';

const word = z.string().trim().min(1).max(120).optional();
const Limit = z.int().min(1).max(200).default(50).describe('How many at most.');

const SearchBody = z
  .strictObject({
    actor: word.describe(
      'Who did it, or was acted as: the id of a user, or `partner:…` or `box:…` as the audit has it.',
    ),
    email: z.string().trim().min(1).max(254).optional().describe('The same by a user’s e-mail.'),
    event: word,
    endpoint: word,
    outcome: word.describe('`ok`, or the code of an error.'),
    status: z.int().min(100).max(599).optional(),
    statusClass: z.enum(['2xx', '3xx', '4xx', '5xx']).optional(),
    target: z.string().trim().min(1).max(200).optional(),
    facilityId: word,
    remoteAddress: word,
    requestId: word,
    ...isoTimes,
    text: z
      .string()
      .trim()
      .min(2)
      .max(120)
      .optional()
      .describe('Anywhere in event, endpoint, outcome, target or request id.'),
    limit: Limit.optional(),
    cursor: z.string().max(120).optional().describe('`next` of the page before.'),
  })
  .optional();

/** Super admins search everywhere unless they name an organisation; everybody else has to. */
const searched = async (
  deps: AuditEndpointDeps,
  caller: PlatformCaller,
  organisationId: string | undefined,
): Promise<{ readonly visible: Visible; readonly readsAll: boolean }> => {
  if (organisationId !== undefined) {
    const all = await visibleFor(deps, caller);
    return { visible: within(all, organisationId, caller.where !== undefined), readsAll: all === 'everything' };
  }
  if (!holds(caller.grants, 'super-admin', {}))
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
    organisationId: z.string().max(64).optional().describe('Required for everybody but super admins.'),
  }),
  body: SearchBody,
  success: {
    status: 200,
    description: 'The newest that fit.',
    schema: z.object({ entries: z.array(EntryView), next: z.string().nullable() }),
  },
  faults: { organisation_required: auditFaults.organisation_required, place_unknown: usersFaults.place_unknown },
  audit: { event: 'audit.search', target: ({ query }) => query.organisationId },
  handle: async (deps, { query, body = {} }, { caller }) => {
    const reach = await searched(deps, caller, query.organisationId);
    const {
      actor,
      email,
      requestId,
      status,
      statusClass,
      remoteAddress,
      limit = 50,
      cursor,
      from,
      to,
      ...filter
    } = body;
    const before = cursor === undefined ? undefined : positionOf(cursor);
    if (cursor !== undefined && before === undefined)
      throw kitFault('invalid_request', 'cursor: is not the `next` of a page.');
    const period = { from: ofIso(from) ?? 0, to: ofIso(to) ?? END_OF_TIME };
    mustEndLater(period, { from: 'from', to: 'to' });
    const found = await deps.audit.search({
      ...period,
      ...reach,
      filter: {
        ...filter,
        status: statusRange(status, statusClass),
        remoteAddress: remoteAddress && shortest(remoteAddress),
      },
      actor,
      email,
      requestId,
      before,
      limit,
    });
    return { entries: found.entries.map(entryView), next: found.next === undefined ? null : cursorOf(found.next) };
  },
});

const END_OF_TIME = Number.MAX_SAFE_INTEGER;
const QUERIED_BY_DEFAULT = Days(7);

const query = {
  ...unixTimes,
  limit: z.coerce.number<string | number>().int().min(1).max(500).default(100).describe('How many at most.'),
};

const queried = (
  { startTime, endTime }: { startTime?: number | undefined; endTime?: number | undefined },
  now: number,
): Period => {
  const to = ofUnix(endTime) ?? now + 1;
  const period = { from: ofUnix(startTime) ?? to - QUERIED_BY_DEFAULT, to };
  mustEndLater(period, { from: 'startTime', to: 'endTime' });
  return period;
};

const Queried = z.object({
  ...periodFields,
  entries: z.array(EntryView),
  complete: z.boolean().describe('False: there are older ones in the period. Ask again with an earlier `endTime`.'),
});

export const findByAddress = platformEndpoint<AuditEndpointDeps>()({
  id: 'audit.by-address',
  method: 'GET',
  path: '/api/admin/audit-logs/query-by-ip',
  summary: 'Read what came from an IP address',
  description:
    'Newest first, of all organisations: of the seven days before `endTime` unless `startTime` says otherwise.',
  gate: { needs: 'global-admin', in: 'platform' },
  query: z.strictObject({
    ipAddress: z
      .union([z.ipv4(), z.ipv6()], 'must be an IP address')
      .describe('As the audit shows it: IPv4, or IPv6 in its shortest form.'),
    ...query,
  }),
  success: { status: 200, description: 'What came from there.', schema: Queried },
  faults: {},
  handle: async ({ audit }, { query: { ipAddress, limit, ...times } }) => {
    const period = queried(times, audit.now());
    const filter = { remoteAddress: shortest(ipAddress) };
    const found = await audit.search({ ...period, visible: 'everything', readsAll: true, filter, limit });
    return { ...periodView(period), entries: found.entries.map(entryView), complete: found.next === undefined };
  },
});

/** The one way that sockets write an address. */
const shortest = (given: string): string => {
  const address = given.replace(/^::ffff:(?=\d+\.)/i, '');
  const url = `http://[${address}]`;
  return isIPv6(address) && URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : address;
};

export const findByUser = platformEndpoint<AuditEndpointDeps>()({
  id: 'audit.by-user',
  method: 'GET',
  path: '/api/admin/audit-logs/query-by-user',
  summary: 'Read what a user did',
  description:
    'What they did, and what a super admin did as them; also of a user who was deleted, as long as the e-mail is known. Newest first: of the seven days before `endTime` unless `startTime` says otherwise. An e-mail that nobody has gives an empty list.',
  gate: { needs: 'global-admin', in: 'platform' },
  query: z.strictObject({ email: z.string().trim().min(1).max(254), ...query }),
  success: { status: 200, description: 'What they did.', schema: Queried },
  faults: {},
  handle: async ({ audit }, { query: { email, limit, ...times } }) => {
    const period = queried(times, audit.now());
    const found = await audit.search({ ...period, visible: 'everything', readsAll: true, filter: {}, email, limit });
    return { ...periodView(period), entries: found.entries.map(entryView), complete: found.next === undefined };
  },
});
