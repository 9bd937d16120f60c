import { readFileSync } from 'node:fs';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { MessageInstance } from 'twilio/lib/rest/api/v2010/account/message.js';
import { type ProvidedSms, SmsNotNow, type SmsProvider, SmsRefused } from './sms-provider.ts';
import { OPTED_OUT, stateOfWord } from './twilio-words.ts';

export interface TwilioSettings {
  readonly accountSid: string;
  readonly tokenFile: string;
  /** The number, or the sid of the messaging service, that texts are from. */
  readonly from: string;
  /** `https://host`, nothing after it. */
  readonly url: string;
  /** Where it reaches the partner listener, when that is not the listener as the cloud knows it. */
  readonly hooksUrl: string | undefined;
}

const ANSWER_WITHIN = Seconds(15);
const ANSWER_BYTES_MAX = 4 * 1024 * 1024;
const API_VERSION = '2010-04-01';
/** The newest texts to one number: what is looked for is minutes old. */
const LISTED_MAX = 100;
/** Too many requests; and our account is wrong, not the text: somebody will see to it. */
const NOT_NOW_STATUSES = new Set([401, 403, 429]);
/** `20429`: too many requests. `21611`: too many texts of ours wait there already. */
const NOT_NOW_CODES = new Set(['20429', '21611']);
/** Whoever says so has not heard all of the request, or all that came of it. */
const REQUEST_TIMEOUT = 408;

/** What the library asks of a client that carries its requests. */
interface LibraryRequest {
  readonly method: string;
  readonly uri: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly data?: Readonly<Record<string, string>>;
}
/** What the API said no with. */
class Answered extends Error {
  override readonly name = 'Answered';
  readonly status: number;
  readonly code: string;
  readonly retryAfterMs: number | undefined;
  constructor(status: number, code: string, retryAfterMs: number | undefined) {
    super(`the provider answered ${status}`);
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * Twilio, or a server that speaks messages of its REST API. Of its library the parts are loaded that this needs, at first need: the
 * whole takes a second of this thread. Requests go by a client of ours, which follows no redirects, and whose time is the clock’s.
 */
export const twilioSms = (
  { accountSid, tokenFile, from, url, hooksUrl }: TwilioSettings,
  { clock, partnerUrl }: { readonly clock: Pick<Clock, 'after'>; readonly partnerUrl: () => string },
): SmsProvider => {
  const token = (): string => readFileSync(tokenFile, 'utf8').trim();
  const request = (asked: LibraryRequest) => carried(asked, { authorization: basicOf(accountSid, token()), clock });

  const messages = async () => {
    const { MessageListInstance } = await import('twilio/lib/rest/api/v2010/account/message.js');
    const Domain = exportedBy((await import('twilio/lib/base/Domain.js')).default);
    const Version = exportedBy((await import('twilio/lib/base/Version.js')).default);
    // Of a whole client nothing is asked but to carry requests, and of a version nothing but what any has.
    const version = new Version(new Domain({ request } as never, url), API_VERSION);
    return MessageListInstance(version as never, accountSid);
  };

  return {
    hooksUrl: () => hooksUrl ?? partnerUrl(),

    send: async ({ to, text, statusUrl }) => {
      const sender = from.startsWith('MG') ? { messagingServiceSid: from } : { from };
      try {
        return viewOf(await (await messages()).create({ to, body: text, statusCallback: statusUrl, ...sender }));
      } catch (error) {
        throw error instanceof Answered ? meantBy(error) : error;
      }
    },

    find: async ({ to, text, since }) => {
      // Not by the day on which it was sent: what still waits at the provider has none.
      const found = await (await messages()).list({ to, limit: LISTED_MAX });
      return found
        .filter(({ dateCreated, direction, body }) => {
          const isOurs = direction === 'outbound-api' && (body === text || body.endsWith(`- ${text}`));
          return isOurs && dateCreated.getTime() >= Math.floor(since / 1_000) * 1_000;
        })
        .map(viewOf)
        .reverse();
    },

    isSigned: async ({ url: called, signature, parameters }) => {
      const { validateRequest } = await import('twilio/lib/webhooks/webhooks.js');
      return validateRequest(token(), signature, called, { ...parameters });
    },
  };
};

/** The default export of a CommonJS module: whoever runs this may have unwrapped it already. */
const exportedBy = <Class>(loaded: { readonly default: Class }): Class =>
  typeof loaded === 'function' ? (loaded as unknown as Class) : loaded.default;

const basicOf = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

const viewOf = ({ sid, status, errorCode }: MessageInstance): ProvidedSms => ({
  id: sid,
  state: stateOfWord(status) ?? 'sent',
  error: errorCode ? String(errorCode) : null,
});

/** What the refusal of a text says of it. Of what failed on their side nobody knows whether it was taken. */
const meantBy = (answered: Answered): Error => {
  const { status, code, retryAfterMs } = answered;
  if (NOT_NOW_STATUSES.has(status) || NOT_NOW_CODES.has(code)) return new SmsNotNow(String(status), retryAfterMs);
  if (status < 400 || status >= 500 || status === REQUEST_TIMEOUT) return answered;
  return new SmsRefused(code, { isOptOut: code === OPTED_OUT });
};

/** Carries a request of the library, within its time and its length. Throws `Answered` where the API says no. */
const carried = async (
  { method, uri, params = {}, data }: LibraryRequest,
  { authorization, clock }: { readonly authorization: string; readonly clock: Pick<Clock, 'after'> },
) => {
  const asked = new URL(uri);
  for (const [name, value] of Object.entries(params)) asked.searchParams.set(name, value);
  const limit = new AbortController();
  const late = clock.after(ANSWER_WITHIN, () => limit.abort(new Error('no answer in time')));
  try {
    const response = await fetch(asked, {
      method: method.toUpperCase(),
      headers: { authorization, accept: 'application/json' },
      ...(data !== undefined && { body: new URLSearchParams(data) }),
      signal: limit.signal,
      redirect: 'error',
    });
    const body = await readAtMost(response, ANSWER_BYTES_MAX);
    if (!response.ok) throw answeredBy(response, body);
    return { statusCode: response.status, body };
  } finally {
    late.cancel();
    limit.abort();
  }
};

const answeredBy = ({ status, headers }: Response, body: string): Answered => {
  const code = /"code":\s*(\d{1,6})\b/.exec(body)?.[1] ?? String(status);
  const seconds = /^\d{1,5}$/.exec(headers.get('retry-after') ?? '')?.[0];
  return new Answered(status, code, seconds === undefined ? undefined : Seconds(Number(seconds)));
};

const readAtMost = async ({ body }: Response, most: number): Promise<string> => {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.length;
    if (length > most) throw new Error('the answer is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
};
