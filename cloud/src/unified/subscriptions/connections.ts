import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { kitFault } from '../../kit/http/kit-faults.ts';
import type { GraphCaller } from '../graphql/graphql.module.ts';
import type { TokensService } from '../tokens/tokens.service.ts';
import { subscriptionsFault } from './subscriptions.faults.ts';
import { connectionPlaces } from './subscriptions.repo.ts';

export interface ConnectionsDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs' | 'every'>;
  readonly random: RandomBytes;
  readonly log: { error(detail: unknown, message: string): void };
  readonly bearerTokens: Pick<TokensService, 'standing'>;
}

/** Why a connection has to end. */
export type ConnectionEnd = 'token_ended' | 'key_ended' | 'place_lost';

/** What is told whoever serves a connection. */
export interface ConnectionDoor {
  /** The token ends soon, at this time: once. */
  tokenEnds(at: number): void;
  ended(why: ConnectionEnd): void;
}

/** Somebody who has shown a token, and has one of their places. */
export interface Connection {
  readonly id: string;
  /** Who they are by the token that they showed last. */
  readonly by: ShownToken;
  /** Goes on with another token of the same user; throws `unauthenticated` for one of somebody else. */
  renew(by: ShownToken): void;
  /** Gives the place back. */
  close(): void;
}
export interface ShownToken {
  readonly text: string;
  readonly caller: GraphCaller;
}

export const CONNECTIONS_MAX = 10;
const LEASE = Seconds(30);
const RENEW_EVERY = Seconds(10);
/** How often is asked whether tokens still count. */
const ASK_EVERY = Seconds(1);
const ASKED_AT_ONCE = 500;
const NOTICE = Seconds(30);

interface Open {
  by: ShownToken;
  noticed: boolean;
  readonly door: ConnectionDoor;
}

/**
 * The connections of this process on which something is followed, each with a place of its user. Whether their tokens still count
 * is asked each second, of all at once, messages or none.
 */
export const createConnections = ({ db, clock, random, log, bearerTokens }: ConnectionsDeps) => {
  const open = new Map<string, Open>();
  const releasing = new Set<Promise<unknown>>();
  let timers: readonly Timer[] = [];
  let asking: Promise<void> | undefined;
  const failed = (text: string) => (error: unknown) => log.error({ err: error }, text);

  const askSome = async (some: readonly Open[]): Promise<void> => {
    const asked = some.map((one) => ({ one, by: one.by }));
    const texts = asked.map(({ by }) => by.text);
    const standing = await db.read((tx) => bearerTokens.standing(tx, texts));
    const now = clock.wallMs();
    for (const { one, by } of asked) {
      // Meanwhile it may have shown another.
      if (one.by !== by) continue;
      const { endsAt } = by.caller.known;
      if (now >= endsAt) one.door.ended('token_ended');
      else if (!standing.has(by.text)) one.door.ended('key_ended');
      else if (!one.noticed && endsAt - now <= NOTICE) {
        one.noticed = true;
        one.door.tokenEnds(endsAt);
      }
    }
  };
  const askAll = async (): Promise<void> => {
    const all = [...open.values()];
    for (let at = 0; at < all.length; at += ASKED_AT_ONCE) await askSome(all.slice(at, at + ASKED_AT_ONCE));
  };
  const look = (): void => {
    asking ??= askAll()
      .catch(failed('the tokens of open connections were not asked about'))
      .finally(() => {
        asking = undefined;
      });
  };
  const renewLeases = (): void => {
    const ids = [...open.keys()];
    if (ids.length === 0) return;
    db.write((tx) => connectionPlaces.renew(tx, ids, clock.wallMs() + LEASE))
      .then((kept) => {
        for (const id of ids) if (!kept.has(id)) open.get(id)?.door.ended('place_lost');
      })
      .catch(failed('the places of open connections were not renewed'));
  };
  const stopTimers = (): void => {
    for (const timer of timers) timer.cancel();
    timers = [];
  };
  const release = (id: string): void => {
    const released: Promise<unknown> = db
      .write((tx) => connectionPlaces.release(tx, [id]))
      .catch(failed('the place of a connection was not given back'))
      .finally(() => releasing.delete(released));
    releasing.add(released);
  };

  return {
    /** Takes one of the places that the user has, on whichever process; throws `too_many_connections`. Resolves with its id. */
    claim: async (tx: Tx, userId: string): Promise<string> => {
      const id = randomId('con', random);
      const now = clock.wallMs();
      if (await connectionPlaces.claim(tx, { userId, id, places: CONNECTIONS_MAX, now, lease: LEASE })) return id;
      throw subscriptionsFault(
        'too_many_connections',
        `A user has at most ${CONNECTIONS_MAX} connections with subscriptions open.`,
        { headers: { 'Retry-After': '30' } },
      );
    },

    /** Looks after a connection whose place is claimed, until it is closed. */
    open: (id: string, by: ShownToken, door: ConnectionDoor): Connection => {
      const mine: Open = { by, noticed: false, door };
      open.set(id, mine);
      if (timers.length === 0) timers = [clock.every(ASK_EVERY, look), clock.every(RENEW_EVERY, renewLeases)];
      return {
        id,
        get by() {
          return mine.by;
        },
        renew: (next) => {
          const [was, is] = [mine.by.caller, next.caller];
          if (was.known.user.id !== is.known.user.id || was.actingAs !== is.actingAs)
            throw kitFault('unauthenticated', 'A connection goes on with a token of the same user.');
          mine.by = next;
          mine.noticed = false;
        },
        close: () => {
          if (!open.delete(id)) return;
          if (open.size === 0) stopTimers();
          release(id);
        },
      };
    },

    /** Gives back a place of a connection that came to nothing. */
    release,

    /** Resolves once nothing is being asked or given back. */
    settled: async (): Promise<void> => {
      await asking;
      await Promise.all(releasing);
    },

    close: async (): Promise<void> => {
      stopTimers();
      await asking;
      await Promise.all(releasing);
    },
  };
};
export type Connections = ReturnType<typeof createConnections>;
