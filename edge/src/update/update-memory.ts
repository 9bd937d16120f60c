import { DoorId } from '@gatehouse/shared/ids/ids.ts';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import { newerVersion, ReleaseVersion } from '@gatehouse/shared/release/release-version.ts';
import { z } from 'zod';
import type { Journal } from '../journal/journal.ts';
import type { Log } from '../log.ts';
import type { BoxStore } from '../store/box-store.ts';
import type { ReleaseHome } from './release-home.ts';

const Pending = z.strictObject({ from: ReleaseVersion, to: ReleaseVersion, answered: z.array(DoorId) });
export type Pending = z.infer<typeof Pending>;

/** What the box itself remembers of its updates: the floor, and an update whose end is not journalled yet. */
export interface UpdateMemory {
  /** The oldest version this box still takes: the higher of what the store and the home remember. */
  floor(): string | undefined;
  raiseFloor(version: string): void;
  pending(): Pending | undefined;
  begin(pending: Pending): void;
  /** Journals how the last update ended, if it has and nobody said so yet. Call at start. */
  settle(running: string): Promise<void>;
  /** Journals that the running version stays. */
  kept(version: string): Promise<void>;
}

export const createUpdateMemory = (deps: {
  readonly box: Pick<BoxStore, 'slot'>;
  readonly home: Pick<ReleaseHome, 'state'>;
  readonly journal: Pick<Journal, 'record'>;
  readonly log: Log;
}): UpdateMemory => {
  const { home, journal, log } = deps;
  const floor = deps.box.slot('update_floor', ReleaseVersion);
  const pending = deps.box.slot('update_pending', Pending);
  /** The slot is cleared only when the fact is down: a cut in between says it twice rather than never. */
  const ended = async (fact: FactBody): Promise<void> => {
    try {
      await journal.record(fact);
      pending.clear();
    } catch (error) {
      log.error({ err: error }, 'The end of an update could not be journalled; the next start tries again.');
    }
  };
  const floorNow = () => newerVersion(floor.load(), home.state().floor ?? undefined);
  const kept = (version: string) => ended({ kind: 'update.kept', data: { version } });
  return {
    floor: floorNow,
    raiseFloor: (version) => {
      const now = newerVersion(floorNow(), version);
      if (now !== undefined) floor.keep(now);
    },
    pending: pending.load,
    begin: pending.keep,
    kept,
    settle: async (running) => {
      const open = pending.load();
      const { trial, undone } = home.state();
      if (open === undefined || trial !== null) return;
      if (open.to === running) return await kept(running);
      const why = undone.findLast(({ version }) => version === open.to)?.why ?? 'the switch was cut off';
      await ended({ kind: 'update.undone', data: { from: open.to, to: running, why: why.slice(0, 200) } });
    },
  };
};
