import { z } from 'zod';
import { PartnerSettings, type SeenLinking, type SeenSettings } from '../partners/partners.module.ts';
import type { MemberCounts } from './partner-console.ports.ts';

const shape = PartnerSettings.shape;
export const LinkingMethod = shape.linking_method;

const seen = z.string().describe('The tag of all of this: what `ifSeen` names.');

/** How an account is set up. */
export const ConsoleSettings = z
  .object({
    linkingMethod: LinkingMethod,
    linkingLabel: shape.linking_label,
    prefix: shape.prefix,
    customFields: shape.custom_fields,
    rateLimits: z
      .record(z.string(), z.int())
      .describe(
        'Requests a second by endpoint id, where they are not the default. Whoever runs the platform sets them.',
      ),
    seen,
  })
  .meta({ id: 'ConsoleSettings' });

export const A_CONSOLE_SETTINGS: z.input<typeof ConsoleSettings> = {
  linkingMethod: 'facility_id',
  linkingLabel: 'Branch code',
  prefix: 'ACME',
  customFields: [{ key: 'region', label: 'Region' }],
  rateLimits: { 'doors.unlock': 20 },
  seen: 'mJ0wR5oXq1cVtYb2',
};

export const consoleSettings = ({ settings, rateLimits, seen }: SeenSettings): z.output<typeof ConsoleSettings> => ({
  linkingMethod: settings.linking_method,
  linkingLabel: settings.linking_label,
  prefix: settings.prefix,
  customFields: settings.custom_fields,
  rateLimits: { ...rateLimits },
  seen,
});

/** Of more facilities than these only the numbers are said. */
const PLACES_MOST = 100;

/** What another linking method would break. */
export const LinkingBreaks = z
  .object({
    from: LinkingMethod.describe('How requests name facilities now.'),
    to: LinkingMethod.describe('How they would.'),
    seen,
    organisations: z.int().describe('How many organisations have facilities that are linked now.'),
    facilities: z
      .int()
      .describe('How many facilities are linked now: from the change on each is named in the other way.'),
    unnamed: z
      .int()
      .describe('How many of these no request could name any more until their staff have entered your code for them.'),
    members: z.int().describe('How many members you have sent to these facilities, as far as they were counted.'),
    unnamedMembers: z.int().describe('How many of these at facilities that no request could name.'),
    isWhole: z.boolean().describe('False where there are more members than are counted at once.'),
    keys: z
      .int()
      .describe('How many keys are in use: whatever sends with them has to name facilities in the other way.'),
    places: z
      .array(
        z.object({
          organisationId: z.string(),
          organisationName: z.string(),
          facilityId: z.string(),
          facilityName: z.string(),
          linkingIdentifier: z.string().nullable().describe('Your code for the facility; null where it has none.'),
          isNamed: z.boolean().describe('Whether a request could name it after the change.'),
          members: z
            .int()
            .nullable()
            .describe('How many members you have sent to it; null where they were not counted.'),
        }),
      )
      .describe(`The facilities, those that could not be named first: ${PLACES_MOST} at most.`),
  })
  .meta({ id: 'LinkingBreaks' });

export const A_BREAK: z.input<typeof LinkingBreaks> = {
  from: 'facility_id',
  to: 'linking_identifier',
  seen: 'pQ3xT8vLk2nRzWc7',
  organisations: 1,
  facilities: 1,
  unnamed: 1,
  members: 1_240,
  unnamedMembers: 1_240,
  isWhole: true,
  keys: 2,
  places: [
    {
      organisationId: 'org_0123456789abcdef',
      organisationName: 'Riverside Strength',
      facilityId: 'fac_0123456789abcdef',
      facilityName: 'Riverside Strength Brisbane',
      linkingIdentifier: null,
      isNamed: false,
      members: 1_240,
    },
  ],
};

interface Around {
  readonly to: z.output<typeof LinkingMethod>;
  readonly members: MemberCounts;
  readonly keys: number;
}

export const linkingBreaks = (
  { linkingMethod, places, seen }: SeenLinking,
  { to, members: { byFacility, isWhole }, keys }: Around,
): z.output<typeof LinkingBreaks> => {
  const concerned = places.map((place) => ({
    ...place,
    isNamed: to === 'facility_id' || place.linkingIdentifier !== null,
    members: byFacility.get(place.facilityId) ?? (isWhole ? 0 : null),
  }));
  const unnamed = concerned.filter(({ isNamed }) => !isNamed);
  return {
    from: linkingMethod,
    to,
    seen,
    organisations: new Set(places.map(({ organisationId }) => organisationId)).size,
    facilities: places.length,
    unnamed: unnamed.length,
    members: sum(concerned),
    unnamedMembers: sum(unnamed),
    isWhole,
    keys,
    places: [...unnamed, ...concerned.filter(({ isNamed }) => isNamed)].slice(0, PLACES_MOST),
  };
};

const sum = (places: readonly { readonly members: number | null }[]): number =>
  places.reduce((all, { members }) => all + (members ?? 0), 0);
