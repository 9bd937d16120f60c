import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';

const DOORS = `subscription ($at: String!, $after: Cursor) {
  doorStates(facilityId: $at, after: $after) { cursor reset doors { doorId name lock presence } removed }
}`;

interface Door {
  readonly doorId: string;
  readonly name: string;
  readonly lock: string;
  readonly presence: string;
}
interface Message {
  readonly cursor: string;
  readonly reset: boolean;
  readonly doors: readonly Door[];
  readonly removed: readonly string[];
}
interface Wall {
  readonly url: string;
  readonly ca: string;
  readonly facilityId: string;
  readonly newToken: () => Promise<string>;
  readonly show: (doors: readonly Door[]) => void;
  /** Waits a moment before it connects again. */
  readonly pause: () => Promise<void>;
  readonly signal: AbortSignal;
}

/** Keeps a picture of the doors of a facility and shows it whenever one of them changes, until `wall.signal` is aborted. */
export const doorWall = async (wall: Wall): Promise<void> => {
  const doors = new Map<string, Door>();
  let after: string | undefined;
  const authorised = async () => ({ authorization: `Bearer ${await wall.newToken()}` });
  class Trusting extends WebSocket {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols, { ca: wall.ca });
    }
  }
  while (!wall.signal.aborted) {
    const client = createClient({
      url: wall.url,
      webSocketImpl: Trusting,
      connectionParams: authorised,
      retryAttempts: 0,
    });
    wall.signal.addEventListener('abort', () => client.dispose(), { once: true });
    const asked = { query: DOORS, variables: { at: wall.facilityId, after } };
    try {
      for await (const { data } of client.iterate<{ readonly doorStates: Message }>(asked)) {
        if (!data) break;
        const { cursor, reset, doors: changed, removed } = data.doorStates;
        if (reset) doors.clear();
        for (const door of changed) doors.set(door.doorId, door);
        for (const doorId of removed) doors.delete(doorId);
        after = cursor;
        wall.show([...doors.values()]);
      }
    } catch {
      // Cut off, or its token has ended: it goes on behind the last message.
    }
    await wall.pause();
  }
};
