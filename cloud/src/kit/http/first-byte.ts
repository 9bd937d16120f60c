import type { Server } from 'node:https';
import type { FrontOptions } from '@gatehouse/shared/net/front.ts';

/** The first byte of every TLS record that a client may begin with: handshake (RFC 8446 section 5.1). */
const TLS_HANDSHAKE = 0x16;

/**
 * Lets an HTTPS server also understand plain HTTP on the same port, so that it can be answered in words instead of
 * with a broken handshake. Plain connections get the same limits and end with the same close; their requests are known
 * by a socket that is not `encrypted`.
 */
export const plainHttpToo =
  (server: Server): NonNullable<FrontOptions['accept']> =>
  (socket, firstByte, tls) => {
    if (firstByte === TLS_HANDSHAKE) for (const listener of tls) listener.call(server, socket);
    else server.emit('secureConnection', socket);
  };
