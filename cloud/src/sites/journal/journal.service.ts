import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { BoxId, DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { type Fact, factHash } from '@gatehouse/shared/journal/fact.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Beacon } from '@gatehouse/shared/wire/beacon.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { FactListener } from '../../link/link.ports.ts';
import type { BoxesService } from '../boxes/boxes.service.ts';
import type { NewWarning, WarningsService } from '../warnings/warnings.service.ts';
import { isOneTooMany, tooManyEpochs } from './epochs-a-day.ts';
import { believed } from './fact-time.ts';
import { type ChainEnd, followChain } from './follow-chain.ts';
import { forgetFacts } from './forget-facts.ts';
import { gapWarning, nothingOf } from './give-up.ts';
import { doorIn, type EpochMarks, type FactPlace, journalRepo, type Range } from './journal.repo.ts';
import { createJournalWatch } from './journal-watch.ts';

/** A box, and where it is now. */
interface BoxAt {
  readonly boxId: BoxId;
  readonly facilityId: FacilityId;
}

export interface JournalDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  readonly boxes: Pick<BoxesService, 'findActive'>;
  readonly warnings: Pick<WarningsService, 'raise' | 'keep' | 'close'>;
  /** Which of these doors the box has, or once had, at its facility. */
  readonly doorsEverOf: (tx: Tx, box: BoxAt, doorIds: readonly DoorId[]) => Promise<ReadonlySet<string>>;
  /** Says it to whoever hears of facts. */
  readonly told: FactListener;
  /** Asks a box to send facts again that it may still have. Lost requests do no harm: they are repeated. */
  readonly askFor: (boxId: BoxId, range: { readonly epoch: string } & Range) => void;
}

export type { FactPlace } from './journal.repo.ts';
export type JournalService = ReturnType<typeof createJournalService>;

export const createJournalService = (deps: JournalDeps) => {
  const { db, clock, boxes, warnings, told } = deps;
  const watch = createJournalWatch(deps);

  /** Writes how far the epoch now goes, and ends the warning of a gap that is filled. */
  const settle = async (
    tx: Tx,
    at: { readonly boxId: BoxId; readonly epoch: string; readonly facilityId: FacilityId },
    before: EpochMarks,
    end: ChainEnd,
  ): Promise<void> => {
    const { boxId, epoch, facilityId } = at;
    const { highest, gap_since: open } = before;
    const gapSince = highest > end.seq ? (open ?? clock.wallMs()) : null;
    await journalRepo(tx).setMarks(boxId, epoch, {
      through: end.seq,
      through_hash: end.hash,
      highest,
      gap_since: gapSince,
    });
    if (open !== null && gapSince === null) await warnings.close(tx, [gapWarning(boxId, epoch, facilityId)]);
  };
  /** The first number under which another fact is stored already. */
  const contradicted = async (
    tx: Tx,
    { boxId, epoch, highest }: { readonly boxId: BoxId; readonly epoch: string; readonly highest: number },
    facts: readonly Fact[],
  ): Promise<number | undefined> => {
    const again = facts.filter(({ seq }) => seq <= highest);
    const hashes = await journalRepo(tx).hashesOf(
      boxId,
      epoch,
      again.map(({ seq }) => seq),
    );
    return again.find(({ seq, hash }) => (hashes.get(seq) ?? hash) !== hash)?.seq;
  };
  /** What tells that a copy of the box sent these. */
  const copyOf = async (
    tx: Tx,
    at: { readonly boxId: BoxId; readonly epoch: string; readonly highest: number; readonly forgotten_through: number },
    facts: readonly Fact[],
  ): Promise<string | undefined> => {
    const forgotten = facts.find(({ seq }) => seq <= at.forgotten_through);
    if (forgotten !== undefined)
      return `Box ${at.boxId} sent fact ${forgotten.seq} again, which it had seen acknowledged long ago: an old copy of it is running.`;
    const other = await contradicted(tx, at, facts);
    return other === undefined
      ? undefined
      : `Box ${at.boxId} sent a fact ${other} that is not the one it had sent before: a copy of it is running.`;
  };
  /** Facts about no door count, and those about a door that the box has or had. */
  const whatCounts = async (tx: Tx, box: BoxAt, facts: readonly Fact[]): Promise<(fact: Fact) => boolean> => {
    const named = new Set(facts.flatMap((fact) => doorIn(fact) ?? []));
    const own = await deps.doorsEverOf(tx, box, [...named]);
    return (fact) => {
      const doorId = doorIn(fact);
      return doorId === null || own.has(doorId);
    };
  };

  const tell = async (tx: Tx, { boxId, facilityId, now }: BoxAt & { readonly now: number }, facts: readonly Fact[]) => {
    for (const fact of facts.map(withoutNul)) await told(tx, boxId, facilityId, { ...fact, ...believed(fact, now) });
  };

  const warnOfForeign = async (tx: Tx, { boxId, facilityId }: BoxAt, fact: Fact | undefined): Promise<void> => {
    if (fact === undefined) return;
    await warnings.raise(tx, {
      kind: 'journal_foreign_door',
      facilityId,
      subject: boxId,
      message: `Fact ${fact.seq} of box ${boxId} is about a door that the box has not had here. It counts for no door.`,
    });
  };

  return {
    /**
     * Stores each fact once, whatever the order they come in, and resolves after the commit with the highest number
     * below which nothing is missing. A fact that does not fit its chain is kept, and warned about: it is evidence.
     * Resolves with `undefined`, and stores nothing, where another fact has one of the numbers (a copy of the box sent these),
     * or where the box began too many journals of late: it keeps what nobody acknowledges.
     */
    storeFacts: (boxId: BoxId, epoch: string, facts: readonly Fact[]): Promise<number | undefined> =>
      db.write(async (tx) => {
        const box = await boxes.findActive(tx, boxId);
        if (box === undefined) throw new Bug('facts of a box that is not active');
        const facilityId = box.facility_id;
        const repo = journalRepo(tx);
        const now = clock.wallMs();
        const refuse = async (warning: NewWarning): Promise<undefined> => {
          await warnings.raise(tx, warning);
          return undefined;
        };
        if (await isOneTooMany(tx, { boxId, epoch, now })) return refuse(tooManyEpochs(boxId, facilityId));
        const start = await repo.lockEpoch({ ...nothingOf(boxId, epoch), first_at: now });
        const copied = await copyOf(tx, { boxId, epoch, ...start }, facts);
        if (copied !== undefined) return refuse({ kind: 'box_cloned', facilityId, subject: boxId, message: copied });
        const counts = await whatCounts(tx, { boxId, facilityId }, facts);
        const stored = await repo.insertFacts(boxId, epoch, facts, { receivedAt: now, counts });
        const fresh = facts.filter((fact) => stored.has(fact.seq));
        await tell(tx, { boxId, facilityId, now }, fresh.filter(counts));
        await warnOfForeign(
          tx,
          { boxId, facilityId },
          fresh.find((fact) => !counts(fact)),
        );
        const { end, broken } = await followChain(
          tx,
          { boxId, epoch },
          { seq: start.through, hash: start.through_hash },
        );
        const highest = facts.reduce((max, { seq }) => Math.max(max, seq), start.highest);
        await settle(tx, { boxId, epoch, facilityId }, { ...start, highest }, end);
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

    heard: watch.heard,
    sweep: watch.sweep,

    /** Whether all is here that a box says it wrote down, and nothing of its earlier journals is missing. */
    isStored: async (tx: Tx, boxId: BoxId, { epoch, lastSeq, lost }: Beacon['journal']): Promise<boolean> => {
      const epochs = await journalRepo(tx).epochsOf([boxId]);
      const through = epochs.find((row) => row.epoch === epoch)?.through ?? 0;
      return lost === undefined && Number(through) >= lastSeq && epochs.every(({ gap_since }) => gap_since === null);
    },

    /** How each epoch of a box stands: up to where nothing is missing, what is, and what never will come. */
    standing: (boxId: BoxId) =>
      db.read(async (tx) => {
        const repo = journalRepo(tx);
        const gone = await repo.missingOf(boxId);
        const epochs = await repo.epochsOf([boxId]);
        return Promise.all(
          epochs.map(async ({ epoch, through, highest, gap_since, first_at }) => ({
            epoch,
            firstAt: first_at,
            through,
            highest,
            gapSince: gap_since,
            missing: gap_since === null ? [] : await repo.gapsOf({ boxId, epoch, through }, 100),
            gone: gone
              .filter((row) => row.epoch === epoch)
              .map(({ from_seq, to_seq, noted_at }) => ({ from: from_seq, to: to_seq, notedAt: noted_at })),
          })),
        );
      }),

    forgetBefore: forgetFacts,

    /** What boxes said of a door, newest first, after a place. Finds a door by its id alone: look first whose it is. */
    ofDoor: async (tx: Tx, doorId: DoorId, page: { readonly after: FactPlace | undefined; readonly limit: number }) =>
      (await journalRepo(tx).factsOfDoor(doorId, page.after, page.limit)).map(({ wall_ms, clock_trusted, ...row }) => ({
        ...row,
        ...believed({ wallMs: wall_ms, clockTrusted: clock_trusted === 1 }, row.received_at),
      })),

    /** What a box sent last, as it sent it: for who looks after the box. */
    recent: (boxId: BoxId, limit = 50) => db.read((tx) => journalRepo(tx).factsOf(boxId, limit)),
  };
};

/**
 * Listeners store words of facts by themselves, and no database takes a NUL: what somebody typed at a panel must not hold up
 * every fact after it. The stored fact has its words as the box sent them.
 */
const withoutNul = (fact: Fact): Fact => {
  const text = JSON.stringify(fact.body);
  if (!text.includes('\\u0000')) return fact;
  const plain = (_key: string, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value;
  return { ...fact, body: JSON.parse(text, plain) };
};
