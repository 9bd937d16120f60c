import type { BoxId } from '@gatehouse/shared/ids/ids.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { toDoor } from './door-view.ts';
import { doorsRepo } from './doors.repo.ts';
import { type OverrideRow, overridesRepo } from './overrides.repo.ts';
import type { OverridesDeps } from './overrides.ts';

/** A box that is online takes a lockdown within a second. */
const UNTAKEN_AFTER = Seconds(10);

/** What is seen to of overrides that nobody took. */
export const createWatchedOverrides = ({ db, clock, warnings }: Pick<OverridesDeps, 'db' | 'clock' | 'warnings'>) => ({
  /** Of what was asked for before a restore only what keeps people out stands: the rest may have been thought better of. */
  dropLoosening: async (tx: Tx, boxId: BoxId): Promise<void> => {
    const loosening = (await overridesRepo(tx).openOf(boxId)).filter((row) => !keepsOut(row));
    await overridesRepo(tx).drop(
      loosening.map(({ id }) => id),
      clock.wallMs(),
    );
  },

  /** Tells operators of lockdowns that boxes have not taken although they are there to take them. */
  warnOfUntaken: async (): Promise<void> => {
    const before = clock.wallMs() - UNTAKEN_AFTER;
    const untaken = (await db.read((tx) => overridesRepo(tx).openLockdowns(before))).filter(keepsOut);
    if (untaken.length === 0) return;
    await db.write(async (tx) => {
      for (const { id, door_id: subject, facility_id, wish } of untaken) {
        const facilityId = facility_id;
        const found = await doorsRepo(tx).find(subject, facilityId);
        if (found === undefined || toDoor(found, clock.wallMs()).presence !== 'online') continue;
        if ((await overridesRepo(tx).find(id))?.state !== 'open') continue;
        const { by } = JSON.parse(wish) as { by: string };
        const message = `The door ${found.name} is not locked down: its box is online and has not taken what ${by} ordered. Send somebody to the door.`;
        await warnings.keep(tx, [{ kind: 'lockdown_not_taken', facilityId, subject, message }]);
      }
    });
  },
});

const keepsOut = ({ kind, wish }: Pick<OverrideRow, 'kind' | 'wish'>): boolean => {
  const { active, mode } = JSON.parse(wish) as { active?: boolean; mode?: string };
  return kind === 'lockdown' ? active === true : mode === 'force-closed';
};
