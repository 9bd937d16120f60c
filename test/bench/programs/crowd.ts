import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { announceReady, onStop } from '@gatehouse/shared/control/ready.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { createBodies, createMembers } from '../ingest-body.ts';
import { basicHeader, connectHttps, postText, type RawConnection } from '../raw-client.ts';

/**
 * So many connections from one address that ask for the same thing: each asks again as soon as it is answered, or told to come
 * back later, or when it is time.
 */
const [port = '', caFile = '', count = '', kind = '', key = '', facilityId = '', query = '', perSecond = '0'] =
  process.argv.slice(2);
const ca = readFileSync(caFile, 'utf8');
/** In one push: some 45 kB. */
const MEMBERS = 10;

const READ = 'GET /docs/ HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\n\r\n';
const SEARCH = postText('/api/admin/audit-logs/search', '{"limit":50}', { 'x-api-key': key });
const bodies = createBodies(createMembers(facilityId, MEMBERS));
const push = (): Buffer => {
  const body = bodies();
  return Buffer.concat([Buffer.from(postText('/partner/v1/members', '', basicHeader(key), body.length)), body]);
};
const QUERY = postText('/graphql', JSON.stringify({ query }), { Authorization: `Bearer ${key}` });
const REQUESTS: Readonly<Record<string, () => string | Buffer>> = {
  read: () => READ,
  push,
  search: () => SEARCH,
  query: () => QUERY,
};
/** Between two questions of a connection, where it asks no oftener than so; the first come one after the other. */
const EVERY_MS = Number(perSecond) > 0 ? 1_000 / Number(perSecond) : 0;
const request = REQUESTS[kind];
if (request === undefined) throw new Error(`${kind} is none of ${Object.keys(REQUESTS).join(', ')}`);

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
  const got = { answers: 0, bytes: 0, refused: 0 };
  const left = () => forMs - (systemClock.monoMs() - began);
  await Promise.all(
    connections.map(async (connection, at) => {
      for (let asked = 0; left() > 0; asked++) {
        const due = EVERY_MS * (asked + at / connections.length) - (systemClock.monoMs() - began);
        if (due > 0) await sleep(Math.min(due, left()));
        if (left() <= 0) break;
        const answer = await connection.ask(request());
        got.bytes += answer.length;
        if (answer.startsWith('HTTP/1.1 200')) got.answers += 1;
        else if (/^HTTP\/1.1 (429|503)/.test(answer)) {
          got.refused += 1;
          const seconds = Number(/\r\nretry-after: (\d+)/i.exec(answer)?.[1] ?? 1);
          await sleep(Math.max(0, Math.min(seconds * 1_000, left())));
        } else throw new Error(answer.slice(0, 2_000));
      }
    }),
  );
  close();
  process.send?.({ type: 'sample', ...got, elapsedMs: systemClock.monoMs() - began });
});
onStop(async () => close());
announceReady({});
