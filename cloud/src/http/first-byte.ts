import type { Server } from 'node:https';
import type { Socket } from 'node:net';

/** The first byte of every TLS record that a client may begin with: handshake (RFC 8446 section 5.1). */
const TLS_HANDSHAKE = 0x16;

/**
 * Lets an HTTPS server also understand plain HTTP on the same port, so that it can be answered in words instead of
 * with a broken handshake. Plain connections get the same limits and end with the same close; their requests are known
 * by a socket that is not `encrypted`. Returns what hangs up on connections that have said nothing yet.
 */
export const alsoHearPlainHttp = (server: Server, silenceMsMax: number): (() => void) => {
  const silent = new Set<Socket>();
  const tls = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    silent.add(socket);
    const hangUp = () => socket.destroy();
    const forget = () => {
      silent.delete(socket);
      socket.off('close', forget).off('error', hangUp).off('timeout', hangUp).off('readable', decide);
    };
    const decide = () => {
      const first: Buffer | null = socket.read();
      if (first === null) return;
      forget();
      socket.setTimeout(0);
      socket.unshift(first);
      if (first[0] === TLS_HANDSHAKE) for (const listener of tls) listener.call(server, socket);
      else server.emit('secureConnection', socket);
    };
    socket.setTimeout(silenceMsMax);
    socket.on('close', forget).on('error', hangUp).on('timeout', hangUp).on('readable', decide);
  });
  return () => {
    for (const socket of silent) socket.destroy();
  };
};
