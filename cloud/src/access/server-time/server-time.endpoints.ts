import { z } from 'zod';
import { partnerEndpoint } from '../../partner/partners/partner-surface.ts';
import type { ServerTimeService } from './server-time.service.ts';

export const readServerTime = partnerEndpoint<{ readonly serverTime: ServerTimeService }>()({
  id: 'server_time.read',
  method: 'GET',
  path: '/partner/v1/server-time',
  summary: 'Read the time',
  description: 'The time that windows and passes are held against.',
  gate: { key: 'read' },
  success: {
    status: 200,
    description: 'The time.',
    schema: z.object({ now: z.iso.datetime().describe('The time here, as the request was answered (UTC).') }),
  },
  examples: { success: { now: '2026-01-01T09:30:00.000Z' } },
  faults: {},
  handle: async ({ serverTime }) => ({ now: serverTime.now() }),
});
