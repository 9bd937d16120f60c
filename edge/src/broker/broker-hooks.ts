import type { AedesOptions, AuthenticateError, Client, ConnectPacket, PublishPacket } from 'aedes';
import type { Log } from '../log.ts';
import { type Admission, NOT_AUTHORISED } from './admission.ts';
import type { BrokerLimits } from './limits.ts';
import type { LocalClient } from './local-clients.ts';
import { DISCOVERY_STATUS, mayPublish, mayReceive, maySense, maySubscribe } from './rights.ts';

export interface BrokerHooks {
  readonly aedes: Required<
    Pick<AedesOptions, 'preConnect' | 'authenticate' | 'authorizePublish' | 'authorizeSubscribe' | 'authorizeForward'>
  >;
  /** Who a connection was let in as. */
  readonly whoIs: (client: Client) => LocalClient | undefined;
}

/** Where what may be said but is heard by nobody goes: nobody may subscribe to it. */
const NOWHERE = 'nowhere';

const refusal = (returnCode: number): AuthenticateError => Object.assign(new Error('refused'), { returnCode });

/**
 * Every decision of the local broker. INVARIANTS: an exception in a hook would end the process, so each is caught and
 * denies; nothing is allowed by omission; no client's message is ever retained, and no retained one but the box's own
 * is ever passed on.
 */
export const createBrokerHooks = (deps: {
  readonly admission: Admission;
  readonly limits: BrokerLimits;
  readonly log: Log;
  /** Resolves when the client may be told so. */
  readonly onRefused: (client: Client, clientId: string) => Promise<void>;
  readonly onAdmitted: (client: Client, who: LocalClient) => void;
  /** A sensor said something. Nobody else hears it. */
  readonly onSensed: (name: string, topic: string, text: string) => void;
}): BrokerHooks => {
  const { admission, limits, log } = deps;
  const connects = new WeakMap<Client, ConnectPacket>();
  const admitted = new WeakMap<Client, LocalClient>();
  const granted = new WeakMap<Client, Set<string>>();

  const decide = <T>(fallback: T, decision: () => T): T => {
    try {
      return decision();
    } catch (error) {
      log.error({ err: error }, 'a hook of the local broker failed and denied');
      return fallback;
    }
  };

  const sense = ({ name }: LocalClient, packet: PublishPacket): boolean => {
    if (!maySense(name, packet.topic)) return false;
    deps.onSensed(name, packet.topic, packet.payload.toString());
    // Made for another broker, it asks to retain what it says: nothing of it is kept, or passed on.
    Object.assign(packet, { topic: NOWHERE, payload: '', retain: false });
    return true;
  };

  return {
    whoIs: (client) => admitted.get(client),
    aedes: {
      preConnect: (client, packet, done) => {
        // Whoever falls silent is let go, asked for or not: dead sessions must not fill the broker.
        const { keepalive } = packet;
        if (!(keepalive !== undefined && keepalive > 0 && keepalive <= limits.keepaliveSeconds))
          packet.keepalive = limits.keepaliveSeconds;
        connects.set(client, packet);
        done(null, true);
      },
      authenticate: (client, _username, _password, done) => {
        const connect = connects.get(client);
        connects.delete(client);
        const verdict = decide<LocalClient | number>(NOT_AUTHORISED, () =>
          connect === undefined ? NOT_AUTHORISED : admission.admit(connect),
        );
        if (typeof verdict === 'number') {
          const clientId = connect?.clientId.slice(0, 64) ?? '';
          log.info({ clientId, code: verdict }, 'a local login was refused');
          const slowedDown = decide(Promise.resolve(), () => deps.onRefused(client, clientId));
          void slowedDown.then(() => done(refusal(verdict), null));
          return;
        }
        admitted.set(client, verdict);
        decide(undefined, () => deps.onAdmitted(client, verdict));
        done(null, true);
      },
      authorizePublish: (client, packet, done) => {
        const allowed = decide(false, () => {
          const who = client === null ? undefined : admitted.get(client);
          if (who === undefined || packet.qos > 1) return false;
          if (who.kind === 'sensor') return sense(who, packet);
          if (packet.retain) return false;
          if (who.kind !== 'observer' || packet.topic !== DISCOVERY_STATUS) return mayPublish(who, packet.topic);
          // Home Assistant says that it is there. It would never stop saying so if it were cut off for it.
          Object.assign(packet, { topic: NOWHERE, payload: '' });
          return true;
        });
        done(allowed ? null : new Error('it published what it may not'));
      },
      authorizeSubscribe: (client, subscription, done) => {
        const allowed = decide(false, () => {
          const who = admitted.get(client);
          if (who === undefined || !maySubscribe(who, subscription.topic)) return false;
          const mine = granted.get(client) ?? new Set<string>();
          granted.set(client, mine);
          // Counted over the whole session: taking one back and asking for another is a flood of its own.
          return (
            mine.has(subscription.topic) ||
            (mine.size < limits.subscriptions && mine.add(subscription.topic) !== undefined)
          );
        });
        done(null, allowed ? subscription : null);
      },
      authorizeForward: (client, packet) =>
        decide(null, () => {
          const who = admitted.get(client);
          return who !== undefined && mayReceive(who, packet.topic) ? packet : null;
        }),
    },
  };
};
