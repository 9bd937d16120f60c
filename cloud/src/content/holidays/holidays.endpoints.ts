import { OrgId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { holidaysFaults } from './holidays.faults.ts';
import type { HolidaysService } from './holidays.service.ts';

export interface HolidayDeps {
  readonly holidays: HolidaysService;
}

const params = z.strictObject({
  countryIso: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be a country code of ISO 3166-1 alpha-2 in capitals')
    .describe('ISO 3166-1 alpha-2, in capitals.'),
});
const Holidays = z.object({
  country: z.string(),
  year: z.int(),
  data: z.array(
    z
      .object({
        date: z.iso.date(),
        name: z.string(),
        type: z.enum(['public', 'bank', 'optional', 'school', 'observance']),
        rule: z.string().describe('What makes it the same holiday in every year: names it in a blacklist.'),
        blacklisted: z
          .boolean()
          .optional()
          .describe('With `organisationId` only: whether that organisation has struck it off.'),
      })
      .meta({ id: 'Holiday' }),
  ),
});

const EASTER = [
  { date: '2026-04-03', name: 'Good Friday', type: 'public', rule: 'easter -2' },
  { date: '2026-04-04', name: 'Easter Saturday', type: 'public', rule: 'easter -1' },
] as const;
const OF_ORGANISATION = { organisationId: 'org_0123456789abcdef' };

export const readHolidays = platformEndpoint<HolidayDeps>()({
  id: 'holidays.read',
  method: 'GET',
  path: '/api/admin/country/:countryIso/holidays',
  summary: 'Read the holidays of a country',
  description:
    'Without `organisationId` the holidays that are the same for everybody, and nothing of any organisation. With one, each says whether that organisation has struck it off: for whoever works in it or at one of its facilities.',
  gate: {
    anyOf: [
      { needs: 'facility-staff', in: 'organisation' },
      { needs: 'facility-staff', in: 'facility of organisation' },
    ],
  },
  params,
  query: z.strictObject({
    organisationId: OrgId.optional().describe('Whose blacklist is held against them.'),
    year: z.coerce.number().int().min(2000).max(2100).optional().describe('The current one unless said otherwise.'),
  }),
  success: { status: 200, description: 'The days, in their order.', schema: Holidays },
  examples: { params: { countryIso: 'AU' }, success: { country: 'AU', year: 2026, data: [...EASTER] } },
  faults: holidaysFaults,
  handle: async ({ holidays }, { params: { countryIso }, query: { organisationId, year } }, { read }) => {
    const found = await holidays.ofCountry(countryIso, year);
    if (organisationId === undefined) return { ...found, data: [...found.data] };
    return read((tx) => holidays.forOrganisation(tx, organisationId, found));
  },
});

export const putBlacklist = platformEndpoint<HolidayDeps>()({
  id: 'holidays.blacklist',
  method: 'PUT',
  path: '/api/admin/country/:countryIso/holidays',
  summary: 'Say which holidays an organisation does not keep',
  description: 'Exactly the holidays of the body are struck off: what is not in it is kept again.',
  gate: { needs: 'facility-manager', in: 'organisation' },
  act: 'grave:access',
  params,
  query: z.strictObject({ organisationId: OrgId.describe('Whose blacklist it is.') }),
  body: z.strictObject({
    blacklisted: z
      .array(z.string().min(1).max(200))
      .max(200)
      .describe('The `rule` of each holiday that the organisation does not keep.'),
  }),
  success: { status: 200, description: 'The holidays of this year as they are now.', schema: Holidays },
  examples: {
    params: { countryIso: 'AU' },
    query: OF_ORGANISATION,
    body: { blacklisted: [EASTER[1].rule] },
    success: {
      country: 'AU',
      year: 2026,
      data: EASTER.map((day) => ({ ...day, blacklisted: day === EASTER[1] })),
    },
  },
  faults: holidaysFaults,
  audit: { event: 'holidays.blacklisted', target: ({ params: { countryIso } }) => countryIso },
  prepare: async ({ holidays }, { params: { countryIso }, body }) => {
    await holidays.requireRules(countryIso, body.blacklisted);
    return holidays.ofCountry(countryIso);
  },
  handle: async ({ holidays }, { params, query: { organisationId: orgId }, body }, { tx, caller, prepared }) => {
    const by = `user:${caller.user.id}`;
    await holidays.setBlacklist(tx, { orgId, country: params.countryIso }, { rules: body.blacklisted, by });
    return holidays.forOrganisation(tx, orgId, prepared);
  },
});
