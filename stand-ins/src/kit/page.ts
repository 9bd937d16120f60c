import { STATUS_CODES } from 'node:http';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import { Fault } from './faults.ts';
import type { Host } from './host.ts';
import { type HttpAnswer, type HttpCall, httpStandIn } from './http.ts';
import { indexPage, STYLE, standInPage } from './page-html.ts';
import type { StandIn } from './stand-in.ts';

const NAMES = new Set(['localhost', '127.0.0.1']);
const SAFE = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};
const HTML = { ...SAFE, 'content-type': 'text/html; charset=utf-8' };
const NUMBERS = new Set(['times', 'status', 'retryAfterSeconds', 'ms', 'minutes']);
/** More in one step is a mistake: whatever repeats would run for every one of its periods. */
const MINUTES_MAX = 400 * 24 * 60;
const Advance = z.strictObject({ minutes: z.number().positive().max(MINUTES_MAX) });

/** What a web page elsewhere could send: to a name that was rebound to this machine, or from its own origin. */
const isForeign = ({ host = '', origin }: HttpCall['headers']): boolean =>
  !NAMES.has(host.replace(/:\d+$/, '')) || (origin !== undefined && origin !== `http://${host}`);

/** A form of the page, or JSON of a test. */
const inputOf = ({ headers, body }: HttpCall): unknown => {
  if (headers['content-type']?.startsWith('application/json') === true) return jsonOf(body.toString('utf8'));
  const filled = [...new URLSearchParams(body.toString('utf8'))].filter(([, value]) => value !== '');
  return Object.fromEntries(filled.map(([name, value]) => [name, NUMBERS.has(name) ? Number(value) : value]));
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const refusal = (status: number, why = STATUS_CODES[status]): HttpAnswer => ({
  status,
  headers: SAFE,
  body: { error: why },
});

/** Does what a button of one service says. */
const press = (standIn: StandIn, what: string, input: unknown): string | undefined => {
  const act = Object.hasOwn(standIn.acts, what) ? standIn.acts[what] : undefined;
  if (what === 'clear') standIn.faults.clear();
  else if (what === 'faults') {
    const fault = Fault.safeParse(input);
    if (!fault.success) return z.prettifyError(fault.error);
    if (!standIn.faults.kinds.includes(fault.data.kind)) return `this service knows no fault ${fault.data.kind}`;
    standIn.faults.want(fault.data);
  } else if (act === undefined) return `this service knows no ${what}`;
  else act();
  return undefined;
};

const stateOf = ({ plays, facts, received, faults, acts }: StandIn) => ({
  plays,
  facts: facts(),
  faults: faults.wanted(),
  acts: Object.keys(acts),
  received: received.map((entry) => ({ ...entry, ...('body' in entry && { body: String(entry.body) }) })),
});

/**
 * The page on which a person sees what came, makes services fail and moves their clock; the same as JSON for tests. `GET /`,
 * `GET /<name>`, `POST /<name>/faults` (a fault), `POST /<name>/clear`, `POST /<name>/<act>`, `POST /clock` (minutes).
 */
export const createPage = (host: Host): StandIn => {
  const moveClock = (input: unknown): string | undefined => {
    const moved = Advance.safeParse(input);
    if (!moved.success) return z.prettifyError(moved.error);
    host.clock.advance(Minutes(moved.data.minutes));
    return undefined;
  };
  const index = (json: boolean): HttpAnswer => {
    const nowMs = host.clock.wallMs();
    return json
      ? { headers: SAFE, body: { names: host.names, nowMs } }
      : { headers: HTML, body: indexPage(host.names, nowMs) };
  };
  const pageOf = (name: string, standIn: StandIn, json: boolean): HttpAnswer =>
    json
      ? { headers: SAFE, body: stateOf(standIn) }
      : { headers: HTML, body: standInPage(name, standIn, host.clock.wallMs()) };
  const show = async (name: string, json: boolean): Promise<HttpAnswer> => {
    if (name === '') return index(json);
    if (name === 'style.css') return { headers: { ...SAFE, 'content-type': 'text/css' }, body: STYLE };
    const standIn = await host.standIn(name);
    return standIn === undefined ? refusal(404) : pageOf(name, standIn, json);
  };
  const change = async (name: string, what: string, input: unknown): Promise<HttpAnswer | undefined> => {
    const standIn = await host.standIn(name);
    if (standIn === undefined && name !== 'clock') return refusal(404);
    const wrong = standIn === undefined ? moveClock(input) : press(standIn, what, input);
    return wrong === undefined ? undefined : refusal(400, wrong);
  };
  const answer = async (call: HttpCall): Promise<HttpAnswer> => {
    const json = call.headers.accept?.includes('application/json') === true;
    const [name = '', what = ''] = call.path.slice(1).split('/');
    if (isForeign(call.headers)) return refusal(403);
    if (call.method !== 'POST') return what === '' ? show(name, json) : refusal(404);
    const refused = await change(name, what, inputOf(call));
    const shown = name === 'clock' ? '' : name;
    if (refused !== undefined) return refused;
    return json ? show(shown, json) : { status: 303, headers: { ...SAFE, location: `/${shown}` } };
  };
  return httpStandIn({ plays: 'this page', clock: host.clock, answer, refusal: (status) => refusal(status) });
};
