import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { type Insertable, sql } from 'kysely';
import { preparedForMany } from '../../kit/db/prepared.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { WarningTable } from './warnings.tables.ts';

type Row = Insertable<WarningTable>;
type WarningKey = Pick<WarningTable, 'kind' | 'facility_id' | 'subject'>;
const KEY = ['kind', 'facility_id', 'subject'] as const;

/** Opens each warning; one that is open has its message renewed and is counted `again` times more. */
const put = (again: 0 | 1) =>
  preparedForMany((tx, rows: readonly Row[]) =>
    tx
      .insertInto('warning')
      .values(rows)
      .onConflict((c) =>
        c.columns([...KEY]).doUpdateSet((eb) => {
          const renewed = (column: 'id' | 'first_at') =>
            sql<never>`case when ${eb.ref('warning.closed_at')} is null then ${eb.ref(`warning.${column}`)} else ${eb.ref(`excluded.${column}`)} end`;
          const whileOpen = (column: 'acknowledged_by' | 'acknowledged_at') =>
            sql<never>`case when ${eb.ref('warning.closed_at')} is null then ${eb.ref(`warning.${column}`)} end`;
          return {
            id: renewed('id'),
            first_at: renewed('first_at'),
            count: sql<number>`case when ${eb.ref('warning.closed_at')} is null then ${eb.ref('warning.count')} + ${sql.raw(String(again))} else 1 end`,
            last_at: eb.ref('excluded.last_at'),
            message: eb.ref('excluded.message'),
            partner_id: eb.ref('excluded.partner_id'),
            closed_at: null,
            closed_by: null,
            acknowledged_by: whileOpen('acknowledged_by'),
            acknowledged_at: whileOpen('acknowledged_at'),
          };
        }),
      )
      .returning('id'),
  );
const putAndCount = put(1);
const putAndKeep = put(0);

const close = preparedForMany((tx, rows: readonly (WarningKey & { at: number })[]) =>
  tx
    .updateTable('warning')
    .set({ closed_at: rows[0]?.at ?? 0 })
    .where((eb) =>
      eb.or(
        rows.map(({ kind, facility_id, subject }) =>
          eb.and([eb('kind', '=', kind), eb('facility_id', '=', facility_id), eb('subject', '=', subject)]),
        ),
      ),
    )
    .where('closed_at', 'is', null)
    .returning([...KEY]),
);

export const warningsRepo = (tx: Tx) => ({
  /** Opens the warning, or counts it once more. Resolves with the id now standing. */
  raise: async (row: Row): Promise<Set<string>> => new Set((await putAndCount(tx, [row])).map(({ id }) => id)),

  /** Opens those that are not open, and renews the message of the others. Resolves with the ids now standing. */
  keep: async (rows: readonly Row[]): Promise<Set<string>> => new Set((await putAndKeep(tx, rows)).map(({ id }) => id)),

  /** Closes those that are open, and resolves with them. */
  close: (subjects: readonly WarningKey[], at: number) =>
    close(
      tx,
      subjects.map((subject) => ({ ...subject, at })),
    ),

  closeEverywhere: (kind: string, subject: string, at: number) =>
    tx
      .updateTable('warning')
      .set({ closed_at: at })
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .where('closed_at', 'is', null)
      .returning('facility_id')
      .execute(),

  deleteClosedBefore: async (at: number, limit: number): Promise<number> => {
    const gone = await tx
      .deleteFrom('warning')
      .where('id', 'in', (eb) =>
        eb.selectFrom('warning').where('closed_at', '<', at).select('id').orderBy('closed_at').limit(limit),
      )
      .returning('id')
      .execute();
    return gone.length;
  },

  openSubjects: async (
    { kind, facilityId, partnerId }: { kind: string; facilityId: FacilityId; partnerId: PartnerId },
    limit: number,
  ): Promise<Set<string>> => {
    const rows = await tx
      .selectFrom('warning')
      .where('kind', '=', kind)
      .where('facility_id', '=', facilityId)
      .where('partner_id', '=', partnerId)
      .where('closed_at', 'is', null)
      .select('subject')
      .limit(limit)
      .execute();
    return new Set(rows.map(({ subject }) => subject));
  },

  standing: (kinds: readonly string[]) =>
    tx
      .selectFrom('warning')
      .where('kind', 'in', kinds)
      .where('closed_at', 'is', null)
      .select(['kind', 'facility_id', 'subject', 'first_at'])
      .execute(),

  ofSubject: ({ kind, facility_id, subject }: WarningKey) =>
    tx
      .selectFrom('warning')
      .where('kind', '=', kind)
      .where('facility_id', '=', facility_id)
      .where('subject', '=', subject)
      .selectAll()
      .executeTakeFirst(),

  find: (facilityId: FacilityId, id: string) =>
    tx.selectFrom('warning').where('facility_id', '=', facilityId).where('id', '=', id).selectAll().executeTakeFirst(),

  page: (
    facilityId: FacilityId,
    {
      state,
      kind,
      after,
      limit,
    }: {
      readonly state: 'open' | 'closed' | 'all';
      readonly kind?: string | undefined;
      readonly after?: { readonly lastAt: number; readonly id: string } | undefined;
      readonly limit: number;
    },
  ) => {
    let query = tx.selectFrom('warning').where('facility_id', '=', facilityId);
    if (state !== 'all') query = query.where('closed_at', state === 'open' ? 'is' : 'is not', null);
    if (kind !== undefined) query = query.where('kind', '=', kind);
    if (after !== undefined)
      query = query.where((eb) =>
        eb.or([eb('last_at', '<', after.lastAt), eb.and([eb('last_at', '=', after.lastAt), eb('id', '<', after.id)])]),
      );
    return query.selectAll().orderBy('last_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  },

  acknowledge: (facilityId: FacilityId, id: string, { by, at }: { by: string; at: number }): Promise<unknown> =>
    tx
      .updateTable('warning')
      .set({ acknowledged_by: by, acknowledged_at: at })
      .where('facility_id', '=', facilityId)
      .where('id', '=', id)
      .where('closed_at', 'is', null)
      .where('acknowledged_at', 'is', null)
      .execute(),

  /** Resolves with whether it was open. */
  closeOne: async (facilityId: FacilityId, id: string, { by, at }: { by: string; at: number }): Promise<boolean> =>
    (await tx
      .updateTable('warning')
      .set({ closed_by: by, closed_at: at })
      .where('facility_id', '=', facilityId)
      .where('id', '=', id)
      .where('closed_at', 'is', null)
      .returning('id')
      .executeTakeFirst()) !== undefined,

  countOpen: (facilityIds: readonly FacilityId[]) =>
    tx
      .selectFrom('warning')
      .where('facility_id', 'in', facilityIds)
      .where('closed_at', 'is', null)
      .select(({ fn }) => ['facility_id', fn.countAll().as('open')])
      .groupBy('facility_id')
      .execute(),

  listOpen: (facilityId: FacilityId, limit: number) =>
    tx
      .selectFrom('warning')
      .where('facility_id', '=', facilityId)
      .where('closed_at', 'is', null)
      .selectAll()
      .orderBy('last_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute(),
});
