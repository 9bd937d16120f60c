import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { BoxesService } from '../../sites/boxes/boxes.service.ts';
import { type AwayBoxesDeps, createAwayBoxes } from './away-boxes.ts';
import type { NewOperatorEvent } from './operator-feed.ts';
import { webhooksRepo } from './webhooks.repo.ts';

export interface BoxWatchDeps extends AwayBoxesDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs' | 'monoMs'>;
  readonly boxes: Pick<BoxesService, 'list'>;
}

/** A box says every few seconds that it is there: one that has been silent for so long is not. */
const SILENT_AFTER = Seconds(60);

/**
 * Looks which boxes came and went since it was last looked. A box that was gone for less than that time is no news; nor is
 * one that could not be heard because nobody was here: who has just begun waits for that time.
 */
export const createBoxWatch = (
  { db, clock, boxes, ...deps }: BoxWatchDeps,
  add: (tx: Tx, event: NewOperatorEvent) => Promise<void>,
) => {
  const begunMs = clock.monoMs();
  const warnOfAway = createAwayBoxes({ db, ...deps });
  return async (): Promise<void> => {
    const now = clock.wallMs();
    const isNew = clock.monoMs() - begunMs < SILENT_AFTER;
    const known = await db.read((tx) => webhooksRepo(tx).watchedBoxes());
    const all = await boxes.list();
    for (const { id, status, facility_id, received_at, gone_at } of all) {
      const online =
        status === 'active' && received_at !== null && now - (gone_at ?? received_at) < SILENT_AFTER ? 1 : 0;
      if (known.get(id) === online || (online === 0 && (isNew || !known.has(id)))) continue;
      await db.write(async (tx) => {
        if (!(await webhooksRepo(tx).noteBox(id, online, now))) return;
        await add(tx, {
          facilityId: facility_id,
          type: online === 1 ? 'box.online' : 'box.offline',
          data: { boxId: id, ...(received_at !== null && { lastHeardAt: isoOf(received_at) }) },
        });
      });
    }
    const seen = await db.read((tx) => webhooksRepo(tx).watchedBoxes());
    await warnOfAway(
      all.flatMap(({ id, status, facility_id }) =>
        status === 'active' && seen.get(id) === 0 ? [{ boxId: id, facilityId: facility_id }] : [],
      ),
    );
  };
};
