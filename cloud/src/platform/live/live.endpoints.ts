import { z } from 'zod';
import { socketAnswer } from '../../kit/http/sockets.ts';
import { platformEndpoint } from '../users/platform-surface.ts';
import { PROTOCOL } from './frames.ts';
import { liveFaults } from './live.faults.ts';
import { type LiveService, SOCKET_GATE } from './live.service.ts';

/** A frame of a client is that long at most. */
const FRAME_BYTES = 16_384;
/** What waits for a client that does not read: what may be unsent, and the largest snapshot behind it. */
const WAITING_BYTES = 4_194_304;

export const openLive = platformEndpoint<{ readonly live: Pick<LiveService, 'claim' | 'open'> }>()({
  id: 'live.open',
  method: 'GET',
  writes: true,
  unit: 'own',
  path: '/api/live',
  graph: { omit: 'A socket: the graph has subscriptions.' },
  summary: 'Open the live socket',
  description:
    'A WebSocket for everything that changes: subscribe to topics, and go on after the last `seq` of each when you come back. Its frames are in the AsyncAPI document `cloud/openapi/live.json`. Each subscription is asked about and audited as a request is; a right that is taken away ends it within a second. A user has 20 sockets, a socket 50 topics.',
  gate: SOCKET_GATE,
  query: z.strictObject({}),
  requestsPerSecond: 10,
  success: {
    status: 101,
    description: 'It is a WebSocket from here on.',
    socket: {
      protocols: [PROTOCOL],
      messageBytes: FRAME_BYTES,
      waitingBytes: WAITING_BYTES,
      leavingCode: 1012,
    },
  },
  faults: { too_many_sockets: liveFaults.too_many_sockets },
  audit: { event: 'live.opened', target: () => undefined },
  handle: async ({ live }, _input, call) => {
    const { caller } = call;
    const id = await call.write(async (tx) => {
      const claimed = await live.claim(tx, caller);
      call.about(claimed);
      return claimed;
    });
    return socketAnswer((socket) => live.open(socket, { id, caller }));
  },
});

/** For endpoints that report to a live socket while they work: a field of their body, and what may be refused. */
export const socketParameter = {
  socketID: z.string().min(1).max(60).describe('A live socket of yours that is open: what is done is told there.'),
};
