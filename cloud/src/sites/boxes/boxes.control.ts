import { type ControlCommand, controlCommand } from '@gatehouse/shared/control/control-server.ts';
import { z } from 'zod';
import type { BoxesService } from './boxes.service.ts';

/** Shows every box, and when each was last heard of. */
export const boxCommands = ({
  boxes,
}: {
  readonly boxes: Pick<BoxesService, 'list'>;
}): Readonly<Record<string, ControlCommand>> => ({
  boxes: controlCommand({ body: z.strictObject({}), run: async () => ({ boxes: await boxes.list() }) }),
});
