import {
  A_GYM,
  aFacility,
  aPerson,
  bytesOf,
  cardKey,
  cloudSnapshot,
  FRONT,
} from '@gatehouse/edge/access/snapshot.kit.ts';
import type { Writer } from '@gatehouse/edge/access/writer.ts';
import type { ToWriter } from '@gatehouse/edge/access/writer-messages.ts';
import { createOrders } from '@gatehouse/edge/access/writer-orders.ts';
import { aDoor } from '@gatehouse/edge/door/doors.kit.ts';
import { cloudKey } from '@gatehouse/edge/fakes/command-parties.ts';
import type { CloudHttps } from '@gatehouse/edge/identity/cloud-https.ts';
import { SqliteDamage } from '@gatehouse/edge/store/database.ts';
import type { Connection, ConnectionOptions } from '@gatehouse/edge/uplink/mqtt-connection.ts';
import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import type { Fact } from '@gatehouse/shared/journal/fact.ts';
import { verifierOf } from '@gatehouse/shared/snapshot/pin.ts';
import type { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import type { Beacon } from '@gatehouse/shared/wire/beacon.ts';
import { exportPublicKey, newDeviceKey } from '@gatehouse/shared/wire/device-keys.ts';

export const PIN = '135790';
const DOOR = aDoor({ doorId: FRONT, holdSeconds: 1 });

/** What a test puts in the place of an agent's outside, before it starts one. */
export interface Outside {
  cloud: CloudHttps;
  openConnection: (options: ConnectionOptions) => Promise<Connection>;
  createWriter: (paths: { readonly path: string; readonly rosterPath: string }) => Writer;
  openBus: () => unknown;
}

const claimsOf = (payload: unknown): Record<string, unknown> => {
  const [, claims = ''] = (payload as { jws: string }).jws.split('.');
  return JSON.parse(Buffer.from(claims, 'base64url').toString());
};

/** The writer of the snapshot without its thread: what it does to the disk is this thread's, and fails when that does. */
const writerInThread: Outside['createWriter'] = (paths) => {
  const orders = createOrders(paths);
  let id = 0;
  return {
    ask: async (order) => {
      const said = orders.answerTo({ ...order, id: ++id } as Exclude<ToWriter, 'end'>);
      if ('answer' in said) return said.answer as never;
      throw said.damage ? new SqliteDamage(said.failed) : new Bug(said.failed);
    },
    close: async () => orders.close(),
  };
};

/** A cloud and its link, which answer at once, in the place of an agent's own. */
export const cloudInMemory = async (outside: Outside, clock: ManualClock) => {
  // The cloud.
  const snapshot = cloudSnapshot();
  const issuer = newDeviceKey();
  const passKeys = [{ kid: 'p1', publicKey: issuer.publicKey }];
  snapshot.put({ kind: 'facility', id: '', data: aFacility({}, { passKeys }) });
  const people = (n: number) =>
    snapshot.put({ kind: 'person', id: String(n), data: aPerson({}, { keys: [cardKey(`A${n}00`)] }) });
  people(6);
  people(7);
  const verifier = await verifierOf(PIN, systemRandom);
  snapshot.put({ kind: 'person', id: '8', data: aPerson({}, { keys: [cardKey('A800', true)], pin: verifier }) });
  const commandKeys = [{ kid: cloudKey.kid, publicKey: exportPublicKey(cloudKey.privateKey) }];
  const desired = {
    v: 1 as const,
    revision: 1,
    facility: { id: A_GYM, name: 'Gym', timezone: 'Europe/Berlin' },
    beaconSeconds: 5,
    commandKeys,
    doors: [DOOR],
    maintenanceWishes: [],
    lockdownWishes: [],
  };
  const bodies: Readonly<Record<string, () => unknown>> = {
    '/edge/v1/claims': () => ({ status: 'claimed', facilityId: A_GYM, commandKeys }),
    '/edge/v1/challenges': () => ({ challenge: 'a-challenge', expiresInSeconds: 60 }),
    '/edge/v1/tokens': () => ({ token: 'a-token', expiresInSeconds: 600, brokerUrl: 'mqtts://127.0.0.1:1' }),
    '/edge/v1/desired-state': () => desired,
    '/edge/v1/configuration-reports': () => ({}),
  };
  outside.cloud = {
    send: async ({ path }) => {
      const body = bodies[path.split('?')[0] ?? ''];
      if (body === undefined) throw new Error(`this cloud has no ${path}`);
      return { status: 200, headers: { etag: `"${desired.revision}"` }, body: body() };
    },
    fetch: async ({ path }) => {
      const asked = new URL(path, 'https://cloud').searchParams;
      return bytesOf(snapshot.page({ epoch: asked.get('epoch') ?? undefined, after: Number(asked.get('after')) }));
    },
    close: () => undefined,
  };
  outside.createWriter = writerInThread;

  // The link: it answers beacons and acknowledges facts, as the cloud does.
  let line: ConnectionOptions | undefined;
  let beacon: Beacon | undefined;
  const facts: (Fact & { readonly epoch: string })[] = [];
  const outcomes = new Map<string, Record<string, unknown>>();
  const down = (name: string, payload: unknown) =>
    line?.onMessage(`gh/v1/${line.boxId}/down/${name}`, Buffer.from(JSON.stringify(payload)), false);
  const hear = (topic: string, payload: unknown) => {
    if (topic.includes('/reply/')) {
      const outcome = claimsOf(payload);
      outcomes.set(String(outcome.commandId), outcome);
    } else if (topic.endsWith('/up/beacon')) {
      beacon = claimsOf(payload) as unknown as Beacon;
      const { bootId, sentMonoMs } = beacon;
      const access = { epoch: snapshot.epoch, revision: snapshot.head().revision };
      down('beacon-ack', { v: 1, bootId, sentMonoMs, cloudWallMs: clock.wallMs(), access });
    } else if (topic.endsWith('/up/facts')) {
      const { epoch, facts: sent } = payload as { epoch: string; facts: Fact[] };
      facts.push(...sent.map((fact) => ({ ...fact, epoch })));
      const through = sent.at(-1)?.seq;
      down('facts-ack', { v: 1, epoch, through });
    }
  };
  outside.openConnection = async (options) => {
    line = options;
    let open = true;
    const end = (why = 'ended') => {
      if (!open) return;
      open = false;
      if (line === options) line = undefined;
      setImmediate(() => options.onClosed(why));
    };
    return {
      id: options.connectionId,
      connected: () => open,
      publish: (topic, payload) => {
        if (open) setImmediate(() => hear(topic, JSON.parse(JSON.stringify(payload))));
        return open;
      },
      destroy: end,
      sayGoodbye: async () => end(),
    };
  };

  return { snapshot, issuer, people, desired, facts, outcomes, down, beacon: () => beacon };
};
