import { z } from 'zod';
import { platformEndpoint, visibleScopes } from '../../platform/users/platform-surface.ts';
import { peopleReach } from '../../platform/users/users.module.ts';
import { HITS_MAX, type Hit, KINDS, type SearchService } from './search.service.ts';

const HitView = z
  .object({
    kind: z.enum(KINDS).describe('What it is, and so which ids it has.'),
    name: z.string().nullable().describe('What it is called; null of a box that nobody has named.'),
    facilityId: z.string().optional().describe('The facility, or the one that the door, box or member belongs to.'),
    facilityName: z.string().optional().describe('What that facility is called.'),
    organisationId: z.string().optional().describe('The organisation of that facility.'),
    doorId: z.string().optional().describe('Of a door.'),
    boxId: z.string().optional().describe('Of a box.'),
    partnerId: z.string().optional().describe('Of a member: the source.'),
    memberId: z.string().optional().describe('Of a member, by the source’s own id.'),
    userId: z.string().optional().describe('Of a user.'),
  })
  .meta({ id: 'SearchHit' });

export const searchAnything = platformEndpoint<{ readonly search: Pick<SearchService, 'search'> }>()({
  id: 'search.find',
  method: 'GET',
  path: '/api/search',
  summary: 'Search for anything',
  description: `Up to ${HITS_MAX} facilities, doors, boxes and members where you are staff, and users where you work with people, that have the text in their name or id, whatever its capitals: those first that begin with it. Boxes are found by their serial number too, members and users by their e-mail address, and members by several words in any order. A facility’s own list of members looks at more of them.`,
  gate: { needs: ['facility-staff', 'iam'], in: 'anywhere' },
  query: z.strictObject({
    q: z.string().trim().min(2).max(60).describe('The text to look for: 2 to 60 characters.'),
  }),
  success: {
    status: 200,
    description: 'What was found, the best first.',
    schema: z.object({
      data: z.array(HitView),
      more: z
        .boolean()
        .describe('There is more that fits, or more than one request looks at: search for more of the name.'),
    }),
  },
  examples: {
    query: { q: 'front' },
    success: {
      data: [
        {
          kind: 'door',
          name: 'Front door',
          facilityId: 'fac_0123456789abcdef',
          facilityName: 'Riverside Gym',
          organisationId: 'org_0123456789abcdef',
          doorId: 'door_0123456789abcdef',
        },
      ],
      more: false,
    },
  },
  faults: {},
  handle: async ({ search }, { query: { q } }, { caller }) => {
    const reach = { staff: visibleScopes(caller, 'facility-staff'), people: peopleReach(caller) };
    const { hits, more } = await search.search(q, reach);
    return { data: hits.map(viewOf), more };
  },
});

const viewOf = ({ kind, name, facility, of, partnerId }: Hit): z.output<typeof HitView> => ({
  kind,
  name,
  ...(facility && { facilityId: facility.id, facilityName: facility.name, organisationId: facility.org_id }),
  ...(kind === 'door' && { doorId: of }),
  ...(kind === 'box' && { boxId: of }),
  ...(kind === 'member' && { memberId: of, partnerId: partnerId ?? '' }),
  ...(kind === 'user' && { userId: of }),
});
