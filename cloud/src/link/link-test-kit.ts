import { randomUUID } from 'node:crypto';
import { type BootId, BoxId, newCommandId, newDoorId, newEventId, newFacilityId } from '@gatehouse/shared/ids/ids.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { importPrivateKey, importPublicKey, newDeviceKey } from '@gatehouse/shared/wire/device-keys.ts';
import { signJws, verifyJws } from '@gatehouse/shared/wire/jws.ts';
import { parseTopic, upTopic } from '@gatehouse/shared/wire/message.ts';
import type { SimulateCommand } from '@gatehouse/shared/wire/simulate.ts';
import type { UnlockCommand, UnlockOutcome } from '@gatehouse/shared/wire/unlock.ts';
import { vi } from 'vitest';
import { type Broker, BrokerDown, type BrokerListeners } from './broker.ts';
import { createLink } from './create-link.ts';
import type { LinkPorts, UnlockOrder } from './link.ts';

const cloudKey = newDeviceKey();
const signingKey = { kid: 'c1', privateKey: importPrivateKey(cloudKey.privateKeyPem) };

/** A link on a broker that the test plays, with one box. */
export const aLink = async (over: Partial<LinkPorts> = {}) => {
  const clock = new ManualClock();
  const boxId = BoxId.parse(randomUUID());
  const boxKey = newDeviceKey();
  let publicKey: string | undefined = boxKey.publicKey;
  const sent: { topic: string; payload: string }[] = [];
  let listeners: BrokerListeners | undefined;
  let up = true;
  const ended: string[] = [];
  const broker: Broker = {
    publish: async (topic, payload) => {
      if (!up) throw new BrokerDown('down');
      sent.push({ topic, payload });
    },
    listen: (given) => {
      listeners = given;
      given.up?.();
    },
    isUp: () => up,
    endSession: async (id) => void ended.push(id),
    close: async () => undefined,
  };
  const ports = {
    publicKeyOf: vi.fn(async (id: BoxId): Promise<string | undefined> => (id === boxId ? publicKey : undefined)),
    beaconArrived: vi.fn(async () => undefined),
    boxGone: vi.fn(async () => undefined),
    storeFacts: vi.fn(async () => 1),
    knownBoxes: async () => [boxId],
    ...over,
  };
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const link = createLink({ clock, log, replica: 'r1', broker, ports, signingKey });
  const settle = () => clock.advance(Milliseconds(0));
  const receive = async (topic: string, payload: unknown, retained = false) => {
    listeners?.message({ topic, payload: Buffer.from(JSON.stringify(payload)), retained });
    await settle();
  };
  const bootId = randomUUID() as BootId;
  const signed = (claims: object, key = boxKey) => ({
    jws: signJws(claims, { kid: 'box', privateKey: importPrivateKey(key.privateKeyPem) }),
  });
  const aBeacon = {
    v: 1,
    bootId,
    connectionId: 'connection-1',
    sentMonoMs: 50_000,
    wallMs: 1_767_225_600_000,
    clockTrusted: true,
    agentVersion: '0.1.0',
    configRevision: 3,
    journal: { epoch: '0c1d2e3f-0000-4000-8000-000000000001', lastSeq: 42 },
    doors: [],
  };
  const beacon = (more: Record<string, unknown> = {}, key = boxKey) =>
    receive(upTopic(boxId, 'beacon'), signed({ ...aBeacon, ...more }, key));
  const reply = (outcome: Partial<UnlockOutcome> | object, key = boxKey, from: BoxId = boxId) =>
    receive(`gh/v1/reply/r1/${from}`, signed(outcome, key));
  const signedDowns = (name: string) =>
    downs(name).map(({ jws }) => {
      const verified = verifyJws(jws, () => importPublicKey(cloudKey.publicKey));
      if (!verified.ok) throw new Error(verified.why);
      return verified.payload;
    });
  const commands = () => signedDowns('unlock') as UnlockCommand[];
  const simulations = () => signedDowns('simulate') as SimulateCommand[];
  const order: UnlockOrder = {
    commandId: newCommandId(),
    eventId: newEventId(),
    boxId,
    facilityId: newFacilityId(),
    doorId: newDoorId(),
    origin: 'partner',
    startWithinMs: 3_500,
    answerWithinMs: 6_000,
  };
  const unlocked = {
    v: 1,
    outcome: 'unlocked',
    commandId: order.commandId,
    boxId,
    doorId: order.doorId,
    bootId,
    confirmedBy: 'lock-sense',
    holdSeconds: 5,
    tookMs: 80,
  } as const;
  await settle();
  const downs = (name: string) =>
    sent
      .filter(({ topic }) => parseTopic(topic)?.direction === 'down' && topic.endsWith(`/${name}`))
      .map((m) => JSON.parse(m.payload));
  const revokeKey = () => {
    publicKey = undefined;
  };
  const setUp = (value: boolean) => {
    up = value;
  };
  return {
    clock,
    boxId,
    boxKey,
    bootId,
    link,
    ports,
    log,
    beacon,
    reply,
    receive,
    commands,
    simulations,
    order,
    unlocked,
    downs,
    ended,
    settle,
    setUp,
    revokeKey,
  };
};
