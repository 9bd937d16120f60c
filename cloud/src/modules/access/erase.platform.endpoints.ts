import { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { clubParams, clubWrites, PathId } from '../users/club-surface.ts';
import { platformEndpoint } from '../users/platform-surface.ts';
import { usersFaults } from '../users/users.faults.ts';
import { accessFaults } from './access.faults.ts';
import type { AccessService } from './access.service.ts';
import { REMAINS } from './erase-member.ts';

type Deps = { readonly access: Pick<AccessService, 'exportMember' | 'eraseMember'> };

const faults = { place_unknown: usersFaults.place_unknown, member_unknown: accessFaults.member_unknown };
const params = z.object({ ...clubParams, partnerId: PartnerId, memberId: PathId });
const remains = z
  .array(z.object({ where: z.string(), what: z.string(), until: z.string() }))
  .describe('Where else something names the member by id, and until when.');

export const exportMember = platformEndpoint<Deps>()({
  id: 'members.export',
  method: 'GET',
  path: '/api/access-control/:club/members/:partnerId/:memberId/export',
  summary: 'Export everything that is stored of one member',
  description:
    'By store, each at most 10,000 rows, the newest first: what the partner has sent, check-ins, unlocks, and what staff have said of the person. Of cards and PINs, what staff see.',
  gate: clubWrites,
  params,
  success: {
    status: 200,
    description: 'The rows of each store.',
    schema: z.object({ stores: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))), remains }),
  },
  faults,
  audit: { event: 'member.export', target: ({ params }) => `${params.partnerId}/${params.memberId}` },
  handle: async ({ access }, { params: { club, partnerId, memberId } }) => {
    const found = await access.exportMember({ facilityId: club, partnerId, memberId });
    const stores = Object.entries(found).map(([name, rows]) => [name, rows.map((row) => ({ ...row }))]);
    return { stores: Object.fromEntries(stores), remains: [...REMAINS] };
  },
});

export const eraseMember = platformEndpoint<Deps>()({
  id: 'members.erase',
  method: 'DELETE',
  path: '/api/access-control/:club/members/:partnerId/:memberId',
  summary: 'Erase one member',
  description:
    'On every store that says who they are, in one unit: record, windows, picture, check-ins, the names in unlocks, and the person with cards, PIN and grants. Boxes forget them with the next snapshot. A person who is another member too stays that one; one whom staff have banned stays banned, by the id alone. A partner that sends the member again makes them anew: it must erase them as well. `remains` says where the id stays.',
  gate: clubWrites,
  params,
  success: {
    status: 200,
    description: 'How many rows of each store that was, and what remains.',
    schema: z.object({ erased: z.record(z.string(), z.int()), remains }),
  },
  faults,
  audit: { event: 'member.erase', target: ({ params }) => `${params.partnerId}/${params.memberId}` },
  handle: async ({ access }, { params: { club, partnerId, memberId } }) => ({
    erased: { ...(await access.eraseMember({ facilityId: club, partnerId, memberId })) },
    remains: [...REMAINS],
  }),
});
