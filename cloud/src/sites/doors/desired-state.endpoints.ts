import { DesiredState } from '@gatehouse/shared/wire/device-api.ts';
import { z } from 'zod';
import { boxesFault, boxesFaults } from '../boxes/boxes.faults.ts';
import { callingBox, deviceEndpoint } from '../boxes/device-surface.ts';
import type { DoorsService } from './doors.service.ts';

const { box_not_active } = boxesFaults;

export const getDesiredState = deviceEndpoint<{ readonly doors: Pick<DoorsService, 'desiredState'> }>()({
  id: 'edge.desired-state',
  method: 'GET',
  path: '/edge/v1/desired-state',
  summary: 'Read what the box should be',
  description: 'The whole desired state: its doors, their wiring and timing, and the keys that sign commands.',
  gate: { token: 'edge' },
  query: z.object({
    with: z
      .string()
      .max(40)
      .optional()
      .describe(
        '`epoch`: for a box that knows epochs, hashes, held doors and the signature. Those of earlier releases refuse what they do not know.',
      ),
    wiring: z
      .string()
      .max(40)
      .optional()
      .describe('`confirmed`: for a box that has a person confirm how its doors are wired, what that is called.'),
  }),
  success: { status: 200, description: 'The desired state.', schema: DesiredState },
  faults: { box_not_active },
  handle: async ({ doors }, { query }, call) => {
    const state = await doors.desiredState(callingBox(call), {
      epochs: query.with === 'epoch',
      wiring: query.wiring === 'confirmed',
    });
    if (state === undefined) throw boxesFault('box_not_active', 'This box is not active.');
    return state;
  },
});
