import { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { pageOf, pageSchema, pagesOf } from '../../kit/http/paging.ts';
import { BY_SAM, By, namedBy, oneNamedBy } from '../../platform/users/actor-surface.ts';
import { actorOf } from '../../platform/users/facility-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { ownerKeyOf } from '../ledger/ledger.module.ts';
import { billingFaults } from './billing.faults.ts';
import { DEFAULT_PROFILE, Profile, ProfileChange, profileFields } from './billing-shapes.ts';
import { billingEndpoint, moment, OWNER, OwnerKeyField, ownerKeyParam, superAdmins } from './billing-surface.ts';

const { owner_unknown, profile_unknown, migration_blocked } = billingFaults;
const method = profileFields.billingMethod;

const inherited = <Field extends z.ZodType>(field: Field, what: string) =>
  field.nullable().describe(`${what} Null: it is inherited.`);
const OwnProfile = z
  .object({
    ownerKey: OwnerKeyField,
    billingMethod: inherited(profileFields.billingMethod, 'Paid ahead and debited daily, or billed once a month.'),
    paymentMethod: inherited(profileFields.paymentMethod, 'How money comes in.'),
    payerScope: inherited(profileFields.payerScope, 'Who pays for a facility: it itself, or its organisation.'),
    billingDisabled: inherited(profileFields.billingDisabled, 'Metered, and never billed.'),
    netDays: inherited(profileFields.netDays, 'Days until an invoice is due.'),
    lockoutPolicy: inherited(profileFields.lockoutPolicy, 'What comes of a debt.'),
    autoTopup: inherited(profileFields.autoTopup, 'Whether the wallet is topped up by itself.'),
    changedBy: By.describe('Who changed it last.'),
    changedAt: moment.describe('When they did.'),
  })
  .meta({ id: 'OwnBillingProfile' });
const A_PROFILE: z.input<typeof OwnProfile> = {
  ownerKey: OWNER,
  billingMethod: 'invoice',
  paymentMethod: 'bank-transfer',
  payerScope: 'organisation',
  billingDisabled: null,
  netDays: 30,
  lockoutPolicy: null,
  autoTopup: null,
  changedBy: BY_SAM,
  changedAt: '2026-01-01T09:30:00.000Z',
};

export const listProfiles = billingEndpoint({
  id: 'billing.list-profiles',
  method: 'GET',
  path: '/api/admin/saas-billing/billing-profiles',
  summary: 'List billing profiles',
  description: 'What owners have said of how they are billed, by owner. Whoever is not listed inherits everything.',
  gate: superAdmins,
  query: z.strictObject(pagesOf()),
  success: { status: 200, description: 'A page of profiles.', schema: pageSchema(OwnProfile) },
  examples: { success: { data: [A_PROFILE], next: null } },
  faults: {},
  handle: ({ billing }, { query: { after, limit } }, { read }) =>
    read(async (tx) => {
      const found = await billing.profiles.page(tx, { after, limit: limit + 1 });
      const { page, next } = pageOf(found, limit, ({ ownerKey }) => ownerKey);
      return { data: await namedBy(tx, page, 'changedBy'), next };
    }),
});

export const putProfile = billingEndpoint({
  id: 'billing.put-profile',
  method: 'PUT',
  path: '/api/admin/saas-billing/billing-profiles',
  summary: 'Change a billing profile',
  description:
    'What is left out stays, and null inherits: from the organisation, and then from the platform. `billingDisabled` of an organisation covers its facilities, but those that say false. A change of the billing method is refused while something is owed under the one that ends: see the preflight.',
  gate: superAdmins,
  act: 'money',
  body: ProfileChange,
  success: { status: 200, description: 'What the owner says by now.', schema: OwnProfile },
  examples: {
    body: { ownerKey: OWNER, billingMethod: 'invoice', netDays: 30, autoTopup: null },
    success: A_PROFILE,
  },
  faults: { owner_unknown, migration_blocked },
  audit: { event: 'billing-profile.put', target: ({ body }) => body.ownerKey },
  handle: async ({ billing }, { body }, { tx, caller }) =>
    oneNamedBy(tx, await billing.putProfile(tx, body, actorOf(caller)), 'changedBy'),
});

const Note = z
  .object({ code: z.string().describe('Which it is, in one word.'), message: z.string().describe('What it means.') })
  .meta({ id: 'MigrationNote' });

export const preflightMigration = billingEndpoint({
  id: 'billing.preflight',
  method: 'GET',
  path: '/api/admin/saas-billing/billing-profiles/migration-preflight/:ownerKey',
  summary: 'Look whether the billing method can change',
  description: 'What has to be settled before, and what is good to know. It changes nothing.',
  gate: superAdmins,
  params: z.object({ ownerKey: ownerKeyParam }),
  query: z.strictObject({ to: method.describe('The method that is intended.') }),
  success: {
    status: 200,
    description: 'What stands against it.',
    schema: z
      .object({
        from: method.describe('The method that holds now.'),
        to: method.describe('The one that is intended.'),
        canMigrate: z.boolean().describe('Whether nothing stands against it.'),
        blockers: z.array(Note).describe('What has to be settled before.'),
        warnings: z.array(Note).describe('What is good to know.'),
        openInvoices: z.int().describe('Top-up invoices and monthly records that are to be paid.'),
        unbilledMicros: z.int().describe('Of days that are closed and on no record yet, in millionths.'),
      })
      .meta({ id: 'MigrationPreflight' }),
  },
  examples: {
    params: { ownerKey: OWNER },
    query: { to: 'invoice' },
    success: {
      from: 'wallet',
      to: 'invoice',
      canMigrate: false,
      blockers: [{ code: 'negative_balance', message: 'The wallet is below zero: have it topped up first.' }],
      warnings: [],
      openInvoices: 0,
      unbilledMicros: 0,
    },
  },
  faults: { owner_unknown },
  handle: ({ billing }, { params, query }, { read }) =>
    read(async (tx) => {
      const { blockers, warnings, ...found } = await billing.preflight(
        tx,
        await billing.owners.require(tx, params.ownerKey),
        query,
      );
      return { ...found, blockers: [...blockers], warnings: [...warnings] };
    }),
});

export const deleteProfile = billingEndpoint({
  id: 'billing.delete-profile',
  method: 'DELETE',
  path: '/api/admin/saas-billing/billing-profiles/:ownerKey',
  summary: 'Delete a billing profile',
  description: 'The owner inherits everything from now on.',
  gate: superAdmins,
  act: 'money',
  params: z.object({ ownerKey: ownerKeyParam }),
  success: { status: 200, description: 'It is gone.', schema: z.object({ ownerKey: OwnerKeyField }) },
  examples: { params: { ownerKey: OWNER }, success: { ownerKey: OWNER } },
  faults: { owner_unknown, profile_unknown, migration_blocked },
  audit: { event: 'billing-profile.deleted', target: ({ params }) => params.ownerKey },
  handle: async ({ billing }, { params }, { tx }) => {
    await billing.removeProfile(tx, params.ownerKey);
    return { ownerKey: params.ownerKey };
  },
});

const source = z.enum(['facility', 'organisation', 'default']);
const Resolved = z
  .object({
    profile: Profile.describe('What holds.'),
    sources: z
      .object(
        Object.fromEntries(
          Object.keys(profileFields).map((field) => [field, source.describe(`Who has said \`${field}\`.`)]),
        ) as Record<keyof typeof profileFields, typeof source>,
      )
      .describe('Who has said each field. `default`: nobody, so the platform’s holds.'),
    chain: z
      .array(
        z.object({
          ownerKey: OwnerKeyField,
          hasProfile: z.boolean().describe('Whether it has said anything.'),
        }),
      )
      .describe('Who has a say, the nearest first.'),
  })
  .meta({ id: 'ResolvedBillingProfile' });
const sources = (from: z.input<typeof source>) =>
  Object.fromEntries(Object.keys(profileFields).map((field) => [field, from])) as z.input<typeof Resolved>['sources'];

export const resolveFacilityProfile = billingEndpoint({
  id: 'billing.resolve-profile',
  method: 'GET',
  path: '/api/admin/saas-billing/billing-profiles/resolve/:clubID',
  summary: 'Read how a facility is billed',
  description: 'Field by field: what the facility says, else its organisation, else the platform.',
  gate: { needs: 'super-admin', in: 'facility' },
  params: z.object({ clubID: FacilityId.describe('The facility.') }),
  success: { status: 200, description: 'What holds, and who has said it.', schema: Resolved },
  examples: {
    params: { clubID: 'fac_0123456789abcdef' },
    success: {
      profile: DEFAULT_PROFILE,
      sources: sources('default'),
      chain: [
        { ownerKey: 'facility#fac_0123456789abcdef', hasProfile: false },
        { ownerKey: OWNER, hasProfile: false },
      ],
    },
  },
  faults: { place_unknown: usersFaults.place_unknown },
  handle: ({ billing }, { params }, { read }) =>
    read(async (tx) =>
      billing.profiles.resolve(
        tx,
        await billing.owners.require(tx, ownerKeyOf({ kind: 'facility', id: params.clubID })),
      ),
    ),
});

export const resolveOrganisationProfile = billingEndpoint({
  id: 'billing.resolve-organisation',
  method: 'GET',
  path: '/api/admin/saas-billing/billing-profiles/resolve-org/:organisationId',
  summary: 'Read how an organisation is billed',
  description: 'Field by field: what the organisation says, else the platform.',
  gate: superAdmins,
  params: z.object({ organisationId: OrgId.describe('The organisation.') }),
  success: { status: 200, description: 'What holds, and who has said it.', schema: Resolved },
  examples: {
    params: { organisationId: 'org_0123456789abcdef' },
    success: {
      profile: DEFAULT_PROFILE,
      sources: sources('default'),
      chain: [{ ownerKey: OWNER, hasProfile: false }],
    },
  },
  faults: { owner_unknown },
  handle: ({ billing }, { params }, { read }) =>
    read(async (tx) =>
      billing.profiles.resolve(
        tx,
        await billing.owners.require(tx, ownerKeyOf({ kind: 'org', id: params.organisationId })),
      ),
    ),
});
