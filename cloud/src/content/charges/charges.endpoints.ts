import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { OrgId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import { BY_SAM, By, oneNamedBy } from '../../platform/users/actor-surface.ts';
import { AT_FACILITY, contractClubParams, facilityReads } from '../../platform/users/facility-surface.ts';
import { noSuchPlace, platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { Charge, ChargeOverride, ChargesGiven, chargeFields } from './charge-shapes.ts';
import { chargesFaults } from './charges.faults.ts';
import type { ChargesService } from './charges.service.ts';

interface Deps {
  readonly charges: ChargesService;
  readonly organisations: Pick<OrganisationsService, 'findOrganisation' | 'findFacility'>;
}

const { place_unknown } = usersFaults;
const { changed, revision_unknown } = chargesFaults;
const organisationId = OrgId.describe('Whose charges they are.');
const flag = (what: string) =>
  z
    .string()
    .max(20)
    .default('false')
    .transform((text) => text === 'true' || text === '1')
    .describe(`${what} \`true\` or \`1\`; whatever else is no.`);

const ChargesConfig = z
  .object({
    organisationId: z.string(),
    revision: z.int().min(0).describe('Which one this is: 0 where nothing was ever saved.'),
    effectiveOn: z.iso.date().nullable().describe('The first day that it holds. Null: nothing was ever saved.'),
    charges: z.array(Charge).describe('All charges, in the order to be shown.'),
    overrides: z.array(ChargeOverride).describe('What is different at single facilities.'),
    inEffect: z.int().nullable().describe('The revision that holds today (UTC). Null: none does yet.'),
    savedBy: By.nullable().describe('Who saved it. Null: nobody did.'),
    savedAt: z.iso.datetime().nullable().describe('When it was saved (UTC). Null: it never was.'),
  })
  .meta({ id: 'ChargesConfig' });

const A_CHARGE: z.input<typeof Charge> = {
  key: 'membership',
  label: 'Membership',
  amountMinor: 4_900,
  currency: 'AUD',
  per: 'member',
  period: 'month',
  taxBasisPoints: 1_000,
  active: true,
};
const AN_OVERRIDE = { ...AT_FACILITY, key: 'membership', amountMinor: 5_900 };
const A_CONFIG: z.input<typeof ChargesConfig> = {
  organisationId: 'org_0123456789abcdef',
  revision: 3,
  effectiveOn: '2026-01-01',
  charges: [A_CHARGE],
  overrides: [AN_OVERRIDE],
  inEffect: 3,
  savedBy: BY_SAM,
  savedAt: '2025-12-12T09:30:00.000Z',
};

export const saveCharges = platformEndpoint<Deps>()({
  id: 'charges-config.save',
  method: 'POST',
  path: '/api/admin/charges-config',
  summary: 'Set what an organisation charges',
  description:
    'A new revision, in place of all charges from its day on; earlier revisions stay as they were. Of several whose day has come the one of the latest day holds, and of one day the one that was saved last: so a rise that is planned stays planned while today’s charges are mended.',
  gate: { needs: 'admin', in: 'resource' },
  act: 'money',
  resource: {
    find: async ({ organisations }, { body }, { tx }) => {
      const organisation = await organisations.findOrganisation(tx, body.organisationId);
      return organisation && { at: { organisationId: organisation.id } };
    },
    missing: () => noSuchPlace('organisation'),
  },
  body: ChargesGiven.safeExtend({
    organisationId,
    expectedRevision: z
      .int()
      .min(0)
      .optional()
      .describe('The revision that this goes on from: refused where it is not the newest any more.'),
  }),
  success: { status: 201, description: 'The new revision.', schema: ChargesConfig },
  examples: {
    body: {
      organisationId: 'org_0123456789abcdef',
      charges: [A_CHARGE],
      overrides: [AN_OVERRIDE],
      effectiveOn: '2026-01-01',
      expectedRevision: 2,
    },
    success: A_CONFIG,
  },
  faults: { place_unknown, changed },
  audit: { event: 'charges.saved', target: ({ body }) => body.organisationId },
  handle: async ({ charges }, { body: { organisationId: orgId, ...given } }, { tx, caller }) =>
    oneNamedBy(tx, await charges.save(tx, orgId, { ...given, by: `user:${caller.user.id}` }), 'savedBy'),
});

export const readCharges = platformEndpoint<Deps>()({
  id: 'charges-config.read',
  method: 'GET',
  path: '/api/admin/charges-config',
  graph: { on: 'Organisation', as: 'chargesConfig', with: { organisationId: 'organisationId' } },
  summary: 'Read what an organisation charges',
  description: 'The newest revision, which may hold from a later day on, or an earlier one by its number.',
  gate: { needs: ['facility-staff', 'admin'], in: 'organisation' },
  query: z.strictObject({
    organisationId,
    revision: z.coerce
      .number<string | number>()
      .int()
      .min(1)
      .max(Number.MAX_SAFE_INTEGER)
      .optional()
      .describe('The newest unless given.'),
  }),
  success: { status: 200, description: 'The revision.', schema: ChargesConfig },
  examples: { query: { organisationId: 'org_0123456789abcdef' }, success: A_CONFIG },
  faults: { place_unknown, revision_unknown },
  handle: ({ charges }, { query }, { read }) =>
    read(async (tx) => oneNamedBy(tx, await charges.read(tx, query.organisationId, query.revision), 'savedBy')),
});

const FacilityCharges = z
  .object({
    facilityId: z.string(),
    revision: z.int().min(0).describe('The revision of the organisation that holds there today; 0: none does.'),
    effectiveOn: z.iso.date().nullable().describe('Since when. Null: no revision holds.'),
    data: z.array(
      z
        .object({
          ...chargeFields,
          disabled: z.boolean().describe('Whether this facility does not charge it.'),
          source: z
            .enum(['organisation', 'facility'])
            .describe('`facility`: an override of this facility has a say in it.'),
        })
        .meta({ id: 'FacilityCharge' }),
    ),
  })
  .meta({ id: 'FacilityCharges' });

export const readFacilityCharges = platformEndpoint<Deps>()({
  id: 'charges-config.read-facility',
  method: 'GET',
  path: '/api/club/:club/charges-config',
  graph: { on: 'Facility', as: 'charges', with: { club: 'facilityId' } },
  summary: 'Read what a facility charges',
  description: 'What its organisation charges as of today there, with what is different at this facility.',
  gate: facilityReads,
  params: z.object(contractClubParams),
  query: z.strictObject({
    hideInactive: flag('Whether to leave out what is not active.'),
    showDisabledFees: flag('Whether to show what this facility does not charge as well.'),
  }),
  success: { status: 200, description: 'The charges.', schema: FacilityCharges },
  examples: {
    params: { club: AT_FACILITY.facilityId },
    query: { hideInactive: 'true' },
    success: {
      ...AT_FACILITY,
      revision: 3,
      effectiveOn: '2026-01-01',
      data: [{ ...A_CHARGE, amountMinor: 5_900, disabled: false, source: 'facility' }],
    },
  },
  faults: { place_unknown },
  handle: ({ charges, organisations }, { params, query }, { read }) =>
    read(async (tx) => {
      const facility = await organisations.findFacility(tx, params.club);
      if (facility === undefined) throw new Bug('a gate let somebody through to a facility that there is not');
      const { hideInactive, showDisabledFees: showDisabled } = query;
      return charges.ofFacility(tx, facility, { hideInactive, showDisabled });
    }),
});
