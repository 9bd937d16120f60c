import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { announceReady, onStop } from '@gatehouse/shared/control/ready.ts';
import { listen } from '@gatehouse/shared/net/listen.ts';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { WebSocketServer } from 'ws';

/** A floor: sends frames that its parent gives to everybody at the times given, and sends back what it gets. Its page is empty. */
const [keyFile = '', certificateFile = ''] = process.argv.slice(2);
const tls = { key: readFileSync(keyFile), cert: readFileSync(certificateFile) };
const server = createServer(tls, (_request, response) => {
  response.setHeader('content-type', 'text/html').end('<!doctype html><title>Echo</title>');
});
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(String(data))));

process.on('message', async ({ frames }: { frames: readonly (readonly [atMs: number, text: string])[] }) => {
  const began = systemClock.monoMs();
  for (const [atMs, text] of frames) {
    await sleep(systemClock, Milliseconds(Math.max(0, atMs - (systemClock.monoMs() - began))));
    for (const client of sockets.clients) client.send(text);
  }
  process.send?.({ type: 'sample' });
});
onStop(async () => {
  for (const client of sockets.clients) client.terminate();
  server.close();
});
announceReady({ port: await listen(server, { host: '127.0.0.1', port: 0 }) });
