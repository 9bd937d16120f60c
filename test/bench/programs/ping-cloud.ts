import { readFileSync } from 'node:fs';
import { createDeviceTokens } from '@gatehouse/cloud/link/device-tokens.ts';
import { startEmbeddedBroker } from '@gatehouse/cloud/link/embedded-broker.ts';
import { connectExternalBroker } from '@gatehouse/cloud/link/external-broker.ts';
import { announceReady, onStop } from '@gatehouse/shared/control/ready.ts';
import { BoxId } from '@gatehouse/shared/ids/ids.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { downTopic, replyTopic } from '@gatehouse/shared/wire/message.ts';
import { type Ask, askFor } from '../load.ts';

/**
 * The cloud's end of a command and its confirmation, with nothing around them: through the embedded broker, or, given
 * the URL of one, through a separate broker. Runs a load when its parent says so.
 */
const [boxId = '', keyFile = '', certificateFile = '', caFile = '', brokerUrl] = process.argv.slice(2);
const box = BoxId.parse(boxId);
const replica = 'r-bench';
const tokens = createDeviceTokens({
  clock: systemClock,
  secrets: [{ kid: 'bench', secret: systemRandom(32) as Buffer }],
});
/** One box stands for a whole fleet. */
const BEYOND_ANY_BOX = {
  packets: { perSecond: 1e9, burst: 1e9 },
  bytes: { perSecond: 1e12, burst: 1e12 },
  floodedOutMs: 0,
};
const silent = { info: () => undefined, warn: () => undefined, error: console.error };
/** As long as the payload of the stored measurements. */
const PADDING = 'x'.repeat(120);

const embedded = async () => {
  const broker = await startEmbeddedBroker({
    clock: systemClock,
    log: silent,
    tokens,
    admits: async () => true,
    boxLimits: BEYOND_ANY_BOX,
    host: '127.0.0.1',
    port: 0,
    replica,
    keyPem: readFileSync(keyFile, 'utf8'),
    certificatePem: readFileSync(certificateFile, 'utf8'),
  });
  return { broker, url: `mqtts://localhost:${broker.port}` };
};
const external = (url: string) => ({
  url,
  broker: connectExternalBroker({
    clock: systemClock,
    random: systemRandom,
    log: silent,
    admits: async () => true,
    url,
    replica,
    caPem: readFileSync(caFile, 'utf8'),
    credentials: () => ({ username: 'cloud', password: 'unused' }),
  }),
});
const { broker, url } = brokerUrl === undefined ? await embedded() : external(brokerUrl);

const waiting = new Map<number, () => void>();
const up = new Promise<void>((resolve) => {
  broker.listen({
    message: ({ topic, payload }) => {
      if (topic !== replyTopic(replica, box)) return;
      const { id } = JSON.parse(payload.toString('utf8')) as { id: number };
      waiting.get(id)?.();
      waiting.delete(id);
    },
    up: resolve,
    down: (why) => console.error(why),
  });
});
await up;

let lastId = 0;
const ask: Ask = () =>
  new Promise((resolve, reject) => {
    const id = ++lastId;
    waiting.set(id, resolve);
    broker.publish(downTopic(box, 'unlock'), JSON.stringify({ id, padding: PADDING })).catch(reject);
  });

process.on('message', ({ inFlight, forMs }: { inFlight: number; forMs: number }) => {
  askFor(
    Array.from({ length: inFlight }, () => ask),
    forMs,
  ).then((sample) => process.send?.({ type: 'sample', ...sample }));
});
onStop(() => broker.close());
announceReady({ url, token: tokens.issue(box, 'mqtt').token, replica });
