import { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { FindBy } from '../../kit/http/resource.ts';
import { MailAddress } from '../../platform/mail/mail.module.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import { By } from '../../platform/users/actor-surface.ts';
import { PathId } from '../../platform/users/facility-surface.ts';
import { noSuchPlace, type Placed, type PlatformCaller } from '../../platform/users/platform-surface.ts';
import type { MappingPlace } from './email-mappings.repo.ts';
import { type EmailMappingsService, mappingUnknown } from './email-mappings.service.ts';

export interface EmailMappingsEndpointDeps {
  readonly emailMappings: EmailMappingsService;
  readonly organisations: Pick<OrganisationsService, 'findFacility' | 'findOrganisation'>;
}

export const reads = { needs: ['facility-staff', 'admin'], in: 'resource' } as const;
export const writes = { needs: 'admin', in: 'resource' } as const;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what one line must not have.
const ONE_LINE = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/;
const name = z.string().trim().min(1).max(80).regex(ONE_LINE, 'must be one line');
export const kind = z
  .string()
  .max(80)
  .describe('The kind of e-mail, as the list of wordings calls it.')
  .meta({ examples: ['alarm.raised'] });
const locale = z
  .string()
  .max(35)
  .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'must be a language tag of BCP 47, such as en or de-AT')
  .describe('The language that it is written in, as a tag of BCP 47.')
  .meta({ examples: ['de'] });

/** What documents show of a wording. */
export const A_WORDING = {
  kind: 'alarm.raised',
  subject: '{{what}} bei {{facility}}',
  text: '{{alarms}}\n\nWer kümmert sich darum? {{link}}',
};

/** A wording as somebody writes it. */
export const wordingFields = {
  subject: z
    .string()
    .min(1)
    .max(300)
    .regex(ONE_LINE, 'must be one line')
    .describe('The subject, with `{{variables}}`.')
    .meta({ examples: ['{{what}} bei {{facility}}'] }),
  text: z
    .string()
    .min(1)
    .max(20_000)
    .describe('The text, with `{{variables}}`.')
    .meta({ examples: ['{{alarms}}\n\nWer kümmert sich darum? {{link}}'] }),
  html: z
    .string()
    .min(1)
    .max(100_000)
    .nullable()
    .describe(
      'The same as HTML; what runs, or is fetched from elsewhere, is left out of what is sent. Null: text alone.',
    )
    .meta({ examples: [null] }),
};
export const mappingFields = {
  ...wordingFields,
  fromName: name
    .nullable()
    .describe('Who it says it is from. Null: as the mail server is set up.')
    .meta({ examples: ['Harbour Gym'] }),
  replyTo: MailAddress.nullable()
    .describe('Where answers go. Null: to the sender.')
    .meta({ examples: ['desk@harbour.example'] }),
  alsoTo: z
    .array(MailAddress)
    .max(5)
    .describe('Who gets the same e-mail besides.')
    .meta({ examples: [['manager@harbour.example']] }),
  enabled: z
    .boolean()
    .describe('False: the wording of the next wider place counts.')
    .meta({ examples: [true] }),
};
export const placeFields = {
  organisationId: OrgId.nullable().describe('Whose e-mails it words. Null, with no facility either: everybody’s.'),
  facilityId: FacilityId.nullable().describe('The one facility whose e-mails it words, instead of an organisation.'),
};

export const MappingView = z
  .object({
    mappingId: z
      .string()
      .nullable()
      .describe(
        'The wording: `emm_` and 16 characters. Null: how e-mails of this kind were made, where nobody worded them.',
      )
      .meta({ examples: ['emm_0123456789abcdef'] }),
    kind,
    summary: z
      .string()
      .describe('Who gets e-mails of this kind, and when.')
      .meta({ examples: ['To whoever is told of an alarm at a gym.'] }),
    variables: z
      .array(
        z
          .object({
            name: z.string().describe('What stands between the braces.'),
            about: z.string().describe('What it says.'),
            as: z
              .enum(['line', 'text', 'link', 'secret', 'report'])
              .describe('`line` is one line and may stand in a subject, the others are none of it.'),
            needed: z.boolean().describe('Whether it stands in every wording.'),
          })
          .meta({ id: 'MailVariable' }),
      )
      .describe('What may stand in it.')
      .meta({ examples: [[{ name: 'facility', about: 'What the gym is called.', as: 'line', needed: false }]] }),
    ...placeFields,
    locale,
    ...mappingFields,
    subject: z.string().meta({ examples: ['{{what}} bei {{facility}}'] }),
    revision: z
      .int()
      .describe('Counts its changes: what `expectedRevision` names.')
      .meta({ examples: [1] }),
    changedBy: By.nullable().describe('Null: nobody has worded it.'),
    changedAt: z.iso.datetime().nullable().describe('Null: nobody has worded it.'),
  })
  .meta({ id: 'EmailMapping' });

export const newMapping = z.strictObject({
  kind,
  ...placeFields,
  organisationId: placeFields.organisationId.default(null),
  facilityId: placeFields.facilityId.default(null),
  locale: locale.default('en'),
  ...mappingFields,
  html: mappingFields.html.default(null),
  fromName: mappingFields.fromName.default(null),
  replyTo: mappingFields.replyTo.default(null),
  alsoTo: mappingFields.alsoTo.default([]),
  enabled: mappingFields.enabled.default(true),
});
export const oneMapping = z.strictObject({ id: PathId });

/** The place that somebody names: of two the facility, which has to be of that organisation. */
const findPlace = async (
  tx: Tx,
  { organisations }: Pick<EmailMappingsEndpointDeps, 'organisations'>,
  { organisationId = null, facilityId = null }: Partial<MappingPlace>,
): Promise<(Placed & { readonly place: MappingPlace }) | undefined> => {
  if (facilityId !== null) {
    const facility = await organisations.findFacility(tx, facilityId);
    if (facility === undefined || (organisationId !== null && organisationId !== facility.org_id)) return undefined;
    return { at: { facilityId, organisationId: facility.org_id }, place: { facilityId, organisationId: null } };
  }
  if (organisationId === null) return { at: {}, place: { facilityId: null, organisationId: null } };
  const organisation = await organisations.findOrganisation(tx, organisationId);
  return organisation && { at: { organisationId }, place: { facilityId: null, organisationId } };
};

/** The place that a query or a body names. */
export const namedPlace = (part: 'query' | 'body') => ({
  find: (
    deps: EmailMappingsEndpointDeps,
    input: { readonly query?: unknown; readonly body?: unknown },
    { tx }: FindBy<PlatformCaller>,
  ) => findPlace(tx, deps, input[part] as Partial<MappingPlace>),
  missing: () => noSuchPlace('organisation'),
});

/** The wording that a path names. */
export const theMapping = {
  find: async (
    deps: EmailMappingsEndpointDeps,
    { params: { id } }: { readonly params: { readonly id: string } },
    { tx }: FindBy<PlatformCaller>,
  ): Promise<Placed | undefined> => {
    const row = await deps.emailMappings.find(tx, id);
    return row && findPlace(tx, deps, { organisationId: row.org_id, facilityId: row.facility_id });
  },
  missing: mappingUnknown,
};
