import { once } from 'node:events';
import { announceReady, onStop } from '@gatehouse/shared/control/ready.ts';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
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
    /** So many different callers take turns there: each opens a few a second, as a limit may allow no more. */
    readonly callers: number;
    /** What each says first, one after the other, each time until so many messages have come. */
    readonly says: readonly { readonly text: string; readonly hears: number }[];
  };
  /** Note from now on what the first socket gets. */
  readonly note?: true;
  /** Answer once each socket has got a message more. */
  readonly all?: true;
}

const EACH_MS = 250;
let sockets: readonly WebSocket[] = [];
let noted: [atMs: number, text: string][] = [];
let began = 0;

const opened = async (
  { url, ca, protocols, says }: NonNullable<Order['open']>,
  headers: Readonly<Record<string, string>>,
): Promise<WebSocket> => {
  const socket = new WebSocket(url, [...protocols], { ca, headers, perMessageDeflate: false });
  await once(socket, 'open');
  for (const { text, hears } of says) {
    socket.send(text);
    for (let heard = 0; heard < hears; heard++) await once(socket, 'message');
  }
  return socket;
};

process.on('message', async ({ open, note, all }: Order) => {
  if (open !== undefined) {
    for (const socket of sockets) socket.terminate();
    sockets = await Promise.all(
      open.headers.map(async (headers, at) => {
        await sleep(systemClock, Milliseconds(Math.floor(at / open.callers) * EACH_MS));
        return opened(open, headers);
      }),
    );
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
  if (all === true) {
    await Promise.all(sockets.map((socket) => once(socket, 'message')));
    process.send?.({ type: 'sample', lastAtMs: performance.timeOrigin + performance.now() });
    return;
  }
  process.send?.({ type: 'sample', noted });
});
onStop(async () => {
  for (const socket of sockets) socket.terminate();
});
announceReady({});
