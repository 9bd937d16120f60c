import type { BootId } from '@gatehouse/shared/ids/ids.ts';
import { type Fact, type FactBody, factHash } from '@gatehouse/shared/journal/fact.ts';
import type { Json } from '@gatehouse/shared/json/canonical.ts';
import { canonicalJson } from '@gatehouse/shared/json/canonical.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Days, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Db } from '../store/database.ts';
import { groupCommit } from './group-commit.ts';
import type { Journal } from './journal.ts';
import { dropThrough, isFailing, type OpenFile, openFile, wantsRoom } from './journal-file.ts';
import { countLost, type Lost, type LostMemory } from './lost-facts.ts';
import { NO_RESERVE, type Reserve } from './reserve.ts';
import { validatedFacts } from './validated-facts.ts';

/** How long a command's id is remembered at least: the longer of the two. */
const COMMAND_IDS_KEPT = 100_000;
const COMMAND_IDS_KEPT_FOR = Days(7);
const ACKNOWLEDGED_KEPT = 50_000;
const PRUNED_AT_ONCE = 5_000;
/** How often a disk that refused is tried, so that what was lost is on record soon after there is room. */
const TRIED_AGAIN_AFTER = Seconds(5);

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
  /** Room that a full disk is given back. */
  readonly reserve?: Reserve;
  /** Where the count of lost facts outlives the process. */
  readonly lostMemory?: LostMemory;
  /** Facts could not be read. */
  readonly onUnreadable?: (error: unknown) => void;
}

export interface JournalStanding {
  readonly epoch: string;
  readonly lastSeq: number;
  /** Every fact up to this one is stored in the cloud for good. */
  readonly acknowledged: number;
  /** Whether the last group reached the disk. */
  readonly writable: boolean;
  /** The oldest fact that is still here. */
  readonly firstSeq: number;
  /** Whether there is room set aside for when the disk is full. */
  readonly reserve: boolean;
  /** What the disk did not take and the chain does not tell yet. */
  readonly lost: Lost | null;
}

export interface SqliteJournal extends Journal {
  standing(): JournalStanding;
  timeFloorMs(): number;
  /** Facts after `seq`, oldest first; none while the disk does not let them be read. */
  after(seq: number, limit: number): readonly Fact[];
  /** The newest facts, newest first; none while the disk does not let them be read. */
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

/** The journal on SQLite: gapless numbers, hash chain, group commit, command ids in the same commit as their fact. */
export const createJournal = (deps: JournalDeps): SqliteJournal => {
  const { clock, keepAcknowledged = ACKNOWLEDGED_KEPT, reserve = NO_RESERVE } = deps;
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
  const lost = countLost(tip.seq, deps.lostMemory);
  let again: Timer | undefined;

  /** The open file. Throws while the disk does not let it be opened: every caller tries again. */
  const store = (): OpenFile => {
    if (file !== undefined) return file;
    file = openFile(deps.open);
    const { last_seq: seq, last_hash: hash, anchor_seq } = file.chain;
    [tip, next, anchorSeq, nextAnchorSeq] = [{ seq, hash }, { seq, hash }, anchor_seq, anchor_seq];
    if (file.chain.epoch !== epoch) ({ epoch, acknowledged } = file.chain);
    return file;
  };
  const letGo = () => {
    file?.db.close();
    file = undefined;
  };
  /** What cannot be read now is none: who asks on finds it later. A file that gave a bad answer is opened anew. */
  const read = (from: (sql: OpenFile['sql']) => Fact[]): Fact[] => {
    try {
      return from(store().sql);
    } catch (error) {
      if (writable) deps.onUnreadable?.(error);
      if (isFailing(error)) letGo();
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
  /** Oldest first, and only what the cloud has. */
  const dropUpTo = (upTo: number) => {
    dropThrough(store(), upTo);
    nextAnchorSeq = upTo;
  };
  const prune = () => {
    const upTo = Math.min(acknowledged, next.seq - keepAcknowledged, anchorSeq + PRUNED_AT_ONCE);
    if (upTo >= anchorSeq + Math.min(100, keepAcknowledged)) dropUpTo(upTo);
  };
  const writeChain = () => store().sql.chain.run(next.seq, next.hash, acknowledged, Math.round(deps.timeFloorMs()));
  const settled = () => {
    const grew = next.seq !== tip.seq;
    [tip, anchorSeq] = [next, nextAnchorSeq];
    if (grew) for (const listener of listeners) listener(tip.seq);
  };
  /** Room inside the file: the oldest facts that the cloud has go, also those that were kept for staff. */
  const pruneForRoom = (): boolean => {
    const upTo = Math.min(acknowledged, anchorSeq + PRUNED_AT_ONCE);
    if (upTo <= anchorSeq) return false;
    try {
      store().db.transaction(() => {
        dropUpTo(upTo);
        append({ kind: 'journal.pruned', data: { through: upTo, why: 'The disk is full.' } }, stamp());
        writeChain();
      })();
    } catch {
      [next, nextAnchorSeq] = [tip, anchorSeq];
      return false; // Even this takes a little room at times.
    }
    settled();
    return true;
  };
  const tryAgain = () => {
    again ??= clock.after(TRIED_AGAIN_AFTER, () => {
      again = undefined;
      commits.submit({ bodies: [], stamp: stamp() }).catch(() => undefined); // `refused` has taken note of it.
    });
  };
  const commits = groupCommit<Draft>({
    db: () => store().db,
    apply,
    begun: () => {
      const told = lost.current();
      if (told !== undefined) append({ kind: 'journal.lost', data: told }, stamp());
    },
    beforeCommit: () => {
      writeChain();
      store().sql.pruneCommands.run(COMMAND_IDS_KEPT, clock.wallMs() - COMMAND_IDS_KEPT_FOR, PRUNED_AT_ONCE);
      prune();
    },
    committed: () => {
      writable = true;
      lost.told();
      again?.cancel();
      again = undefined;
      settled();
      void reserve.keep();
    },
    rolledBack: (_error, reopen) => {
      [next, nextAnchorSeq] = [tip, anchorSeq];
      if (reopen) letGo();
    },
    relieve: (error, attempt) => wantsRoom(error) && ((attempt === 0 && pruneForRoom()) || reserve.release()),
    refused: (error, drafts) => {
      writable = false;
      // A command that was not accepted moved nothing: no fact of it is lost.
      const facts = drafts.flatMap(({ bodies, commandId }) => (commandId === undefined ? bodies : []));
      lost.add(facts.length, { nowMs: clock.wallMs(), why: String(error), afterSeq: tip.seq });
      tryAgain();
    },
  });

  const stamp = (): Draft['stamp'] => ({
    bootId: deps.bootId,
    monoMs: clock.monoMs(),
    wallMs: Math.round(clock.wallMs()),
    clockTrusted: deps.clockTrusted(),
  });

  return {
    record: async (...bodies) => await commits.submit<Fact[]>({ bodies: validatedFacts(bodies), stamp: stamp() }),
    acceptCommand: async (accepted) => {
      const bodies = validatedFacts([accepted]);
      const made = await commits.submit<Fact[] | 'repeated'>({
        bodies,
        commandId: accepted.data.commandId,
        stamp: stamp(),
      });
      return made === 'repeated' ? 'repeated' : 'accepted';
    },
    standing: () => ({
      epoch,
      lastSeq: tip.seq,
      acknowledged,
      writable,
      firstSeq: anchorSeq + 1,
      reserve: reserve.held(),
      lost: lost.current() ?? null,
    }),
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
      again?.cancel();
      if (reserve.short()) return; // Closing gives the write-ahead log away, and the next start needs its room.
      const { db } = store();
      db.prepare('UPDATE chain SET acknowledged = ?').run(acknowledged);
      db.close();
    },
  };
};
