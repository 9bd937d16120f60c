import { randomUUID } from 'node:crypto';
import { connect as tlsConnect } from 'node:tls';
import { type BootId, BoxId } from '@gatehouse/shared/ids/ids.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import type { Beacon } from '@gatehouse/shared/wire/beacon.ts';
import { importPrivateKey, newDeviceKey } from '@gatehouse/shared/wire/device-keys.ts';
import { signJws } from '@gatehouse/shared/wire/jws.ts';
import type { UnlockCommand } from '@gatehouse/shared/wire/unlock.ts';
import { type IClientOptions, MqttClient } from 'mqtt';
import type { TestBroker } from './brokers.ts';

/** A box whose every move the test decides. It speaks the link by the letter, with a library of its own. */
export const newBox = () => {
  const key = newDeviceKey();
  return { boxId: BoxId.parse(randomUUID()), bootId: randomUUID() as BootId, key, connectionId: randomUUID() };
};
export type Box = ReturnType<typeof newBox>;

type Answerable = Pick<UnlockCommand, 'replyTo' | 'commandId' | 'doorId'>;

export interface Connected {
  readonly client: MqttClient;
  /** Every message that came down, in order. */
  readonly received: { topic: string; payload: string; retain: boolean }[];
  beacon(more?: Partial<Beacon>): Promise<void>;
  /** Resolves with the `n`th message on `down/<name>` (from 1). */
  next(name: string, n?: number): Promise<string>;
  /** Reads the command in a signed message, without judging it. */
  readCommand(payload: string): UnlockCommand;
  reply(command: Answerable, more?: object): Promise<void>;
  simulating(command: Answerable, what: object): Promise<void>;
  close(): Promise<void>;
}

export const rawClient = (at: TestBroker, options: IClientOptions, port = at.port): MqttClient =>
  new MqttClient(
    () => tlsConnect({ host: '127.0.0.1', port, servername: 'localhost', ca: at.caPem }).setNoDelay(true),
    { protocolVersion: 4, clean: true, reconnectPeriod: 0, resubscribe: false, connectTimeout: 5_000, ...options },
  );

/** Resolves once connected; rejects with the broker's refusal. */
export const untilConnected = (client: MqttClient): Promise<MqttClient> =>
  new Promise((resolve, reject) => {
    client.on('error', reject);
    client.once('connect', () => resolve(client));
    client.once('close', () => reject(new Error('closed')));
  });

export const connectBox = async (
  at: TestBroker,
  box: Box,
  options: IClientOptions & { port?: number } = {},
): Promise<Connected> => {
  const client = rawClient(
    at,
    {
      clientId: box.boxId,
      username: box.boxId,
      password: at.tokens.issue(box.boxId, 'mqtt').token,
      keepalive: 5,
      will: {
        topic: `gh/v1/${box.boxId}/up/gone`,
        payload: Buffer.from(JSON.stringify({ v: 1, bootId: box.bootId, connectionId: box.connectionId })),
        qos: 1,
        retain: false,
      },
      ...options,
    },
    options.port ?? at.port,
  );
  const received: Connected['received'] = [];
  const waiting = new Set<() => void>();
  client.on('message', (topic, payload, { retain }) => {
    received.push({ topic, payload: payload.toString('utf8'), retain });
    for (const look of waiting) look();
  });
  await untilConnected(client);
  await client.subscribeAsync(`gh/v1/${box.boxId}/down/+`, { qos: 1 });
  const privateKey = importPrivateKey(box.key.privateKeyPem);
  const publish = (topic: string, payload: unknown) =>
    client.publishAsync(topic, JSON.stringify(payload), { qos: 1 }).then(() => undefined);
  const answer = ({ replyTo, commandId, doorId }: Answerable, outcome: object) => {
    const claims = { v: 1, commandId, boxId: box.boxId, doorId, bootId: box.bootId, ...outcome };
    return publish(replyTo, { jws: signJws(claims, { kid: 'box', privateKey }) });
  };
  return {
    client,
    received,
    beacon: (more = {}) =>
      publish(`gh/v1/${box.boxId}/up/beacon`, {
        jws: signJws(
          {
            v: 1,
            bootId: box.bootId,
            connectionId: box.connectionId,
            sentMonoMs: systemClock.monoMs(),
            wallMs: systemClock.wallMs(),
            clockTrusted: true,
            agentVersion: 'test',
            configRevision: 0,
            journal: { epoch: randomUUID(), lastSeq: 0 },
            doors: [],
            ...more,
          },
          { kid: 'box', privateKey },
        ),
      }),
    next: (name, n = 1) =>
      new Promise((resolve) => {
        const look = () => {
          const found = received.filter(({ topic }) => topic.endsWith(`/down/${name}`))[n - 1];
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found.payload);
        };
        waiting.add(look);
        look();
      }),
    readCommand: (payload) => {
      const [, body = ''] = (JSON.parse(payload) as { jws: string }).jws.split('.');
      return JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as UnlockCommand;
    },
    reply: (command, more = {}) =>
      answer(command, { outcome: 'unlocked', confirmedBy: 'lock-sense', holdSeconds: 5, tookMs: 42, ...more }),
    simulating: (command, what) => answer(command, { outcome: 'simulating', ...what }),
    close: () => client.endAsync(true),
  };
};
