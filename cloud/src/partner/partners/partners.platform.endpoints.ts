import { OrgId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { pageOf, pageSchema, pagesOf } from '../../kit/http/paging.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import { DONE, Done } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { accountGate, accountReach, anAccount, requireGivable } from './an-account.ts';
import { AN_ACCOUNT, ORGANISATION, PARTNER, SETTINGS } from './examples.ts';
import type { PartnerAccount } from './partner-accounts.ts';
import { PartnerProfile } from './partner-profile.ts';
import { PartnerSettings } from './partner-settings.ts';
import { partnersFaults } from './partners.faults.ts';
import type { PartnersService } from './partners.service.ts';

type Deps = {
  readonly partners: Pick<
    PartnersService,
    'listAccounts' | 'account' | 'create' | 'setSettings' | 'setOrganisations' | 'setRateLimits'
  >;
  readonly organisations: Pick<OrganisationsService, 'findOrganisation'>;
  /** The endpoints of the partner API, by id. */
  readonly partnerEndpoints: () => ReadonlySet<string>;
};

export const onePartner = z.object({ partnerId: PartnerId.describe('The account.') });
const { partner_unknown, organisation_in_use } = partnersFaults;

const settings = PartnerSettings.shape;
const organisations = z.array(OrgId).min(1).max(200).describe('Whose data the partner may know of at all.');
const limits = z
  .record(z.string().max(120), z.int().min(1).max(1_000))
  .describe('Requests a second by endpoint id. What is not named has the default of the API.');

const Account = z
  .object({
    partnerId: z.string(),
    name: z.string(),
    linkingMethod: settings.linking_method,
    linkingLabel: z.string(),
    prefix: z.string(),
    customFields: z.array(z.object({ key: z.string(), label: z.string() })),
    rateLimits: z
      .record(z.string(), z.int())
      .describe('Requests a second by endpoint id, where they are not the default.'),
    organisations: z.array(z.string()).describe('Whose data the partner may know of at all.'),
    profile: PartnerProfile.describe('What the partner says of itself, in its console.'),
  })
  .meta({ id: 'PartnerAccount' });
const toAccount = ({ customFields, organisations, profile, rateLimits, ...account }: PartnerAccount) => ({
  ...account,
  rateLimits: { ...rateLimits },
  customFields: [...customFields],
  organisations: [...organisations],
  profile: { ...profile },
});

export const listPartners = platformEndpoint<Deps>()({
  id: 'partners.list',
  method: 'GET',
  path: '/api/admin/partners',
  graph: { of: 'Partner' },
  summary: 'List partner accounts',
  description:
    'All of them, or for an admin of organisations those that concern none but these. In the order of their ids.',
  gate: { needs: 'org-admin', in: 'anywhere' },
  query: z.strictObject(pagesOf({ of: 'ptr' })),
  success: { status: 200, description: 'A page.', schema: pageSchema(Account) },
  examples: { success: { data: [AN_ACCOUNT], next: null } },
  faults: {},
  handle: async ({ partners }, { query: { after, limit } }, { caller, read }) => {
    const rows = await read((tx) => partners.listAccounts(tx, accountReach(caller), { after, limit: limit + 1 }));
    const { page, next } = pageOf(rows, limit, ({ partnerId }) => partnerId);
    return { data: page.map(toAccount), next };
  },
});

export const createPartner = platformEndpoint<Deps>()({
  id: 'partners.create',
  method: 'POST',
  path: '/api/admin/partners',
  summary: 'Create a partner account',
  description: 'It has no key and is enabled nowhere yet.',
  gate: { needs: 'org-admin', in: 'anywhere' },
  act: 'grave:roles',
  body: z.strictObject({
    name: settings.name,
    linkingMethod: settings.linking_method,
    linkingLabel: settings.linking_label.optional(),
    organisations,
  }),
  success: { status: 201, description: 'It is there.', schema: z.object({ partnerId: z.string() }) },
  examples: {
    body: { name: SETTINGS.name, linkingMethod: SETTINGS.linkingMethod, organisations: [ORGANISATION] },
    success: PARTNER,
  },
  faults: { place_unknown: usersFaults.place_unknown },
  audit: { event: 'partner.create', target: ({ body }) => body.name },
  admit: ({ organisations }, { body }, { caller, read }) =>
    read((tx) => requireGivable(tx, organisations, { caller, ids: body.organisations })),
  handle: async ({ organisations, partners }, { body: { linkingLabel, ...body } }, { tx, caller, about }) => {
    await requireGivable(tx, organisations, { caller, ids: body.organisations });
    const partner = { ...body, ...(linkingLabel !== undefined && { linkingLabel }) };
    const partnerId = await partners.create(tx, partner);
    about(partnerId);
    return { partnerId };
  },
});

export const readPartner = platformEndpoint<Deps>()({
  id: 'partners.read',
  method: 'GET',
  path: '/api/admin/partners/:partnerId',
  graph: { node: 'Partner', key: 'partnerId', prefix: 'ptr_' },
  summary: 'Read a partner account',
  description: 'Its settings, rate limits and organisations. Its keys have a list of their own.',
  gate: accountGate,
  resource: anAccount,
  params: onePartner,
  success: { status: 200, description: 'The account.', schema: Account },
  examples: { params: PARTNER, success: AN_ACCOUNT },
  faults: { partner_unknown },
  handle: async (_deps, _input, { resource: { at: _at, ...account } }) => toAccount(account),
});

export const updatePartner = platformEndpoint<Deps>()({
  id: 'partners.update',
  method: 'PATCH',
  path: '/api/admin/partners/:partnerId',
  summary: 'Rename a partner account, or change how its integration is set up',
  description:
    'What is left out stays. `linkingMethod` says by which of the two fields the partner’s requests name a facility, from the next request on.',
  gate: accountGate,
  act: 'grave:roles',
  resource: anAccount,
  params: onePartner,
  body: z.strictObject({
    name: settings.name.optional(),
    linkingMethod: settings.linking_method.optional(),
    linkingLabel: settings.linking_label.optional(),
    prefix: settings.prefix.optional(),
    customFields: settings.custom_fields.optional(),
  }),
  success: { status: 200, description: 'It is so now.', schema: Done },
  examples: {
    params: PARTNER,
    body: { prefix: SETTINGS.prefix, customFields: SETTINGS.customFields },
    success: DONE,
  },
  faults: { partner_unknown },
  audit: { event: 'partner.update', target: ({ params }) => params.partnerId },
  handle: async ({ partners }, { params, body }, { tx }) => {
    const { name, linkingMethod, linkingLabel, prefix, customFields } = body;
    const changes = {
      ...(name !== undefined && { name }),
      ...(linkingMethod !== undefined && { linking_method: linkingMethod }),
      ...(linkingLabel !== undefined && { linking_label: linkingLabel }),
      ...(prefix !== undefined && { prefix }),
      ...(customFields !== undefined && { custom_fields: customFields }),
    };
    await partners.setSettings(tx, params.partnerId, changes);
    return DONE;
  },
});

export const setPartnerOrganisations = platformEndpoint<Deps>()({
  id: 'partners.set-organisations',
  method: 'PUT',
  path: '/api/admin/partners/:partnerId/organisations',
  summary: 'Set the organisations whose data a partner may know of',
  description:
    'All of them. Keys that are about reach nothing of a new one until an admin of it consents to each. One may be left out only once the integration is disabled at each of its facilities.',
  gate: accountGate,
  act: 'grave:roles',
  resource: anAccount,
  params: onePartner,
  body: z.strictObject({ organisations }),
  success: { status: 200, description: 'It is so now.', schema: Done },
  examples: { params: PARTNER, body: { organisations: [ORGANISATION] }, success: DONE },
  faults: { partner_unknown, place_unknown: usersFaults.place_unknown, organisation_in_use },
  audit: { event: 'partner.set-organisations', target: ({ params }) => params.partnerId },
  handle: async ({ organisations, partners }, { params, body }, { tx, caller }) => {
    await requireGivable(tx, organisations, { caller, ids: body.organisations });
    await partners.setOrganisations(tx, params.partnerId, body.organisations, accountReach(caller));
    return DONE;
  },
});

export const setPartnerRateLimits = platformEndpoint<Deps>()({
  id: 'partners.set-rate-limits',
  method: 'PUT',
  path: '/api/admin/partners/:partnerId/rate-limits',
  summary: 'Set how many requests a second a partner may send, by endpoint',
  description: 'All of them: what is not named goes back to the default. Counts from the next request on.',
  gate: { needs: 'platform-admin', in: 'platform' },
  act: 'grave:roles',
  resource: anAccount,
  params: onePartner,
  body: z.strictObject({ rateLimits: limits }),
  success: { status: 200, description: 'It is so now.', schema: Done },
  examples: { params: PARTNER, body: { rateLimits: AN_ACCOUNT.rateLimits }, success: DONE },
  faults: { partner_unknown },
  audit: { event: 'partner.set-rate-limits', target: ({ params }) => params.partnerId },
  handle: async ({ partners, partnerEndpoints }, { params, body }, { tx }) => {
    await partners.setRateLimits(tx, params.partnerId, body.rateLimits, partnerEndpoints());
    return DONE;
  },
});
