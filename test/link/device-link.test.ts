import { randomUUID } from 'node:crypto';
import { createLink } from '@gatehouse/cloud/link/create-link.ts';
import type { LinkPorts, SimulateOrder, UnlockOrder } from '@gatehouse/cloud/link/link.ts';
import { newCommandId, newDoorId, newEventId, newFacilityId } from '@gatehouse/shared/ids/ids.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { importPrivateKey, importPublicKey, newDeviceKey } from '@gatehouse/shared/wire/device-keys.ts';
import { factsMessage } from '@gatehouse/shared/wire/facts.ts';
import { verifyJws } from '@gatehouse/shared/wire/jws.ts';
import type { MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { BROKERS, quiet, type TestBroker } from './brokers.ts';
import { type Box, type Connected, connectBox, newBox, rawClient, untilConnected } from './scripted-box.ts';
import { startTcpProxy } from './tcp-proxy.ts';

const cloudKey = newDeviceKey();
const signingKey = { kid: 'c1', privateKey: importPrivateKey(cloudKey.privateKeyPem) };
const closed = (client: MqttClient) => new Promise<void>((resolve) => client.once('close', () => resolve()));
const orderFor = (box: Box, more: Partial<UnlockOrder> = {}): UnlockOrder => ({
  commandId: newCommandId(),
  eventId: newEventId(),
  boxId: box.boxId,
  facilityId: newFacilityId(),
  doorId: newDoorId(),
  origin: 'partner',
  startWithinMs: 2_000,
  answerWithinMs: 4_000,
  ...more,
});

describe.each(BROKERS)('the device link through $name', ({ start }) => {
  let at: TestBroker;
  let link: ReturnType<typeof createLink>;
  const known = new Map<string, string>();
  const boxes: Connected[] = [];
  const ports = {
    publicKeyOf: vi.fn(async (boxId: string) => known.get(boxId)),
    beaconArrived: vi.fn<LinkPorts['beaconArrived']>(async () => undefined),
    boxGone: vi.fn<LinkPorts['boxGone']>(async () => undefined),
    storeFacts: vi.fn<LinkPorts['storeFacts']>(async () => 1),
  };
  beforeAll(async () => {
    at = await start();
    link = createLink({ clock: systemClock, log: quiet, replica: at.replica, broker: at.broker, ports, signingKey });
    await vi.waitFor(() => expect(at.broker.isUp()).toBe(true), { timeout: 10_000 });
  });
  afterEach(async () => {
    await Promise.all(boxes.splice(0).map((box) => box.close()));
    vi.clearAllMocks();
  });
  afterAll(async () => {
    await link.close();
    await at.stop();
  });

  const aBox = () => {
    const box = newBox();
    known.set(box.boxId, box.key.publicKey);
    return box;
  };
  const join = async (box: Box, options: Parameters<typeof connectBox>[2] = {}) => {
    const connected = await connectBox(at, box, options);
    boxes.push(connected);
    return connected;
  };
  /** A box that the cloud has heard of. */
  const joined = async (options: Parameters<typeof connectBox>[2] = {}) => {
    const box = aBox();
    const connected = await join(box, options);
    await connected.beacon();
    await connected.next('beacon-ack');
    return { box, connected };
  };
  const works = async () => {
    const { box, connected } = await joined();
    const answer = link.unlock(orderFor(box));
    await connected.reply(connected.readCommand(await connected.next('unlock')));
    expect(await answer).toMatchObject({ kind: 'outcome', outcome: { outcome: 'unlocked' } });
  };

  it('an unlock goes down signed, and its confirmation comes back', async () => {
    const { box, connected } = await joined();
    const order = orderFor(box);
    const answer = link.unlock(order);
    const payload = await connected.next('unlock');
    const { jws } = JSON.parse(payload) as { jws: string };
    expect(verifyJws(jws, () => importPublicKey(cloudKey.publicKey))).toMatchObject({ ok: true, kid: 'c1' });
    await connected.reply(connected.readCommand(payload));
    expect(await answer).toMatchObject({
      kind: 'outcome',
      outcome: { commandId: order.commandId, outcome: 'unlocked' },
    });
  });

  it('a simulation goes down signed, never as an unlock, and what came of it comes back', async () => {
    const { box, connected } = await joined();
    const { eventId: _e, origin: _o, ...common } = orderFor(box);
    const order: SimulateOrder = { ...common, scenario: 'jam', forMs: 20_000 };
    const answer = link.simulate(order);
    const payload = await connected.next('simulate');
    const { jws } = JSON.parse(payload) as { jws: string };
    expect(verifyJws(jws, () => importPublicKey(cloudKey.publicKey))).toMatchObject({ ok: true, kid: 'c1' });
    const command = connected.readCommand(payload);
    expect(command).toMatchObject({ scenario: 'jam', forMs: 20_000, bootId: box.bootId });
    await connected.reply(command); // An unlock's outcome is nothing that it waits for.
    await connected.simulating(command, { scenario: 'jam', forMs: 20_000 });
    expect(await answer).toMatchObject({
      kind: 'outcome',
      outcome: { commandId: order.commandId, outcome: 'simulating' },
    });
    expect(connected.received.filter(({ topic, retain }) => topic.endsWith('/down/unlock') || retain)).toEqual([]);
  });

  it('64 unlocks at once each get their own answer', async () => {
    const { box, connected } = await joined();
    connected.client.on('message', (topic, payload) => {
      if (topic.endsWith('/down/unlock')) void connected.reply(connected.readCommand(payload.toString('utf8')));
    });
    const orders = Array.from({ length: 64 }, () => orderFor(box));
    const answers = await Promise.all(orders.map((order) => link.unlock(order)));
    for (const [i, answer] of answers.entries())
      expect(answer).toMatchObject({ outcome: { commandId: orders[i]!.commandId, doorId: orders[i]!.doorId } });
  });

  it('facts are acknowledged after they are stored', async () => {
    const { box, connected } = await joined();
    const stored = Promise.withResolvers<number>();
    ports.storeFacts.mockReturnValueOnce(stored.promise);
    await connected.client.publishAsync(`gh/v1/${box.boxId}/up/facts`, JSON.stringify(factsMessage.vectors[0]), {
      qos: 1,
    });
    await vi.waitFor(() => expect(ports.storeFacts).toHaveBeenCalledOnce());
    expect(connected.received.some(({ topic }) => topic.endsWith('facts-ack'))).toBe(false);
    stored.resolve(1);
    expect(JSON.parse(await connected.next('facts-ack'))).toMatchObject({ through: 1 });
  });

  it('a box cannot listen to others', async () => {
    const { box: victim, connected: victims } = await joined();
    const { connected: spy } = await joined();
    for (const filter of [
      `gh/v1/${victim.boxId}/down/+`,
      '#',
      'gh/v1/+/up/+',
      '$SYS/#',
      `$share/g/gh/v1/${victim.boxId}/down/+`,
    ])
      await expect(
        spy.client.subscribeAsync(filter, { qos: 1 }).then((g) => g.some((s) => (s.qos as number) < 128)),
      ).rejects.toThrow();
    const answer = link.unlock(orderFor(victim));
    await victims.reply(victims.readCommand(await victims.next('unlock')));
    await answer;
    expect(spy.received.filter(({ topic }) => !topic.endsWith('beacon-ack'))).toEqual([]);
  });

  it('a box that speaks for another is disconnected, and nothing of it arrives', async () => {
    const { box: victim, connected: victims } = await joined();
    ports.beaconArrived.mockClear();
    for (const topic of [
      `gh/v1/${victim.boxId}/up/beacon`,
      `gh/v1/${victim.boxId}/down/unlock`,
      `gh/v1/${victim.boxId}/down/simulate`,
      `gh/v1/reply/${at.replica}/${victim.boxId}`,
      'gh/v1/admin/end-session',
    ]) {
      const { connected: liar, box } = await joined();
      const ended = closed(liar.client);
      liar.client.publish(topic, topic.endsWith('session') ? victim.boxId : '{}', { qos: 1 });
      await ended;
      await vi.waitFor(() => expect(ports.boxGone).toHaveBeenCalledWith(box.boxId, expect.anything()));
    }
    expect(ports.beaconArrived.mock.calls.filter(([boxId]) => boxId === victim.boxId)).toEqual([]);
    expect(victims.client.connected).toBe(true);
    expect(victims.received.filter(({ topic }) => topic.endsWith('unlock'))).toEqual([]);
  });

  it('strangers are refused: no token, another’s, one for something else, an expired one, a changed one', async () => {
    const box = aBox();
    const other = aBox();
    const id = { clientId: box.boxId, username: box.boxId };
    const good = at.tokens.issue(box.boxId, 'mqtt').token;
    // Its last letters may stand for no bit at all, or be the new ones already: the first of the signature is another one.
    const changed = good.replace(/\.(.)([^.]*)$/, (_all, first, rest) => `.${first === 'A' ? 'B' : 'A'}${rest}`);
    const refused = async (options: Parameters<typeof rawClient>[1]) => {
      const client = rawClient(at, options);
      await expect(untilConnected(client)).rejects.toThrow(/refused|closed/i);
      await client.endAsync(true);
    };
    // The broker takes its time to answer a stranger; each is told apart by its own connection.
    await Promise.all([
      refused({ ...id }),
      refused({ ...id, password: at.tokens.issue(other.boxId, 'mqtt').token }),
      refused({ ...id, password: at.tokens.issue(box.boxId, 'edge').token }),
      refused({ ...id, password: at.tokens.issue(box.boxId, 'mqtt-cloud').token }),
      refused({ ...id, password: changed }),
      refused({ ...id, username: other.boxId, password: good }),
      refused({ clientId: 'cloud-r9', username: 'cloud-r9', password: good }),
      refused({ clientId: 'anybody', username: 'anybody', password: good }),
      refused({ ...id, password: good, clean: false }),
      refused({
        ...id,
        password: good,
        will: { topic: `gh/v1/${other.boxId}/up/gone`, payload: Buffer.from('{}'), qos: 1, retain: false },
      }),
      refused({
        ...id,
        password: good,
        will: { topic: `gh/v1/${box.boxId}/up/gone`, payload: Buffer.from('{}'), qos: 1, retain: true },
      }),
    ]);
    await works();
  });

  it('a retained message is refused, so a planted unlock never reaches a box', async () => {
    const { box, connected } = await joined();
    for (const topic of ['down/unlock', 'down/simulate', 'up/beacon'].map((name) => `gh/v1/${box.boxId}/${name}`)) {
      const hostile = await join(box);
      const ended = closed(hostile.client);
      hostile.client.publish(topic, '{"jws":"x.y.z"}', { qos: 1, retain: true });
      await ended;
    }
    const again = await join({ ...box, connectionId: randomUUID() });
    await again.beacon();
    await again.next('beacon-ack');
    expect(
      [...connected.received, ...again.received].filter((m) => m.retain || /unlock|simulate/.test(m.topic)),
    ).toEqual([]);
  });

  it('copies and old copies of an outcome change nothing', async () => {
    const { box, connected } = await joined();
    const first = link.unlock(orderFor(box));
    const firstCommand = connected.readCommand(await connected.next('unlock'));
    await connected.reply(firstCommand);
    await first;
    const second = link.unlock(orderFor(box));
    const secondCommand = connected.readCommand(await connected.next('unlock', 2));
    await connected.reply(firstCommand);
    await connected.reply(firstCommand, { outcome: 'fault', reason: 'relay_fault' });
    await connected.reply(secondCommand);
    await connected.reply(secondCommand);
    expect(await second).toMatchObject({ outcome: { commandId: secondCommand.commandId, outcome: 'unlocked' } });
  });

  it('[R61] a box whose connection breaks is gone at once', async () => {
    const wire = await startTcpProxy(at.port);
    const { box } = await joined({ port: wire.port });
    wire.cut();
    await vi.waitFor(() => expect(ports.boxGone).toHaveBeenCalledWith(box.boxId, box.connectionId), { timeout: 5_000 });
    expect(await link.unlock(orderFor(box))).toEqual({ kind: 'not_sent' });
    await wire.close();
  });

  it('the will of a connection that was taken over does not end the new one', async () => {
    const { box, connected } = await joined();
    const ended = closed(connected.client);
    const newer = { ...box, connectionId: randomUUID() };
    const second = await join(newer);
    await second.beacon({ connectionId: newer.connectionId });
    await ended;
    await vi.waitFor(() => expect(ports.boxGone).toHaveBeenCalledWith(box.boxId, box.connectionId));
    await second.next('beacon-ack');
    const answer = link.unlock(orderFor(box));
    await second.reply(second.readCommand(await second.next('unlock')));
    expect(await answer).toMatchObject({ kind: 'outcome' });
  });

  it.each(['up', 'down', 'both'] as const)(
    'a wire that swallows everything (%s) costs an answer, never a late door',
    async (direction) => {
      const wire = await startTcpProxy(at.port);
      const { box, connected } = await joined({ port: wire.port });
      wire.block(direction);
      const order = orderFor(box, { startWithinMs: 600, answerWithinMs: 1_200 });
      const answer = link.unlock(order);
      if (direction === 'up') {
        const command = connected.readCommand(await connected.next('unlock'));
        connected.reply(command).catch(() => undefined); // Its acknowledgement cannot come either.
      }
      expect(await answer).toEqual({ kind: 'no_answer' });
      wire.heal();
      if (direction !== 'up') {
        const command = connected.readCommand(await connected.next('unlock'));
        // What arrives late says itself that its time is over, on the box's own clock.
        expect(command.notAfterMonoMs).toBeLessThan(systemClock.monoMs());
      }
      await wire.close();
    },
  );

  it('endSession closes the connection and refuses the tokens of before', async () => {
    const { box, connected } = await joined();
    const token = at.tokens.issue(box.boxId, 'mqtt').token;
    const ended = closed(connected.client);
    await link.endSession(box.boxId);
    await ended;
    const client = rawClient(at, { clientId: box.boxId, username: box.boxId, password: token });
    await expect(untilConnected(client)).rejects.toThrow();
    await client.endAsync(true);
  });

  const aScreen = () => {
    const uuid = randomUUID();
    const [clientId, topic] = [`device-${uuid}`, `gh/v1/device-${uuid}/down/device-nudge`];
    const subject = `${clientId}.${'s'.repeat(22)}`;
    const login = () => ({ clientId, username: clientId, password: at.tokens.issue(subject, 'mqtt').token });
    return { uuid, clientId, topic, subject, login };
  };
  const listening = async ({ login, topic }: ReturnType<typeof aScreen>) => {
    const client = await untilConnected(rawClient(at, login()));
    const heard: string[] = [];
    client.on('message', (on, payload) => void heard.push(`${on} ${payload}`));
    const [granted] = await client.subscribeAsync(topic, { qos: 1 });
    expect(granted?.qos).toBe(1);
    return { client, heard };
  };

  it('Q7 a screen hears at once that it should ask, nobody else does, and it listens no longer than its secret counts', async () => {
    const [one, other] = [aScreen(), aScreen()];
    const [listener, neighbour] = [await listening(one), await listening(other)];
    await link.nudgeDevice(one.uuid, 'reset');
    await vi.waitFor(() => expect(listener.heard).toEqual([`${one.topic} {"v":1,"about":"reset"}`]));
    const ended = closed(listener.client);
    await link.endDeviceSession(one.uuid);
    await ended;
    expect(neighbour.heard).toEqual([]);
    at.dismissed.add(other.subject);
    await neighbour.client.endAsync(true);
    await expect(untilConnected(rawClient(at, other.login()))).rejects.toThrow(/Not authorized/i);
  });

  it('Q7 a screen is let in by a token of its own only, and cut off for saying anything', async () => {
    const [one, other] = [aScreen(), aScreen()];
    const as = (more: object) => untilConnected(rawClient(at, { ...one.login(), ...more }));
    const box = newBox();
    const tokenOf = (subject: string) => at.tokens.issue(subject, 'mqtt').token;
    for (const password of [other.login().password, tokenOf(one.clientId), tokenOf(one.uuid), tokenOf(box.boxId)])
      await expect(as({ password })).rejects.toThrow(/Bad username or password/i);
    await expect(as({ clientId: one.uuid, username: one.uuid })).rejects.toThrow(/Bad username or password/i);
    await expect(as({ will: { topic: one.topic, payload: Buffer.from('{}') } })).rejects.toThrow(/Not authorized/i);
    const { client } = await listening(one);
    const ended = closed(client);
    client.publish(`gh/v1/${box.boxId}/down/unlock`, '{}', { qos: 0 });
    await ended;
  });

  it('N10 a decommissioned box is refused at once, though nobody told the broker and its token holds', async () => {
    const box = aBox();
    const login = { clientId: box.boxId, username: box.boxId, password: at.tokens.issue(box.boxId, 'mqtt').token };
    const before = await untilConnected(rawClient(at, login));
    await before.endAsync();
    at.dismissed.add(box.boxId);
    await expect(untilConnected(rawClient(at, login))).rejects.toThrow(/Not authorized/i);
  });

  it('a box that the cloud does not know is sent away', async () => {
    const box = newBox();
    const connected = await join(box);
    const ended = closed(connected.client);
    await connected.beacon().catch(() => undefined);
    await ended;
    expect(ports.beaconArrived).not.toHaveBeenCalledWith(box.boxId, expect.anything());
  });

  it('the cloud’s own connection may break and comes back by itself', async () => {
    if (at.cloudWire === undefined) {
      await works();
      return;
    }
    at.cloudWire.cut();
    await vi.waitFor(() => expect(at.broker.isUp()).toBe(false));
    const box = aBox();
    expect(await link.unlock(orderFor(box))).toEqual({ kind: 'not_sent' });
    await expect(at.broker.publish(`gh/v1/${box.boxId}/down/nudge`, '{}')).rejects.toThrow('not reachable');
    await vi.waitFor(() => expect(at.broker.isUp()).toBe(true), { timeout: 10_000 });
    await works();
  });

  it('the cloud’s own connection may go deaf, which is noticed and mended', async () => {
    at.cloudWire?.block('down');
    if (at.cloudWire) await vi.waitFor(() => expect(at.broker.isUp()).toBe(false), { timeout: 10_000 });
    at.cloudWire?.heal();
    await vi.waitFor(() => expect(at.broker.isUp()).toBe(true), { timeout: 20_000 });
    await works();
  });
});
