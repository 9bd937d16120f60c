import net from 'node:net';
import tls from 'node:tls';
import type { Served } from './serve.ts';

/** Writes `text` on a fresh socket and resolves with all that comes back until the server hangs up. */
export const converse = (
  { port, ca }: Served,
  text: string | readonly (string | Uint8Array)[],
  plain = false,
): Promise<string> =>
  new Promise((resolve) => {
    const socket = plain ? net.connect(port, '127.0.0.1') : tls.connect({ port, host: 'localhost', ca });
    let heard = '';
    socket.on('data', (chunk) => {
      heard += chunk;
    });
    socket.on('error', () => {}).on('close', () => resolve(heard));
    for (const part of [text].flat()) socket.write(part);
  });
