import { WhatStandsAnswer, WhatStandsAsk } from '@gatehouse/shared/wire/what-stands.ts';
import { callingBox, deviceEndpoint } from '../boxes/device-surface.ts';
import type { createWhatStands } from './what-stands.ts';

export const postWhatStands = deviceEndpoint<{ readonly whatStands: ReturnType<typeof createWhatStands> }>()({
  id: 'edge.what-stands',
  method: 'POST',
  unit: 'own',
  path: '/edge/v1/what-stands',
  summary: 'Ask what was last heard of the doors',
  description:
    'For a box that has lost its record of lockdowns and of doors that were forced closed. It is told to wait until everything is stored that it had written down; the answer is signed by a key that signs commands, and counts for this question alone.',
  gate: { token: 'edge' },
  body: WhatStandsAsk,
  success: { status: 200, description: 'What is known, or that it has to wait.', schema: WhatStandsAnswer },
  faults: {},
  audit: { event: 'box.asked_what_stands', target: () => undefined },
  handle: ({ whatStands }, { body }, call) => whatStands(callingBox(call), body),
});
