import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import { canonicalJson } from '@gatehouse/shared/json/canonical.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { kitFault } from '../../kit/http/kit-faults.ts';
import { invalidRequest, wrongField } from '../../kit/http/validate.ts';
import type { Environment } from '../../kit/modules/module.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.module.ts';
import type { AttachmentsService } from '../attachments/attachments.module.ts';
import { agreementsFault } from './agreements.faults.ts';
import { type AgreementRow, agreementsRepo, type VersionRow } from './agreements.repo.ts';
import type { Kind } from './agreements.tables.ts';
import { type Audience, placesOf, requirePlaces } from './audience.ts';
import { type CuaConfig, cuaConfigOf } from './cua-config.ts';
import { type Attachment, type Content, titleKey, versionSha256 } from './document.ts';

const AGREEMENTS_MAX = 500;

export interface SavingDeps extends Pick<Environment, 'clock' | 'random'> {
  readonly organisations: Pick<OrganisationsService, 'facilitiesById' | 'organisationsById' | 'findFacility'>;
  readonly attachments: Pick<AttachmentsService, 'use' | 'used'>;
}

type Optional<T> = { readonly [Field in keyof T]?: T[Field] | undefined };

/** What is left out stays as it is. */
export type Given = Optional<Content> & {
  readonly organisationId?: OrgId | null | undefined;
  readonly kind?: Kind | undefined;
  readonly audience?: Audience | undefined;
  readonly cua?: Optional<CuaConfig> | undefined;
  readonly expectedRevision?: number | undefined;
  readonly action: 'draft' | 'publish' | 'archive';
};

const CONTENT = ['title', 'requirement', 'body', 'attachments', 'changeNote', 'reacknowledge', 'effectiveOn'] as const;
const NEEDED = ['title', 'kind', 'requirement', 'body', 'organisationId'] as const;

type Defined<T> = { readonly [Field in keyof T]?: Exclude<T[Field], undefined> };
const without = <T extends object>(given: T): Defined<T> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Defined<T>;

const contentIn = (given: Given): Partial<Content> =>
  without(Object.fromEntries(CONTENT.map((field) => [field, given[field]])) as Partial<Content>);

export const contentOf = (version: VersionRow): Content => ({
  title: version.title,
  requirement: version.requirement,
  body: version.body_md,
  attachments: attachmentsIn(version).map(({ attachmentId }) => attachmentId),
  changeNote: version.change_note,
  reacknowledge: version.reacknowledge === 1,
  effectiveOn: version.effective_on,
});

export const attachmentsIn = ({ attachments }: Pick<VersionRow, 'attachments'>): readonly Attachment[] =>
  // Most have none, and lists have hundreds.
  attachments === '[]' ? [] : (JSON.parse(attachments) as Attachment[]);

const FIRST = { attachments: [], changeNote: '', reacknowledge: true, effectiveOn: null };

/** Whether a version would say the same: its note, and whom it asks anew, are about a change that there is not then. */
const saysTheSame = (content: Content, version: Content): boolean => {
  const said = ({ title, requirement, body, attachments, effectiveOn }: Content) =>
    canonicalJson({ title, requirement, body, attachments, effectiveOn: effectiveOn ?? version.effectiveOn });
  return said(content) === said(version);
};

/** Drafts, versions, and whom they are for. */
export const createSaving = ({ clock, random, organisations, attachments }: SavingDeps) => {
  /** Keeps these files from now on, as parts of what somebody saves. */
  const attach = async (tx: Tx, owner: OrgId | null, ids: readonly string[]): Promise<Attachment[]> => {
    const twice = ids.findIndex((id, at) => ids.indexOf(id) < at);
    if (twice >= 0) throw wrongField(`body.attachments.${twice}`, 'unique', 'is attached already');
    const kept = await attachments.use(tx, owner, ids);
    const known = new Set(kept.map(({ attachmentId }) => attachmentId));
    const unknown = ids.findIndex((id) => !known.has(id));
    if (unknown >= 0)
      throw wrongField(`body.attachments.${unknown}`, 'unknown', 'is no file that can be attached here');
    return kept.map(({ attachmentId, name, sha256 }) => ({ attachmentId, name, sha256 }));
  };

  /** A new agreement that says nothing yet. */
  const begin = async (tx: Tx, given: Given, by: string): Promise<AgreementRow> => {
    const missing = NEEDED.filter((field) => given[field] === undefined);
    if (missing.length > 0)
      throw invalidRequest(
        missing.map((field) => ({ path: `body.${field}`, rule: 'required', message: 'is needed for a new agreement' })),
      );
    const { title = '', kind = 'club', organisationId: owner = null } = given;
    if ((await agreementsRepo(tx).count(owner)) >= AGREEMENTS_MAX)
      throw agreementsFault('too_many_agreements', `There are ${AGREEMENTS_MAX} agreements already.`);
    const at = clock.wallMs();
    const row: AgreementRow = {
      id: randomId('agr', random),
      org_id: owner,
      title,
      title_key: titleKey(title),
      kind,
      state: 'draft',
      audience: 'all',
      current_version: 0,
      cua_config: null,
      revision: 0,
      created_by: by,
      created_at: at,
      changed_by: by,
      changed_at: at,
    };
    await agreementsRepo(tx).insert(row);
    return row;
  };

  const requireSame = (row: AgreementRow, { organisationId, kind, expectedRevision }: Given): void => {
    if (organisationId !== undefined && organisationId !== row.org_id)
      throw wrongField('body.organisationId', 'fixed', 'an agreement stays with whom it belongs to');
    if (kind !== undefined && kind !== row.kind)
      throw wrongField('body.kind', 'fixed', 'the kind of an agreement stays');
    if (expectedRevision !== undefined && expectedRevision !== Number(row.revision))
      throw kitFault('changed', `expectedRevision: it is revision ${row.revision} by now.`);
  };

  /** Makes what is given the next version, unless the one that counts says the same. */
  const publish = async (tx: Tx, row: AgreementRow, content: Content, current: VersionRow | undefined, by: string) => {
    await agreementsRepo(tx).removeDraft(row.id);
    if (row.state === 'active' && current !== undefined && saysTheSame(content, contentOf(current))) return {};
    const attached = await attach(tx, row.org_id, content.attachments);
    const at = clock.wallMs();
    const { title, requirement, body, changeNote, reacknowledge } = content;
    const number = Number(row.current_version) + 1;
    const effectiveOn = content.effectiveOn ?? isoOf(at).slice(0, 10);
    const said = {
      agreementId: row.id,
      kind: row.kind,
      number,
      title,
      requirement,
      body,
      attachments: attached,
      effectiveOn,
    };
    await agreementsRepo(tx).insertVersion({
      id: randomId('agv', random),
      agreement_id: row.id,
      number,
      title,
      requirement,
      body_md: body,
      attachments: JSON.stringify(attached),
      change_note: changeNote,
      reacknowledge: reacknowledge ? 1 : 0,
      counts_from: reacknowledge || current === undefined ? number : Number(current.counts_from),
      effective_on: effectiveOn,
      sha256: versionSha256(said),
      published_by: by,
      published_at: at,
    });
    return { state: 'active' as const, current_version: number, title, title_key: titleKey(title) };
  };

  const keepDraft = async (
    tx: Tx,
    row: AgreementRow,
    content: Content,
    current: VersionRow | undefined,
    by: string,
  ) => {
    if (current !== undefined && saysTheSame(content, contentOf(current))) {
      await agreementsRepo(tx).removeDraft(row.id);
      return {};
    }
    await attach(tx, row.org_id, content.attachments);
    const draft = { agreement_id: row.id, content: JSON.stringify(content), saved_by: by, saved_at: clock.wallMs() };
    await agreementsRepo(tx).putDraft(draft);
    return current === undefined ? { title: content.title, title_key: titleKey(content.title) } : {};
  };

  const archive = (row: AgreementRow, given: Given) => {
    const beside = [...CONTENT, 'audience' as const, 'cua' as const].find((field) => given[field] !== undefined);
    if (beside !== undefined) throw wrongField(`body.${beside}`, 'archive', 'archiving changes nothing else');
    if (row.state === 'draft') throw agreementsFault('agreement_state', 'Only what was published can be archived.');
    return { state: 'archived' as const };
  };

  const settings = async (tx: Tx, row: AgreementRow, { audience, cua }: Given) => {
    if (audience !== undefined) {
      await requirePlaces(tx, organisations, row.org_id, audience);
      await agreementsRepo(tx).replaceAudience(row.id, placesOf(audience));
    }
    if (cua !== undefined && row.kind !== 'club-user')
      throw wrongField('body.cua', 'kind', 'is for agreements of the kind club-user');
    return {
      ...(audience !== undefined && { audience: audience === 'all' ? ('all' as const) : ('chosen' as const) }),
      ...(row.kind === 'club-user' && {
        cua_config: canonicalJson({ ...cuaConfigOf(cua && without(cua), row.cua_config) }),
      }),
    };
  };

  return {
    /**
     * Saves an agreement, a new one where none is found. Resolves with its id. Throws `changed`, `agreement_state`,
     * `too_many_agreements`, or a 400 that names the field.
     */
    save: async (tx: Tx, found: AgreementRow | undefined, given: Given, by: string): Promise<string> => {
      const row = found ?? (await begin(tx, given, by));
      requireSame(row, given);
      const repo = agreementsRepo(tx);
      const current = await repo.version(row.id, Number(row.current_version));
      const [draft] = await repo.drafts([row.id]);
      const before = draft ? (JSON.parse(draft.content) as Content) : current && contentOf(current);
      // What a version said of its own day and of who is asked anew holds for no other.
      const anew = draft === undefined && current !== undefined ? FIRST : {};
      const content = {
        ...FIRST,
        ...before,
        ...anew,
        ...(before && { attachments: before.attachments }),
        ...contentIn(given),
      };
      const said = content as Content;
      const change = await {
        draft: () => keepDraft(tx, row, said, current, by),
        publish: () => publish(tx, row, said, current, by),
        archive: async () => archive(row, given),
      }[given.action]();
      const to = { ...change, ...(await settings(tx, row, given)), changed_by: by, changed_at: clock.wallMs() };
      if (!(await repo.change(row, to))) throw kitFault('changed', 'Somebody has saved it at the same moment.');
      return row.id;
    },
  };
};
