import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Upgrade } from './accept-socket.ts';

/**
 * Takes requests for an upgrade the way of all others: whoever is refused gets an ordinary answer. Node has let go of such
 * a connection, so it ends with that.
 */
export const upgrades =
  (serve: (request: IncomingMessage, response: ServerResponse, upgrade: Upgrade) => void) =>
  (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const lost = () => socket.destroy();
    socket.on('error', lost);
    const response = new ServerResponse(request);
    const hangUp = () => socket.end(lost);
    response.shouldKeepAlive = false;
    response.assignSocket(socket as Socket);
    response.on('finish', hangUp);
    serve(request, response, {
      socket,
      head,
      release: () => {
        response.off('finish', hangUp).detachSocket(socket as Socket);
        response.emit('close'); // As far as HTTP is concerned.
        socket.off('error', lost);
      },
    });
  };
