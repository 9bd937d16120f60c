import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect as tlsConnect } from 'node:tls';
import { createDeviceTokens, type DeviceTokens } from '@gatehouse/cloud/link/device-tokens.ts';
import { newCommandId, newEventId } from '@gatehouse/shared/ids/ids.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { Beacon } from '@gatehouse/shared/wire/beacon.ts';
import { importPrivateKey } from '@gatehouse/shared/wire/device-keys.ts';
import { signJws } from '@gatehouse/shared/wire/jws.ts';
import { UnlockCommand, UnlockOutcome } from '@gatehouse/shared/wire/unlock.ts';
import { MqttClient } from 'mqtt';
import type { DoorName } from './building.ts';
import { eventually } from './eventually.ts';
import type { Site } from './site.ts';

/** A second replica of the cloud, in the test's own hands: it has the cloud's keys, and publishes what it likes. */
export interface Commander {
  /** A good command for this door, startable for the next three seconds, changed as told. */
  command(door: DoorName, changes?: Partial<UnlockCommand>): UnlockCommand;
  sign(command: UnlockCommand): string;
  /** Publishes it once for each `times`, all at once, and resolves when the broker has taken them. */
  publish(jws: string, times?: number): Promise<void>;
  /** Every outcome of this command so far, in the order they came. */
  outcomes(commandId: string): readonly UnlockOutcome[];
  /** Waits for the `n`th outcome of a command. */
  outcome(commandId: string, n?: number): Promise<UnlockOutcome>;
  /** Publishes as retained, on the box's own command topic. Resolves once the broker has judged it. */
  plant(jws: string): Promise<'taken' | 'thrown out'>;
  close(): Promise<void>;
}

const secretOf = (site: Site, name: string): unknown =>
  JSON.parse(readFileSync(join(site.dir, 'cloud', 'secrets', name), 'utf8'));

/** What the site's cloud hands out to boxes and replicas: whoever has the data folder can do so too. */
export const tokensOf = (site: Site): DeviceTokens => {
  const secrets = (secretOf(site, 'token-secrets.json') as { kid: string; secret: string }[]).map(
    ({ kid, secret }) => ({
      kid,
      secret: Buffer.from(secret, 'base64url'),
    }),
  );
  return createDeviceTokens({ clock: systemClock, secrets });
};

export const connectCommander = async (site: Site): Promise<Commander> => {
  const { kid, privateKeyPem } = secretOf(site, 'command-key.json') as { kid: string; privateKeyPem: string };
  const tokens = tokensOf(site);
  const signingKey = { kid, privateKey: importPrivateKey(privateKeyPem) };
  const replica = `r-${randomBytes(6).toString('hex')}`;
  const replyTo = `gh/v1/reply/${replica}/${site.boxId}`;
  const commandTopic = `gh/v1/${site.boxId}/down/unlock`;
  const enter = async (name: string) => {
    const client = new MqttClient(
      () => tlsConnect({ host: '127.0.0.1', port: site.ports.broker, servername: 'localhost', ca: site.ca }),
      {
        protocolVersion: 4,
        clean: true,
        reconnectPeriod: 0,
        clientId: `cloud-${name}`,
        username: `cloud-${name}`,
        password: tokens.issue(name, 'mqtt-cloud').token,
      },
    );
    client.on('error', () => undefined);
    await new Promise<void>((resolve, reject) => {
      client.once('connect', () => resolve());
      client.once('close', () => reject(new Error('the broker closed the connection')));
    });
    return client;
  };

  let heard: { readonly beacon: Beacon; readonly atMs: number } | undefined;
  const outcomes: UnlockOutcome[] = [];
  const client = await enter(replica);
  client.on('message', (topic, payload) => {
    if (topic === replyTo) outcomes.push(UnlockOutcome.parse(claimsIn(payload)));
    else if (topic === `gh/v1/${site.boxId}/up/beacon`)
      heard = { beacon: Beacon.parse(claimsIn(payload)), atMs: systemClock.monoMs() };
  });
  await client.subscribeAsync(['gh/v1/+/up/+', `gh/v1/reply/${replica}/+`], { qos: 1 });
  await client.publishAsync(`gh/v1/${site.boxId}/down/beacon-please`, '{"v":1}', { qos: 1 });
  await eventually(() => heard !== undefined, 'the box says where its clock stands');

  const of = (commandId: string) => outcomes.filter((one) => one.commandId === commandId);
  return {
    command: (door, changes = {}) => {
      if (heard === undefined) throw new TypeError('no beacon yet');
      const boxMonoMs = heard.beacon.sentMonoMs + (systemClock.monoMs() - heard.atMs);
      return UnlockCommand.parse({
        v: 1,
        commandId: newCommandId(),
        eventId: newEventId(),
        boxId: site.boxId,
        facilityId: site.demo.facilityId,
        doorId: site.doorIds[door],
        bootId: heard.beacon.bootId,
        notAfterMonoMs: boxMonoMs + 3_000,
        judgeAfterMs: 2_000,
        origin: 'partner',
        replyTo,
        ...changes,
      });
    },
    sign: (command) => signJws(command, signingKey),
    publish: async (jws, times = 1) => {
      const payload = JSON.stringify({ jws });
      await Promise.all(Array.from({ length: times }, () => client.publishAsync(commandTopic, payload, { qos: 1 })));
    },
    outcomes: of,
    outcome: async (commandId, n = 1) => {
      await eventually(() => of(commandId).length >= n, `outcome ${n} of ${commandId}`);
      return of(commandId)[n - 1] as UnlockOutcome;
    },
    plant: async (jws) => {
      const planter = await enter(`r-${randomBytes(6).toString('hex')}`);
      const thrownOut = new Promise<'thrown out'>((resolve) => planter.once('close', () => resolve('thrown out')));
      const taken = planter
        .publishAsync(commandTopic, JSON.stringify({ jws }), { qos: 1, retain: true })
        .then(() => 'taken' as const);
      const verdict = await Promise.race([thrownOut, taken.catch(() => thrownOut)]);
      await planter.endAsync(true);
      return verdict;
    },
    close: () => client.endAsync(true),
  };
};

/** What a signed message says; who signed it does not matter here. */
const claimsIn = (payload: Buffer): unknown => {
  const [, claims = ''] = (JSON.parse(payload.toString('utf8')) as { jws: string }).jws.split('.');
  return JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'));
};
