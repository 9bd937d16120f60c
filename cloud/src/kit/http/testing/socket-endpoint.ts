import { z } from 'zod';
import { endpointsFor } from '../endpoint.ts';
import { type LiveSocket, socketAnswer } from '../sockets.ts';
import { type SampleCaller, sampleSurface } from './sample-surface.ts';

export interface SocketDeps {
  readonly open: (socket: LiveSocket, caller: SampleCaller) => void;
}

export const liveThings = endpointsFor(sampleSurface)<SocketDeps>()({
  id: 'things.live',
  method: 'GET',
  path: '/sample/v1/live',
  summary: 'Talk about things',
  description: 'Tells and takes what moves.',
  gate: { scope: 'move' },
  query: z.object({ colour: z.string().max(20).optional() }),
  success: {
    status: 101,
    description: 'It is a WebSocket from here on.',
    socket: { protocols: ['things.v2', 'things.v1'], messageBytes: 1_000, waitingBytes: 200_000 },
  },
  faults: {},
  audit: { event: 'things.watched', target: () => undefined },
  handle: async ({ open }, _input, { caller }) => socketAnswer((socket) => open(socket, caller)),
});
