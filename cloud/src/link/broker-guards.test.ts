import { createLoginLimiter } from '@gatehouse/shared/mqtt/login-limiter.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import type { Client, ConnectPacket } from 'aedes';
import { describe, expect, it } from 'vitest';
import { createBrokerGuards } from './broker-guards.ts';
import type { DeviceTokens } from './device-tokens.ts';

const BOX = '5f0c1d8e-7a52-4c7e-9f2b-0d9f6a1f7c11';
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A broker whose question to the database is answered when the test says so. */
const aBroker = () => {
  const clock = new ManualClock();
  const answers: ((admits: boolean) => void)[] = [];
  const tokens = { verify: () => ({ ok: true, subject: BOX, issuedAtMs: clock.wallMs() }) };
  const guards = createBrokerGuards({
    clock,
    log: silent,
    tokens: tokens as unknown as Pick<DeviceTokens, 'verify'>,
    limiter: createLoginLimiter(clock),
    addressOf: () => '192.0.2.1',
    isOut: () => false,
    admits: () => new Promise((answer) => answers.push(answer)),
  });
  /** Resolves with whether the box is let in. */
  const connect = () => {
    const client = {} as Client;
    const packet = { clientId: BOX, clean: true } as ConnectPacket;
    guards.hooks.preConnect(client, packet, () => undefined);
    return new Promise<boolean>((resolve) =>
      guards.hooks.authenticate(client, BOX, Buffer.from('token'), (_error, allowed) => resolve(allowed === true)),
    );
  };
  return { clock, guards, connect, answer: (admits: boolean) => answers.shift()?.(admits) };
};

describe('the broker, of a box that is dismissed', () => {
  it('N11 lets it in no more, where that happened while the database was being asked', async () => {
    const { clock, guards, connect, answer } = aBroker();
    const during = connect();
    guards.revoke(BOX);
    answer(true); // As the database stood when it was asked.
    await clock.advance(Seconds(1));
    expect(await during).toBe(false);
    const after = connect();
    answer(true);
    expect(await after).toBe(true);
  });
});
