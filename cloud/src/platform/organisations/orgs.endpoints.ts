import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { pageOfParts, pageSchema, pagesOf, partSize } from '../../kit/http/paging.ts';
import { type PlatformCaller, platformEndpoint, RIGHTS, rightsAt, sightOf } from '../users/platform-surface.ts';
import { usersFaults } from '../users/users.faults.ts';
import type { Organisation, OrganisationsService } from './organisations.service.ts';

export interface OrgDeps {
  readonly organisations: Pick<
    OrganisationsService,
    | 'organisationsWithin'
    | 'organisationsById'
    | 'countFacilities'
    | 'findOrganisation'
    | 'addOrganisation'
    | 'renameOrganisation'
  >;
}

const { place_unknown } = usersFaults;
const ANY_RIGHT = ['facility-staff', 'iam', 'admin', 'agent'] as const;
const seen = {
  anyOf: [
    { needs: ANY_RIGHT, in: 'organisation' },
    { needs: ANY_RIGHT, in: 'facility of organisation' },
  ],
} as const;
const name = z.string().trim().min(1).max(120);
const named = z.strictObject({ organisationId: z.string().max(64).describe('The organisation.').brand<'OrgId'>() });
const called = z.strictObject({ name: name.describe('What it is called.') });

const OrganisationSeen = z
  .object({
    organisationId: z.string(),
    name: z.string().describe('What it is called.'),
    facilities: z.int().nonnegative().describe('How many facilities it has that you hold something at.'),
    rights: z
      .array(z.enum(RIGHTS))
      .describe(
        'What you may do in all of it, rights that come with a higher one included. Empty for who holds something at some of its facilities only.',
      ),
  })
  .meta({ id: 'Organisation' });

const HARBOUR: z.input<typeof OrganisationSeen> = {
  organisationId: 'org_0123456789abcdef',
  name: 'Riverside Strength',
  facilities: 3,
  rights: ['org-admin', 'facility-manager', 'facility-staff', 'iam', 'admin', 'agent'],
};
const OF_HARBOUR = { organisationId: HARBOUR.organisationId };

/** As the caller sees these organisations. */
const shown = async (
  tx: Tx,
  { organisations }: OrgDeps,
  { caller, found }: { readonly caller: PlatformCaller; readonly found: readonly Organisation[] },
) => {
  const ids = found.map(({ id }) => id);
  const facilities = await organisations.countFacilities(tx, sightOf(caller), ids);
  return found.map(({ id, name }) => ({
    organisationId: id,
    name,
    facilities: facilities.get(id) ?? 0,
    rights: [...rightsAt(caller, { organisationId: id })],
  }));
};

const oneShown = async (tx: Tx, deps: OrgDeps, caller: PlatformCaller, organisationId: OrgId) => {
  const found = await deps.organisations.findOrganisation(tx, organisationId);
  const [one] = await shown(tx, deps, { caller, found: found === undefined ? [] : [found] });
  return foundOf(one);
};

const foundOf = <Found>(one: Found | undefined): Found => {
  if (one === undefined) throw new Bug('an organisation is gone that the gate has found');
  return one;
};

export const listOrgs = platformEndpoint<OrgDeps>()({
  id: 'orgs.list',
  method: 'GET',
  path: '/api/organisations',
  graph: { of: 'Organisation' },
  summary: 'List organisations',
  description:
    'The organisations where you hold something, in the whole of them or at one of their facilities, by their ids. With `q` a page may have fewer than `limit`, or none, and there is a next one still.',
  gate: { needs: ANY_RIGHT, in: 'anywhere' },
  query: z.strictObject({
    q: name.optional().describe('Only those whose name has this text in it, whatever its capitals.'),
    ...pagesOf({ of: 'org' }),
  }),
  success: { status: 200, description: 'A page of organisations.', schema: pageSchema(OrganisationSeen) },
  examples: { query: { q: 'river' }, success: { data: [HARBOUR], next: null } },
  faults: {},
  handle: async (deps, { query: { q, after, limit } }, { caller, read }) => {
    const size = partSize(limit, q !== undefined);
    const partAfter = (after: string) =>
      read((tx) => deps.organisations.organisationsWithin(tx, sightOf(caller), { q, after, size }));
    const { page, next } = await pageOfParts({ after, limit }, partAfter, ({ id }) => id);
    return { data: await read((tx) => shown(tx, deps, { caller, found: page })), next };
  },
});

export const readOrg = platformEndpoint<OrgDeps>()({
  id: 'orgs.read',
  method: 'GET',
  path: '/api/organisations/:organisationId',
  graph: { node: 'Organisation', key: 'organisationId', prefix: 'org_', called: { facilities: 'facilityCount' } },
  summary: 'Read an organisation',
  description: 'For whoever holds something there, in the whole of it or at one of its facilities.',
  gate: seen,
  params: named,
  success: { status: 200, description: 'The organisation.', schema: OrganisationSeen },
  examples: { params: OF_HARBOUR, success: HARBOUR },
  faults: { place_unknown },
  handle: (deps, { params }, { caller, read }) => read((tx) => oneShown(tx, deps, caller, params.organisationId)),
  many: (deps, inputs, { caller, read }) =>
    read(async (tx) => {
      const ids = inputs.map(({ params }) => params.organisationId);
      const found = [...(await deps.organisations.organisationsById(tx, ids)).values()];
      const byId = new Map(
        (await shown(tx, deps, { caller, found })).map((one) => [one.organisationId as string, one]),
      );
      return ids.map((id) => foundOf(byId.get(id)));
    }),
});

export const addOrg = platformEndpoint<OrgDeps>()({
  id: 'orgs.add',
  method: 'POST',
  path: '/api/organisations',
  summary: 'Create an organisation',
  description:
    'It has no facilities and nobody who may do anything in it yet: `POST /api/admin/clubs/addclub` makes the one, `PUT /api/users/{userId}/roles` the other. Two organisations may have the same name.',
  gate: { needs: 'platform-admin', in: 'platform' },
  body: called,
  success: { status: 201, description: 'The organisation.', schema: OrganisationSeen },
  examples: { body: { name: HARBOUR.name }, success: { ...HARBOUR, facilities: 0 } },
  faults: {},
  audit: { event: 'organisation.added', target: () => undefined },
  handle: async (deps, { body }, { tx, caller, about, at }) => {
    const id = await deps.organisations.addOrganisation(tx, body.name);
    about(id);
    at({ realm: id });
    return oneShown(tx, deps, caller, id);
  },
});

export const renameOrg = platformEndpoint<OrgDeps>()({
  id: 'orgs.update',
  method: 'PATCH',
  path: '/api/organisations/:organisationId',
  summary: 'Rename an organisation',
  description: 'Partners and people see the new name at once; ids stay as they are.',
  gate: { needs: 'platform-admin', in: 'organisation' },
  params: named,
  body: called,
  success: { status: 200, description: 'The organisation as it is now.', schema: OrganisationSeen },
  examples: { params: OF_HARBOUR, body: { name: HARBOUR.name }, success: HARBOUR },
  faults: { place_unknown },
  audit: { event: 'organisation.renamed', target: ({ params }) => params.organisationId },
  handle: async (deps, { params: { organisationId }, body }, { tx, caller }) => {
    await deps.organisations.renameOrganisation(tx, organisationId, body.name);
    return oneShown(tx, deps, caller, organisationId);
  },
});
