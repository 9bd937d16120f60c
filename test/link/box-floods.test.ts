import { randomUUID } from 'node:crypto';
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
    at = await embedded({ boxLimits: limits, maxDevices: 1 });
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

  it('Q7 is no device, of which so many are let in beside all boxes, and cut off sooner', async () => {
    const screen = () => {
      const clientId = `device-${randomUUID()}`;
      const password = at.tokens.issue(`${clientId}.${'s'.repeat(22)}`, 'mqtt').token;
      return { clientId, username: clientId, password };
    };
    const one = screen();
    await untilConnected(rawClient(at, one));
    await expect(untilConnected(rawClient(at, screen()))).rejects.toThrow(/Server unavailable/i);
    const again = await untilConnected(rawClient(at, one));
    const box = await untilConnected(rawClient(at, login(newBox())));
    again.removeAllListeners('error').on('error', () => undefined);
    const closed = new Promise<void>((resolve) => again.once('close', () => resolve()));
    for (let n = 0; n < 100; n++) again.subscribe(`gh/v1/${one.clientId}/down/device-nudge`);
    await closed;
    await expect(untilConnected(rawClient(at, one))).rejects.toThrow(/Server unavailable/i);
    await box.endAsync();
  });
});
