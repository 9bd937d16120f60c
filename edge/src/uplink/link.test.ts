import { BoxId } from '@gatehouse/shared/ids/ids.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { newAuthority, newServerCertificate } from '@gatehouse/shared/tls/certificates.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBroker } from '../fakes/fake-broker.ts';
import { A_BOOT, A_BOX } from '../fakes/journal-on-disk.ts';
import { silentLog } from '../fakes/silent-log.ts';
import { dialCloud } from '../identity/cloud-dial.ts';
import { createLink, type Link } from './link.ts';

const boxId = BoxId.parse(A_BOX);
const authority = await newAuthority('Test cloud', systemClock.wallMs());
const tls = await newServerCertificate(authority, ['localhost', '127.0.0.1'], systemClock.wallMs());
/** Waits for something that real sockets bring about. */
const soon = (check: () => void) => vi.waitFor(check, { timeout: 5_000, interval: 5 });

describe('the link to the broker', () => {
  let broker: Awaited<ReturnType<typeof fakeBroker>>;
  let link: Link;
  const seen = { connected: 0, disconnected: 0, messages: [] as [string, string, boolean][] };
  const start = (ca = authority.certificatePem, brokerUrl = broker.url) => {
    let tokens = 0;
    Object.assign(seen, { connected: 0, disconnected: 0, messages: [] });
    link = createLink({
      boxId,
      bootId: A_BOOT,
      dial: (to) => dialCloud({ ...to, ca, dates: 'machine', clock: systemClock }),
      tokens: { fresh: async () => ({ token: `token-${++tokens}`, expiresInSeconds: 600, brokerUrl }) },
      clock: systemClock,
      random: systemRandom,
      log: silentLog,
      onConnected: () => void seen.connected++,
      onDisconnected: () => void seen.disconnected++,
      onMessage: (topic, payload, retained) => void seen.messages.push([topic, payload.toString(), retained]),
    });
    link.start();
  };
  beforeEach(async () => {
    broker = await fakeBroker(tls);
  });
  afterEach(async () => {
    await link.stop();
    await broker.close();
  });
  const goneMessages = () => broker.state.received.filter(({ topic }) => topic === `gh/v1/${boxId}/up/gone`);

  it('connects over TLS with its token, hears its own commands, and sees which were retained', async () => {
    await broker.publish(`gh/v1/${boxId}/down/nudge`, 'planted', true);
    start();
    await soon(() => expect(seen.messages).toEqual([[`gh/v1/${boxId}/down/nudge`, 'planted', true]]));
    await broker.publish(`gh/v1/${boxId}/down/nudge`, 'live');
    await soon(() => expect(seen.messages.at(-1)).toEqual([`gh/v1/${boxId}/down/nudge`, 'live', false]));
    expect(broker.state.passwords).toEqual(['token-1']);
    expect(link.publish(`gh/v1/${boxId}/up/beacon`, { v: 1 })).toBe(true);
    await soon(() => expect(broker.state.received.at(-1)).toMatchObject({ payload: '{"v":1}', retain: false }));
  });

  it('comes back with a fresh token and a new connection id, and its will names the old one', async () => {
    start();
    await soon(() => expect(seen.connected).toBe(1));
    const first = link.connectionId();
    for (const socket of broker.state.sockets) socket.destroy();
    await soon(() => expect(seen.connected).toBe(2));
    expect(seen.disconnected).toBe(1);
    expect(broker.state.passwords).toEqual(['token-1', 'token-2']);
    expect(link.connectionId()).not.toBe(first);
    expect(goneMessages().map(({ payload, retain }) => [JSON.parse(payload), retain])).toEqual([
      [{ v: 1, bootId: A_BOOT, connectionId: first }, false],
    ]);
  });

  it('stays away for as long as it is told, without a goodbye, and comes back by itself', async () => {
    start();
    await soon(() => expect(seen.connected).toBe(1));
    const [id, before] = [link.connectionId(), systemClock.monoMs()];
    link.stayAway(Seconds(2));
    await soon(() => expect(goneMessages().map(({ payload }) => JSON.parse(payload).connectionId)).toEqual([id]));
    expect(systemClock.monoMs() - before).toBeLessThan(1_000);
    await soon(() => expect(seen.connected).toBe(2));
    expect(systemClock.monoMs() - before).toBeGreaterThanOrEqual(2_000);
  });

  it('queues nothing while it is away', async () => {
    start();
    await soon(() => expect(seen.connected).toBe(1));
    link.reconnect('test');
    await soon(() => expect(link.connected()).toBe(false));
    expect(link.publish(`gh/v1/${boxId}/up/beacon`, 'late')).toBe(false);
    await soon(() => expect(seen.connected).toBe(2));
    expect(broker.state.received.map(({ payload }) => payload)).not.toContain('"late"');
  });

  it('does not count as connected until its commands are granted, and tries again', async () => {
    broker.state.grant = false;
    start();
    await soon(() => expect(link.standing().trouble).toMatch(/refused the subscription/));
    expect([seen.connected, link.connected()]).toEqual([0, false]);
    broker.state.grant = true;
    await soon(() => expect(seen.connected).toBe(1));
  });

  it('tries again when the broker does not let it in', async () => {
    broker.state.letIn = false;
    start();
    await soon(() => expect(link.standing().trouble).toMatch(/Not authorized/i));
    broker.state.letIn = true;
    await soon(() => expect(seen.connected).toBe(1));
  });

  it('says goodbye when it is stopped, and only then', async () => {
    start();
    await soon(() => expect(seen.connected).toBe(1));
    const id = link.connectionId();
    expect(goneMessages()).toEqual([]);
    await link.stop();
    expect(goneMessages().map(({ payload }) => JSON.parse(payload))).toEqual([
      { v: 1, bootId: A_BOOT, connectionId: id },
    ]);
    await soon(() => expect(broker.state.sockets.size).toBe(0));
  });

  it('refuses a broker that the configured authority did not certify', async () => {
    start((await newAuthority('Someone else', systemClock.wallMs())).certificatePem);
    await soon(() => expect(link.standing().trouble).toMatch(/certificate/));
    expect(broker.state.passwords).toEqual([]);
  });

  it('refuses an address without TLS', async () => {
    start(authority.certificatePem, broker.url.replace('mqtts', 'mqtt'));
    await soon(() => expect(link.standing().trouble).toMatch(/mqtts/));
  });
});
