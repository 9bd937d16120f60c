import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { BootId } from '@gatehouse/shared/ids/ids.ts';
import { type Fact, FactBody, factHash } from '@gatehouse/shared/journal/fact.ts';
import type { Json } from '@gatehouse/shared/json/canonical.ts';
import { canonicalJson } from '@gatehouse/shared/json/canonical.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import type { Db } from '../store/database.ts';
import { groupCommit } from './group-commit.ts';
import type { Journal } from './journal.ts';
import { type Chain, factsAfter, latestFacts, readChain } from './journal-store.ts';

/** How long a command's id is remembered at least: the longer of the two. */
const COMMAND_IDS_KEPT = 100_000;
const COMMAND_IDS_KEPT_FOR = Days(7);
const ACKNOWLEDGED_KEPT = 50_000;
const PRUNED_AT_ONCE = 5_000;

export interface JournalDeps {
  /** Opens the file; called again after the disk failed a sync. */
  readonly open: () => Db;
  readonly clock: Clock;
  readonly bootId: BootId;
  readonly clockTrusted: () => boolean;
  /** The moment before which this box believes no clock; committed with every group. */
  readonly timeFloorMs: () => number;
  /** How many acknowledged facts stay for staff to read. */
  readonly keepAcknowledged?: number;
}

export interface JournalStanding {
  readonly epoch: string;
  readonly lastSeq: number;
  /** Every fact up to this one is stored in the cloud for good. */
  readonly acknowledged: number;
  /** Whether the last group reached the disk. */
  readonly writable: boolean;
}

export interface SqliteJournal extends Journal {
  standing(): JournalStanding;
  timeFloorMs(): number;
  /** Facts after `seq`, oldest first. */
  after(seq: number, limit: number): readonly Fact[];
  /** The newest facts, newest first. */
  latest(limit: number): readonly Fact[];
  /** Notes that the cloud stored all up to `through`. `false` for a number that was never given out. */
  acknowledge(through: number): boolean;
  /** Called after each commit with the new last number. Returns how to stop listening. */
  onRecorded(listener: (lastSeq: number) => void): () => void;
  close(): void;
}

interface Draft {
  readonly bodies: readonly FactBody[];
  readonly commandId?: string;
  readonly stamp: Pick<Fact, 'bootId' | 'monoMs' | 'wallMs' | 'clockTrusted'>;
}

const prepare = (db: Db) => ({
  fact: db.prepare('INSERT INTO fact VALUES (?, ?, ?, ?, ?, ?, ?, ?)'),
  command: db.prepare('INSERT INTO command (command_id, wall_ms) VALUES (?, ?) ON CONFLICT (command_id) DO NOTHING'),
  chain: db.prepare('UPDATE chain SET last_seq = ?, last_hash = ?, acknowledged = ?, floor_ms = ?'),
  pruneCommands: db.prepare(
    'DELETE FROM command WHERE id <= (SELECT max(id) FROM command) - ? AND wall_ms < ? AND id < (SELECT min(id) FROM command) + ?',
  ),
  hashOf: db.prepare<[number], { hash: string }>('SELECT hash FROM fact WHERE seq = ?'),
  pruneFacts: db.prepare('DELETE FROM fact WHERE seq <= ?'),
  anchor: db.prepare('UPDATE chain SET anchor_seq = ?, anchor_hash = ?'),
  after: factsAfter(db),
  latest: latestFacts(db),
});

interface OpenFile {
  readonly db: Db;
  readonly sql: ReturnType<typeof prepare>;
  readonly chain: Chain;
}

const openFile = (open: () => Db): OpenFile => {
  const db = open();
  try {
    return { db, sql: prepare(db), chain: chainOf(db) };
  } catch (error) {
    db.close();
    throw error;
  }
};

/** The journal on SQLite: gapless numbers, hash chain, group commit, command ids in the same commit as their fact. */
export const createJournal = (deps: JournalDeps): SqliteJournal => {
  const { clock, keepAcknowledged = ACKNOWLEDGED_KEPT } = deps;
  /** `undefined` after the disk failed, until it can be opened again. */
  let file: OpenFile | undefined = openFile(deps.open);
  const atOpen = file.chain;
  let { epoch, acknowledged } = atOpen;
  /** What the disk holds; `next` is what the open group makes of it. */
  let tip = { seq: atOpen.last_seq, hash: atOpen.last_hash };
  let next = tip;
  let anchorSeq = atOpen.anchor_seq;
  let nextAnchorSeq = anchorSeq;
  let writable = true;
  const listeners = new Set<(lastSeq: number) => void>();

  /** The open file. Throws while the disk does not let it be opened: every caller tries again. */
  const store = (): OpenFile => {
    if (file !== undefined) return file;
    file = openFile(deps.open);
    const { last_seq: seq, last_hash: hash, anchor_seq } = file.chain;
    [tip, next, anchorSeq, nextAnchorSeq] = [{ seq, hash }, { seq, hash }, anchor_seq, anchor_seq];
    if (file.chain.epoch !== epoch) ({ epoch, acknowledged } = file.chain);
    return file;
  };
  /** What cannot be read is shown as nothing: `writable` says why. */
  const read = (from: (sql: OpenFile['sql']) => Fact[]): Fact[] => {
    try {
      return from(store().sql);
    } catch (error) {
      if (writable) throw error;
      return [];
    }
  };

  const append = (body: FactBody, stamp: Draft['stamp']): Fact => {
    const unhashed = { seq: next.seq + 1, ...stamp, body, prev: next.hash };
    const fact = { ...unhashed, hash: factHash(unhashed) };
    const { seq, bootId, monoMs, wallMs, clockTrusted, prev, hash } = fact;
    store().sql.fact.run(seq, bootId, monoMs, wallMs, clockTrusted ? 1 : 0, canonicalJson(body as Json), prev, hash);
    next = { seq, hash };
    return fact;
  };
  const apply = ({ bodies, commandId, stamp }: Draft) => {
    if (commandId !== undefined && store().sql.command.run(commandId, stamp.wallMs).changes === 0) return 'repeated';
    return bodies.map((body) => append(body, stamp));
  };
  /** Oldest first, and only what the cloud has; the last pruned fact's hash stays as the start of the kept chain. */
  const prune = () => {
    const upTo = Math.min(acknowledged, next.seq - keepAcknowledged, anchorSeq + PRUNED_AT_ONCE);
    if (upTo < anchorSeq + Math.min(100, keepAcknowledged)) return;
    const { sql } = store();
    const last = sql.hashOf.get(upTo);
    if (last === undefined) throw new Bug(`fact ${upTo} is missing from the journal`);
    sql.pruneFacts.run(upTo);
    sql.anchor.run(upTo, last.hash);
    nextAnchorSeq = upTo;
  };
  const commits = groupCommit<Draft>({
    db: () => store().db,
    apply,
    beforeCommit: () => {
      const { sql } = store();
      sql.chain.run(next.seq, next.hash, acknowledged, Math.round(deps.timeFloorMs()));
      sql.pruneCommands.run(COMMAND_IDS_KEPT, clock.wallMs() - COMMAND_IDS_KEPT_FOR, PRUNED_AT_ONCE);
      prune();
    },
    committed: () => {
      const grew = next.seq !== tip.seq;
      [tip, anchorSeq, writable] = [next, nextAnchorSeq, true];
      if (grew) for (const listener of listeners) listener(tip.seq);
    },
    rolledBack: (_error, reopen) => {
      [next, nextAnchorSeq, writable] = [tip, anchorSeq, false];
      if (!reopen) return;
      file?.db.close();
      file = undefined;
    },
  });

  const stamp = (): Draft['stamp'] => ({
    bootId: deps.bootId,
    monoMs: clock.monoMs(),
    wallMs: Math.round(clock.wallMs()),
    clockTrusted: deps.clockTrusted(),
  });
  /** A fact that no reader could parse would block the upload for ever: refuse it here, alone. */
  const checked = (bodies: readonly FactBody[]): readonly FactBody[] =>
    bodies.map((body) => {
      const parsed = FactBody.safeParse(body);
      if (!parsed.success) throw new Bug(`no such fact: ${JSON.stringify(body)} (${parsed.error.message})`);
      return parsed.data;
    });

  return {
    record: async (...bodies) => await commits.submit<Fact[]>({ bodies: checked(bodies), stamp: stamp() }),
    acceptCommand: async (accepted) => {
      const bodies = checked([accepted]);
      const made = await commits.submit<Fact[] | 'repeated'>({
        bodies,
        commandId: accepted.data.commandId,
        stamp: stamp(),
      });
      return made === 'repeated' ? 'repeated' : 'accepted';
    },
    standing: () => ({ epoch, lastSeq: tip.seq, acknowledged, writable }),
    timeFloorMs: () => atOpen.floor_ms,
    after: (seq, limit) => read((sql) => sql.after(seq, limit)),
    latest: (limit) => read((sql) => sql.latest(limit)),
    acknowledge: (through) => {
      if (through > tip.seq) return false;
      // Written with the next group: losing it only makes the box send again what the cloud already has.
      acknowledged = Math.max(acknowledged, through);
      return true;
    },
    onRecorded: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => {
      commits.flush();
      const { db } = store();
      db.prepare('UPDATE chain SET acknowledged = ?').run(acknowledged);
      db.close();
    },
  };
};

const chainOf = (db: Db): Chain => {
  const chain = readChain(db);
  if (chain === undefined) throw new Bug('the journal has no chain');
  return chain;
};
