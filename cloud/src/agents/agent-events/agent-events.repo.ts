import { sql } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { AgentTurnTable } from './agent-events.tables.ts';

export const agentEventsRepo = (tx: Tx) => ({
  /** True for the one who is first to tell of this run. */
  claimTurn: async (turn: AgentTurnTable): Promise<boolean> =>
    (
      await tx
        .insertInto('agent_turn')
        .values(turn)
        .onConflict((c) => c.columns(['device_id', 'session', 'started_at']).doNothing())
        .returning('device_id')
        .execute()
    ).length > 0,

  forgetTurnsBefore: async (at: number, limit: number): Promise<number> =>
    (
      await tx
        .deleteFrom('agent_turn')
        .where((eb) =>
          eb(
            eb.refTuple('device_id', 'session', 'started_at'),
            'in',
            eb
              .selectFrom('agent_turn')
              .where('told_at', '<', at)
              .select(['device_id', 'session', 'started_at'])
              .orderBy('told_at')
              .limit(limit)
              .$asTuple('device_id', 'session', 'started_at'),
          ),
        )
        .returning('device_id')
        .execute()
    ).length,

  /**
   * Takes one call from an allowance of `most` at once, of which one comes back every `everyMs`. False if none is left. In
   * one statement, so that replicas take from the same. A row that lies further ahead than one can get is of a clock that
   * was wrong, and counts as new.
   */
  spend: async (
    of: { readonly deviceId: string; readonly kind: string },
    { now, everyMs, most }: { readonly now: number; readonly everyMs: number; readonly most: number },
  ): Promise<boolean> => {
    const spent = sql.ref<number>('agent_allowance.spent_until');
    const full = now + most * everyMs;
    const taken = await tx
      .insertInto('agent_allowance')
      .values({ device_id: of.deviceId, kind: of.kind, spent_until: now + everyMs })
      .onConflict((c) =>
        c
          .columns(['device_id', 'kind'])
          .doUpdateSet({
            spent_until: sql<number>`case when ${spent} > ${sql.lit(now)} and ${spent} <= ${sql.lit(full)}
              then ${spent} else ${sql.lit(now)} end + ${sql.lit(everyMs)}`,
          })
          .where(sql<boolean>`${spent} <= ${sql.lit(full - everyMs)} or ${spent} > ${sql.lit(full)}`),
      )
      .returning('device_id')
      .execute();
    return taken.length > 0;
  },

  spentUntil: async (deviceId: string, kind: string): Promise<number | undefined> =>
    (
      await tx
        .selectFrom('agent_allowance')
        .where('device_id', '=', deviceId)
        .where('kind', '=', kind)
        .select('spent_until')
        .executeTakeFirst()
    )?.spent_until,
});
