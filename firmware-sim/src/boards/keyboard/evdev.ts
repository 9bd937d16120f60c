import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type FuseFile, type FuseHandle, POLL } from '../../buses/fuse/node.ts';

/** An input device as the kernel shows it (drivers/input/evdev.c): a file of events, which one reader may have for itself. */
export interface Evdev {
  readonly file: FuseFile;
  /** How many have it open. */
  readonly readers: number;
  /** Whether one of them has grabbed it: then nobody else gets its events. */
  readonly grabbed: boolean;
  emit(type: number, code: number, value: number): void;
  /** The device is pulled out: whoever has it open is told, and nothing comes from it any more. */
  gone(): void;
}

export const [EV_SYN, EV_KEY] = [0, 1];
const SYN_DROPPED = 3;
/** `struct input_event` of 64-bit machines: seconds, microseconds, type, code, value. */
const EVENT_BYTES = 24;
/** More than this unread, and the kernel forgets them all but for a word that it did. */
const EVENTS_MAX = 64;
/** linux/input.h: type and number of EVIOCGRAB and EVIOCGNAME; direction and size stand above. */
const [GRAB, NAME] = [0x4590, 0x4506];
const sizeOf = (request: number): number => (request >>> 16) & 0x3fff;

interface Client {
  queue: Buffer[];
  readonly changed: () => void;
}

export const createEvdev = ({ clock, title }: { readonly clock: Clock; readonly title: string }): Evdev => {
  const clients = new Set<Client>();
  let grabber: Client | undefined;
  let pulled = false;

  const event = (type: number, code: number, value: number): Buffer => {
    const bytes = Buffer.alloc(EVENT_BYTES);
    const nowMs = clock.wallMs();
    bytes.writeBigInt64LE(BigInt(Math.floor(nowMs / 1_000)), 0);
    bytes.writeBigInt64LE(BigInt(Math.floor((nowMs % 1_000) * 1_000)), 8);
    bytes.writeUInt16LE(type, 16);
    bytes.writeUInt16LE(code, 18);
    bytes.writeInt32LE(value, 20);
    return bytes;
  };
  const grab = (client: Client, wanted: boolean) => {
    if (wanted && grabber !== undefined) return 'EBUSY' as const;
    if (!wanted && grabber !== client) return 'EINVAL' as const;
    grabber = wanted ? client : undefined;
    return Buffer.alloc(0);
  };
  const handleOf = (client: Client): FuseHandle => ({
    read: (_, size) => {
      if (pulled) return 'ENODEV';
      const count = Math.floor(size / EVENT_BYTES);
      if (count === 0) return 'EINVAL';
      return client.queue.length === 0 ? 'EAGAIN' : Buffer.concat(client.queue.splice(0, count));
    },
    poll: () => {
      if (pulled) return POLL.hup | POLL.err;
      return POLL.out | POLL.outNormal | (client.queue.length > 0 ? POLL.in | POLL.inNormal : 0);
    },
    ioctl: (request, data) => {
      if (pulled) return 'ENODEV';
      switch (request & 0xffff) {
        case GRAB:
          return data.length < 4 ? 'EINVAL' : grab(client, Buffer.from(data).readInt32LE(0) !== 0);
        case NAME:
          return Buffer.from(`${title}\0`).subarray(0, sizeOf(request));
        default:
          return 'EINVAL';
      }
    },
    close: () => {
      clients.delete(client);
      if (grabber === client) grabber = undefined;
    },
  });

  return {
    file: {
      mode: 0o660,
      open: (changed) => {
        if (pulled) return 'ENODEV';
        const client: Client = { queue: [], changed };
        clients.add(client);
        return handleOf(client);
      },
    },
    get readers() {
      return clients.size;
    },
    get grabbed() {
      return grabber !== undefined;
    },
    emit: (type, code, value) => {
      for (const client of grabber === undefined ? clients : [grabber]) {
        if (client.queue.length >= EVENTS_MAX) client.queue = [event(EV_SYN, SYN_DROPPED, 0)];
        client.queue.push(event(type, code, value));
        client.changed();
      }
    },
    gone: () => {
      pulled = true;
      for (const { changed } of [...clients]) changed();
    },
  };
};
