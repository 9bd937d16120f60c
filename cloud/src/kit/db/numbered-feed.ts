import { type Generated, type RawBuilder, sql } from 'kysely';
import { prepared } from './prepared.ts';
import { besidesReading } from './reading-only.ts';
import type { Tables } from './tables.ts';
import type { Database, Tx } from './unit-of-work.ts';

/** A row of a feed. */
interface EventColumns {
  /** The order of writing; no place in the feed. */
  readonly written: Generated<number>;
  /** Its place in the feed. Null until a reader comes. */
  readonly seq: number | null;
  readonly recorded_at: number;
}
/** How far a feed is numbered, and how far it is gone. Its row lock is what numbering happens under. */
interface FeedColumns {
  readonly last_seq: number;
  readonly removed_through: number;
}
type TablesWith<Columns> = { [Name in keyof Tables]: Tables[Name] extends Columns ? Name : never }[keyof Tables];

export interface FeedTables<
  Events extends TablesWith<EventColumns>,
  Feed extends TablesWith<FeedColumns>,
  Owner extends string,
> {
  readonly events: Events;
  readonly feed: Feed;
  /** The column that says in both whose feed it is. */
  readonly owner: keyof Tables[Events] & keyof Tables[Feed] & string;
  /** Creates the feed if there is none, and takes its row lock either way: numbering goes one reader after another. */
  readonly lock: (tx: Tx, owner: Owner) => Promise<Pick<FeedColumns, 'last_seq'>>;
}

export interface PageOf<Row> {
  readonly rows: readonly Row[];
  /** Where the next page begins. */
  readonly next: number;
  readonly more: boolean;
  /** False if something after the asked place was removed. */
  readonly complete: boolean;
}
interface Asked<Row> {
  /** The numbered rows after a place, in their order. */
  readonly rowsAfter: (tx: Tx, after: number, limit: number) => Promise<readonly Row[]>;
  /** Left out: the beginning, wherever that is by now. */
  readonly after?: number | undefined;
  readonly limit: number;
}

/** That many are numbered in one unit. */
const AT_ONCE = 1_000;

/** A statement that is built once for each engine. */
const statement = <Values extends object, Row>(build: (values: Values) => RawBuilder<Row>) =>
  prepared<Values, Row>((tx, values) => ({ compile: () => build(values).compile(tx) }));

/**
 * A feed for each owner. INVARIANT: an event is written without a number, in the unit of its cause, and numbered by whoever
 * reads, under the lock of the feed: one that is committed late is numbered late, so that nobody who follows has passed it.
 */
export const numberedFeed = <
  Events extends TablesWith<EventColumns>,
  Feed extends TablesWith<FeedColumns>,
  Owner extends string,
>({
  lock,
  ...names
}: FeedTables<Events, Feed, Owner>) => {
  const [events, feed, of] = [sql.table(names.events), sql.table(names.feed), sql.ref(names.owner)];

  const waiting = statement<{ owner: Owner }, { written: number }>(
    ({ owner }) => sql`select written from ${events} where ${of} = ${owner} and seq is null limit 1`,
  );
  /** The oldest first. */
  const giveNumbers = statement<{ owner: Owner; after: number; most: number }, { written: number }>(
    ({ owner, after, most }) => sql`
      with waiting as (
        select written, row_number() over (order by written) as place from ${events}
        where ${of} = ${owner} and seq is null order by written limit ${most}
      )
      update ${events} set seq = waiting.place + cast(${after} as bigint) from waiting
      where ${events}.written = waiting.written returning ${events}.written`,
  );
  const setLast = statement<{ owner: Owner; last: number }, never>(
    ({ owner, last }) => sql`update ${feed} set last_seq = ${last} where ${of} = ${owner}`,
  );
  const removedThrough = statement<{ owner: Owner }, { removed_through: number }>(
    ({ owner }) => sql`select removed_through from ${feed} where ${of} = ${owner}`,
  );
  const setRemovedThrough = statement<{ owner: Owner; through: number }, never>(
    ({ owner, through }) => sql`
      update ${feed} set removed_through = ${through} where ${of} = ${owner} and removed_through < ${through}`,
  );
  /** Of all feeds. */
  const writtenFirst = statement<object, { owner: Owner; recorded_at: number }>(
    () => sql`select ${of} as owner, recorded_at from ${events} order by written limit 1`,
  );
  const remove = statement<{ owner: Owner; time: number; most: number }, { seq: number }>(
    ({ owner, time, most }) => sql`
      delete from ${events} where written in (
        select written from ${events}
        where ${of} = ${owner} and recorded_at < ${time} and seq is not null order by seq limit ${most}
      ) returning seq`,
  );

  const hasWaiting = async (tx: Tx, owner: Owner): Promise<boolean> => (await waiting(tx, { owner })).length > 0;

  /** Numbers what waits, under the lock of the feed. Resolves with the last number. */
  const numberWaiting = async (tx: Tx, owner: Owner): Promise<number> => {
    const { last_seq: after } = await lock(tx, owner);
    const last = after + (await giveNumbers(tx, { owner, after, most: AT_ONCE })).length;
    if (last > after) await setLast(tx, { owner, last });
    return last;
  };

  return {
    hasWaiting,
    numberWaiting,

    /** What follows a place in the feed, or its beginning. */
    page: async <Row extends { readonly seq: number | null }>(
      db: Pick<Database, 'read' | 'write'>,
      owner: Owner,
      { rowsAfter, after, limit }: Asked<Row>,
    ): Promise<PageOf<Row>> => {
      const from = after ?? 0;
      const pageIn = async (tx: Tx) => {
        const found = await rowsAfter(tx, from, limit + 1);
        const rows = found.slice(0, limit);
        // Asked for after the rows: what goes in between is said to be gone, never the other way round.
        const [gone] = await removedThrough(tx, { owner });
        const complete = after === undefined || after >= (gone?.removed_through ?? 0);
        const next = rows.at(-1)?.seq ?? Math.max(from, gone?.removed_through ?? 0);
        return { rows, next, more: found.length > limit, complete };
      };
      const { isWaiting, ...seen } = await db.read(async (tx) => {
        const page = await pageIn(tx);
        return { ...page, isWaiting: !page.more && (await hasWaiting(tx, owner)) };
      });
      if (!isWaiting) return seen;
      return besidesReading(() =>
        db.write(async (tx) => {
          await numberWaiting(tx, owner);
          const page = await pageIn(tx);
          return { ...page, more: page.more || (await hasWaiting(tx, owner)) };
        }),
      );
    },

    /**
     * Goes on from the number `from`, if it has not come so far: what lies between was given once, and is gone. Whoever reads on
     * from such a place is told that something is missing, and misses nothing that comes.
     */
    goOnFrom: async (tx: Tx, owner: Owner, from: number): Promise<void> => {
      const last = Math.max((await lock(tx, owner)).last_seq + 1, from);
      await setLast(tx, { owner, last });
      await setRemovedThrough(tx, { owner, through: last });
    },

    /**
     * Forgets up to `most` events that were recorded before `time`, the oldest first, each with a number so that whoever
     * asks for it later can be told. Resolves with how many those were.
     */
    forgetBefore: async (tx: Tx, time: number, most: number): Promise<number> => {
      let forgotten = 0;
      while (forgotten < most) {
        const [oldest] = await writtenFirst(tx, {});
        if (oldest === undefined || oldest.recorded_at >= time) break;
        const { owner } = oldest;
        await numberWaiting(tx, owner);
        const gone = await remove(tx, { owner, time, most: most - forgotten });
        await setRemovedThrough(tx, { owner, through: gone.reduce((last, { seq }) => Math.max(last, seq), 0) });
        forgotten += gone.length;
      }
      return forgotten;
    },
  };
};
