import { createHash } from 'node:crypto';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Hours } from '@gatehouse/shared/time/duration.ts';

const LIFE_MS = Hours(12);
const SESSIONS_MAX = 50;
/** `__Host-` binds the cookie to this origin: HTTPS only, no other host may set or see it (RFC 6265bis). */
const COOKIE = '__Host-panel';

export interface Sessions {
  /** Begins a session. Returns the `Set-Cookie` value. */
  begin(): string;
  /** Whether this `Cookie` header belongs to a session that still lives. */
  alive(cookieHeader: string | undefined): boolean;
  /** Ends the session. Returns the `Set-Cookie` value that forgets it. */
  end(cookieHeader: string | undefined): string;
}

const hash = (token: string): string => createHash('sha256').update(token).digest('hex');
const tokenIn = (header: string | undefined): string | undefined =>
  new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{43})(?:;|$)`).exec(header?.slice(0, 4_096) ?? '')?.[1];

/** Sessions of this run, kept in memory as hashes and looked up by them: a restart signs everybody out. */
export const createSessions = ({ clock, random }: { clock: Clock; random: RandomBytes }): Sessions => {
  const endsMs = new Map<string, number>();
  const cookie = (value: string, seconds: number) =>
    `${COOKIE}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; Secure; SameSite=Strict`;
  return {
    begin: () => {
      const token = Buffer.from(random(32)).toString('base64url');
      endsMs.set(hash(token), clock.monoMs() + LIFE_MS);
      for (const oldest of endsMs.keys()) if (endsMs.size > SESSIONS_MAX) endsMs.delete(oldest);
      return cookie(token, LIFE_MS / 1_000);
    },
    alive: (header) => {
      const token = tokenIn(header);
      const endMs = token === undefined ? undefined : endsMs.get(hash(token));
      return endMs !== undefined && clock.monoMs() < endMs;
    },
    end: (header) => {
      const token = tokenIn(header);
      if (token !== undefined) endsMs.delete(hash(token));
      return cookie('', 0);
    },
  };
};
