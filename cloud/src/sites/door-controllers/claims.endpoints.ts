import { z } from 'zod';
import { facilityParams, installerWrites } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { boxesFault, boxesFaults } from '../boxes/boxes.faults.ts';
import type { BoxesService } from '../boxes/boxes.service.ts';
import { Code, fingerprint } from './claim-fields.ts';
import { BOX, FACILITY } from './examples.ts';

const { claim_code_unknown, claim_code_ambiguous } = boxesFaults;

/** What people compare before they claim. The code is in the body: addresses stand in logs. */
export const lookAtClaim = platformEndpoint<{ readonly boxes: Pick<BoxesService, 'boxShowing'> }>()({
  id: 'door-controllers.look-at-claim',
  method: 'POST',
  path: '/api/devices/door-controllers/claims/:facilityId',
  summary: 'Look which door controller shows a code',
  description:
    'Answers which box shows this code and waits to be claimed, for whoever may claim it to the facility. Nothing is changed. Compare the fingerprint with the one on the panel of the box, then claim it.',
  gate: installerWrites,
  readsOnly: true,
  params: z.object(facilityParams),
  body: z.strictObject({ code: Code }),
  success: { status: 200, description: 'The box that shows it.', schema: z.object({ uuid: z.uuid(), fingerprint }) },
  examples: {
    params: { facilityId: FACILITY },
    body: { code: '7K3M-9QXT' },
    success: { uuid: BOX, fingerprint: '4F2A-91C0-77D1-0B3E' },
  },
  faults: { claim_code_unknown, claim_code_ambiguous },
  audit: { event: 'door-controller.claim_looked_at', target: () => undefined },
  requestsPerSecond: 5,
  handle: async ({ boxes }, { body: { code } }, { read, about }) => {
    const shown = await read((tx) => boxes.boxShowing(tx, code));
    if (shown === undefined) throw boxesFault('claim_code_unknown', 'code: no box shows this code.');
    about(shown.boxId);
    return { uuid: shown.boxId as string, fingerprint: shown.fingerprint };
  },
});
