import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { DoorsService } from '../../sites/doors/doors.service.ts';
import type { AlarmKind } from '../../sites/warnings/alarm-kinds.ports.ts';
import type { WarningsService } from '../../sites/warnings/warnings.service.ts';

export interface AwayBoxesDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly doors: Pick<DoorsService, 'countOf'>;
  readonly warnings: Pick<WarningsService, 'keep' | 'close' | 'standing'>;
}

export const BOX_ALARMS: readonly AlarmKind[] = [
  {
    ...{ kind: 'box_offline', title: 'A box with doors is offline', tellAfter: Minutes(4) },
    why: 'Its doors decide by themselves and can be neither seen nor locked down from here. Lines that are back within five minutes are no news.',
  },
];

interface AwayBox {
  readonly boxId: BoxId;
  readonly facilityId: FacilityId;
}

/** Keeps a warning of each box that is away and drives doors, and of no other: by what is so, whoever saw it go. */
export const createAwayBoxes =
  ({ db, doors, warnings }: AwayBoxesDeps) =>
  async (away: readonly AwayBox[]): Promise<void> => {
    const standing = await db.read((tx) => warnings.standing(tx, ['box_offline']));
    const at = (boxId: string, facilityId: string): string => `${facilityId} ${boxId}`;
    const drives = async (tx: Tx, { boxId }: AwayBox): Promise<boolean> => (await doors.countOf(tx, boxId)) > 0;
    const known = new Set(standing.map(({ facilityId, subject }) => at(subject, facilityId)));
    const isAway = new Set<string>();
    for (const box of away) {
      const { boxId: subject, facilityId } = box;
      if (!(await db.read((tx) => drives(tx, box)))) continue;
      isAway.add(at(subject, facilityId));
      if (known.has(at(subject, facilityId))) continue;
      const message = `The box ${subject} has not been heard for a minute. Its doors decide by themselves meanwhile.`;
      await db.write((tx) => warnings.keep(tx, [{ kind: 'box_offline', facilityId, subject, message }]));
    }
    for (const warning of standing)
      if (!isAway.has(at(warning.subject, warning.facilityId))) await db.write((tx) => warnings.close(tx, [warning]));
  };
