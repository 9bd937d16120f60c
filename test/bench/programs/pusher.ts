import { readFileSync } from 'node:fs';
import { announceReady, onStop } from '@gatehouse/shared/control/ready.ts';
import { createBodies, createMembers } from '../ingest-body.ts';
import { askFor, askTimes } from '../load.ts';
import { basicHeader, connectHttps, postText, type RawConnection } from '../raw-client.ts';

/** A partner that pushes all of its members, each time under a new revision: so often, or one push after the other for so long. */
const [port = '', caFile = '', key = '', facilityId = '', count = ''] = process.argv.slice(2);
const bodies = createBodies(createMembers(facilityId, Number(count)));

const push = async (connection: RawConnection): Promise<void> => {
  const body = bodies();
  const head = postText('/partner/v1/members', '', basicHeader(key), body.length);
  const answer = await connection.ask(Buffer.concat([Buffer.from(head), body]));
  if (!answer.startsWith('HTTP/1.1 200')) throw new Error(answer.slice(0, 2_000));
};

process.on('message', async ({ times, forMs }: { times?: number; forMs: number }) => {
  // A server closes a connection on which nothing is said for some seconds.
  const connection = await connectHttps(Number(port), readFileSync(caFile, 'utf8'));
  const ask = () => push(connection);
  const sample = times === undefined ? await askFor([ask], forMs) : await askTimes(ask, times);
  connection.close();
  process.send?.({ type: 'sample', ...sample });
});
onStop(async () => undefined);
announceReady({ bytes: bodies().length });
