import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embedded, type TestBroker } from './brokers.ts';
import { newBox, rawClient, untilConnected } from './scripted-box.ts';

const PLENTY = { perSecond: 1_000_000, burst: 1_000_000 };

describe.each([
  ['packets', { packets: { perSecond: 1, burst: 20 }, bytes: PLENTY, floodedOutMs: 60_000 }],
  ['bytes', { packets: PLENTY, bytes: { perSecond: 1, burst: 5_000 }, floodedOutMs: 60_000 }],
])('a box that says too much, in %s', (_, limits) => {
  let at: TestBroker;
  beforeAll(async () => {
    at = await embedded(limits);
  });
  afterAll(() => at.stop());
  const login = ({ boxId }: ReturnType<typeof newBox>) => ({
    clientId: boxId,
    username: boxId,
    password: at.tokens.issue(boxId, 'mqtt').token,
  });

  it('N11 is cut off and stays out for a while, and no other box is', async () => {
    const box = newBox();
    const client = await untilConnected(rawClient(at, login(box)));
    client.removeAllListeners('error').on('error', () => undefined);
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
    for (let n = 0; n < 40; n++) client.publish(`gh/v1/${box.boxId}/up/beacon`, 'x'.repeat(200), { qos: 0 });
    await closed;
    await expect(untilConnected(rawClient(at, login(box)))).rejects.toThrow(/Server unavailable/i);
    const other = await untilConnected(rawClient(at, login(newBox())));
    await other.endAsync();
  });
});
