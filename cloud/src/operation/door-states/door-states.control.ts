import { type ControlCommand, controlCommand } from '@gatehouse/shared/control/control-server.ts';
import { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { SnapshotsService } from '../../access/snapshots/snapshots.module.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { DoorsService } from '../../sites/doors/doors.module.ts';

/** Shows doors as last reported, with what their boxes enforce. */
export const doorStateCommands = ({
  db,
  doors,
  snapshots,
}: {
  readonly db: Pick<Database, 'read'>;
  readonly doors: Pick<DoorsService, 'list'>;
  readonly snapshots: Pick<SnapshotsService, 'enforcedAt'>;
}): Readonly<Record<string, ControlCommand>> => ({
  doors: controlCommand({
    body: z.strictObject({ facilityId: FacilityId }),
    run: ({ facilityId }) =>
      db.read(async (tx) => {
        const enforced = await snapshots.enforcedAt(tx, facilityId);
        const shown = await doors.list(tx, facilityId);
        return {
          doors: shown.map((door) => ({ ...door, enforces: (door.boxId && enforced.get(door.boxId)) ?? null })),
        };
      }),
  }),
});
