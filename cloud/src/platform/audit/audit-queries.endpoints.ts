import { z } from 'zod';
import { pageSchema, pagesOf } from '../../kit/http/paging.ts';
import { platformEndpoint } from '../users/platform-surface.ts';
import { AN_ENTRY, EntryView, entryView, periodFields, periodView } from './audit.views.ts';
import { cursorOf, placeAfter } from './audit-cursor.ts';
import type { AuditEndpointDeps } from './audit-reading.ts';
import type { Search } from './audit-search.ts';
import { mustEndLater, ofUnix, unixTimes } from './audit-times.ts';
import type { Period } from './audit-windows.ts';
import { shortest } from './shortest-address.ts';

const query = {
  ...unixTimes,
  startTime: unixTimes.startTime.describe('Unix seconds. The oldest entry that is kept, unless given.'),
  ...pagesOf({ most: 500, usual: 100 }),
};

interface Times {
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
}

const queried = async ({ startTime, endTime }: Times, audit: AuditEndpointDeps['audit']): Promise<Period> => {
  const to = ofUnix(endTime) ?? audit.now() + 1;
  const from = ofUnix(startTime) ?? Math.min((await audit.oldest()) ?? to - 1, to - 1);
  const period = { from: Math.max(0, from), to };
  mustEndLater(period, { part: 'query', from: 'startTime', to: 'endTime' });
  return period;
};

const Queried = z.object({ ...periodFields, ...pageSchema(EntryView).shape });

const found = async (
  { audit }: AuditEndpointDeps,
  asked: Pick<Search, 'filter' | 'email'>,
  { after, limit, ...times }: { after?: string | undefined; limit: number } & Times,
): Promise<z.output<typeof Queried>> => {
  const period = await queried(times, audit);
  const everything = { visible: 'everything', readsAll: true } as const;
  const { entries, next } = await audit.search({
    ...period,
    ...everything,
    ...asked,
    before: placeAfter(after, 'query'),
    limit,
  });
  return { ...periodView(period), data: entries.map(entryView), next: next === undefined ? null : cursorOf(next) };
};

const A_DAY = { startTime: 1_767_225_600, endTime: 1_767_312_000 };
const ON_THAT_DAY: z.input<typeof Queried> = {
  from: '2026-01-01T00:00:00.000Z',
  to: '2026-01-02T00:00:00.000Z',
  data: [AN_ENTRY],
  next: null,
};

export const findByAddress = platformEndpoint<AuditEndpointDeps>()({
  id: 'audit.by-address',
  method: 'GET',
  path: '/api/admin/audit-logs/query-by-ip',
  summary: 'Read what came from an IP address',
  description:
    'Newest first, of all organisations: as far back as entries are kept, unless `startTime` says otherwise. A page may be shorter than `limit`, or empty, and still have a `next`.',
  gate: { needs: 'global-admin', in: 'platform' },
  query: z.strictObject({
    ipAddress: z
      .union([z.ipv4(), z.ipv6()], 'must be an IP address')
      .describe('As the audit shows it: IPv4, or IPv6 in its shortest form.'),
    ...query,
  }),
  success: { status: 200, description: 'What came from there.', schema: Queried },
  examples: { query: { ipAddress: AN_ENTRY.remoteAddress, ...A_DAY }, success: ON_THAT_DAY },
  faults: {},
  handle: (deps, { query: { ipAddress, ...paged } }) =>
    found(deps, { filter: { remoteAddress: shortest(ipAddress) } }, paged),
});

export const findByUser = platformEndpoint<AuditEndpointDeps>()({
  id: 'audit.by-user',
  method: 'GET',
  path: '/api/admin/audit-logs/query-by-user',
  summary: 'Read what a user did',
  description:
    'What they did, and what a super admin did as them; also of a user who was deleted, as long as the e-mail is known. Newest first: as far back as entries are kept, unless `startTime` says otherwise. An e-mail that nobody has gives an empty list. A page may be shorter than `limit`, or empty, and still have a `next`.',
  gate: { needs: 'global-admin', in: 'platform' },
  query: z.strictObject({
    email: z.string().trim().min(1).max(254).describe('Whose requests: the e-mail, whatever its case.'),
    ...query,
  }),
  success: { status: 200, description: 'What they did.', schema: Queried },
  examples: { query: { email: 'sam@example.com', ...A_DAY }, success: ON_THAT_DAY },
  faults: {},
  handle: (deps, { query: { email, ...paged } }) => found(deps, { filter: {}, email }, paged),
});
