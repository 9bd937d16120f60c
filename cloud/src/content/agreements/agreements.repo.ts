import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { loosePattern } from '../../kit/db/loose-pattern.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type {
  AgreementAudienceTable,
  AgreementDraftTable,
  AgreementTable,
  AgreementVersionTable,
  Kind,
  State,
} from './agreements.tables.ts';

export type AgreementRow = Selectable<AgreementTable>;
export type VersionRow = Selectable<AgreementVersionTable>;

export interface ListOf {
  /** Of these, and the platform's where null is among them; all where undefined. */
  readonly owners: readonly (OrgId | null)[] | undefined;
  readonly state?: State | undefined;
  readonly kind?: Kind | undefined;
  /** What the key of the title has in it. */
  readonly key?: string | undefined;
  readonly after: string;
  readonly limit: number;
}

export const agreementsRepo = (tx: Tx) => ({
  find: (id: string): Promise<AgreementRow | undefined> =>
    tx.selectFrom('agreement').where('id', '=', id).selectAll().executeTakeFirst(),

  insert: (row: Insertable<AgreementTable>): Promise<unknown> => tx.insertInto('agreement').values(row).execute(),

  /** Changes it unless somebody else has since. Resolves with whether it did. */
  change: async ({ id, revision }: Pick<AgreementRow, 'id' | 'revision'>, to: Updateable<AgreementTable>) => {
    const changed = await tx
      .updateTable('agreement')
      .set({ ...to, revision: Number(revision) + 1 })
      .where('id', '=', id)
      .where('revision', '=', revision)
      .returning('id')
      .executeTakeFirst();
    return changed !== undefined;
  },

  /** How many an organisation has, or the platform. */
  count: async (owner: OrgId | null): Promise<number> => {
    const own = tx.selectFrom('agreement').where('org_id', owner === null ? 'is' : '=', owner);
    return Number((await own.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow()).count);
  },

  /** By id. What the key has in it, the caller looks at again. */
  list: ({ owners, state, kind, key, after, limit }: ListOf): Promise<AgreementRow[]> => {
    let query = tx.selectFrom('agreement').where('id', '>', after).selectAll();
    if (owners !== undefined) {
      const named = owners.filter((owner) => owner !== null);
      query = query.where(({ eb, or }) =>
        or([
          ...(owners.includes(null) ? [eb('org_id', 'is', null)] : []),
          ...(named.length === 0 ? [] : [eb('org_id', 'in', named)]),
        ]),
      );
    }
    if (state !== undefined) query = query.where('state', '=', state);
    if (kind !== undefined) query = query.where('kind', '=', kind);
    if (key !== undefined) query = query.where('title_key', 'like', loosePattern(key));
    return query.orderBy('id').limit(limit).execute();
  },

  audience: (agreementIds: readonly string[]) =>
    tx
      .selectFrom('agreement_audience')
      .where('agreement_id', 'in', agreementIds)
      .selectAll()
      .orderBy('agreement_id')
      .orderBy('scope')
      .orderBy('scope_id')
      .execute(),

  replaceAudience: async (agreementId: string, places: readonly Omit<AgreementAudienceTable, 'agreement_id'>[]) => {
    await tx.deleteFrom('agreement_audience').where('agreement_id', '=', agreementId).execute();
    const rows = places.map((place) => ({ agreement_id: agreementId, ...place }));
    if (rows.length > 0) await tx.insertInto('agreement_audience').values(rows).execute();
  },

  drafts: (agreementIds: readonly string[]) =>
    tx.selectFrom('agreement_draft').where('agreement_id', 'in', agreementIds).selectAll().execute(),

  putDraft: (row: Insertable<AgreementDraftTable>): Promise<unknown> => {
    const { agreement_id: _key, ...said } = row;
    return tx
      .insertInto('agreement_draft')
      .values(row)
      .onConflict((on) => on.column('agreement_id').doUpdateSet(said))
      .execute();
  },

  removeDraft: (agreementId: string): Promise<unknown> =>
    tx.deleteFrom('agreement_draft').where('agreement_id', '=', agreementId).execute(),

  insertVersion: (row: Insertable<AgreementVersionTable>): Promise<unknown> =>
    tx.insertInto('agreement_version').values(row).execute(),

  version: (agreementId: string, number: number): Promise<VersionRow | undefined> =>
    tx
      .selectFrom('agreement_version')
      .where('agreement_id', '=', agreementId)
      .where('number', '=', number)
      .selectAll()
      .executeTakeFirst(),

  /** The current version of each, without what it says. */
  currentVersions: (agreementIds: readonly string[]) =>
    tx
      .selectFrom('agreement_version as version')
      .innerJoin('agreement', (join) =>
        join
          .onRef('agreement.id', '=', 'version.agreement_id')
          .onRef('agreement.current_version', '=', 'version.number'),
      )
      .where('agreement.id', 'in', agreementIds)
      .select(['version.agreement_id', 'version.number', 'version.requirement', 'version.effective_on'])
      .execute(),

  /** The newest first, without what they say. */
  versionsOf: (agreementId: string, limit: number) =>
    tx
      .selectFrom('agreement_version')
      .where('agreement_id', '=', agreementId)
      .select(['id', 'number', 'title', 'requirement', 'change_note', 'reacknowledge', 'effective_on', 'sha256'])
      .select(['published_by', 'published_at'])
      .orderBy('number', 'desc')
      .limit(limit)
      .execute(),
});
