import { type SelectQueryBuilder, sql } from 'kysely';
import type { Tables } from '../../kit/db/tables.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { idsOf, isVisible } from './audit.repo.ts';
import type { Visible } from './audit-reach.ts';
import type { Period } from './audit-windows.ts';

const onlyVisible =
  (visible: Visible) =>
  <O>(query: SelectQueryBuilder<Tables, 'audit_entry', O>): SelectQueryBuilder<Tables, 'audit_entry', O> =>
    visible === 'everything' ? query : query.where((eb) => isVisible(eb, visible));

const onlyIn =
  ({ from, to }: Period) =>
  <O>(query: SelectQueryBuilder<Tables, 'audit_entry', O>): SelectQueryBuilder<Tables, 'audit_entry', O> =>
    query.where('at', '>=', from).where('at', '<', to);

/** Counting the audit's entries: each call reads a whole period, so whoever asks sees to it that it has few. */
export const auditCountsRepo = (tx: Tx) => ({
  /** The time of the newest entry that `newer` others are newer than. Nothing in here but what the index has. */
  timeBehind: async (visible: Visible, { from, to }: Period, newer: number): Promise<number | undefined> =>
    (
      await tx
        .selectFrom('audit_entry')
        .$if(visible !== 'everything', (query) =>
          query.where('realm', 'in', visible === 'everything' ? [] : idsOf(visible)),
        )
        .where('at', '>=', from)
        .where('at', '<', to)
        .select('at')
        .orderBy('at', 'desc')
        .limit(1)
        .offset(newer)
        .executeTakeFirst()
    )?.at,

  countByOutcome: (visible: Visible, period: Period) =>
    tx
      .selectFrom('audit_entry')
      .$call(onlyVisible(visible))
      .$call(onlyIn(period))
      .select((eb) => [
        'endpoint',
        'outcome',
        'status',
        eb.fn.countAll<number>().as('count'),
        sql<number>`cast(sum(duration_ms) as bigint)`.as('duration'),
        eb.fn.max('duration_ms').as('longest'),
      ])
      .groupBy(['endpoint', 'outcome', 'status'])
      .execute(),

  countByActor: (visible: Visible, period: Period) =>
    tx
      .selectFrom('audit_entry')
      .$call(onlyVisible(visible))
      .$call(onlyIn(period))
      .select((eb) => ['actor', eb.fn.countAll<number>().as('count')])
      .groupBy('actor')
      .execute(),

  countFailures: (visible: Visible, period: Period) =>
    tx
      .selectFrom('audit_entry')
      .$call(onlyVisible(visible))
      .$call(onlyIn(period))
      .where('status', '>=', 400)
      .select((eb) => ['endpoint', 'outcome', 'status', 'actor', eb.fn.countAll<number>().as('count')])
      .groupBy(['endpoint', 'outcome', 'status', 'actor'])
      .execute(),

  /** By status, and by the block of time, counted from `blocks.from`. */
  countByBlock: (visible: Visible, period: Period, blocks: { readonly from: number; readonly block: number }) =>
    tx
      .selectFrom('audit_entry')
      .$call(onlyVisible(visible))
      .$call(onlyIn(period))
      .select((eb) => [
        sql<number>`(at - cast(${blocks.from} as bigint)) / cast(${blocks.block} as bigint)`.as('block'),
        'status',
        eb.fn.countAll<number>().as('count'),
      ])
      .groupBy([sql`1`, 'status'])
      .execute(),
});
