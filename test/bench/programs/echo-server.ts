import { createServer } from 'node:net';
import { announceReady, onStop } from '@gatehouse/shared/control/ready.ts';
import { listen } from '@gatehouse/shared/net/listen.ts';

/** A floor: sends every byte back, over plain TCP. */
const server = createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => socket.destroy());
  socket.pipe(socket);
});
onStop(async () => void server.close());
announceReady({ port: await listen(server, { host: '127.0.0.1', port: 0 }) });
