import { z } from 'zod';
import { listSchema, pageOf, pageSchema, pagesOf } from '../../kit/http/paging.ts';
import { platformEndpoint } from './platform-surface.ts';
import { listed, peopleReach } from './user-access.ts';
import { ListedUser, SAM, STAFF } from './user-fields.ts';
import type { UsersEndpointDeps } from './users.endpoints.ts';

type ListDeps = Pick<UsersEndpointDeps, 'users'>;

const READS = ['facility-staff', 'iam'] as const;
const LISTED: z.input<typeof ListedUser> = { ...SAM, createdAt: '2026-01-01T09:30:00.000Z', roles: [STAFF] };

export const listUsers = platformEndpoint<ListDeps>()({
  id: 'users.list',
  method: 'GET',
  path: '/api/admin/users/listusers',
  graph: { on: 'Organisation', as: 'users', with: { organisationId: 'organisationId' } },
  summary: 'List users',
  description:
    'Users who hold something where you work with people, each with what they hold there. With `organisationId` only those who hold something in that organisation or at one of its facilities.',
  gate: { needs: READS, in: 'organisation' },
  query: z.strictObject({
    organisationId: z.string().max(64).brand<'OrgId'>().optional().describe('Only those who hold something there.'),
    ...pagesOf({ of: 'usr' }),
  }),
  success: {
    status: 200,
    description: 'A page of users.',
    schema: pageSchema(ListedUser),
  },
  examples: { success: { data: [LISTED], next: null } },
  faults: {},
  handle: ({ users }, { query: { organisationId, after, limit } }, { caller, read }) =>
    read(async (tx) => {
      const among = organisationId === undefined ? {} : { among: { organisations: [organisationId], facilities: [] } };
      const found = await users.list(tx, { reach: peopleReach(caller), ...among, after, limit: limit + 1 });
      const { page, next } = pageOf(found, limit, ({ id }) => id);
      return { data: await listed(tx, users, { caller, found: page }), next };
    }),
});

export const searchUsers = platformEndpoint<ListDeps>()({
  id: 'users.search',
  method: 'GET',
  path: '/api/admin/users/searchuser',
  summary: 'Search users',
  description: 'At most 10 users that you may see and whose e-mail or name has the text in it, whatever its case.',
  gate: { needs: READS, in: 'anywhere' },
  query: z.strictObject({
    q: z.string().trim().min(2).max(100).describe('The text to look for: 2 to 100 characters.'),
  }),
  success: { status: 200, description: 'Who was found.', schema: listSchema(ListedUser) },
  examples: { query: { q: 'rivers' }, success: { data: [LISTED] } },
  faults: {},
  handle: ({ users }, { query: { q } }, { caller, read }) =>
    read(async (tx) => {
      const found = await users.search(tx, peopleReach(caller), q);
      return { data: await listed(tx, users, { caller, found }) };
    }),
});
