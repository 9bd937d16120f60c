import { genesisHash, verifyChain } from '@gatehouse/shared/journal/fact.ts';
import Database from 'better-sqlite3';
import { type Chain, factsAfter, readChain } from './journal-store.ts';

export type JournalVerdict =
  | {
      readonly ok: true;
      readonly boxId: string;
      readonly epoch: string;
      /** The oldest fact that is still here; earlier ones were acknowledged and pruned. */
      readonly firstSeq: number;
      readonly lastSeq: number;
      readonly acknowledged: number;
      /** The fact before the first one, which the kept chain continues: the newest pruned one, or the epoch's beginning. */
      readonly anchor: { readonly seq: number; readonly hash: string };
    }
  | {
      readonly ok: false;
      readonly atSeq: number;
      readonly why: 'gap' | 'broken_link' | 'wrong_hash' | 'cut_off' | 'unreadable';
    };

const AT_ONCE = 1_000;

/**
 * Reads a whole journal, also while its agent runs, and checks every number, link and hash from the oldest kept fact
 * to the newest. Memory does not grow with the journal.
 */
export const verifyJournalFile = (path: string): JournalVerdict => {
  let db: Database.Database | undefined;
  let at = { seq: 0, hash: '' };
  try {
    db = new Database(path, { readonly: true, fileMustExist: true });
    db.exec('BEGIN'); // One snapshot: the agent may go on writing.
    const chain = readChain(db);
    if (chain === undefined) return { ok: false, atSeq: 0, why: 'unreadable' };
    const { anchor_seq: anchorSeq, anchor_hash: anchorHash } = chain;
    at = { seq: anchorSeq, hash: anchorHash };
    if (anchorSeq === 0 && anchorHash !== genesisHash(chain.box_id, chain.epoch))
      return { ok: false, atSeq: 0, why: 'broken_link' };
    const read = factsAfter(db);
    for (let facts = read(at.seq, AT_ONCE); facts.length > 0; facts = read(at.seq, AT_ONCE)) {
      const verdict = verifyChain(facts, at);
      if (!verdict.ok) return verdict;
      at = { seq: verdict.lastSeq, hash: verdict.lastHash };
    }
    return ended(chain, at);
  } catch {
    return { ok: false, atSeq: at.seq + 1, why: 'unreadable' };
  } finally {
    db?.close();
  }
};

const ended = (chain: Chain, at: { seq: number; hash: string }): JournalVerdict =>
  at.seq !== chain.last_seq || at.hash !== chain.last_hash
    ? { ok: false, atSeq: at.seq + 1, why: 'cut_off' }
    : {
        ok: true,
        boxId: chain.box_id,
        epoch: chain.epoch,
        firstSeq: chain.anchor_seq + 1,
        lastSeq: at.seq,
        acknowledged: chain.acknowledged,
        anchor: { seq: chain.anchor_seq, hash: chain.anchor_hash },
      };
