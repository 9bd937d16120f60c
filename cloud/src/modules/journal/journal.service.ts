import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { type Fact, factHash, genesisHash } from '@gatehouse/shared/journal/fact.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Database, Tx } from '../../db/unit-of-work.ts';
import type { BoxesService } from '../boxes/boxes.service.ts';
import type { WarningsService } from '../warnings/warnings.service.ts';
import { journalRepo } from './journal.repo.ts';

/** Told of each fact once, in the unit that stores it. */
export type FactListener = (tx: Tx, boxId: BoxId, facilityId: FacilityId, fact: Fact) => Promise<void>;

export interface JournalDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  readonly boxes: Pick<BoxesService, 'findActive'>;
  readonly warnings: Pick<WarningsService, 'raise'>;
  readonly listeners: readonly FactListener[];
}

export type JournalService = ReturnType<typeof createJournalService>;

export const createJournalService = ({ db, clock, boxes, warnings, listeners }: JournalDeps) => {
  /** Moves the epoch's mark over every fact that now follows without a gap, looking at each link of the chain. */
  const follow = async (tx: Tx, at: { boxId: BoxId; facilityId: FacilityId; epoch: string }, from: ChainEnd) => {
    const end = { ...from };
    let broken: number | undefined;
    for (;;) {
      const links = await journalRepo(tx).linksAfter(at.boxId, at.epoch, end.seq, 500);
      for (const link of links) {
        if (link.seq !== end.seq + 1) return { end, broken };
        if (link.prev !== end.hash) broken ??= link.seq;
        end.seq = link.seq;
        end.hash = link.hash;
      }
      if (links.length < 500) return { end, broken };
    }
  };

  return {
    /**
     * Stores each fact once, whatever the order they come in, and resolves after the commit with the highest number
     * below which nothing is missing. A fact that does not fit its chain is kept, and warned about: it is evidence.
     */
    storeFacts: (boxId: BoxId, epoch: string, facts: readonly Fact[]): Promise<number> =>
      db.write(async (tx) => {
        const box = await boxes.findActive(tx, boxId);
        if (box === undefined) throw new Bug('facts of a box that is not active');
        const facilityId = box.facility_id as FacilityId;
        const repo = journalRepo(tx);
        const now = clock.wallMs();
        const start = await repo.lockEpoch({
          box_id: boxId,
          epoch,
          through: 0,
          through_hash: genesisHash(boxId, epoch),
          first_at: now,
        });
        const stored = await repo.insertFacts(boxId, epoch, facts, now);
        const fresh = facts.filter((fact) => stored.has(fact.seq));
        for (const fact of fresh) for (const listen of listeners) await listen(tx, boxId, facilityId, fact);
        const from = { seq: start.through, hash: start.through_hash };
        const { end, broken } = await follow(tx, { boxId, facilityId, epoch }, from);
        if (end.seq !== from.seq) await repo.setThrough(boxId, epoch, end);
        const forged = fresh.find((fact) => factHash(fact) !== fact.hash)?.seq ?? broken;
        if (forged !== undefined)
          await warnings.raise(tx, {
            kind: 'journal_chain_broken',
            facilityId,
            subject: `${boxId}/${epoch}`,
            message: `Fact ${forged} of box ${boxId} does not continue the chain of the one before.`,
          });
        return end.seq;
      }),

    recent: (boxId: BoxId, limit = 50) => db.read((tx) => journalRepo(tx).factsOf(boxId, limit)),
  };
};

interface ChainEnd {
  seq: number;
  hash: string;
}
