import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { genesisHash } from '@gatehouse/shared/journal/fact.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { BoxesService } from '../boxes/boxes.service.ts';
import type { NewWarning, WarningsService } from '../warnings/warnings.service.ts';
import { isOneTooMany, tooManyEpochs } from './epochs-a-day.ts';
import { type ChainEnd, followChain } from './follow-chain.ts';
import { journalRepo, type Range } from './journal.repo.ts';

/** Every range below `below` that is not stored, and where the chain then ends. */
const goneBelow = async (
  tx: Tx,
  { boxId, epoch, below }: { boxId: BoxId; epoch: string; below: number },
  start: ChainEnd,
): Promise<{ readonly gone: readonly Range[]; readonly end: ChainEnd }> => {
  const gone: Range[] = [];
  let end = start;
  while (end.seq + 1 < below) {
    const [gap] = await journalRepo(tx).gapsOf({ boxId, epoch, through: end.seq }, 1);
    const to = Math.min(gap?.to ?? below - 1, below - 1);
    gone.push({ from: end.seq + 1, to });
    ({ end } = await followChain(tx, { boxId, epoch }, { seq: to, hash: '' }));
  }
  return { gone, end };
};

/**
 * Gives up what is missing below a number because no box has it any more: the epoch's mark goes on above it, so that
 * the rest is acknowledged, and staff are told.
 */
export const giveUpFacts =
  (deps: {
    readonly db: Pick<Database, 'write'>;
    readonly clock: Clock;
    readonly boxes: Pick<BoxesService, 'findActive'>;
    readonly warnings: Pick<WarningsService, 'raise' | 'keep' | 'close'>;
  }) =>
  (boxId: BoxId, epoch: string, below: number): Promise<void> =>
    deps.db.write(async (tx) => {
      const facilityId = (await deps.boxes.findActive(tx, boxId))?.facility_id;
      if (facilityId === undefined) return;
      const repo = journalRepo(tx);
      const now = deps.clock.wallMs();
      if (await isOneTooMany(tx, { boxId, epoch, now }))
        return deps.warnings.keep(tx, [tooManyEpochs(boxId, facilityId)]);
      const start = await repo.lockEpoch({ ...nothingOf(boxId, epoch), first_at: now });
      const from = { seq: start.through, hash: start.through_hash };
      const { gone, end } = await goneBelow(tx, { boxId, epoch, below }, from);
      if (gone.length === 0) return;
      await repo.noteMissing(
        gone.map((range) => ({ box_id: boxId, epoch, from_seq: range.from, to_seq: range.to, noted_at: now })),
      );
      const highest = Math.max(start.highest, end.seq);
      const gapSince = highest > end.seq ? (start.gap_since ?? now) : null;
      await repo.setMarks(boxId, epoch, { through: end.seq, through_hash: end.hash, highest, gap_since: gapSince });
      if (gapSince === null) await deps.warnings.close(tx, [gapWarning(boxId, epoch, facilityId)]);
      await deps.warnings.raise(tx, {
        kind: 'journal_facts_gone',
        facilityId,
        subject: `${boxId}/${epoch}`,
        message: `Facts ${describeRanges(gone)} of box ${boxId} are not stored here, and the box no longer has them.`,
      });
    });

/** An epoch of which nothing ever came, or of which a restored database knows nothing. */
export const nothingOf = (boxId: BoxId, epoch: string) => ({
  box_id: boxId,
  epoch,
  through: 0,
  through_hash: genesisHash(boxId, epoch),
  first_at: 0,
  highest: 0,
  gap_since: null as number | null,
  forgotten_through: 0,
});

const describeRanges = (ranges: readonly Range[]): string =>
  ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');

export const gapWarning = (
  boxId: BoxId,
  epoch: string,
  facilityId: FacilityId,
  ranges: readonly Range[] = [],
): NewWarning => ({
  kind: 'journal_gap',
  facilityId,
  subject: `${boxId}/${epoch}`,
  message: `Facts ${describeRanges(ranges)} of box ${boxId} are missing. The box is asked for them while it is online.`,
});
