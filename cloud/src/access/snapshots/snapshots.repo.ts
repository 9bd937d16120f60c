import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { type Insertable, sql, type Updateable } from 'kysely';
import { prepared, preparedForMany } from '../../kit/db/prepared.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { PersonNumberTable, SnapshotEntryTable, SnapshotHeadTable } from './snapshots.tables.ts';

const putEntries = preparedForMany((tx, rows: readonly Insertable<SnapshotEntryTable>[]) =>
  tx
    .insertInto('snapshot_entry')
    .values(rows)
    .onConflict((c) =>
      c.columns(['facility_id', 'kind', 'id']).doUpdateSet((eb) => ({
        revision: eb.ref('excluded.revision'),
        digest: eb.ref('excluded.digest'),
        data: eb.ref('excluded.data'),
      })),
    ),
);

const digestsOf = preparedForMany((tx, rows: readonly Pick<SnapshotEntryTable, 'facility_id' | 'kind' | 'id'>[]) =>
  tx
    .selectFrom('snapshot_entry')
    .where('facility_id', '=', rows[0]?.facility_id ?? uncheckedId<FacilityId>(''))
    .where('kind', '=', rows[0]?.kind ?? '')
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .select(['kind', 'id', 'digest']),
);

const numbersOf = preparedForMany((tx, rows: readonly Pick<PersonNumberTable, 'facility_id' | 'subject'>[]) =>
  tx
    .selectFrom('person_number')
    .where('facility_id', '=', rows[0]?.facility_id ?? uncheckedId<FacilityId>(''))
    .where(
      'subject',
      'in',
      rows.map(({ subject }) => subject),
    )
    .select(['subject', 'number']),
);

const putNumbers = preparedForMany((tx, rows: readonly PersonNumberTable[]) =>
  tx.insertInto('person_number').values(rows),
);

/** Writes what is there already, for the row lock. */
const lockHead = prepared((tx, { facilityId }: { facilityId: FacilityId }) =>
  tx
    .updateTable('snapshot_head')
    .set((eb) => ({ revision: eb.ref('revision') }))
    .where('facility_id', '=', facilityId)
    .returningAll(),
);

export const snapshotsRepo = (tx: Tx) => ({
  /** Takes the head's row lock. Undefined where there is none yet. */
  lockHead: async (facilityId: FacilityId) => (await lockHead(tx, { facilityId }))[0],

  /** Does nothing where there is one. */
  insertHead: (row: SnapshotHeadTable): Promise<unknown> =>
    tx
      .insertInto('snapshot_head')
      .values(row)
      .onConflict((c) => c.column('facility_id').doNothing())
      .execute(),

  headsAt: (facilityIds: readonly FacilityId[]) =>
    tx.selectFrom('snapshot_head').where('facility_id', 'in', facilityIds).selectAll().execute(),

  findHead: (facilityId: FacilityId) =>
    tx.selectFrom('snapshot_head').where('facility_id', '=', facilityId).selectAll().executeTakeFirst(),

  setHead: (facilityId: FacilityId, to: Updateable<SnapshotHeadTable>): Promise<unknown> =>
    tx.updateTable('snapshot_head').set(to).where('facility_id', '=', facilityId).execute(),

  /** Begins another epoch, unless the head has reached the revision meanwhile. Resolves with whether it did. */
  renewEpoch: async (
    facilityId: FacilityId,
    { epoch, before, to }: { epoch: string; before: number; to: string },
  ): Promise<boolean> =>
    (await tx
      .updateTable('snapshot_head')
      .set({ epoch: to })
      .where('facility_id', '=', facilityId)
      .where('epoch', '=', epoch)
      .where('revision', '<', before)
      .returning('facility_id')
      .executeTakeFirst()) !== undefined,

  heads: async (): Promise<FacilityId[]> =>
    (await tx.selectFrom('snapshot_head').select('facility_id').orderBy('facility_id').execute()).map(
      ({ facility_id }) => facility_id,
    ),

  /** Facilities where a round has not ended, or whose entries were made by something else. */
  unfinished: async (by: string): Promise<FacilityId[]> => {
    const rows = await tx
      .selectFrom('snapshot_head')
      .where((eb) => eb.or([eb('round', 'is not', null), eb('made_by', '!=', by)]))
      .select('facility_id')
      .orderBy('facility_id')
      .execute();
    return rows.map(({ facility_id }) => facility_id);
  },

  /** The digests of what is stored of entries of one kind. */
  digestsOf: (facilityId: FacilityId, kind: string, ids: readonly string[]) =>
    digestsOf(
      tx,
      ids.map((id) => ({ facility_id: facilityId, kind, id })),
    ),

  putEntries: (rows: readonly Insertable<SnapshotEntryTable>[]): Promise<unknown> => putEntries(tx, rows),

  /** Entries that changed after a revision, up to another one, in the order of their revisions. */
  entries: (facilityId: FacilityId, { after, through }: { after: number; through: number }, limit: number) =>
    tx
      .selectFrom('snapshot_entry')
      .where('facility_id', '=', facilityId)
      .where('revision', '>', after)
      .where('revision', '<=', through)
      .select(['kind', 'id', 'revision', 'data'])
      .orderBy('revision')
      .limit(limit)
      .execute(),

  numbersOf: async (facilityId: FacilityId, keys: readonly string[]): Promise<Map<string, number>> => {
    const rows = await numbersOf(
      tx,
      keys.map((key) => ({ facility_id: facilityId, subject: key })),
    );
    return new Map(rows.map(({ subject, number }) => [subject, number]));
  },

  /** Who has, or had, these numbers. */
  changeKeysOf: async (facilityId: FacilityId, numbers: readonly number[]): Promise<Map<number, string>> => {
    if (numbers.length === 0) return new Map();
    const rows = await tx
      .selectFrom('person_number')
      .where('facility_id', '=', facilityId)
      .where('number', 'in', [...numbers])
      .where('subject', 'not like', 'gone:%')
      .select(['number', 'subject'])
      .execute();
    return new Map(rows.map(({ number, subject }) => [Number(number), subject]));
  },

  lastNumber: async (facilityId: FacilityId): Promise<number | undefined> =>
    (
      await tx
        .selectFrom('person_number')
        .where('facility_id', '=', facilityId)
        .select('number')
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst()
    )?.number,

  /** At every facility the next number is this much higher than it would be. */
  passNumbers: (by: number): Promise<unknown> =>
    sql`
      insert into person_number (facility_id, number, subject)
      select id, number, 'gone:' || number from (
        select facility.id, coalesce(max(known.number), 0) + ${sql.lit(by)} as number
        from facility left join person_number as known on known.facility_id = facility.id group by facility.id
      ) as passed`.execute(tx),

  /** The numbers stay given, and stand for nobody any more. Resolves with them. */
  forgetNumbers: async (facilityId: FacilityId, keys: readonly string[]): Promise<number[]> => {
    const rows = await tx
      .updateTable('person_number')
      .set({ subject: sql<string>`'gone:' || number` })
      .where('facility_id', '=', facilityId)
      .where('subject', 'in', keys)
      .returning('number')
      .execute();
    return rows.map(({ number }) => Number(number));
  },

  putNumbers: (rows: readonly PersonNumberTable[]): Promise<unknown> => putNumbers(tx, rows),

  changeKeyOf: async (facilityId: FacilityId, number: number): Promise<string | undefined> =>
    (
      await tx
        .selectFrom('person_number')
        .where('facility_id', '=', facilityId)
        .where('number', '=', number)
        .where('subject', 'not like', 'gone:%')
        .select('subject')
        .executeTakeFirst()
    )?.subject,
});
