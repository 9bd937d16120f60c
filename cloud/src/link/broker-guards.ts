import type { LoginLimiter } from '@gatehouse/shared/mqtt/login-limiter.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { AedesOptions, AuthenticateError, Client, ConnectPacket } from 'aedes';
import type { Logger } from 'pino';
import { mayLeaveWill, mayPublish, mayReceive, maySubscribe, type Principal, principalOf } from './broker-rights.ts';
import type { DeviceTokens } from './device-tokens.ts';

export interface GuardDeps {
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly tokens: Pick<DeviceTokens, 'verify'>;
  readonly limiter: LoginLimiter;
  readonly addressOf: (client: Client) => string;
  /** A connection was let in: it is one of nobody in particular no more. */
  readonly recognised?: (client: Client) => void;
  /** Whether whoever proves to be this must wait outside: cut off a moment ago for it said too much, or there is no room. */
  readonly isOut: (who: Principal) => boolean;
  /** Whether the broker may let in whom this token names; a token alone may be older than its box's dismissal, or its device's secret. */
  readonly admits: (subject: string) => Promise<boolean>;
}

export interface BrokerGuards {
  readonly hooks: Required<
    Pick<AedesOptions, 'preConnect' | 'authenticate' | 'authorizePublish' | 'authorizeSubscribe' | 'authorizeForward'>
  >;
  /** Who a connection was let in as. */
  readonly principalOf: (client: Client) => Principal | undefined;
  /** From now on refuses the tokens that this box or device holds. */
  readonly revoke: (id: string) => void;
}

/** What the broker takes from a token that holds. */
interface Proof {
  readonly subject: string;
  readonly issuedAtMs: number;
}

/** CONNACK return codes (MQTT 3.1.1 section 3.2.2.3). */
const IDENTIFIER_REJECTED = 2;
const SERVER_UNAVAILABLE = 3;
const BAD_CREDENTIALS = 4;
const NOT_AUTHORISED = 5;
/** A token lives ten minutes; so long must a revocation be remembered. */
const REVOCATION_MS = 660_000;

/**
 * Every decision of the broker, in its own hooks. INVARIANTS: an exception in a hook would end the process, so each is
 * caught and denies; nothing is allowed by omission; nothing is ever retained.
 */
export const createBrokerGuards = (deps: GuardDeps): BrokerGuards => {
  const { clock, log, limiter } = deps;
  const connects = new WeakMap<Client, ConnectPacket>();
  const principals = new WeakMap<Client, Principal>();
  const revoked = new Map<string, number>();
  const broke = (error: unknown) => log.error({ err: error }, 'a broker hook failed and denied');

  const decide = (allows: () => boolean): boolean => {
    try {
      return allows();
    } catch (error) {
      broke(error);
      return false;
    }
  };

  const proven = (who: Principal, username?: string, password?: Buffer): Proof | undefined => {
    const verdict = deps.tokens.verify(password?.toString('utf8') ?? '', who.role === 'cloud' ? 'mqtt-cloud' : 'mqtt');
    if (!verdict.ok || username !== (who.role === 'cloud' ? `cloud-${who.id}` : who.id)) return undefined;
    // A device's token names the secret too that it was traded for.
    const [named, ...more] = who.role === 'device' ? verdict.subject.split('.') : [verdict.subject];
    return named === who.id && more.length === (who.role === 'device' ? 1 : 0) ? verdict : undefined;
  };
  /** Whether a session may begin: clean, with no will but its own, not revoked, and known. */
  const welcome = async (who: Principal, connect: ConnectPacket, { subject, issuedAtMs }: Proof): Promise<boolean> => {
    if (connect.clean !== true) return false;
    if (connect.will && !mayLeaveWill(who, connect.will)) return false;
    // A token knows its second only: one of the same second counts as issued before.
    const isRevoked = () => issuedAtMs <= (revoked.get(who.id) ?? Number.NEGATIVE_INFINITY);
    if (isRevoked()) return false;
    // Whoever is dismissed while the database is asked is dismissed.
    return who.role === 'cloud' || ((await deps.admits(subject)) && !isRevoked());
  };
  /** The CONNACK code to refuse with, or the principal that is let in. */
  const admit = async (connect: ConnectPacket, username?: string, password?: Buffer): Promise<Principal | number> => {
    const who = principalOf(connect.clientId);
    if (who === undefined) return IDENTIFIER_REJECTED;
    const proof = proven(who, username, password);
    if (proof === undefined) return BAD_CREDENTIALS;
    if (deps.isOut(who)) return SERVER_UNAVAILABLE;
    return (await welcome(who, connect, proof)) ? who : NOT_AUTHORISED;
  };

  const refusal = (returnCode: number): AuthenticateError => Object.assign(new Error('refused'), { returnCode });

  return {
    principalOf: (client) => principals.get(client),
    revoke: (id) => {
      const nowMs = clock.wallMs();
      for (const [old, at] of revoked) if (at < nowMs - REVOCATION_MS) revoked.delete(old);
      revoked.set(id, nowMs);
    },
    hooks: {
      preConnect: (client, packet, done) => {
        connects.set(client, packet);
        done(null, true);
      },
      authenticate: (client, username, password, done) => {
        const connect = connects.get(client);
        if (connect === undefined) {
          done(refusal(NOT_AUTHORISED), null);
          return;
        }
        admit(connect, username, password)
          .catch((error: unknown) => {
            broke(error);
            return NOT_AUTHORISED;
          })
          .then(async (result) => {
            if (typeof result === 'number') {
              log.info({ clientId: connect.clientId.slice(0, 64), code: result }, 'a broker login was refused');
              await limiter.failed(deps.addressOf(client), connect.clientId);
              done(refusal(result), null);
              return;
            }
            principals.set(client, result);
            deps.recognised?.(client);
            done(null, true);
          })
          .catch(broke);
      },
      authorizePublish: (client, packet, done) => {
        const who = client === null ? undefined : principals.get(client);
        const allowed = decide(
          () => !packet.retain && packet.qos <= 1 && who !== undefined && mayPublish(who, packet.topic),
        );
        done(allowed ? null : new Error('publish not allowed'));
      },
      authorizeSubscribe: (client, subscription, done) => {
        const who = principals.get(client);
        const allowed = decide(() => who !== undefined && maySubscribe(who, subscription.topic));
        done(null, allowed ? { ...subscription, qos: Math.min(subscription.qos, 1) as 0 | 1 } : null);
      },
      authorizeForward: (client, packet) => {
        const who = principals.get(client);
        return decide(() => !packet.retain && who !== undefined && mayReceive(who, packet.topic)) ? packet : null;
      },
    },
  };
};
