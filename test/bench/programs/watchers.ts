import { once } from 'node:events';
import { announceReady, onStop } from '@gatehouse/shared/control/ready.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { WebSocket } from 'ws';

/**
 * Opens WebSockets, each with the headers of one of its callers, and reads whatever comes. Its parent tells what to open, and asks for
 * the frames of the first socket with the ms at which they came.
 */
interface Order {
  readonly open?: {
    readonly url: string;
    readonly ca: string;
    readonly protocols: readonly string[];
    readonly headers: readonly Readonly<Record<string, string>>[];
    /** What each says first, if anything; it is open once something was answered. */
    readonly says: string | null;
  };
  /** Note from now on what the first socket gets. */
  readonly note?: true;
}

let sockets: readonly WebSocket[] = [];
let noted: [atMs: number, text: string][] = [];
let began = 0;

const opened = async (
  { url, ca, protocols, says }: NonNullable<Order['open']>,
  headers: Readonly<Record<string, string>>,
): Promise<WebSocket> => {
  const socket = new WebSocket(url, [...protocols], { ca, headers, perMessageDeflate: false });
  await once(socket, 'open');
  if (says !== null) {
    socket.send(says);
    // A welcome, and what was asked for.
    for (let heard = 0; heard < 2; heard++) await once(socket, 'message');
  }
  return socket;
};

process.on('message', async ({ open, note }: Order) => {
  if (open !== undefined) {
    for (const socket of sockets) socket.terminate();
    sockets = await Promise.all(open.headers.map((headers) => opened(open, headers)));
    sockets[0]?.on('message', (data) => void noted.push([systemClock.monoMs() - began, String(data)]));
    process.send?.({ type: 'sample' });
    return;
  }
  if (note === true) {
    began = systemClock.monoMs();
    noted = [];
    process.send?.({ type: 'sample' });
    return;
  }
  process.send?.({ type: 'sample', noted });
});
onStop(async () => {
  for (const socket of sockets) socket.terminate();
});
announceReady({});
