import { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { wrongField } from '../../kit/http/validate.ts';
import { providerFaults } from '../../kit/outbound/provider-faults.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import { AT_FACILITY, actorOf, contractClubParams } from '../../platform/users/facility-surface.ts';
import { noSuchPlace, platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { accountView, ConnectedAccount, ConnectedAccountDetails, detailsView } from './account-shapes.ts';
import type { CardProvider } from './card-provider.ts';
import type { ConnectedAccounts } from './connected-accounts.ts';
import { asking, payprocFaults } from './payproc.faults.ts';
import { refusePrefetch } from './refuse-prefetch.ts';

interface Deps {
  readonly connectedAccounts: ConnectedAccounts;
  readonly organisations: Pick<OrganisationsService, 'findOrganisation' | 'findFacility'>;
  readonly consoleUrl: () => string;
}
const endpoint = platformEndpoint<Deps>();

const { not_configured } = providerFaults;
const { payproc_unavailable, payproc_refused, not_connected, prefetched } = payprocFaults;
const { place_unknown } = usersFaults;
const asked = { not_configured, payproc_unavailable, payproc_refused };
const AN_ORGANISATION = { organisationId: 'org_0123456789abcdef' };
const AN_ACCOUNT = 'acct_0123456789abcdef';
/** What the provider has for embedding, by its names. */
const COMPONENTS = [
  'account_management',
  'account_onboarding',
  'balances',
  'disputes_list',
  'documents',
  'notification_banner',
  'payment_details',
  'payments',
  'payouts',
  'payouts_list',
] as const;

export const readConnectedAccount = endpoint({
  id: 'payproc.connected-account',
  method: 'GET',
  path: '/api/clubs/payproc/connected-account',
  summary: 'Read the connected account of an organisation',
  description:
    'Its account at the card provider, as that knows it now: whether cards are taken, and what it still wants to know.',
  gate: { needs: 'org-admin', in: 'organisation' },
  query: z.strictObject({ organisationId: OrgId.describe('Whose account it is.') }),
  success: { status: 200, description: 'The account.', schema: ConnectedAccount },
  examples: { query: AN_ORGANISATION },
  faults: { place_unknown, ...asked },
  handle: async ({ connectedAccounts }, { query }, { read }) => {
    connectedAccounts.provider();
    return accountView(await connectedAccounts.find(read, query.organisationId));
  },
});

export const readAccountDetails = endpoint({
  id: 'payproc.connect-account-details',
  method: 'GET',
  path: '/api/club/:club/payproc/connect-account-details',
  summary: 'Read the connected account of a facility',
  description: 'The account of its organisation, with the bank that money goes to, and when.',
  gate: { needs: 'org-admin', in: 'facility' },
  params: z.object(contractClubParams),
  success: { status: 200, description: 'The account.', schema: ConnectedAccountDetails },
  examples: { params: { club: AT_FACILITY.facilityId } },
  faults: { place_unknown, ...asked },
  handle: async ({ connectedAccounts }, { params }, { read }) => {
    connectedAccounts.provider();
    const orgId = await read((tx) => connectedAccounts.orgOf(tx, params.club));
    return detailsView(await connectedAccounts.find(read, orgId));
  },
});

export const generateKycToken = endpoint({
  id: 'payproc.generate-kyc-token',
  method: 'GET',
  writes: true,
  unit: 'own',
  act: 'grave:connected-account',
  stepUp: true,
  path: '/api/club/:club/payproc/generate-kyc-token',
  graph: { omit: 'A link that is shown once.' },
  summary: 'Begin, or go on, telling the card provider who one is',
  description:
    'Opens an account for the organisation of the facility where it has none, and gives the link to the provider’s own pages, which is good once and for minutes. Only whoever owns the business can answer there.',
  gate: { needs: 'org-admin', in: 'facility' },
  params: z.object(contractClubParams),
  success: {
    status: 200,
    description: 'The link.',
    schema: z.object({
      url: z.string().describe('Where to go. Good once.'),
      expiresAt: z.iso.datetime().describe('Until when the link is good.'),
    }),
  },
  examples: {
    params: { club: AT_FACILITY.facilityId },
    success: { url: 'https://connect.example/setup/s/0123456789', expiresAt: '2026-01-01T09:35:00.000Z' },
  },
  faults: { place_unknown, prefetched, ...asked },
  audit: { event: 'payproc.kyc-begun', target: ({ params }) => params.club },
  handle: async ({ connectedAccounts, consoleUrl }, { params }, { read, write, caller, header }) => {
    refusePrefetch(header);
    const cards = connectedAccounts.provider();
    const orgId = await read((tx) => connectedAccounts.orgOf(tx, params.club));
    const { accountId } = await connectedAccounts.open(orgId, actorOf(caller));
    const back = `${consoleUrl()}/ops/facilities/${params.club}/card-payments`;
    const link = await asking(cards.onboardingLink(accountId, { returnUrl: back, refreshUrl: back }));
    return write(async () => ({ url: link.url, expiresAt: isoOf(link.expiresAt) }));
  },
});

const Whose = z.strictObject({
  clubId: FacilityId.optional().describe('A facility of the organisation; or `organisationId`.'),
  organisationId: OrgId.optional().describe('The organisation; or `clubId`.'),
  components: z
    .array(z.enum(COMPONENTS))
    .min(1)
    .max(10)
    .describe('What is to be embedded, by the names that the card provider has for it.'),
});

export const createAccountSession = endpoint({
  id: 'payproc.account-session',
  method: 'POST',
  unit: 'own',
  act: 'grave:connected-account',
  stepUp: true,
  answersSecret: true,
  path: '/api/payproc/account-session',
  graph: { omit: 'A secret that is shown once.' },
  summary: 'Begin a session for embedded parts of the card provider',
  description:
    'A secret with which a page of your own shows parts of the provider’s console, of the account of one organisation.',
  gate: { needs: 'org-admin', in: 'resource' },
  resource: {
    find: async ({ organisations }, { body: { clubId, organisationId } }, { tx }) => {
      if ((clubId === undefined) === (organisationId === undefined))
        throw wrongField('body.clubId', 'one_of', 'either this or organisationId is required, and not both');
      const facility = clubId === undefined ? undefined : await organisations.findFacility(tx, clubId);
      const orgId = facility?.org_id ?? organisationId;
      const organisation = orgId === undefined ? undefined : await organisations.findOrganisation(tx, orgId);
      return organisation && { at: { organisationId: organisation.id }, orgId: organisation.id };
    },
    missing: () => noSuchPlace('organisation'),
  },
  body: Whose,
  success: {
    status: 200,
    description: 'The session.',
    schema: z.object({
      clientSecret: z.string().describe('For the page that shows the parts. Good for minutes, and shown once.'),
      expiresAt: z.iso.datetime().describe('Until when it is good.'),
      accountId: z.string().describe('The account that it is for.'),
    }),
  },
  examples: {
    body: { ...AN_ORGANISATION, components: ['payments'] },
    success: { clientSecret: 'accs_secret__0123456789', expiresAt: '2026-01-01T10:00:00.000Z', accountId: AN_ACCOUNT },
  },
  faults: { place_unknown, not_connected, ...asked },
  audit: { event: 'payproc.session-begun', target: ({ body }) => body.clubId ?? body.organisationId },
  handle: async ({ connectedAccounts }, { body }, { read, write, resource }) => {
    const cards: CardProvider = connectedAccounts.provider();
    const accountId = await connectedAccounts.need(read, resource.orgId);
    const { clientSecret, expiresAt } = await asking(cards.accountSession(accountId, [...new Set(body.components)]));
    return write(async () => ({ clientSecret, expiresAt: isoOf(expiresAt), accountId }));
  },
});

export const readPlatformAccount = endpoint({
  id: 'payproc.platform-connected-account-id',
  method: 'GET',
  path: '/api/payproc/platform-connected-account-id',
  summary: 'Read which account the platform itself has',
  description: 'The account at the card provider that connected accounts hang on.',
  gate: { needs: 'facility-staff', in: 'anywhere' },
  success: {
    status: 200,
    description: 'The account.',
    schema: z.object({ accountId: z.string().describe('The account, as the card provider calls it.') }),
  },
  examples: { success: { accountId: AN_ACCOUNT } },
  faults: asked,
  handle: async ({ connectedAccounts }) => asking(connectedAccounts.provider().platformAccount()),
});

export const readPublishableKey = endpoint({
  id: 'payproc.publishable-key',
  method: 'GET',
  path: '/api/payproc/publishable-key',
  summary: 'Read the publishable key',
  description: 'With which pages name the platform to the card provider. It is no secret.',
  gate: { needs: 'facility-staff', in: 'anywhere' },
  success: {
    status: 200,
    description: 'The key.',
    schema: z.object({
      publishableKey: z.string().describe('The key.'),
      mode: z.enum(['live', 'test']).describe('`test`: no money moves.'),
    }),
  },
  examples: { success: { publishableKey: 'pk_test_0123456789', mode: 'test' } },
  faults: { not_configured },
  handle: async ({ connectedAccounts }) => {
    const { publishableKey, mode } = connectedAccounts.provider();
    return { publishableKey, mode };
  },
});
