import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { announceReady, onStop } from '@gatehouse/shared/control/ready.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { connectHttps, type RawConnection } from '../raw-client.ts';

/** So many readers of one page behind one address: each asks again as soon as it is answered, or told to come back later. */
const [port = '', caFile = '', count = '', path = ''] = process.argv.slice(2);
const ca = readFileSync(caFile, 'utf8');
const REQUEST = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\n\r\n`;

let connections: readonly RawConnection[] = [];
const close = () => {
  for (const connection of connections) connection.close();
};

process.on('message', async ({ forMs }: { forMs?: number }) => {
  if (forMs === undefined) {
    // Anew each time: a server closes a connection on which nothing is said for some seconds.
    connections = await Promise.all(Array.from({ length: Number(count) }, () => connectHttps(Number(port), ca)));
    process.send?.({ type: 'sample' });
    return;
  }
  const began = systemClock.monoMs();
  const read = { pages: 0, bytes: 0, refused: 0 };
  const left = () => forMs - (systemClock.monoMs() - began);
  await Promise.all(
    connections.map(async (connection) => {
      while (left() > 0) {
        const answer = await connection.ask(REQUEST);
        read.bytes += answer.length;
        if (answer.startsWith('HTTP/1.1 200')) read.pages += 1;
        else {
          read.refused += 1;
          const seconds = Number(/\r\nretry-after: (\d+)/i.exec(answer)?.[1]);
          await sleep(Math.max(0, Math.min(seconds * 1_000, left())));
        }
      }
    }),
  );
  close();
  process.send?.({ type: 'sample', ...read, elapsedMs: systemClock.monoMs() - began });
});
onStop(async () => close());
announceReady({});
