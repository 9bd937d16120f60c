import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { listSchema, pageOf, pageSchema, pagesOf } from '../../kit/http/paging.ts';
import type { LinkedFacilityState, LinkedOrganisation, PartnersService } from '../partners/partners.module.ts';
import { consoleEndpoint, signedIn } from './console-surface.ts';
import { partnerConsoleFault, partnerConsoleFaults } from './partner-console.faults.ts';

interface OrganisationsDeps {
  readonly partners: Pick<PartnersService, 'linkedOrganisations' | 'linkedFacilities'>;
}
const gate = { contact: 'any' } as const;
const { organisation_unknown } = partnerConsoleFaults;
const since = z.iso.datetime().nullable().describe('Since when it is so (UTC); null where that was not kept yet.');

const Organisation = z
  .object({
    organisationId: z.string(),
    name: z.string().describe('What the organisation is called; of one that has ended, as it was called then.'),
    state: z
      .enum(['linked', 'waiting', 'refused', 'ended'])
      .describe(
        '`linked`: your requests reach it. `waiting`: something is missing. `refused`: its admins took back their consent to your keys. `ended`: it was linked.',
      ),
    since,
    missing: z
      .array(z.enum(['key', 'consent', 'enabling', 'identifier']))
      .describe(
        'Why your requests do not reach it. `key`: you have none. `consent`: an admin of the organisation lets one of your keys reach it. `enabling`: staff of a facility enable your integration. `identifier`: they enter your code for the facility.',
      ),
    facilities: z
      .object({
        all: z.int().describe('How many the organisation has.'),
        linked: z.int().describe('Of these, how many have enabled your integration, and can be named by a request.'),
        unnamed: z.int().describe('How many have enabled it, and lack your code for them.'),
        ended: z.int().describe('How many had enabled it, and have disabled it.'),
      })
      .describe('How its facilities stand.'),
  })
  .meta({ id: 'LinkedOrganisation' });
const AN_ORGANISATION: z.input<typeof Organisation> = {
  organisationId: 'org_0123456789abcdef',
  name: 'Riverside Strength',
  state: 'waiting',
  since: '2026-01-01T09:30:00.000Z',
  missing: ['enabling'],
  facilities: { all: 3, linked: 0, unnamed: 0, ended: 0 },
};

export const listLinkedOrganisations = consoleEndpoint<OrganisationsDeps>()({
  id: 'console-organisations.list',
  method: 'GET',
  path: '/console/v1/organisations',
  summary: 'List your organisations',
  description:
    'Those that your account is opened to, in the order of their ids, then those that it was opened to once; and what each waits for.',
  gate,
  success: { status: 200, description: 'All of them.', schema: listSchema(Organisation) },
  examples: { success: { data: [AN_ORGANISATION] } },
  faults: {},
  handle: async ({ partners }, _input, { caller, read }) => ({
    data: (await read((tx) => partners.linkedOrganisations(tx, signedIn(caller).contact.partnerId))).map(viewOf),
  }),
});

const Facility = z
  .object({
    facilityId: z.string(),
    name: z.string(),
    state: z
      .enum(['linked', 'waiting', 'ended'])
      .describe(
        '`linked`: requests can name it. `waiting`: it has enabled your integration, and lacks your code. `ended`: it has disabled it.',
      ),
    since,
    linkingIdentifier: z.string().nullable().describe('Your code for the facility; null where it has none.'),
  })
  .meta({ id: 'LinkedFacility' });

export const listLinkedFacilities = consoleEndpoint<OrganisationsDeps>()({
  id: 'console-organisations.facilities',
  method: 'GET',
  path: '/console/v1/organisations/:organisationId/facilities',
  summary: 'List the facilities of one of your organisations',
  description:
    'Those that have enabled your integration, now or once, in the order of their ids. Of others you learn how many there are.',
  gate,
  params: z.strictObject({
    organisationId: z.string().max(40).describe('The organisation, by the list.').brand<'OrgId'>(),
  }),
  query: z.strictObject(pagesOf({ of: 'fac' })),
  success: { status: 200, description: 'A page.', schema: pageSchema(Facility) },
  examples: {
    params: { organisationId: AN_ORGANISATION.organisationId },
    success: {
      data: [
        {
          facilityId: 'fac_0123456789abcdef',
          name: 'Riverside Strength Brisbane',
          state: 'linked',
          since: '2026-01-01T09:30:00.000Z',
          linkingIdentifier: 'BNE-07',
        },
      ],
      next: null,
    },
  },
  faults: { organisation_unknown },
  handle: async ({ partners }, { params: { organisationId: orgId }, query: { after, limit } }, { caller, read }) => {
    const { partnerId } = signedIn(caller).contact;
    const rows = await read((tx) => partners.linkedFacilities(tx, { partnerId, orgId }, { after, limit: limit + 1 }));
    if (rows === undefined)
      throw partnerConsoleFault('organisation_unknown', 'Your account is opened to no organisation with this id.');
    const { page, next } = pageOf(rows, limit, ({ facilityId }) => facilityId);
    return { data: page.map(facilityOf), next };
  },
});

const timeOf = (ms: number | null): string | null => (ms === null ? null : isoOf(ms));

const viewOf = ({ missing, since, facilities, ...rest }: LinkedOrganisation): z.output<typeof Organisation> => ({
  ...rest,
  missing: [...missing],
  since: timeOf(since),
  facilities: { ...facilities },
});

const facilityOf = ({ since, ...rest }: LinkedFacilityState): z.output<typeof Facility> => ({
  ...rest,
  since: timeOf(since),
});
