import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { pageOfParts, partSize } from '../../kit/http/paging.ts';
import type { Environment } from '../../kit/modules/module.ts';
import type { Zones } from '../../kit/zones.ts';
import type { Reach } from '../../platform/users/platform-surface.ts';
import type { AttachmentsService } from '../attachments/attachments.module.ts';
import { type AgreementRow, agreementsRepo } from './agreements.repo.ts';
import type { AgreementAudienceTable, Kind, Requirement, State } from './agreements.tables.ts';
import { askedRepo, zonesOfFacilities } from './asked.repo.ts';
import type { Audience } from './audience.ts';
import { type CuaConfig, cuaConfigOf } from './cua-config.ts';
import { type Content, titleKey } from './document.ts';
import { localDays } from './local-days.ts';
import { attachmentsIn, contentOf } from './saving.ts';

/** So many versions of an agreement are told of; there may be more. */
const VERSIONS_LISTED = 200;

export interface CatalogueDeps extends Pick<Environment, 'clock'> {
  readonly zones: Zones;
  readonly attachments: Pick<AttachmentsService, 'used'>;
}

export interface AgreementsAsked {
  /** Where the caller administers agreements. */
  readonly reach: Reach;
  readonly organisationId?: OrgId | undefined;
  readonly state?: State | undefined;
  readonly q?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

/** An agreement with its counts, without what it says. */
export interface Summary {
  readonly agreementId: string;
  readonly organisationId: OrgId | null;
  readonly title: string;
  readonly kind: Kind;
  readonly requirement: Requirement;
  readonly state: State;
  readonly version: number | null;
  readonly effectiveOn: string | null;
  readonly draft: boolean;
  readonly audience: Audience;
  readonly revision: number;
  readonly clubs: number;
  readonly acknowledged: number;
  readonly outstanding: number;
  readonly changedBy: string;
  readonly changedAt: string;
}

const audienceOf = ({ id, audience }: AgreementRow, rows: readonly AgreementAudienceTable[]): Audience => {
  if (audience === 'all') return 'all';
  const idsOf = (scope: AgreementAudienceTable['scope']) =>
    rows.flatMap((row) => (row.agreement_id === id && row.scope === scope ? [row.scope_id] : []));
  return {
    organisations: idsOf('organisation').map((place) => uncheckedId<OrgId>(place)),
    facilities: idsOf('facility').map((place) => uncheckedId<FacilityId>(place)),
  };
};

/** What there is, for whoever administers it. */
export const createCatalogue = ({ clock, zones, attachments }: CatalogueDeps) => {
  const filesOf = async (tx: Tx, { org_id }: AgreementRow, content: Content) => {
    const files = await attachments.used(tx, org_id, content.attachments);
    return files.map(({ attachmentId, name, sha256 }) => ({ attachmentId, name, sha256 }));
  };
  const summaries = async (tx: Tx, rows: readonly AgreementRow[]): Promise<Summary[]> => {
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    const repo = agreementsRepo(tx);
    const days = localDays(zones, await zonesOfFacilities(tx), clock.wallMs());
    const counts = new Map((await askedRepo(tx, days).countsOf(ids)).map((row) => [row.agreement_id, row]));
    const versions = new Map((await repo.currentVersions(ids)).map((row) => [row.agreement_id, row]));
    const drafts = new Map((await repo.drafts(ids)).map((row) => [row.agreement_id, row]));
    const audience = await repo.audience(ids);
    return rows.map((row) => {
      const version = versions.get(row.id);
      const draft = drafts.get(row.id);
      const requirement = version?.requirement ?? (draft ? (JSON.parse(draft.content) as Content).requirement : 'none');
      const clubs = Number(counts.get(row.id)?.clubs ?? 0);
      const acknowledged = Number(counts.get(row.id)?.acknowledged ?? 0);
      const isAsked = row.state === 'active' && requirement !== 'none';
      return {
        agreementId: row.id,
        organisationId: row.org_id,
        title: row.title,
        kind: row.kind,
        requirement,
        state: row.state,
        version: version === undefined ? null : Number(version.number),
        effectiveOn: version?.effective_on ?? null,
        draft: draft !== undefined,
        audience: audienceOf(row, audience),
        revision: Number(row.revision),
        clubs,
        acknowledged,
        outstanding: isAsked ? clubs - acknowledged : 0,
        changedBy: row.changed_by,
        changedAt: isoOf(Number(row.changed_at)),
      };
    });
  };

  const ownersIn = ({ reach, organisationId }: AgreementsAsked) =>
    organisationId !== undefined ? [organisationId] : reach === 'everywhere' ? undefined : reach.organisations;

  return {
    find: (tx: Tx, agreementId: string): Promise<AgreementRow | undefined> => agreementsRepo(tx).find(agreementId),

    summary: async (tx: Tx, agreementId: string): Promise<Summary | undefined> => {
      const row = await agreementsRepo(tx).find(agreementId);
      return row && (await summaries(tx, [row]))[0];
    },

    /** Those that belong to whom the caller administers, by id. */
    list: async (tx: Tx, asked: AgreementsAsked) => {
      const { q, state, limit } = asked;
      const key = q === undefined ? undefined : titleKey(q);
      const owners = ownersIn(asked);
      if (owners?.length === 0) return { data: [], next: null };
      const size = partSize(limit, key !== undefined);
      const { page, next } = await pageOfParts(
        asked,
        async (after) => {
          const rows = await agreementsRepo(tx).list({ owners, state, key, after, limit: size });
          const items = rows.filter(({ title_key }) => key === undefined || title_key.includes(key));
          return { items, end: (rows.length === size && rows.at(-1)?.id) || null };
        },
        ({ id }) => id,
      );
      return { data: await summaries(tx, page), next };
    },

    /** One as a whole: what counts now, what the draft says, and which versions there were. */
    read: async (tx: Tx, row: AgreementRow) => {
      const repo = agreementsRepo(tx);
      const current = await repo.version(row.id, Number(row.current_version));
      const [draft] = await repo.drafts([row.id]);
      const drafted = draft ? (JSON.parse(draft.content) as Content) : null;
      const [summary] = await summaries(tx, [row]);
      const versions = await repo.versionsOf(row.id, VERSIONS_LISTED);
      return {
        ...(summary as Summary),
        cua: row.kind === 'club-user' ? cuaConfigOf(undefined, row.cua_config) : null,
        published: current ? { ...contentOf(current), attachments: attachmentsIn(current) } : null,
        drafted: drafted && { ...drafted, files: await filesOf(tx, row, drafted) },
        versions: versions.map((version) => ({
          version: Number(version.number),
          title: version.title,
          requirement: version.requirement,
          changeNote: version.change_note,
          reacknowledge: version.reacknowledge === 1,
          effectiveOn: version.effective_on,
          sha256: version.sha256,
          publishedBy: version.published_by,
          publishedAt: isoOf(Number(version.published_at)),
        })),
      };
    },

    /** How agreements with people are asked for, by id. */
    cuaConfigs: async (tx: Tx, asked: AgreementsAsked) => {
      const owners = ownersIn(asked);
      if (owners?.length === 0) return { data: [], next: null };
      const { after = '', limit } = asked;
      const rows = await agreementsRepo(tx).list({ owners, kind: 'club-user', after, limit: limit + 1 });
      const page = rows.slice(0, limit);
      return {
        data: page.map((row) => ({
          agreementId: row.id,
          organisationId: row.org_id,
          title: row.title,
          state: row.state,
          ...(cuaConfigOf(undefined, row.cua_config) as CuaConfig),
        })),
        next: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
      };
    },
  };
};
