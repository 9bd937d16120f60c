import { type ControlCommand, controlCommand } from '@gatehouse/shared/control/control-server.ts';
import { BoxId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { BoxesService } from '../boxes/boxes.module.ts';
import type { JournalService } from './journal.service.ts';

/** Shows what boxes have told of, and how far their journals are stored. */
export const journalCommands = ({
  boxes,
  journal,
}: {
  readonly boxes: Pick<BoxesService, 'list'>;
  readonly journal: Pick<JournalService, 'recent' | 'standing'>;
}): Readonly<Record<string, ControlCommand>> => ({
  facts: controlCommand({
    body: z.strictObject({ boxId: BoxId, limit: z.int().min(1).max(1_000).default(50) }),
    run: async ({ boxId, limit }) => ({ facts: await journal.recent(boxId, limit) }),
  }),
  journal: controlCommand({
    body: z.strictObject({ boxId: BoxId.optional() }),
    run: async ({ boxId }) => {
      const shown = (await boxes.list()).filter(({ id }) => boxId === undefined || id === boxId);
      return {
        boxes: await Promise.all(
          shown.map(async ({ id, facility_id, received_at }) => ({
            boxId: id,
            facilityId: facility_id,
            lastHeardAt: received_at,
            epochs: await journal.standing(id),
          })),
        ),
      };
    },
  }),
});
