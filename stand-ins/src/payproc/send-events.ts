import { createHmac } from 'node:crypto';
import { request as plainRequest } from 'node:http';
import { request } from 'node:https';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Hours, Milliseconds, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { type Book, PLATFORM } from './book.ts';
import type { Thing } from './things.ts';

/** What whoever is told goes by. Worth nothing anywhere else. */
export const SIGNING_SECRET = 'whsec_stand-in-signing-secret';
const API_VERSION = '2026-10-28.endive';
const SOON = Seconds(1);
const LATE = Hours(3);
/** When something is sent again that nobody took. */
const AGAIN = [Minutes(5), Hours(1), Hours(12)];

export interface SignedEvent {
  readonly url: string;
  readonly body: string;
  readonly signature: string;
}
/** Resolves with whether it was taken. */
export type TellEvent = (event: SignedEvent) => Promise<boolean>;

export interface Event extends Thing {
  readonly object: 'event';
  readonly type: string;
  readonly account?: string;
  readonly api_version: string;
  readonly data: { readonly object: object };
  readonly pending_webhooks: number;
  readonly request: { readonly id: string | null; readonly idempotency_key: string | null };
}

/** `Stripe-Signature`: of the second in which it is sent, and the body. */
export const signatureOf = (body: string, second: number, secret = SIGNING_SECRET): string =>
  `t=${second},v1=${createHmac('sha256', secret).update(`${second}.${body}`).digest('hex')}`;

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Calls whoever listens on this machine, and nobody else: it does not ask whose certificate that is. */
export const overLoopback: TellEvent = ({ url, body, signature }) =>
  new Promise((resolve) => {
    const to = new URL(url);
    if (!LOOPBACK.has(to.hostname)) return resolve(false);
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'stripe-signature': signature,
    };
    const options = { method: 'POST', headers, rejectUnauthorized: false };
    const sent = to.protocol === 'https:' ? request(to, options) : plainRequest(to, options);
    sent.on('response', (answer) => resolve(Math.floor((answer.resume().statusCode ?? 500) / 100) === 2));
    sent.on('error', () => resolve(false)).end(body);
  });

/** Takes down what happens, and tells whoever asked to hear of it: signed, and wrongly where that is wanted. */
export const createEvents = (book: Book, clock: Clock, tellEvent: TellEvent) => {
  const manner = { twice: false, unordered: false, late: false, lost: false, wronglySigned: false };
  const hooks = new Set<string>();
  let due: Event[] = [];
  let sending = false;

  const send = async (event: Event, url: string, again = 0): Promise<void> => {
    const body = JSON.stringify(event);
    const secret = manner.wronglySigned ? 'whsec_another-secret' : SIGNING_SECRET;
    const isTaken = await tellEvent({ url, body, signature: signatureOf(body, book.now(), secret) });
    const pause = AGAIN[again];
    if (!isTaken && pause !== undefined) clock.after(pause, () => void send(event, url, again + 1));
  };
  const flush = (): void => {
    sending = false;
    const events = manner.unordered ? due.reverse() : due;
    due = [];
    for (const event of events)
      for (const url of hooks) for (let times = manner.twice ? 2 : 1; times > 0; times--) void send(event, url);
  };

  return {
    hooks,
    set: (change: Partial<typeof manner>) => () => void Object.assign(manner, change),
    right: () => {
      for (const name of Object.keys(manner) as (keyof typeof manner)[]) manner[name] = false;
    },
    /** Something happened to a thing: an event shows it as it is now. */
    say: (account: string, type: string, thing: object): void => {
      const event = book.make<Event>(account, 'event', 'evt', {
        type,
        ...(account !== PLATFORM && { account }),
        api_version: API_VERSION,
        data: { object: structuredClone(thing) },
        pending_webhooks: hooks.size,
        request: { id: null, idempotency_key: null },
      });
      if (manner.lost || hooks.size === 0) return;
      due.push(event);
      if (sending) return;
      sending = true;
      clock.after(Milliseconds(manner.late ? LATE : SOON), flush);
    },
  };
};
export type Events = ReturnType<typeof createEvents>;
