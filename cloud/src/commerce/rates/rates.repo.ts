import type { Insertable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { OwnerKey } from '../ledger/owner-key.ts';
import type { RateScope } from './rate-bodies.ts';
import type { RateVersionTable } from './rates.tables.ts';

export const rateVersionsRepo = (tx: Tx) => {
  const of = (scope: RateScope, owner: string) =>
    tx.selectFrom('rate_version').where('scope', '=', scope).where('owner', '=', owner).orderBy('version', 'desc');
  return {
    newest: (scope: RateScope, owner: string) => of(scope, owner).limit(1).selectAll().executeTakeFirst(),

    /** The newest that was made before that moment. */
    newestBefore: (scope: RateScope, owner: string, at: number) =>
      of(scope, owner).where('made_at', '<', at).limit(1).selectAll().executeTakeFirst(),

    latest: (scope: RateScope, owner: string, limit: number) => of(scope, owner).limit(limit).selectAll().execute(),

    /** The newest of each of these owners. */
    newestOfMany: (scope: RateScope, owners: readonly string[]) =>
      owners.length === 0
        ? Promise.resolve([])
        : tx
            .selectFrom('rate_version as one')
            .where('one.scope', '=', scope)
            .where('one.owner', 'in', owners)
            .where(({ eb, selectFrom }) =>
              eb(
                'one.version',
                '=',
                selectFrom('rate_version as other')
                  .where('other.scope', '=', scope)
                  .whereRef('other.owner', '=', 'one.owner')
                  .select(({ fn }) => fn.max('other.version').as('newest')),
              ),
            )
            .selectAll('one')
            .execute(),

    byId: (ids: readonly string[]) =>
      ids.length === 0
        ? Promise.resolve([])
        : tx.selectFrom('rate_version').where('id', 'in', ids).selectAll().execute(),

    /** Resolves with whether it is the first with this number. */
    append: async (row: Insertable<RateVersionTable>): Promise<boolean> => {
      const added = await tx
        .insertInto('rate_version')
        .values(row)
        .onConflict((on) => on.columns(['scope', 'owner', 'version']).doNothing())
        .returning('id')
        .executeTakeFirst();
      return added !== undefined;
    },
  };
};

export const rateNamesRepo = (tx: Tx) => ({
  templates: (limit: number) => tx.selectFrom('rate_template').orderBy('name_key').limit(limit).selectAll().execute(),

  findTemplate: (id: string) => tx.selectFrom('rate_template').where('id', '=', id).select('id').executeTakeFirst(),

  countTemplates: async (): Promise<number> => {
    const { count } = await tx
      .selectFrom('rate_template')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  },

  isTaken: async (nameKey: string): Promise<boolean> =>
    (await tx.selectFrom('rate_template').where('name_key', '=', nameKey).select('id').executeTakeFirst()) !==
    undefined,

  /** Resolves with whether nobody else has the name. */
  addTemplate: async (row: { readonly id: string; readonly name_key: string; readonly made_at: number }) => {
    const added = await tx
      .insertInto('rate_template')
      .values(row)
      .onConflict((on) => on.column('name_key').doNothing())
      .returning('id')
      .executeTakeFirst();
    return added !== undefined;
  },

  /** The same of a template that gets another name. */
  renameTemplate: async (id: string, nameKey: string): Promise<boolean> => {
    const other = await tx
      .selectFrom('rate_template')
      .where('name_key', '=', nameKey)
      .where('id', '!=', id)
      .select('id')
      .executeTakeFirst();
    if (other !== undefined) return false;
    await tx.updateTable('rate_template').where('id', '=', id).set({ name_key: nameKey }).execute();
    return true;
  },

  /** Which owners' blocks go by each of these templates. */
  linked: async (templateIds: readonly string[]) =>
    templateIds.length === 0
      ? []
      : tx
          .selectFrom('rate_block')
          .where('template_id', 'in', templateIds)
          .orderBy('owner_key')
          .select(['owner_key', 'template_id'])
          .execute(),
});

export const rateBlocksRepo = (tx: Tx) => ({
  put: (row: { readonly owner_key: OwnerKey; readonly template_id: string | null }): Promise<unknown> =>
    tx
      .insertInto('rate_block')
      .values(row)
      .onConflict((on) => on.column('owner_key').doUpdateSet({ template_id: row.template_id }))
      .execute(),
  remove: (ownerKey: OwnerKey): Promise<unknown> =>
    tx.deleteFrom('rate_block').where('owner_key', '=', ownerKey).execute(),
});
