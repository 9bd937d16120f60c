import type { MailKind } from '../../../platform/mail/mail.module.ts';
import type { PlatformApi } from '../../../testing/platform-api.ts';
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
export const newLanguage = (): string => `de-${(languages++).toString(36).padStart(4, '0')}`;

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
