import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { type Reply, reply } from './call.ts';

/**
 * The cookies of a request (RFC 6265bis section 5.8.3), by their names: for a surface’s `authenticate`, from the `cookie`
 * header. One that comes twice is not there: somebody planted the other, and nobody can say which.
 */
export const readCookies = (header: string | undefined): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  const twice = new Set<string>();
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=');
    if (at === -1) continue;
    const name = pair.slice(0, at).trim();
    if (found.has(name)) twice.add(name);
    found.set(name, pair.slice(at + 1).trim());
  }
  for (const name of twice) found.delete(name);
  return found;
};

/** A cookie of this host alone: over TLS, out of reach of scripts, and sent with requests of its own pages only. */
export interface Cookie {
  readonly name: `__Host-${string}`;
  /** Empty where the cookie is to go. */
  readonly value: string;
  /** Until the browser is closed unless said otherwise. */
  readonly maxAgeSeconds?: number;
}

const NAME = /^__Host-[A-Za-z0-9_-]{1,64}$/;
/** RFC 6265bis section 4.1.1, without quotes. */
const VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]{0,3800}$/;

/** What sets a cookie, as the value of its header: for pages, which answer themselves. */
export const cookieHeader = ({ name, value, maxAgeSeconds }: Cookie): string => {
  if (!NAME.test(name)) throw new Bug(`a cookie cannot be called ${JSON.stringify(name)}`);
  if (!VALUE.test(value)) throw new Bug(`the cookie ${name} cannot have such a value`);
  const age = value === '' ? 0 : maxAgeSeconds;
  if (age !== undefined && (!Number.isSafeInteger(age) || age < 0))
    throw new Bug(`the cookie ${name} cannot last so long`);
  const lasting = age === undefined ? '' : `; Max-Age=${age}`;
  return `${name}=${value}; Path=/; Secure; HttpOnly; SameSite=Strict${lasting}`;
};

/** A body that sets cookies. A request that is sent again with its idempotency key gets the body, and not the cookies. */
export const replyWithCookies = <Body>(
  body: Body,
  cookies: readonly Cookie[],
  headers: Readonly<Record<string, string>> = {},
): Reply<Body> => reply(body, { ...headers, 'Set-Cookie': cookies.map(cookieHeader) });
