import type { BoxId } from '@gatehouse/shared/ids/ids.ts';
import type { Fact } from '@gatehouse/shared/journal/fact.ts';
import type { Insertable } from 'kysely';
import { preparedForMany } from '../../db/prepared.ts';
import type { Tx } from '../../db/unit-of-work.ts';
import type { BoxEpochTable, BoxFactTable } from './journal.tables.ts';

const insertFacts = preparedForMany((tx, rows: readonly Insertable<BoxFactTable>[]) =>
  tx
    .insertInto('box_fact')
    .values(rows)
    .onConflict((c) => c.columns(['box_id', 'epoch', 'seq']).doNothing())
    .returning('seq'),
);

export const journalRepo = (tx: Tx) => ({
  /** Creates the epoch if it is new and takes its row lock either way: intakes of one epoch go one after another. */
  lockEpoch: (row: Insertable<BoxEpochTable>) =>
    tx
      .insertInto('box_epoch')
      .values(row)
      .onConflict((c) => c.columns(['box_id', 'epoch']).doUpdateSet({ box_id: row.box_id }))
      .returning(['through', 'through_hash'])
      .executeTakeFirstOrThrow(),

  setThrough: (boxId: BoxId, epoch: string, to: { seq: number; hash: string }): Promise<unknown> =>
    tx
      .updateTable('box_epoch')
      .set({ through: to.seq, through_hash: to.hash })
      .where('box_id', '=', boxId)
      .where('epoch', '=', epoch)
      .execute(),

  /** Stores what is not stored yet, and resolves with the numbers that were new. */
  insertFacts: async (
    boxId: BoxId,
    epoch: string,
    facts: readonly Fact[],
    receivedAt: number,
  ): Promise<Set<number>> => {
    const rows = await insertFacts(
      tx,
      facts.map((fact) => ({
        box_id: boxId,
        epoch,
        seq: fact.seq,
        boot_id: fact.bootId,
        mono_ms: fact.monoMs,
        wall_ms: fact.wallMs,
        clock_trusted: fact.clockTrusted ? 1 : 0,
        received_at: receivedAt,
        kind: fact.body.kind,
        door_id: 'doorId' in fact.body.data ? fact.body.data.doorId : null,
        body: JSON.stringify(fact.body),
        prev: fact.prev,
        hash: fact.hash,
      })),
    );
    return new Set(rows.map(({ seq }) => seq));
  },

  /** The facts after `seq`, in order: what the chain is followed along. */
  linksAfter: (boxId: BoxId, epoch: string, seq: number, limit: number) =>
    tx
      .selectFrom('box_fact')
      .where('box_id', '=', boxId)
      .where('epoch', '=', epoch)
      .where('seq', '>', seq)
      .select(['seq', 'prev', 'hash'])
      .orderBy('seq')
      .limit(limit)
      .execute(),

  factsOf: (boxId: BoxId, limit: number) =>
    tx
      .selectFrom('box_fact')
      .where('box_id', '=', boxId)
      .selectAll()
      .orderBy('received_at', 'desc')
      .orderBy('seq', 'desc')
      .limit(limit)
      .execute(),
});
