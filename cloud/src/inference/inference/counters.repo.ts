import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { sql } from 'kysely';
import { prepared } from '../../kit/db/prepared.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';

interface Of {
  readonly subject: string;
  readonly span: string;
}

/** The guard and the change are one statement: no other unit comes between. */
const take = prepared((tx, { subject, span, micros, cap }: Of & { micros: number; cap: number }) =>
  tx
    .updateTable('ai_counter')
    .set(({ eb }) => ({ held_micros: eb('held_micros', '+', micros) }))
    .where('subject', '=', subject)
    .where('span', '=', span)
    .where(sql<number>`used_micros + held_micros + ${micros}`, '<=', cap)
    .returning('subject'),
);
const settle = prepared((tx, { subject, span, held, used }: Of & { held: number; used: number }) =>
  tx
    .updateTable('ai_counter')
    .set(({ eb }) => ({ held_micros: eb('held_micros', '-', held), used_micros: eb('used_micros', '+', used) }))
    .where('subject', '=', subject)
    .where('span', '=', span)
    .returning(['used_micros', 'held_micros']),
);
const find = prepared((tx, { subject, span }: Of) =>
  tx
    .selectFrom('ai_counter')
    .select(['used_micros', 'held_micros'])
    .where('subject', '=', subject)
    .where('span', '=', span),
);

export const countersRepo = (tx: Tx) => ({
  find: async (of: Of) => (await find(tx, of))[0],

  make: (of: Of, used: number, endsAt: number | null): Promise<unknown> =>
    tx
      .insertInto('ai_counter')
      .values({ ...of, used_micros: used, held_micros: 0, ends_at: endsAt })
      .onConflict((on) => on.doNothing())
      .execute(),

  /** Whether so much more is held: not where that would pass the cap. */
  take: async (of: Of, micros: number, cap: number): Promise<boolean> =>
    (await take(tx, { ...of, micros, cap })).length > 0,

  /** Gives back what was held, and counts what it came to. Resolves with what the counter says then. */
  settle: async (of: Of, held: number, used: number) => (await settle(tx, { ...of, held, used }))[0],

  /** What was spent since then: what a cap that is set today counts of the day. */
  spentSince: async (facilityId: FacilityId, subject: string | undefined, since: number): Promise<number> => {
    const rows = tx.selectFrom('ai_rollup').where('facility_id', '=', facilityId).where('at', '>=', since);
    const { micros } = await (subject === undefined ? rows : rows.where('subject', '=', subject))
      .select(({ fn }) => fn.sum<number | string | null>('cost_micros').as('micros'))
      .executeTakeFirstOrThrow();
    return Number(micros ?? 0);
  },

  forgetEndedBefore: async (at: number, limit: number): Promise<number> =>
    (
      await tx
        .deleteFrom('ai_counter')
        .where((eb) =>
          eb(
            eb.refTuple('subject', 'span'),
            'in',
            eb
              .selectFrom('ai_counter')
              .select(['subject', 'span'])
              .where('ends_at', '<', at)
              .where('held_micros', '=', 0)
              .limit(limit)
              .$asTuple('subject', 'span'),
          ),
        )
        .returning('subject')
        .execute()
    ).length,
});
