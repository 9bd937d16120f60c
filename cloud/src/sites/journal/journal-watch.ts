import type { BoxId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Hours, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Beacon } from '@gatehouse/shared/wire/beacon.ts';
import { FACTS_PER_REQUEST } from '@gatehouse/shared/wire/facts.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { BoxesService } from '../boxes/boxes.service.ts';
import type { NewWarning, WarningsService } from '../warnings/warnings.service.ts';
import { isOneTooMany, tooManyEpochs } from './epochs-a-day.ts';
import { gapWarning, giveUpFacts, nothingOf } from './give-up.ts';
import { journalRepo, type Range } from './journal.repo.ts';

/** What goes up by itself is given this long before it is asked for. */
const ASKED_AFTER = Seconds(10);
const WARNED_AFTER = Seconds(60);
/** A box that beacons no more cannot answer. */
const HEARD_WITHIN = Seconds(30);
const FORGOTTEN_AFTER = Hours(1);
const BOXES_AT_ONCE = 500;
const RANGES_NAMED = 100;

/** What this process knows of a box's journal. */
interface Heard {
  says: Beacon['journal'];
  atMs: number;
  /** How far the cloud had it when last looked, and since when that has not moved. */
  through: number;
  sinceMs: number;
  /** Whether the warnings of this box are known to say what is. */
  told: 'unknown' | 'well' | 'ill';
}
type Epoch = Awaited<ReturnType<ReturnType<typeof journalRepo>['epochsOf']>>[number];

export interface JournalWatch {
  /** Takes note of what a beacon says of the box's journal. */
  heard(boxId: BoxId, journal: Beacon['journal']): void;
  /** Asks for what is missing, gives up what is gone for good, and warns of what stays open. Called every few seconds. */
  sweep(): Promise<void>;
}

/** Looks after what is missing in the stored journals. Every replica does; asking twice does no harm. */
export const createJournalWatch = (deps: {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  readonly boxes: Pick<BoxesService, 'findActive'>;
  readonly warnings: Pick<WarningsService, 'raise' | 'keep' | 'close'>;
  readonly askFor: (boxId: BoxId, range: { readonly epoch: string } & Range) => void;
}): JournalWatch => {
  const { db, clock, boxes, warnings } = deps;
  const known = new Map<BoxId, Heard>();

  const facilityOf = (boxId: BoxId) => db.read(async (tx) => (await boxes.findActive(tx, boxId))?.facility_id);
  const giveUp = giveUpFacts(deps);
  /** Takes note of a journal of which a box only speaks: it counts for the day like one that came. */
  const isTakenUp = (boxId: BoxId, epoch: string): Promise<boolean> =>
    db.write(async (tx) => {
      const now = clock.wallMs();
      if (await isOneTooMany(tx, { boxId, epoch, now })) return false;
      await journalRepo(tx).lockEpoch({ ...nothingOf(boxId, epoch), first_at: now });
      return true;
    });

  /** Asks for the lowest range that is missing once it has been for a while, and says what to warn of. */
  const seeTo = async (row: Epoch, heard: Heard | undefined): Promise<NewWarning | undefined> => {
    const boxId = row.box_id;
    const now = clock.monoMs();
    const alive = heard !== undefined && now - heard.atMs <= HEARD_WITHIN;
    const stalledMs = alive ? now - heard.sinceMs : 0;
    const { epoch, through } = row;
    const gaps = await db.read((tx) => journalRepo(tx).gapsOf({ boxId, epoch, through }, RANGES_NAMED));
    const [first = { from: through + 1, to: heard?.says.lastSeq ?? through }] = gaps;
    const { from, to } = first;
    if (stalledMs >= ASKED_AFTER) deps.askFor(boxId, { epoch, from, to: Math.min(to, from + FACTS_PER_REQUEST - 1) });
    const openMs = Math.max(stalledMs, row.gap_since === null ? 0 : clock.wallMs() - row.gap_since);
    if (openMs <= WARNED_AFTER) return undefined;
    const facilityId = await facilityOf(boxId);
    if (facilityId === undefined) return undefined;
    return (await isTakenUp(boxId, epoch))
      ? gapWarning(boxId, epoch, facilityId, gaps.length > 0 ? gaps : [first])
      : tooManyEpochs(boxId, facilityId);
  };

  const lookAt = async (row: Epoch): Promise<NewWarning | undefined> => {
    const boxId = row.box_id;
    const heard = known.get(boxId);
    if (heard === undefined) return row.gap_since === null ? undefined : seeTo(row, undefined);
    const { epoch, firstSeq = 1, lastSeq } = heard.says;
    if (epoch !== row.epoch) {
      if (row.gap_since !== null) await giveUp(boxId, row.epoch, row.highest + 1); // The box has begun another journal.
      return undefined;
    }
    if (firstSeq > row.through + 1) {
      await giveUp(boxId, epoch, firstSeq);
      return undefined;
    }
    const behind = row.gap_since !== null || lastSeq > row.through;
    if (heard.through !== row.through || !behind)
      Object.assign(heard, { through: row.through, sinceMs: clock.monoMs() });
    return behind ? seeTo(row, heard) : undefined;
  };

  /** The warnings of a box that is well are closed once; those of one that is not are kept. */
  const tell = async (boxId: BoxId, heard: Heard, gap: NewWarning | undefined): Promise<void> => {
    const { lost, epoch } = heard.says;
    const ill = gap !== undefined || lost !== undefined;
    if (!ill && heard.told === 'well') return;
    const facilityId = await facilityOf(boxId);
    if (facilityId === undefined) return;
    await db.write(async (tx) => {
      const full = {
        kind: 'box_disk_full' as const,
        facilityId,
        subject: boxId,
        message: `Box ${boxId} cannot write its journal. It goes on deciding; remote unlocks are refused. Facts lost so far: ${lost ?? 0}.`,
      };
      const open = [...(gap === undefined ? [] : [gap]), ...(lost === undefined ? [] : [full])];
      await warnings.keep(tx, open);
      const kinds = new Set<string>(open.map(({ kind }) => kind));
      await warnings.close(
        tx,
        [gapWarning(boxId, epoch, facilityId), full].filter(({ kind }) => !kinds.has(kind)),
      );
    });
    heard.told = ill ? 'ill' : 'well';
  };

  /** Every epoch that may be behind: those with a gap, and those of boxes that say more than was last seen stored. */
  const rowsOf = async (restless: readonly (readonly [BoxId, Heard])[]): Promise<Iterable<Epoch>> => {
    const rows = new Map<string, Epoch>();
    const add = (found: readonly Epoch[]) => {
      for (const row of found) rows.set(`${row.box_id}/${row.epoch}`, row);
    };
    add(restless.map(([boxId, { says }]) => nothingOf(boxId, says.epoch)));
    add(await db.read((tx) => journalRepo(tx).withGaps()));
    for (let i = 0; i < restless.length; i += BOXES_AT_ONCE) {
      const boxIds = restless.slice(i, i + BOXES_AT_ONCE).map(([boxId]) => boxId);
      add(await db.read((tx) => journalRepo(tx).epochsOf(boxIds)));
    }
    return rows.values();
  };

  return {
    heard: (boxId, says) => {
      const atMs = clock.monoMs();
      const heard = known.get(boxId);
      if (heard?.says.epoch === says.epoch) Object.assign(heard, { says, atMs });
      else known.set(boxId, { says, atMs, through: -1, sinceMs: atMs, told: 'unknown' });
    },
    sweep: async () => {
      for (const [boxId, { atMs }] of known) if (clock.monoMs() - atMs > FORGOTTEN_AFTER) known.delete(boxId);
      const restless = [...known].filter(
        ([, { says, through, told }]) => says.lastSeq !== through || told !== 'well' || says.lost !== undefined,
      );
      const open = new Map<string, NewWarning>();
      for (const row of await rowsOf(restless)) {
        const warning = await lookAt(row);
        if (warning !== undefined) open.set(row.box_id, warning);
      }
      for (const [boxId, heard] of restless) {
        await tell(boxId, heard, open.get(boxId));
        open.delete(boxId);
      }
      if (open.size > 0) await db.write((tx) => warnings.keep(tx, [...open.values()])); // Boxes that this process never heard.
    },
  };
};
