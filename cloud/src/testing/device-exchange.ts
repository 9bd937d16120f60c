import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { serveDeviceApi } from '../access/snapshots/testing/device-api.ts';
import type { Database } from '../kit/db/unit-of-work.ts';
import { aLink } from '../link/link-test-kit.ts';

const EPOCH = '0c1d2e3f-0000-4000-8000-000000000001';
const FACT = {
  seq: 1,
  bootId: '7b0e3f0e-6a52-4c7e-9f2b-0d9f6a1f7c11',
  monoMs: 12,
  wallMs: 1_767_225_600_000,
  clockTrusted: true,
  body: { kind: 'agent.started', data: { version: '0.1.0', after: 'first' } },
  prev: '0'.repeat(64),
  hash: '0'.repeat(64),
};

/**
 * Names instead of ids, hashes, keys and the release of the tables of zones, in the order in which they first appear; of
 * what is signed, what it says.
 */
const namer = () => {
  const names = new Map<string, string>();
  const nameOf = (id: string): string => {
    const name = names.get(id) ?? `<${names.size + 1}>`;
    names.set(id, name);
    return name;
  };
  const opened = (jws: string): unknown =>
    jws
      .split('.')
      .slice(0, 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
  const named = (value: unknown): unknown => {
    if (typeof value === 'string') {
      if (/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(value)) return named(opened(value));
      return value.replace(
        /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[a-z]{3,4}_[a-z0-9]{16}|[\w+/=-]{43,}|\b20\d\d[a-z]\b/g,
        nameOf,
      );
    }
    if (Array.isArray(value)) return value.map(named);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, of]) => [key, named(of)]));
  };
  return named;
};

const REPORT = {
  v: 1,
  agentVersion: '1.2.3',
  revision: 2,
  hardware: { buses: [{ name: 'main', kind: 'modbus-rtu', boards: null, readers: [] }], readers: [] },
  refused: [],
};
const TEMPERATURES = { v: 1, readings: [{ sensor: 'lobby: Air', temperatureC: 21.4, ageSeconds: 30 }] };

/** Everything that a box asks over HTTPS, and what it is answered: by its token, and by none. */
export const askedOverHttps = async (db: Database): Promise<unknown[]> => {
  const api = await serveDeviceApi(db);
  const named = namer();
  const heard: unknown[] = [];
  const asked = async (path: string, body?: unknown) => {
    for (const headers of [undefined, {}]) {
      const { status, text, json } = await (body === undefined
        ? api.get(path, headers)
        : api.post(path, body, headers));
      heard.push(named({ path, by: headers ? 'nobody' : 'box', status, answer: text === '' ? '' : json }));
    }
  };
  const nonce = '0123456789abcdef0123456789abcdef';
  await asked('challenges', {});
  await asked('claims', { proof: 'a.b.c' });
  await asked('tokens', { proof: 'a.b.c', audience: 'edge' });
  await asked('desired-state');
  await asked('desired-state?revision=2');
  await asked('snapshot');
  await asked('snapshot?after=1');
  await asked('configuration-reports', REPORT);
  await asked('configuration-reports', { ...REPORT, revision: 'two' });
  await asked('what-stands', { v: 1, nonce, journal: { epoch: EPOCH, lastSeq: 0 } });
  await asked('what-stands', { v: 1, nonce, journal: { epoch: EPOCH, lastSeq: 7 } });
  await asked('temperatures', TEMPERATURES);
  await asked('certificates', { csr: 'none' });
  await asked('releases');
  await asked('releases/1.2.3/file');
  await asked(`zones/${'0'.repeat(64)}`);
  await asked('nothing-of-the-kind');
  await api.close();
  return heard;
};

/** A box over MQTT: its beacon, an order and its outcome, a question and its answer, facts; and all that it is sent. */
export const exchangedOverMqtt = async (): Promise<unknown> => {
  const stored: unknown[] = [];
  const beacons: unknown[] = [];
  const box = await aLink({
    storeFacts: async (...of) => stored.push(of),
    beaconArrived: async (...of) => void beacons.push(of),
  });
  await box.beacon();
  await box.clock.advance(Seconds(2));
  const unlocked = box.link.unlock(box.order);
  await box.reply(box.unlocked);
  const outcome = await unlocked;
  await box.receive(`gh/v1/${box.boxId}/up/facts`, { v: 1, epoch: EPOCH, facts: [FACT] });
  await box.clock.advance(Milliseconds(100));
  const named = namer();
  const sent = ['beacon-ack', 'unlock', 'facts-ack'].map((name) => [name, box.downs(name)]);
  await box.link.close();
  return named({ outcome, sent, stored, beacons });
};
