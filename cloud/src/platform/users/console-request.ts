import type { IncomingRequest } from '../../kit/http/call.ts';
import { readCookies } from '../../kit/http/cookies.ts';
import { kitFault } from '../../kit/http/kit-faults.ts';
import { usersFault } from './users.faults.ts';

/** What a browser that is signed in at the operations console sends with every request. */
export const SESSION_COOKIE = '__Host-ops';
/** What tells a browser that is about to sign in from all others. */
export const BROWSER_COOKIE = '__Host-pre';

/** What tells a browser that is a desk of a reception from all others. */
export const DESK_COOKIE = '__Host-desk';

export const cookieIn = (header: IncomingRequest['header'], name: string): string | undefined =>
  readCookies(header('cookie')).get(name) || undefined;

/** The token of the session that a request comes in; undefined where it comes in none. */
export const sessionTokenIn = ({ header }: Pick<IncomingRequest, 'header'>): string | undefined =>
  cookieIn(header, SESSION_COOKIE);

/** What names the browser; undefined where it has not asked for anything yet. */
export const browserIn = ({ header }: Pick<IncomingRequest, 'header'>): string | undefined =>
  cookieIn(header, BROWSER_COOKIE);

/** What shows that a device is a desk; undefined where it shows nothing. */
export const deskTokenIn = ({ header }: Pick<IncomingRequest, 'header'>): string | undefined =>
  cookieIn(header, DESK_COOKIE);

/** Throws where a key comes beside the cookie of a session: nobody can say who asks. */
export const requireNoKey = ({ header }: Pick<IncomingRequest, 'header'>): void => {
  if (header('x-api-key') || header('authorization'))
    throw usersFault('key_and_cookie', 'x-api-key, Authorization: not beside the cookie of a session.');
};

/**
 * Whether a page asks this by itself, with nobody at it: it says so of what it asks while nothing is touched, and a socket is
 * opened by no hand. A session lasts as long as somebody is there, not as long as a page is open.
 */
export const isUnattended = ({ header }: Pick<IncomingRequest, 'header'>): boolean =>
  header('x-unattended') === '1' || header('upgrade') !== undefined;

const hasBody = ({ header }: Pick<IncomingRequest, 'header'>): boolean =>
  header('transfer-encoding') !== undefined || Number(header('content-length') ?? 0) > 0;

/**
 * Throws unless a page of our own sends this: browsers add cookies to whatever any page makes them ask. What reads is refused
 * where the browser says that another site asks. What is not a GET says itself where it is from, which kind of body it has, and
 * that a script of the console wrote it, which no form of a page does.
 */
export const requireOwnPage = ({ method, header }: Pick<IncomingRequest, 'method' | 'header'>): void => {
  const site = header('sec-fetch-site');
  if (method === 'GET') {
    if (site === undefined || site === 'same-origin' || site === 'none') return;
    throw foreign('Sec-Fetch-Site: must be same-origin.');
  }
  const isOwn = site === undefined ? header('origin') === `https://${header('host')}` : site === 'same-origin';
  if (!isOwn) throw foreign('Sec-Fetch-Site: must be same-origin, or Origin that of this host.');
  if (header('x-console') !== '1') throw foreign('x-console: must be 1.');
  if (hasBody({ header }) && header('content-type') === undefined)
    throw kitFault(
      'unsupported_media_type',
      'Content-Type: must be given, as application/json or what the endpoint takes.',
    );
};

const foreign = (text: string) => usersFault('cross_site_request', text);
