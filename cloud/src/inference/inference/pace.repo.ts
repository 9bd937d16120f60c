import { sql } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { AiPaceTable } from './inference.tables.ts';

interface Paced extends Pick<AiPaceTable, 'key_hash' | 'kind' | 'minute'> {
  readonly amount: number;
  readonly most: number;
}

export const paceRepo = (tx: Tx) => ({
  /**
   * Takes so much of what may be used in a minute. Resolves with what is used then; undefined where it is too much. A clock that
   * is behind another replica's counts in the minute of that one.
   */
  take: async ({ amount, most, ...of }: Paced): Promise<number | undefined> => {
    if (amount > most) return undefined;
    const [minute, used] = [sql.ref<number>('ai_pace.minute'), sql.ref<number>('ai_pace.used')];
    const counted = sql<number>`case when ${minute} >= ${of.minute} then ${used} else 0 end + ${amount}`;
    const taken = await tx
      .insertInto('ai_pace')
      .values({ ...of, used: amount })
      .onConflict((on) =>
        on
          .columns(['key_hash', 'kind'])
          .doUpdateSet({
            used: counted,
            minute: sql<number>`case when ${minute} >= ${of.minute} then ${minute} else ${sql.lit(of.minute)} end`,
          })
          .where(counted, '<=', most),
      )
      .returning('used')
      .executeTakeFirst();
    return taken?.used;
  },

  /** Gives back what turned out not to be used, while that minute lasts. */
  giveBack: ({ amount, ...of }: Omit<Paced, 'most'>): Promise<unknown> =>
    tx
      .updateTable('ai_pace')
      .set({ used: sql<number>`case when used > ${amount} then used - ${amount} else 0 end` })
      .where('key_hash', '=', of.key_hash)
      .where('kind', '=', of.kind)
      .where('minute', '=', of.minute)
      .execute(),

  used: async (keyHash: string, minute: number): Promise<ReadonlyMap<AiPaceTable['kind'], number>> => {
    const rows = await tx
      .selectFrom('ai_pace')
      .select(['kind', 'used'])
      .where('key_hash', '=', keyHash)
      .where('minute', '=', minute)
      .execute();
    return new Map(rows.map(({ kind, used }) => [kind, used]));
  },
});
