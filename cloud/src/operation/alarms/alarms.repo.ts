import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { WarningSubject } from '../../sites/warnings/warnings.service.ts';
import type { AlarmEntryTable, AlarmTable, Turn } from './alarms.tables.ts';

export type AlarmRow = Selectable<AlarmTable>;

/** Those that are not over. */
const open = (tx: Tx) => tx.selectFrom('alarm').where('ended_at', 'is', null);

export const alarmsRepo = (tx: Tx) => ({
  /** False where there is one of this subject already. */
  insert: async (row: Insertable<AlarmTable>): Promise<boolean> => {
    const made = await tx
      .insertInto('alarm')
      .values(row)
      .onConflict((c) => c.doNothing())
      .returning('id')
      .execute();
    return made.length > 0;
  },

  openOf: ({ facilityId, kind, subject }: WarningSubject) =>
    open(tx)
      .where('facility_id', '=', facilityId)
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .selectAll()
      .executeTakeFirst(),

  openAt: (facilityId: FacilityId, limit: number) =>
    open(tx)
      .where('facility_id', '=', facilityId)
      .selectAll()
      .orderBy('opened_at')
      .orderBy('id')
      .limit(limit)
      .execute(),

  /** Of all facilities, by id, those after one. */
  openAnywhere: (after: string, limit: number) =>
    open(tx).where('id', '>', after).selectAll().orderBy('id').limit(limit).execute(),

  ownedBy: (userId: string) => open(tx).where('owner_id', '=', userId).selectAll().execute(),

  /** Whether somebody said of this very warning that its alarm is over. */
  isResolved: async (warningId: string): Promise<boolean> =>
    (await tx
      .selectFrom('alarm')
      .where('warning_id', '=', warningId)
      .where('ended_by', 'is not', null)
      .select('id')
      .executeTakeFirst()) !== undefined,

  find: (facilityId: FacilityId, id: string) =>
    tx.selectFrom('alarm').where('facility_id', '=', facilityId).where('id', '=', id).selectAll().executeTakeFirst(),

  /** Changes it unless it is another than it was looked at, or over. Resolves with whether it did. */
  change: async (seen: AlarmRow, to: Updateable<AlarmTable>): Promise<boolean> => {
    const same = <Column extends 'step' | 'step_at' | 'owner_id' | 'cleared_at'>(column: Column) =>
      sql<boolean>`${sql.ref(column)} is not distinct from ${seen[column]}`;
    const changed = await tx
      .updateTable('alarm')
      .set(to)
      .where('id', '=', seen.id)
      .where('ended_at', 'is', null)
      .where(same('step'))
      .where(same('step_at'))
      .where(same('owner_id'))
      .where(same('cleared_at'))
      .returning('id')
      .execute();
    return changed.length > 0;
  },

  /** Adds a line, after those that there are. */
  note: (row: Omit<Insertable<AlarmEntryTable>, 'place'>): Promise<unknown> =>
    tx
      .insertInto('alarm_entry')
      .values((eb) => ({
        ...row,
        place: eb
          .selectFrom('alarm_entry as before')
          .where('before.alarm_id', '=', row.alarm_id)
          .select(({ fn }) => fn.countAll<number>().as('before')),
      }))
      .execute(),

  entriesOf: (alarmIds: readonly string[]) =>
    tx
      .selectFrom('alarm_entry')
      .where('alarm_id', 'in', [...alarmIds])
      .selectAll()
      .orderBy('place')
      .orderBy('id')
      .execute(),

  countEntries: async (alarmId: string): Promise<number> => {
    const { entries } = await tx
      .selectFrom('alarm_entry')
      .where('alarm_id', '=', alarmId)
      .select(({ fn }) => fn.countAll().as('entries'))
      .executeTakeFirstOrThrow();
    return Number(entries);
  },

  page: (
    facilityId: FacilityId,
    {
      state,
      after,
      limit,
    }: {
      readonly state: 'open' | 'ended' | 'all';
      readonly after?: { readonly openedAt: number; readonly id: string } | undefined;
      readonly limit: number;
    },
  ) => {
    let query = tx.selectFrom('alarm').where('facility_id', '=', facilityId);
    if (state !== 'all') query = query.where('ended_at', state === 'open' ? 'is' : 'is not', null);
    if (after !== undefined)
      query = query.where((eb) =>
        eb.or([
          eb('opened_at', '<', after.openedAt),
          eb.and([eb('opened_at', '=', after.openedAt), eb('id', '<', after.id)]),
        ]),
      );
    return query.selectAll().orderBy('opened_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  },

  /** Of these facilities, those with alarms that are not over. */
  countOpen: (facilityIds: readonly FacilityId[]) =>
    open(tx)
      .where('facility_id', 'in', [...facilityIds])
      .groupBy('facility_id')
      .select(({ fn, eb }) => [
        'facility_id',
        fn.countAll().as('open'),
        fn.sum(eb.case().when('owner_id', 'is', null).then(1).else(0).end()).as('unowned'),
        fn.min(eb.case().when('owner_id', 'is', null).then(eb.ref('opened_at')).end()).as('since'),
      ])
      .execute(),

  /**
   * Takes the turn of telling the people of a facility: refused within a minute of the last, and within ten after ten in an
   * hour. Whoever else asks at the same time waits for this unit, and is refused. Resolves with when it may be asked again.
   */
  takeTurn: async (facilityId: FacilityId, what: Turn, now: number, rule: TurnRule): Promise<number | undefined> => {
    const at = sql.lit(now);
    const isOld = sql`alarm_turn.hour_from <= ${sql.lit(now - rule.hour)} or alarm_turn.hour_from > ${at}`;
    const isMany = sql`alarm_turn.turns >= ${sql.lit(rule.many)} and not (${isOld})`;
    const again = sql<number>`alarm_turn.last_at + case when ${isMany} then ${sql.lit(rule.slow)} else ${sql.lit(rule.usual)} end`;
    const taken = await tx
      .insertInto('alarm_turn')
      .values({ facility_id: facilityId, what, last_at: now, hour_from: now, turns: 1 })
      .onConflict((c) =>
        c
          .columns(['facility_id', 'what'])
          .doUpdateSet({
            last_at: now,
            hour_from: sql<number>`case when ${isOld} then ${at} else alarm_turn.hour_from end`,
            turns: sql<number>`case when ${isOld} then 1 else alarm_turn.turns + 1 end`,
          })
          .where(sql<boolean>`${again} <= ${at} or alarm_turn.last_at > ${at}`),
      )
      .returning('facility_id')
      .execute();
    if (taken.length > 0) return undefined;
    const row = await tx
      .selectFrom('alarm_turn')
      .where('facility_id', '=', facilityId)
      .where('what', '=', what)
      .select(again.as('again'))
      .executeTakeFirstOrThrow();
    return Number(row.again);
  },

  deleteEndedBefore: async (at: number, limit: number): Promise<number> => {
    const gone = await tx
      .deleteFrom('alarm')
      .where('id', 'in', (eb) =>
        eb.selectFrom('alarm').where('ended_at', '<', at).select('id').orderBy('ended_at').limit(limit),
      )
      .returning('id')
      .execute();
    return gone.length;
  },
});

/** How often people may be told, in ms: usually, and once that was so many times within the hour. */
export interface TurnRule {
  readonly usual: number;
  readonly slow: number;
  readonly many: number;
  readonly hour: number;
}
