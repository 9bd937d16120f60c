import type { MailKind } from '../../../platform/mail/mail.module.ts';
import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';
import type { MappingPlace } from '../email-mappings.repo.ts';
import type { MappingFields } from '../mapping-views.ts';

export const KIND = 'alarm.raised';
export const WORDING = { subject: '{{what}} bei {{facility}}', text: '{{alarms}}\n\nWer kümmert sich? {{link}}' };
export const FIELDS: MappingFields = {
  ...WORDING,
  html: undefined,
  fromName: null,
  replyTo: null,
  alsoTo: [],
  enabled: true,
};

/** A language that no other wording of these tests has. */
let languages = 0;
const newLanguage = (): string => `de-${(languages++).toString(36).padStart(4, '0')}`;

/** Somebody has worded an e-mail there. */
export const aMapping = (
  { world }: Pick<PlatformApi, 'world'>,
  {
    kind = KIND,
    locale = newLanguage(),
    ...place
  }: Partial<MappingPlace> & Partial<Pick<MailKind, 'kind'>> & { locale?: string },
  fields: Partial<MappingFields> = {},
) =>
  world.db.write((tx) =>
    world.emailMappings.add(
      tx,
      { kind, locale, organisationId: null, facilityId: null, ...place },
      { fields: { ...FIELDS, ...fields }, by: 'user:test' },
    ),
  );

const ofOne = async (api: PlatformApi) => ({
  params: { id: (await aMapping(api, { facilityId: api.world.facilityId })).mappingId },
  foreign: { id: (await aMapping(api, { facilityId: api.otherFacilityId })).mappingId },
  missing: { id: 'emm_0123456789abcdef' },
});
const onlyKind = { body: { kind: KIND, ...WORDING } };

export const emailMappingsCases: PlatformCases = {
  'email-mapping.list': async ({ world }) => ({
    query: { facilityId: world.facilityId },
    absent: { query: { facilityId: 'fac_0123456789abcdef' } },
  }),
  'email-mapping.read': ofOne,
  'email-mapping.add': async ({ world }) => ({
    body: { kind: KIND, locale: newLanguage(), facilityId: world.facilityId, ...WORDING },
    absent: { body: { kind: KIND, facilityId: 'fac_0123456789abcdef', ...WORDING } },
  }),
  'email-mapping.update': async (api) => ({ ...(await ofOne(api)), body: { enabled: false, expectedRevision: 1 } }),
  'email-mapping.delete': ofOne,
  'email-mapping.preview': async () => onlyKind,
  'email-mapping.test': async () => onlyKind,
};
