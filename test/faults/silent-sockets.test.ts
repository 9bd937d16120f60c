// @module-tag long
// @module-tag waiting
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { createReferences } from '@gatehouse/cloud/documents/page/references.ts';
import { createStrangers } from '@gatehouse/cloud/kit/http/strangers.ts';
import { memoryKit } from '@gatehouse/cloud/kit/http/testing/memory-kit.ts';
import { serve } from '@gatehouse/cloud/kit/http/testing/serve.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { expect, it } from 'vitest';
import { eventually } from '../kit/eventually.ts';

const WANTED = 10_000;
/** What else this process has open, amply. */
const OTHER_FILES = 1_000;
/** As many begin at once: a listener takes no more than its backlog before it is asked. */
const AT_ONCE = 400;

/** Each connection is two files here: the client's end, and the server's. */
const asManyAsFilesAllow = (): number => {
  const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  return Math.min(WANTED, Math.floor((Number(limit ?? 4_096) - OTHER_FILES) / 2));
};

const silent = (port: number, localAddress: string): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress });
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(socket));
    socket.once('connect', () => resolve(socket));
    socket.resume();
  });

/** Every second one comes from one address, the others from a thousand. */
const addressOf = (at: number): string =>
  at % 2 === 0 ? '127.0.0.2' : `127.0.${1 + (Math.floor(at / 500) % 4)}.${1 + (at % 250)}`;

it('10,000 sockets that never speak keep nobody out, and are gone by themselves', async () => {
  const references = createReferences({ clock: systemClock });
  const kit = { ...memoryKit(), clock: systemClock, strangers: createStrangers(systemClock) };
  const served = await serve({ kit, surfaces: [], endpoints: [], pages: [references.page('partner')] });
  const sockets: Socket[] = [];
  const open = () => sockets.filter(({ destroyed }) => !destroyed).length;
  const count = asManyAsFilesAllow();
  expect(count).toBeGreaterThan(1_000);
  let slowestMs = 0;
  while (sockets.length < count) {
    const beginning = Array.from({ length: Math.min(AT_ONCE, count - sockets.length) }, (_, at) =>
      silent(served.port, addressOf(sockets.length + at)),
    );
    sockets.push(...(await Promise.all(beginning)));
    if (sockets.length % 2_000 !== 0) continue;
    const beganMs = systemClock.monoMs();
    expect((await served.send({ path: '/docs/openapi.json', headers: { 'accept-encoding': 'br' } })).status).toBe(200);
    slowestMs = Math.max(slowestMs, systemClock.monoMs() - beganMs);
  }
  expect(slowestMs).toBeLessThan(2_000);
  await eventually(async () => open() === 0, 'whoever never spoke is gone', Seconds(20));
  expect((await served.send({ path: '/docs/openapi.json' })).status).toBe(200);
  await references.close();
  await served.close();
});
