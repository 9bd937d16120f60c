import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { kitFault } from '../../kit/http/kit-faults.ts';
import type { Environment } from '../../kit/modules/module.ts';
import {
  isSecret,
  type MailKind,
  type OwnWording,
  problemsOf,
  type Wording,
  worded,
} from '../../platform/mail/mail.module.ts';
import type { WordingAsked } from '../../platform/mail/mail.ports.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import { emailMappingsFault } from './email-mappings.faults.ts';
import { emailMappingsRepo, type MappingPlace } from './email-mappings.repo.ts';
import {
  builtInOf,
  changedBy,
  examplesOf,
  fieldsOf,
  type MappingChanges,
  type MappingFields,
  rowOf,
  viewOf,
} from './mapping-views.ts';

/** So many of one place. */
export const MAPPINGS_MAX = 200;

export interface EmailMappingsDeps extends Pick<Environment, 'clock' | 'random'> {
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
  /** Every kind there is; once all modules are made. */
  readonly kinds: () => readonly MailKind[];
}
export type EmailMappingsService = ReturnType<typeof createEmailMappings>;

export const createEmailMappings = ({ clock, random, organisations, kinds }: EmailMappingsDeps) => {
  const kindOf = (name: string): MailKind => {
    const found = kinds().find(({ kind }) => kind === name);
    if (found === undefined)
      throw emailMappingsFault(
        'mail_kind_unknown',
        `kind: it is none of ${kinds()
          .map(({ kind }) => kind)
          .join(', ')}.`,
      );
    return found;
  };
  /** A wording that tells its reader what the e-mail is for. */
  const requireUsable = (kind: MailKind, wording: Pick<MappingFields, keyof Wording | 'alsoTo'>): void => {
    const errors = [
      ...problemsOf(kind, wording),
      ...(isSecret(kind) && wording.alsoTo.length > 0
        ? [{ path: 'alsoTo', rule: 'secret', message: 'What lets its reader in goes to nobody else.' }]
        : []),
    ];
    if (errors.length === 0) return;
    const message = errors
      .map(({ path, message: what }) => `${path}: ${what}`)
      .join(' ')
      .slice(0, 2_000);
    throw emailMappingsFault('wording_refused', message, { body: { error: 'wording_refused', message, errors } });
  };

  return {
    kinds,
    find: (tx: Tx, id: string) => emailMappingsRepo(tx).find(id),

    /** Of one place; and of those kinds that it has no wording of, how they were made. */
    list: async (tx: Tx, place: MappingPlace) => {
      const rows = await emailMappingsRepo(tx).list(place, MAPPINGS_MAX);
      const known = kinds();
      const own = rows.flatMap((row) => {
        const kind = known.find((one) => one.kind === row.kind);
        // Of a kind that the platform sends no more.
        return kind === undefined ? [] : [viewOf(row, kind)];
      });
      const builtIn = known
        .filter(
          ({ kind, of }) => !rows.some((row) => row.kind === kind) && (place.facilityId === null || of === 'facility'),
        )
        .map((kind) => builtInOf(kind, place));
      return [...own, ...builtIn].toSorted((a, b) => (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0));
    },

    read: async (tx: Tx, id: string) => {
      const row = await emailMappingsRepo(tx).find(id);
      const kind = kinds().find((one) => one.kind === row?.kind);
      if (row === undefined || kind === undefined) throw mappingUnknown();
      return viewOf(row, kind);
    },

    /** Words e-mails of a kind at a place. Throws `mapping_exists` and what is wrong with it. */
    add: async (
      tx: Tx,
      { kind: name, locale, ...place }: MappingPlace & { readonly kind: string; readonly locale: string },
      { fields, by }: { readonly fields: MappingFields; readonly by: string },
    ) => {
      const kind = kindOf(name);
      if (place.facilityId !== null && kind.of !== 'facility')
        throw emailMappingsFault('mail_kind_unknown', `kind: e-mails of ${name} are of no facility.`);
      requireUsable(kind, fields);
      const repo = emailMappingsRepo(tx);
      if ((await repo.count(place)) >= MAPPINGS_MAX)
        throw emailMappingsFault('too_many_mappings', `This place has ${MAPPINGS_MAX} wordings already.`);
      const id = randomId('emm', random);
      const row = {
        id,
        kind: name,
        org_id: place.organisationId,
        facility_id: place.facilityId,
        locale,
        ...rowOf(fields),
        revision: 1,
        changed_by: by,
        changed_at: clock.wallMs(),
      };
      if ((await repo.insert(row)) === undefined)
        throw emailMappingsFault('mapping_exists', `kind: ${name} is worded there in ${locale} already.`);
      return viewOf(row, kind);
    },

    /** Changes a wording; what is left out stays as it is. */
    update: async (
      tx: Tx,
      id: string,
      { changes, expectedRevision, by }: { changes: MappingChanges; expectedRevision?: number | undefined; by: string },
    ) => {
      const row = await emailMappingsRepo(tx).find(id);
      if (row === undefined) throw mappingUnknown();
      const kind = kindOf(row.kind);
      const fields = changedBy(fieldsOf(row), changes);
      requireUsable(kind, fields);
      const revision = Number(row.revision);
      const isSeen = expectedRevision === undefined || expectedRevision === revision;
      const written = { ...rowOf(fields), changed_by: by, changed_at: clock.wallMs() };
      const stored = isSeen ? await emailMappingsRepo(tx).update(id, revision, written) : undefined;
      if (stored === undefined) throw kitFault('changed', `expectedRevision: it is ${revision} by now.`);
      return viewOf(stored, kind);
    },

    remove: async (tx: Tx, id: string): Promise<void> => {
      if ((await emailMappingsRepo(tx).remove(id)) === undefined) throw mappingUnknown();
    },

    /** What an e-mail of such a wording looks like, with the examples of its variables. Throws what is wrong with it. */
    preview: (name: string, wording: Wording) => {
      const kind = kindOf(name);
      requireUsable(kind, { ...wording, alsoTo: [] });
      return { kind, ...worded(kind, wording, examplesOf(kind)) };
    },

    /** Whose wording counts: the nearest place that has one, and there the nearest language. */
    wordingFor: async (
      tx: Tx,
      { kind, facilityId = undefined, locale }: WordingAsked,
    ): Promise<OwnWording | undefined> => {
      const facility = facilityId && (await organisations.findFacility(tx, facilityId));
      const place = { facilityId: facility?.id ?? null, organisationId: facility?.org_id ?? null };
      const rows = await emailMappingsRepo(tx).candidates({ kind, ...place });
      const byPlace = [
        rows.filter(({ facility_id }) => facility_id !== null),
        rows.filter(({ org_id }) => org_id !== null),
        rows.filter(({ facility_id, org_id }) => facility_id === null && org_id === null),
      ];
      for (const there of byPlace) {
        const row = languagesOf(locale).flatMap((language) => there.find((one) => one.locale === language) ?? [])[0];
        if (row !== undefined) return fieldsOf(row);
      }
      return undefined;
    },
  };
};

export const mappingUnknown = () => emailMappingsFault('mapping_unknown', 'There is no such wording.');

/** `de-AT`, `de`, `en`: what somebody reads, nearest first. */
const languagesOf = (locale: string): readonly string[] => {
  const parts = locale.split('-');
  return [...parts.map((_, index) => parts.slice(0, parts.length - index).join('-')), 'en'];
};
