import { clientTopic } from '@gatehouse/shared/local/topics.ts';
import type { Log } from '../log.ts';
import type { LocalListener, LocalPort } from './local-port.ts';

/** Publishes on the broker, QoS 1. */
export type Publish = (topic: string, payload: string, retain: boolean) => void;

/** Stands between the agent's parts and the broker, so that a broker may come, go and come again. */
export interface LocalHub extends LocalPort {
  /** A broker runs (or no longer does, with `undefined`: then every client counts as gone). */
  attach(publish: Publish | undefined): void;
  /** How many sessions a client has now. */
  sessions(client: string): number;
  arrived(client: string): void;
  left(client: string): void;
  said(client: string, message: string, text: string): void;
}

const LISTENERS_A_CLIENT_MAX = 64;

export const createLocalHub = ({ log }: { readonly log: Log }): LocalHub => {
  const listeners = new Map<string, Set<LocalListener>>();
  const sessions = new Map<string, number>();
  let publish: Publish | undefined;

  const tell = (client: string, say: (listener: LocalListener) => void): void => {
    for (const listener of [...(listeners.get(client) ?? [])]) {
      try {
        say(listener);
      } catch (error) {
        log.error({ err: error, client }, 'somebody who listens to a local client failed');
      }
    }
  };
  const presence = (client: string, connected: boolean) => tell(client, (one) => one.onPresence?.(connected));

  return {
    attach: (given) => {
      publish = given;
      if (given !== undefined) return;
      const gone = [...sessions.keys()];
      sessions.clear();
      for (const client of gone) presence(client, false);
    },
    sessions: (client) => sessions.get(client) ?? 0,
    arrived: (client) => {
      sessions.set(client, (sessions.get(client) ?? 0) + 1);
      presence(client, true);
    },
    left: (client) => {
      const before = sessions.get(client) ?? 0;
      if (before === 0) return;
      if (before > 1) sessions.set(client, before - 1);
      else sessions.delete(client);
      if (before === 1) presence(client, false);
    },
    said: (client, message, text) => {
      if (!listeners.has(client)) return;
      let payload: unknown;
      try {
        payload = JSON.parse(text);
      } catch {
        return;
      }
      tell(client, (one) => one.onMessage(message, payload));
    },
    connected: (client) => sessions.has(client),
    send: (client, { name, payload }) => {
      if (publish === undefined || !sessions.has(client)) return false;
      publish(clientTopic(client, 'down', name), JSON.stringify(payload), false);
      return true;
    },
    listen: (client, listener) => {
      const mine = listeners.get(client) ?? new Set();
      if (mine.size >= LISTENERS_A_CLIENT_MAX) throw new Error(`too many parts listen to ${client}`);
      listeners.set(client, mine.add(listener));
      return () => {
        mine.delete(listener);
        if (mine.size === 0 && listeners.get(client) === mine) listeners.delete(client);
      };
    },
  };
};
