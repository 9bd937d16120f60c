import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { Expression, ExpressionBuilder, Insertable, Kysely, Selectable, SqlBool, Updateable } from 'kysely';
import type { Tables } from '../db/tables.ts';
import type { Tx } from '../db/unit-of-work.ts';
import { kitFault } from '../http/kit-faults.ts';

/** Organisations by id, or all of them. */
export type Owners = 'all' | readonly OrgId[];

/** Whose records somebody may read. What the platform itself has published is for everybody. */
export interface OwnedSight {
  /** Where they read what is published. */
  readonly published: Owners;
  /** Where they may change it, and read drafts too. `all` has the platform's among them. */
  readonly drafts: Owners;
}

/** Columns that count the changes of a record, and say who made and changed it. */
export interface Stamps {
  revision: number;
  created_by: string;
  created_at: number;
  changed_by: string;
  changed_at: number;
}

/** Columns of what belongs to an organisation, or to the platform (null), and is seen outside once it is `published`. */
export interface OwnedRecord extends Stamps {
  id: string;
  org_id: OrgId | null;
  state: string;
}

/** The tables of such records. */
type OwnedTable = {
  [T in keyof Tables]: Selectable<Tables[T]> extends Omit<OwnedRecord, 'org_id'> & { org_id: unknown } ? T : never;
}[keyof Tables];
type Row<T extends OwnedTable> = Selectable<Tables[T]>;

export interface Doing {
  readonly by: string;
  /** Wall-clock ms. */
  readonly now: number;
}
export interface Changing extends Pick<Doing, 'by'> {
  readonly expectedRevision?: number | undefined;
}

export const newStamps = ({ by, now }: Doing): Stamps => ({
  ...{ revision: 1, created_by: by, created_at: now, changed_by: by, changed_at: now },
});

/** The same as answers have them. */
export const stampsOf = (row: Stamps) => ({
  revision: Number(row.revision),
  createdBy: row.created_by,
  createdAt: isoOf(Number(row.created_at)),
  changedBy: row.changed_by,
  changedAt: isoOf(Number(row.changed_at)),
});

/** Rows that somebody may see: what is published where they may read, or on the platform; and all where they may change it. */
export const seenBy =
  ({ published, drafts }: OwnedSight) =>
  <T extends OwnedTable>(builder: ExpressionBuilder<Tables, T>): Expression<SqlBool> => {
    const { eb, or, and, lit } = builder as unknown as ExpressionBuilder<{ record: OwnedRecord }, 'record'>;
    const isOf = (owners: readonly OrgId[]) => (owners.length === 0 ? lit(false) : eb('org_id', 'in', owners));
    if (drafts === 'all') return lit(true);
    const isRead = published === 'all' ? lit(true) : or([eb('org_id', 'is', null), isOf(published)]);
    return or([and([eb('state', '=', 'published'), isRead]), isOf(drafts)]);
  };

/** Rows of one owner. */
export const ofOwner =
  (orgId: OrgId | null) =>
  <T extends OwnedTable>(builder: ExpressionBuilder<Tables, T>): Expression<SqlBool> =>
    (builder as unknown as ExpressionBuilder<{ record: OwnedRecord }, 'record'>)(
      'org_id',
      orgId === null ? 'is' : '=',
      orgId,
    );

/** What records of every kind have in common, of one table: asked by the columns that all have, and given back as its own rows. */
export const ownedRecords = <T extends OwnedTable>(tx: Tx, table: T) => {
  const records = tx as unknown as Kysely<{ record: OwnedRecord }>;
  const name = table as 'record';
  const byId = (id: string) => records.selectFrom(name).where('id', '=', id).selectAll();
  /** Nothing, where the record has another revision by now. */
  const update = (id: string, revision: number, to: Updateable<Tables[T]>, { by, now }: Doing) =>
    records
      .updateTable(name)
      .where('id', '=', id)
      .where('revision', '=', revision)
      .set({ ...(to as Updateable<OwnedRecord>), changed_by: by, changed_at: now, revision: revision + 1 })
      .returningAll()
      .executeTakeFirst() as Promise<Row<T> | undefined>;
  return {
    find: (id: string) => byId(id).executeTakeFirst() as Promise<Row<T> | undefined>,

    /** The same for somebody: nothing, where they may not see it. */
    read: (sight: OwnedSight, id: string) =>
      byId(id)
        .where(seenBy(sight) as never)
        .executeTakeFirst() as Promise<Row<T> | undefined>,

    countOf: async (orgId: OrgId | null): Promise<number> => {
      const of = records.selectFrom(name).where('org_id', orgId === null ? 'is' : '=', orgId);
      return Number((await of.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow()).count);
    },

    add: async (row: Row<T>): Promise<Row<T>> => {
      await records
        .insertInto(name)
        .values(row as unknown as Insertable<OwnedRecord>)
        .execute();
      return row;
    },

    update,

    /**
     * Changes a record as it was read: what was decided by it holds. Throws `changed` where another revision is expected, or there
     * by now.
     */
    change: async (
      { id, revision }: Pick<OwnedRecord, 'id' | 'revision'>,
      to: Updateable<Tables[T]>,
      { expectedRevision, ...doing }: Doing & Changing,
    ): Promise<Row<T>> => {
      const isExpected = expectedRevision === undefined || expectedRevision === Number(revision);
      const row = isExpected ? await update(id, Number(revision), to, doing) : undefined;
      if (row === undefined) throw kitFault('changed', 'Somebody has changed it since. Read it again.');
      return row;
    },

    remove: (id: string): Promise<unknown> => records.deleteFrom(name).where('id', '=', id).execute(),
  };
};
