import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Position } from '../../kit/http/position.ts';
import type { WalkTestStepTable, WalkTestTable } from './walk-tests.tables.ts';

export const walkTestsRepo = (tx: Tx) => ({
  /** Resolves with `undefined` where one of the box is under way already. */
  begin: (row: Insertable<WalkTestTable>) =>
    tx
      .insertInto('walk_test')
      .values(row)
      .onConflict((c) => c.column('box_id').where('ended_at', 'is', null).doNothing())
      .returningAll()
      .executeTakeFirst(),

  open: (boxId: BoxId) =>
    tx.selectFrom('walk_test').where('box_id', '=', boxId).where('ended_at', 'is', null).selectAll().executeTakeFirst(),

  openAt: (facilityId: FacilityId) =>
    tx
      .selectFrom('walk_test')
      .where('facility_id', '=', facilityId)
      .where('ended_at', 'is', null)
      .select('doors')
      .execute(),

  find: (facilityId: FacilityId, id: string) =>
    tx
      .selectFrom('walk_test')
      .where('id', '=', id)
      .where('facility_id', '=', facilityId)
      .selectAll()
      .executeTakeFirst(),

  /** The newest first. */
  list: (facilityId: FacilityId, boxId: BoxId | undefined, after: Position | undefined, limit: number) => {
    let tests = tx.selectFrom('walk_test').where('facility_id', '=', facilityId).selectAll();
    if (boxId !== undefined) tests = tests.where('box_id', '=', boxId);
    if (after !== undefined)
      tests = tests.where((eb) =>
        eb.or([eb('begun_at', '<', after.at), eb.and([eb('begun_at', '=', after.at), eb('id', '<', after.id)])]),
      );
    return tests.orderBy('begun_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  },

  end: (id: string, at: number, by: string): Promise<unknown> =>
    tx
      .updateTable('walk_test')
      .set({ ended_at: at, ended_by: by })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .execute(),

  stepsOf: (ids: readonly string[]) =>
    ids.length === 0
      ? Promise.resolve([])
      : tx
          .selectFrom('walk_test_step')
          .where('walk_test_id', 'in', [...ids])
          .selectAll()
          .execute(),

  /** What is noted of a step stands in place of what was. */
  note: (row: Insertable<WalkTestStepTable>): Promise<unknown> => {
    const { walk_test_id: _id, door_id: _door, step: _step, ...noted } = row;
    return tx
      .insertInto('walk_test_step')
      .values(row)
      .onConflict((c) => c.columns(['walk_test_id', 'door_id', 'step']).doUpdateSet(noted))
      .execute();
  },

  deleteEndedBefore: async (at: number, limit: number): Promise<number> => {
    const old = await tx
      .selectFrom('walk_test')
      .where('ended_at', '<', at)
      .select('id')
      .orderBy('ended_at')
      .limit(limit)
      .execute();
    if (old.length === 0) return 0;
    const ids = old.map(({ id }) => id);
    await tx.deleteFrom('walk_test_step').where('walk_test_id', 'in', ids).execute();
    await tx.deleteFrom('walk_test').where('id', 'in', ids).execute();
    return ids.length;
  },
});
