import type { BoxId, DoorId } from '@gatehouse/shared/ids/ids.ts';
import type { Fact } from '@gatehouse/shared/journal/fact.ts';
import { type Insertable, sql } from 'kysely';
import { preparedForMany } from '../../kit/db/prepared.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { BoxEpochTable, BoxFactMissingTable, BoxFactTable } from './journal.tables.ts';

const insertFacts = preparedForMany((tx, rows: readonly Insertable<BoxFactTable>[]) =>
  tx
    .insertInto('box_fact')
    .values(rows)
    .onConflict((c) => c.columns(['box_id', 'epoch', 'seq']).doNothing())
    .returning('seq'),
);

/** The door that a fact says it is about. */
export const doorIn = ({ body }: Fact): DoorId | null => ('doorId' in body.data ? body.data.doorId : null);

export type EpochMarks = Pick<BoxEpochTable, 'through' | 'through_hash' | 'highest' | 'gap_since'>;
/** Numbers from the first to the last, both included. */
export interface Range {
  readonly from: number;
  readonly to: number;
}
/** Where a fact stands among all that came of a door: two boxes may have driven it, each with numbers of its own. */
export interface FactPlace {
  readonly receivedAt: number;
  readonly seq: number;
  readonly boxId: BoxId;
  readonly epoch: string;
}

export const journalRepo = (tx: Tx) => ({
  /** Creates the epoch if it is new and takes its row lock either way: intakes of one epoch go one after another. */
  lockEpoch: (row: Insertable<BoxEpochTable>) =>
    tx
      .insertInto('box_epoch')
      .values(row)
      .onConflict((c) => c.columns(['box_id', 'epoch']).doUpdateSet({ box_id: row.box_id }))
      .returning(['through', 'through_hash', 'highest', 'gap_since', 'forgotten_through'])
      .executeTakeFirstOrThrow(),

  setMarks: (boxId: BoxId, epoch: string, marks: EpochMarks): Promise<unknown> =>
    tx.updateTable('box_epoch').set(marks).where('box_id', '=', boxId).where('epoch', '=', epoch).execute(),

  /** The hashes under which these numbers are stored. */
  hashesOf: async (boxId: BoxId, epoch: string, seqs: readonly number[]): Promise<ReadonlyMap<number, string>> => {
    if (seqs.length === 0) return new Map();
    const rows = await tx
      .selectFrom('box_fact')
      .where('box_id', '=', boxId)
      .where('epoch', '=', epoch)
      .where('seq', 'in', seqs)
      .select(['seq', 'hash'])
      .execute();
    return new Map(rows.map(({ seq, hash }) => [seq, hash]));
  },

  /** Stores what is not stored yet, and resolves with the numbers that were new. */
  insertFacts: async (
    boxId: BoxId,
    epoch: string,
    facts: readonly Fact[],
    { receivedAt, counts }: { readonly receivedAt: number; readonly counts: (fact: Fact) => boolean },
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
        door_id: counts(fact) ? doorIn(fact) : null,
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

  /** Epochs of active boxes with a number missing below a stored one. */
  withGaps: () =>
    tx
      .selectFrom('box_epoch')
      .innerJoin('box', 'box.id', 'box_epoch.box_id')
      .where('box.status', '=', 'active')
      .where('gap_since', 'is not', null)
      .selectAll('box_epoch')
      .limit(1_000)
      .execute(),

  epochsOf: (boxIds: readonly BoxId[]) =>
    tx
      .selectFrom('box_epoch')
      .where('box_id', 'in', [...boxIds])
      .selectAll()
      .orderBy('first_at')
      .execute(),

  /** The ranges above `through` that are missing below a stored number, lowest first. */
  gapsOf: async (at: { boxId: BoxId; epoch: string; through: number }, limit: number): Promise<Range[]> => {
    const { rows } = await sql<{ seq: number; before: number }>`
      select seq, before from (
        select seq, coalesce(lag(seq) over (order by seq), ${sql.lit(at.through)}) as before from box_fact
        where box_id = ${at.boxId} and epoch = ${at.epoch} and seq > ${at.through}
      ) as stored where seq > before + 1 order by seq limit ${sql.lit(limit)}`.execute(tx);
    return rows.map(({ seq, before }) => ({ from: before + 1, to: seq - 1 }));
  },

  /** The first epoch whose oldest fact came before `at`, of those that hold more than the newest `keep` in a row. */
  agedEpoch: async (at: number, keep: number) => {
    const { rows } = await sql<{ box_id: BoxId; epoch: string; through: number; forgotten_through: number }>`
      select box_id, epoch, through, forgotten_through from box_epoch
      where through > forgotten_through + ${sql.lit(keep)} and (
        select received_at from box_fact
        where box_fact.box_id = box_epoch.box_id and box_fact.epoch = box_epoch.epoch
          and seq > forgotten_through and seq <= through - ${sql.lit(keep)} order by seq limit 1
      ) < ${at}
      order by box_id, epoch limit 1`.execute(tx);
    return rows[0];
  },

  oldestFacts: (boxId: BoxId, epoch: string, limit: number) =>
    tx
      .selectFrom('box_fact')
      .where('box_id', '=', boxId)
      .where('epoch', '=', epoch)
      .select(['seq', 'received_at'])
      .orderBy('seq')
      .limit(limit)
      .execute(),

  forgetThrough: async (boxId: BoxId, epoch: string, seq: number): Promise<void> => {
    await tx
      .deleteFrom('box_fact')
      .where('box_id', '=', boxId)
      .where('epoch', '=', epoch)
      .where('seq', '<=', seq)
      .execute();
    await tx
      .updateTable('box_epoch')
      .set({ forgotten_through: seq })
      .where('box_id', '=', boxId)
      .where('epoch', '=', epoch)
      .execute();
  },

  noteMissing: (rows: readonly Insertable<BoxFactMissingTable>[]): Promise<unknown> =>
    tx
      .insertInto('box_fact_missing')
      .values([...rows])
      .onConflict((c) => c.columns(['box_id', 'epoch', 'from_seq']).doNothing())
      .execute(),

  missingOf: (boxId: BoxId) =>
    tx
      .selectFrom('box_fact_missing')
      .where('box_id', '=', boxId)
      .selectAll()
      .orderBy('epoch')
      .orderBy('from_seq')
      .execute(),

  /** A box's newest facts, those of its newest journal first: along the key, however many there are. */
  factsOf: async (boxId: BoxId, limit: number) => {
    const epochs = await tx
      .selectFrom('box_epoch')
      .where('box_id', '=', boxId)
      .select('epoch')
      .orderBy('first_at', 'desc')
      .execute();
    const found = [];
    for (const { epoch } of epochs) {
      if (found.length >= limit) break;
      found.push(
        ...(await tx
          .selectFrom('box_fact')
          .where('box_id', '=', boxId)
          .where('epoch', '=', epoch)
          .selectAll()
          .orderBy('seq', 'desc')
          .limit(limit - found.length)
          .execute()),
      );
    }
    return found;
  },

  /** The newest facts about a door, by when they came; those of one message by their numbers. After a place, if one is given. */
  factsOfDoor: (doorId: DoorId, after: FactPlace | undefined, limit: number) => {
    let own = tx.selectFrom('box_fact').where('door_id', '=', doorId).selectAll();
    if (after !== undefined)
      own = own
        .where('received_at', '<=', after.receivedAt)
        .where((eb) =>
          eb.or([
            eb('received_at', '<', after.receivedAt),
            eb('seq', '<', after.seq),
            eb.and([eb('seq', '=', after.seq), eb('box_id', '<', after.boxId)]),
            eb.and([eb('seq', '=', after.seq), eb('box_id', '=', after.boxId), eb('epoch', '<', after.epoch)]),
          ]),
        );
    return own
      .orderBy('received_at', 'desc')
      .orderBy('seq', 'desc')
      .orderBy('box_id', 'desc')
      .orderBy('epoch', 'desc')
      .limit(limit)
      .execute();
  },
});
