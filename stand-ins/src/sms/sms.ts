import { randomBytes } from 'node:crypto';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { type HttpAnswer, type HttpCall, httpStandIn } from '../kit/http.ts';
import { type CallBack, overLoopback, signatureOf } from './call-back.ts';

/** The one account that there is here. */
export const ACCOUNT = {
  sid: `AC${'0123456789abcdef'.repeat(2)}`,
  authToken: 'stand-in-auth-token',
  from: '+15005550006',
};

const BASE = `/2010-04-01/Accounts/${ACCOUNT.sid}/Messages`;
const BODY_MAX = 1_600;
const PAGE_MAX = 1_000;
const KEPT_MAX = 5_000;
/** How long after a request the provider says what became of it. */
const STEPS = [
  { status: 'sent', after: Seconds(1) },
  { status: 'delivered', after: Seconds(3) },
] as const;

interface Message {
  readonly sid: string;
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly direction: 'outbound-api' | 'inbound';
  readonly createdMs: number;
  readonly callback: string | null;
  status: string;
}

const TITLES: Readonly<Record<number, string>> = {
  20003: 'Authenticate',
  20404: 'The requested resource was not found',
  20429: 'Too Many Requests',
  21211: "Invalid 'To' Phone Number",
  21602: 'Message body is required',
  21610: 'Attempt to send to unsubscribed recipient',
  21617: 'The concatenated message body exceeds the 1600 character limit',
};
const no = (status: number, code: number): HttpAnswer => ({
  status,
  body: {
    code,
    message: TITLES[code] ?? 'Internal Server Error',
    more_info: `https://www.twilio.com/docs/errors/${code}`,
    status,
  },
});
const CODES: Readonly<Record<number, number>> = { 401: 20003, 404: 20404, 429: 20429 };
const refusal = (status: number): HttpAnswer => no(status, CODES[status] ?? 20500);

/** RFC 2822, in the one form that the API has. */
const dateOf = (ms: number): string => new Date(ms).toUTCString().replace('GMT', '+0000');
const newSid = (): string => `SM${randomBytes(16).toString('hex')}`;

const viewOf = ({ sid, from, to, body, direction, createdMs, status }: Message) => ({
  body,
  num_segments: '1',
  direction,
  from,
  to,
  date_updated: dateOf(createdMs),
  price: null,
  error_message: null,
  uri: `${BASE}/${sid}.json`,
  account_sid: ACCOUNT.sid,
  num_media: '0',
  status,
  messaging_service_sid: null,
  sid,
  date_sent: null,
  date_created: dateOf(createdMs),
  error_code: null,
  price_unit: 'USD',
  api_version: '2010-04-01',
  subresource_uris: { media: `${BASE}/${sid}/Media.json` },
});

/**
 * Messages of Twilio’s REST API 2010-04-01: create, list, fetch, status callbacks and answers of phones, signed. Phones answer by
 * the buttons of its page, as whoever was written to last. `callBack`: how it reaches who asked it, over loopback unless given.
 */
export const createSms = ({
  clock,
  callBack = overLoopback,
}: {
  readonly clock: Clock;
  readonly callBack?: CallBack;
}) => {
  const messages: Message[] = [];
  const optedOut = new Set<string>();
  /** How callbacks go wrong from now on. */
  const callbacks = { twice: false, backwards: false, wronglySigned: false };

  const tell = (url: string, fields: Readonly<Record<string, string>>): void => {
    const token = callbacks.wronglySigned ? 'another token' : ACCOUNT.authToken;
    const signed = { url, fields, signature: signatureOf(token, url, fields) };
    for (let times = callbacks.twice ? 2 : 1; times > 0; times--) callBack(signed);
  };
  const goOn = (message: Message): void => {
    const { sid: MessageSid, to: To, from: From, callback } = message;
    const last = STEPS.length - 1;
    for (const [i, { after }] of STEPS.entries())
      clock.after(after, () => {
        const status = STEPS[callbacks.backwards ? last - i : i]?.status ?? 'sent';
        message.status = i === last ? 'delivered' : status;
        const fields = { MessageSid, SmsSid: MessageSid, MessageStatus: status, To, From, AccountSid: ACCOUNT.sid };
        if (callback !== null) tell(callback, { ...fields, ApiVersion: '2010-04-01' });
      });
  };
  const keep = (message: Message): Message => {
    messages.push(message);
    if (messages.length > KEPT_MAX) messages.shift();
    return message;
  };

  const create = ({ body }: HttpCall): HttpAnswer => {
    const sent = new URLSearchParams(body.toString('utf8'));
    const [to, text] = [sent.get('To') ?? '', sent.get('Body') ?? ''];
    if (!/^\+[1-9]\d{6,14}$/.test(to)) return no(400, 21211);
    if (text === '') return no(400, 21602);
    if (text.length > BODY_MAX) return no(400, 21617);
    if (optedOut.has(to)) return no(400, 21610);
    const message = keep({
      sid: newSid(),
      from: sent.get('From') ?? ACCOUNT.from,
      to,
      body: text,
      direction: 'outbound-api',
      createdMs: clock.wallMs(),
      callback: sent.get('StatusCallback'),
      status: 'queued',
    });
    goOn(message);
    return { status: 201, body: viewOf(message) };
  };

  /** By number and day, the newest first. */
  const list = ({ query, url }: HttpCall): HttpAnswer => {
    const size = Math.min(Number(query.get('PageSize') ?? 50) || 50, PAGE_MAX);
    const page = Number(query.get('Page') ?? 0);
    const since = Date.parse(query.get('DateSent>') ?? '') || 0;
    const isAsked = ({ to, from, createdMs }: Message) =>
      to === (query.get('To') ?? to) && from === (query.get('From') ?? from) && createdMs >= since;
    const found = messages.filter(isAsked).reverse();
    const shown = found.slice(page * size, (page + 1) * size);
    const at = (of: number) => {
      const asked = new URL(url, 'http://stand-in');
      asked.searchParams.set('Page', String(of));
      return `${asked.pathname}${asked.search}`;
    };
    return {
      body: {
        messages: shown.map(viewOf),
        uri: url,
        first_page_uri: at(0),
        next_page_uri: found.length > (page + 1) * size ? at(page + 1) : null,
        previous_page_uri: page > 0 ? at(page - 1) : null,
        page,
        page_size: size,
        start: page * size,
        end: page * size + Math.max(0, shown.length - 1),
      },
    };
  };

  const answer = (call: HttpCall): HttpAnswer => {
    const known = `Basic ${Buffer.from(`${ACCOUNT.sid}:${ACCOUNT.authToken}`).toString('base64')}`;
    if (call.headers.authorization !== known) return refusal(401);
    if (call.path === `${BASE}.json`) return call.method === 'POST' ? create(call) : list(call);
    const message = messages.find(({ sid }) => call.path === `${BASE}/${sid}.json`);
    return message === undefined || call.method !== 'GET' ? refusal(404) : { body: viewOf(message) };
  };

  /** Whoever was written to last sends this back. What the provider knows as a keyword it acts on itself. */
  const phoneAnswers = (text: string): void => {
    const written = messages.findLast(({ direction, callback }) => direction === 'outbound-api' && callback !== null);
    if (written === undefined) return;
    const { to: From, from: To, callback } = written;
    if (text === 'STOP') optedOut.add(From);
    if (text === 'START') optedOut.delete(From);
    const { sid: MessageSid } = keep({
      ...{ sid: newSid(), from: From, to: To, body: text, direction: 'inbound', createdMs: clock.wallMs() },
      callback: null,
      status: 'received',
    } as const);
    const url = new URL('/hooks/sms/inbound', callback ?? undefined).href;
    const of = { AccountSid: ACCOUNT.sid, ApiVersion: '2010-04-01', NumMedia: '0', NumSegments: '1' };
    tell(url, { ...of, MessageSid, SmsSid: MessageSid, From, To, Body: text });
  };
  const set = (change: Partial<typeof callbacks>) => () => void Object.assign(callbacks, change);

  return httpStandIn({
    plays: 'messages of Twilio’s REST API 2010-04-01',
    clock,
    facts: () => ({
      account: ACCOUNT.sid,
      token: ACCOUNT.authToken,
      from: ACCOUNT.from,
      'opted out': [...optedOut].join(' '),
    }),
    acts: {
      'answer-stop': () => phoneAnswers('STOP'),
      'answer-no-more': () => phoneAnswers('Please stop texting me'),
      'answer-start': () => phoneAnswers('START'),
      'answer-help': () => phoneAnswers('HELP'),
      'callbacks-twice': set({ twice: true }),
      'callbacks-backwards': set({ backwards: true }),
      'callbacks-wrongly-signed': set({ wronglySigned: true }),
      'callbacks-right': set({ twice: false, backwards: false, wronglySigned: false }),
    },
    answer,
    refusal: (status) => refusal(status),
  });
};
