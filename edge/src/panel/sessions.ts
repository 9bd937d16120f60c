import { createHash } from 'node:crypto';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import type { Identified, Who } from './identify.ts';

const LIFE_MS = Hours(8);
const IDLE_MS = Minutes(15);
const LOOKED_AT_EVERY = Minutes(1);
const SESSIONS_MAX = 50;
/** `__Host-` binds the cookie to this origin: HTTPS only, no other host may set or see it (RFC 6265bis). */
const COOKIE = '__Host-panel';

export interface Session {
  readonly who: Who;
  /** Opens the names of persons; undefined where this sign-in brought no key. */
  readonly nameKey: Uint8Array | undefined;
}

export interface Sessions {
  /** Begins a session. Returns the `Set-Cookie` value. */
  begin(identified: Identified): string;
  /** The session that this `Cookie` header belongs to, if it still lives. Looking is no use of it. */
  of(cookieHeader: string | undefined): Session | undefined;
  /** The same, and somebody is there: the fifteen minutes begin anew. */
  use(cookieHeader: string | undefined): Session | undefined;
  /** Ends the session. Returns the `Set-Cookie` value that forgets it. */
  end(cookieHeader: string | undefined): string;
  close(): void;
}

interface Kept {
  readonly identified: Identified;
  readonly endsMs: number;
  idleMs: number;
}

const hash = (token: string): string => createHash('sha256').update(token).digest('hex');
const tokenIn = (header: string | undefined): string | undefined =>
  new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{43})(?:;|$)`).exec(header?.slice(0, 4_096) ?? '')?.[1];
const cookie = (value: string, seconds: number) =>
  `${COOKIE}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; Secure; SameSite=Strict`;

/**
 * Sessions of this run, kept in memory as hashes and looked up by them: a restart signs everybody out. Each belongs to one
 * person, lasts while that person may be here, and takes the key of the names with it when it ends.
 */
export const createSessions = (deps: {
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** Who it is by now; undefined if they may not be here any more. */
  readonly current: (identified: Identified) => Who | undefined;
}): Sessions => {
  const { clock, random, current } = deps;
  const kept = new Map<string, Kept>();

  const drop = (key: string) => {
    kept.get(key)?.identified.nameKey?.fill(0);
    kept.delete(key);
  };
  const find = (header: string | undefined) => {
    const token = tokenIn(header);
    const key = token === undefined ? '' : hash(token);
    const session = kept.get(key);
    if (session === undefined) return undefined;
    const who = clock.monoMs() < Math.min(session.endsMs, session.idleMs) ? current(session.identified) : undefined;
    if (who !== undefined) return { session, who, nameKey: session.identified.nameKey };
    drop(key);
    return undefined;
  };
  const looking = clock.every(LOOKED_AT_EVERY, () => {
    for (const [key, { endsMs, idleMs }] of kept) if (clock.monoMs() >= Math.min(endsMs, idleMs)) drop(key);
  });

  return {
    begin: (identified) => {
      const token = Buffer.from(random(32)).toString('base64url');
      kept.set(hash(token), { identified, endsMs: clock.monoMs() + LIFE_MS, idleMs: clock.monoMs() + IDLE_MS });
      for (const oldest of kept.keys()) if (kept.size > SESSIONS_MAX) drop(oldest);
      return cookie(token, LIFE_MS / 1_000);
    },
    of: find,
    use: (header) => {
      const found = find(header);
      if (found !== undefined) found.session.idleMs = clock.monoMs() + IDLE_MS;
      return found;
    },
    end: (header) => {
      const token = tokenIn(header);
      if (token !== undefined) drop(hash(token));
      return cookie('', 0);
    },
    close: () => {
      looking.cancel();
      for (const key of [...kept.keys()]) drop(key);
    },
  };
};
