import { createHash, timingSafeEqual } from 'node:crypto';
import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';
import { DoorId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { LocalKind } from '@gatehouse/shared/local/client.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { BoxStore } from '../store/box-store.ts';

const SECRET_BYTES = 32;
/** The broker's own limit of sessions is of the same size. */
export const LOCAL_CLIENTS_MAX = 200;

const localFaults = defineFaults({
  'local.name_taken': {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'A local client has this name already',
    help: 'Remove it first, or choose another name. A password cannot be shown again.',
  },
  'local.door_needed': {
    status: 400,
    blame: 'caller',
    retry: 'never',
    title: 'A reader needs its door, and only a reader has one',
    help: 'Give --door for a reader, and for nothing else.',
  },
  'local.too_many': {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'There are too many local clients',
    help: `A box serves ${LOCAL_CLIENTS_MAX} local clients. Remove those that are no longer there.`,
  },
  'local.not_kept': {
    status: 503,
    blame: 'device',
    retry: 'after-delay',
    title: 'The box cannot write its store',
    help: 'The disk of the box is full or failing. See what `gatehouse edge status` says of it.',
  },
  'local.unknown': {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'No such local client',
    help: 'List the clients to see their names.',
  },
});
const fault = faultsOf(localFaults);

export interface LocalClient {
  readonly name: string;
  readonly kind: LocalKind;
  /** A reader's door. */
  readonly doorId: DoorId | null;
  readonly madeMs: number;
}

/** Who may connect to the box's own broker. */
export interface LocalClients {
  list(): readonly LocalClient[];
  find(name: string): LocalClient | undefined;
  /** Makes a client and its password, which nobody can read again. Throws a `Fault` (`local.*`). */
  add(client: Omit<LocalClient, 'madeMs'>): { readonly password: string };
  /** Throws a `Fault` where there is none. */
  remove(name: string): void;
  /** The client that this name and password belong to. Takes the same time for every password. */
  prove(name: string, password: string): LocalClient | undefined;
  /** Hears of each client that was removed. Returns how to stop listening. */
  onRemoved(listener: (name: string) => void): () => void;
  /** Hears that one was added or removed. */
  onChanged(listener: () => void): () => void;
}

interface Row {
  readonly name: string;
  readonly kind: LocalKind;
  readonly door_id: string | null;
  readonly secret: Buffer;
  readonly made_ms: number;
}

/** 256 random bits need no slow hash: there is nothing to guess. */
const hash = (password: string): Buffer => createHash('sha256').update(password, 'utf8').digest();
const NOBODY = Buffer.alloc(SECRET_BYTES);

const clientOf = ({ name, kind, door_id, made_ms }: Row): LocalClient => ({
  name,
  kind,
  doorId: door_id === null ? null : DoorId.parse(door_id),
  madeMs: made_ms,
});

export const createLocalClients = (deps: {
  readonly box: Pick<BoxStore, 'db' | 'write' | 'keep'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
}): LocalClients => {
  const { clock, random } = deps;
  const { db, write, keep } = deps.box;
  const all = db.prepare<[], Row>('SELECT * FROM local_client ORDER BY name');
  const insert = db.prepare<[string, string, string | null, Buffer, number]>(
    'INSERT INTO local_client (name, kind, door_id, secret, made_ms) VALUES (?, ?, ?, ?, ?)',
  );
  const erase = db.prepare<[string]>('DELETE FROM local_client WHERE name = ?');
  // A login must not wait for the disk, and this process alone writes them.
  const rows = new Map<string, Row>(all.all().map((row) => [row.name, row]));
  const removals = new Set<(name: string) => void>();
  const changes = new Set<() => void>();
  const listen = <Listener>(all: Set<Listener>, listener: Listener) => {
    all.add(listener);
    return () => void all.delete(listener);
  };
  const changed = () => {
    for (const listener of [...changes]) listener();
  };

  return {
    list: () => [...rows.values()].map(clientOf).sort((a, b) => (a.name < b.name ? -1 : 1)),
    find: (name) => {
      const row = rows.get(name);
      return row === undefined ? undefined : clientOf(row);
    },
    add: ({ name, kind, doorId }) => {
      if ((kind === 'reader') !== (doorId !== null))
        throw fault('local.door_needed', 'A reader stands at a door: name it. Nothing else has one.');
      if (rows.has(name)) throw fault('local.name_taken', `There is a client named ${name} already.`);
      if (rows.size >= LOCAL_CLIENTS_MAX)
        throw fault('local.too_many', `This box has ${LOCAL_CLIENTS_MAX} clients already.`);
      const password = Buffer.from(random(SECRET_BYTES)).toString('base64url');
      const row: Row = { name, kind, door_id: doorId, secret: hash(password), made_ms: Math.round(clock.wallMs()) };
      if (write(() => void insert.run(row.name, row.kind, row.door_id, row.secret, row.made_ms)) === 'refused')
        throw fault('local.not_kept', 'The box cannot write its store: there is no new client.');
      rows.set(name, row);
      changed();
      return { password };
    },
    remove: (name) => {
      if (!rows.has(name)) throw fault('local.unknown', `There is no client named ${name}.`);
      rows.delete(name);
      keep(`client ${name}`, () => void erase.run(name));
      for (const listener of [...removals]) listener(name);
      changed();
    },
    prove: (name, password) => {
      const row = rows.get(name);
      const matches = timingSafeEqual(hash(password), row?.secret ?? NOBODY);
      return matches && row !== undefined ? clientOf(row) : undefined;
    },
    onRemoved: (listener) => listen(removals, listener),
    onChanged: (listener) => listen(changes, listener),
  };
};
