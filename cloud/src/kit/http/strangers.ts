import { createHash } from 'node:crypto';
import type { Fault } from '@gatehouse/shared/fault/fault.ts';
import { networkOf } from '@gatehouse/shared/net/network-of.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Caller } from './call.ts';
import { memoryRateLimiter, type Taken, WINDOW_MS } from './rate-limit.ts';

/** Requests a second of all strangers together, at every public gate of this process: more than a fleet that comes back at once. */
const PUBLIC_CEILING = 1_000;
/** Pages a second: of one network, in which a whole office may read, and of all. */
const PAGES_OF_A_NETWORK = 60;
const PAGES_CEILING = 300;
/** The same of what pages are made of, which a browser keeps: a console loads some fifty with its first page. */
const PARTS_OF_A_NETWORK = 400;
const PARTS_CEILING = 800;
/** Kinds of a minute that are told apart; the rest are one of all networks for each endpoint and outcome. */
const KINDS_A_MINUTE = 200;
/** Requests of a minute that the log has of one network, and of all; then one of every hundred. */
const LOGGED_OF_A_NETWORK = 20;
const LOGGED_OF_ALL = 600;
const LOGGED_ONE_OF = 100;
/** Requests a second that no endpoint takes, of one sender who is known: then they are logged as those of strangers. */
const UNSERVED_NAMED = 5;
const NETWORKS_MAX = 10_000;
const MINUTE_MS = 60_000;
const NETWORK_OF_ALL = 'network:any';

/** Who calls without being anybody: named by the network, so that an IPv6 household has one name and not 2^64. */
export const strangerAt = (remoteAddress: string): Pick<Caller, 'actor' | 'tenant' | 'stranger'> => {
  const network = `network:${networkOf(remoteAddress)}`;
  return { actor: network, tenant: network, stranger: true };
};

const recognised = new WeakMap<Fault, Caller>();

/** Whose key was refused, although it is or was one. */
export type RefusedKey = Pick<Caller, 'actor' | 'tenant' | 'keyId' | 'sessionId'>;

/** A refusal of somebody who is known all the same, by a key that has ended or belongs elsewhere: the audit names them. */
export const refusedThough = (key: RefusedKey | undefined, fault: Fault): Fault => {
  if (key !== undefined) recognised.set(fault, key);
  return fault;
};
export const recognisedIn = (fault: Fault): Caller | undefined => recognised.get(fault);

/** What requests of nobody in particular may cost: a few rows a minute, whoever sends them and however many. */
export interface Strangers {
  /** A turn at a public gate, apart from the turns of callers that are known. */
  take(key: string, limit: number): Taken;
  /** A turn at a page, which has no gate: of one network, and of all together. */
  takePage(remoteAddress: string): Taken;
  /** The same at what a page is made of. */
  takePart(remoteAddress: string): Taken;
  /** Whether the refusal of somebody who was recognised has a row of its own: one a second has. */
  isToldSingly(tenant: string): boolean;
  /** Whether the log has a request that no endpoint took in the name of whoever sent it: five a second of each has. */
  isNamed(tenant: string): boolean;
  /** The audit row that stands for all of a network, endpoint, outcome and minute; nothing once it is written. */
  rowFor(of: {
    readonly tenant: string;
    readonly endpoint: string;
    readonly outcome: string;
    readonly at: number;
  }): { readonly id: string; readonly tenant: string } | undefined;
  /** Whether the request log takes this one. */
  isLogged(remoteAddress: string): boolean;
}

export const createStrangers = (clock: Pick<Clock, 'monoMs'>): Strangers => {
  const limiter = memoryRateLimiter(clock);
  const everybody = ceiling(clock, PUBLIC_CEILING);
  const everyReader = ceiling(clock, PAGES_CEILING);
  const everyPart = ceiling(clock, PARTS_CEILING);
  const within = (mayGo: () => boolean, taken: Taken): Taken =>
    !taken.ok || mayGo() ? taken : { ok: false, remaining: 0, retryAfterMs: WINDOW_MS };
  const logged = perMinute(clock);
  const minutes = new Map<number, Set<string>>();

  const kindsOf = (minute: number): Set<string> => {
    const known = minutes.get(minute) ?? new Set();
    minutes.set(minute, known);
    // A request may begin in one minute and end in the next; no refusal takes longer.
    for (const old of minutes.keys()) if (minutes.size > 2 && old !== minute) minutes.delete(old);
    return known;
  };

  return {
    take: (key, limit) => within(everybody, limiter.take(key, limit) as Taken),
    takePage: (remoteAddress) => {
      const network = networkOf(remoteAddress);
      const taken = within(everyReader, limiter.take(`page ${network}`, PAGES_OF_A_NETWORK) as Taken);
      if (taken.ok) return taken;
      // As many come back at a time as there is room for: all at once would stand before whoever unlocks a door.
      const { remaining } = limiter.take(`turned away ${network}`, Number.MAX_SAFE_INTEGER) as Taken;
      const before = Number.MAX_SAFE_INTEGER - remaining - 1;
      const later = Math.floor(before / PAGES_OF_A_NETWORK) * WINDOW_MS;
      return { ...taken, retryAfterMs: taken.retryAfterMs + later };
    },
    takePart: (remoteAddress) =>
      within(everyPart, limiter.take(`part ${networkOf(remoteAddress)}`, PARTS_OF_A_NETWORK) as Taken),
    isToldSingly: (tenant) => (limiter.take(`refused ${tenant}`, 1) as Taken).ok,
    isNamed: (tenant) => (limiter.take(`unserved ${tenant}`, UNSERVED_NAMED) as Taken).ok,
    rowFor: ({ tenant: network, endpoint, outcome, at }) => {
      const minute = Math.floor(at / MINUTE_MS);
      const kinds = kindsOf(minute);
      const kindOf = (tenant: string) => JSON.stringify([tenant, endpoint, outcome]);
      if (kinds.has(kindOf(network))) return undefined;
      const tenant = kinds.size < KINDS_A_MINUTE ? network : NETWORK_OF_ALL;
      const kind = kindOf(tenant);
      if (kinds.has(kind)) return undefined;
      kinds.add(kind);
      return { id: idOf(minute, kind), tenant };
    },
    isLogged: (remoteAddress) => {
      const ofNetwork = logged.count(networkOf(remoteAddress));
      const ofAll = logged.countAll();
      return (ofNetwork <= LOGGED_OF_A_NETWORK && ofAll <= LOGGED_OF_ALL) || ofAll % LOGGED_ONE_OF === 0;
    },
  };
};

/** The same on every replica, so that one row is written and not one each: the minute, then the kind. */
const idOf = (minute: number, kind: string): string => {
  const moment = (minute * MINUTE_MS).toString(36).padStart(8, '0').slice(-8);
  const digest = createHash('sha256').update(kind).digest().readBigUInt64BE(0).toString(36).padStart(8, '0').slice(-8);
  return `aud_${moment}${digest}`;
};

/** So many a second, counted in whole seconds: a thousand times would be a long list. */
const ceiling = (clock: Pick<Clock, 'monoMs'>, most: number): (() => boolean) => {
  let second = 0;
  let count = 0;
  return () => {
    const now = Math.floor(clock.monoMs() / WINDOW_MS);
    if (now !== second) count = 0;
    second = now;
    return ++count <= most;
  };
};

const perMinute = (clock: Pick<Clock, 'monoMs'>) => {
  let minute = -1;
  let all = 0;
  let counts = new Map<string, number>();
  const begin = () => {
    const now = Math.floor(clock.monoMs() / MINUTE_MS);
    if (now === minute) return;
    minute = now;
    all = 0;
    counts = new Map();
  };
  return {
    count: (key: string): number => {
      begin();
      const count = (counts.get(key) ?? 0) + 1;
      if (count > 1 || counts.size < NETWORKS_MAX) counts.set(key, count);
      return count;
    },
    countAll: (): number => {
      begin();
      return ++all;
    },
  };
};
