import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { MailKind, MailValue, OwnWording } from '../../platform/mail/mail.module.ts';
import type { EmailMapping, MappingPlace } from './email-mappings.repo.ts';

/** What somebody writes of a wording. */
export interface MappingFields extends OwnWording {
  readonly enabled: boolean;
}
/** Null takes away what may be missing. */
export type MappingChanges = {
  readonly [Name in keyof MappingFields]?: MappingFields[Name] | (Name extends 'html' ? null : never) | undefined;
};

export const changedBy = (known: MappingFields, changes: MappingChanges): MappingFields => {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const { html, ...fields } = { ...known, ...(Object.fromEntries(given) as Partial<MappingFields>) };
  return { ...fields, html: html ?? undefined };
};

export const fieldsOf = (row: EmailMapping): MappingFields => ({
  subject: row.subject,
  text: row.text_body,
  html: row.html_body ?? undefined,
  fromName: row.from_name,
  replyTo: row.reply_to,
  alsoTo: JSON.parse(row.also_to) as readonly string[],
  enabled: Number(row.enabled) === 1,
});
export const rowOf = ({ subject, text, html, fromName, replyTo, alsoTo, enabled }: MappingFields) => ({
  subject,
  text_body: text,
  html_body: html ?? null,
  from_name: fromName,
  reply_to: replyTo,
  also_to: JSON.stringify(alsoTo),
  enabled: enabled ? 1 : 0,
});

const ofKind = ({ kind, summary, variables }: MailKind) => ({
  kind,
  summary,
  variables: Object.entries(variables).map(([name, { about, as, needed = false }]) => ({ name, about, as, needed })),
});
export const viewOf = (row: EmailMapping, kind: MailKind) => {
  const { html = null, ...fields } = fieldsOf(row);
  return {
    mappingId: row.id,
    ...ofKind(kind),
    organisationId: row.org_id,
    facilityId: row.facility_id,
    locale: row.locale,
    ...fields,
    alsoTo: [...fields.alsoTo],
    html,
    revision: Number(row.revision),
    changedBy: row.changed_by,
    changedAt: isoOf(Number(row.changed_at)),
  };
};
export const builtInOf = (kind: MailKind, { organisationId, facilityId }: MappingPlace) => ({
  mappingId: null,
  ...ofKind(kind),
  organisationId,
  facilityId,
  locale: 'en',
  subject: kind.builtIn.subject,
  text: kind.builtIn.text,
  html: kind.builtIn.html ?? null,
  fromName: null,
  replyTo: null,
  alsoTo: [],
  enabled: true,
  revision: 0,
  changedBy: null,
  changedAt: null,
});

/** Every variable by its example. */
export const examplesOf = ({ variables }: MailKind): Readonly<Record<string, MailValue>> =>
  Object.fromEntries(Object.entries(variables).map(([name, { example }]) => [name, example]));
