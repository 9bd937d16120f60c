import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Log } from '../log.ts';
import type { LiveView } from './live-view.ts';
import type { Sessions } from './sessions.ts';
import type { SignIn } from './sign-in.ts';

const BODY_MAX_BYTES = 1_024;
const PinBody = z.strictObject({ pin: z.string().regex(/^\d{1,20}$/) });

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

const file = (name: string, type: string) => ({
  type: `${type}; charset=utf-8`,
  content: readFileSync(new URL(`./static/${name}`, import.meta.url)),
});

export interface PanelDeps {
  readonly signIn: (pin: string) => Promise<SignIn>;
  readonly sessions: Sessions;
  readonly live: LiveView;
  readonly look: () => unknown;
  readonly log: Log;
}

type Handler = (req: IncomingMessage, res: ServerResponse) => Promise<void> | void;

/** The panel's whole HTTP surface: a few static files, sign-in, and the state of the box. Nothing here changes a door. */
export const panelRoutes = (deps: PanelDeps): ((req: IncomingMessage, res: ServerResponse) => void) => {
  const { sessions, live, log } = deps;
  const page = file('index.html', 'text/html');
  const signedIn =
    (handler: Handler): Handler =>
    (req, res) =>
      sessions.alive(req.headers.cookie) ? handler(req, res) : refuse(res, 401, ['signed_out', 'Sign in first.']);

  const routes: Readonly<Record<string, Handler>> = {
    'GET /': sendFile(page),
    'GET /panel.css': sendFile(file('panel.css', 'text/css')),
    'GET /panel.js': sendFile(file('panel.js', 'text/javascript')),
    'GET /icon.svg': sendFile(file('icon.svg', 'image/svg+xml')),
    'GET /health': (_req, res) => send(res, 200, { status: 'ok' }),
    'GET /state': signedIn((_req, res) => send(res, 200, deps.look())),
    'GET /events': signedIn((req, res) => {
      if (!live.watch(res, () => sessions.alive(req.headers.cookie)))
        refuse(res, 503, ['too_many', 'Too many pages watch this box. Close one.']);
    }),
    'GET /session': (req, res) => send(res, 200, { signedIn: sessions.alive(req.headers.cookie) }),
    'POST /session': (req, res) => signIn(req, res, deps),
    'DELETE /session': (req, res) => {
      res.setHeader('set-cookie', sessions.end(req.headers.cookie));
      live.changed();
      send(res, 204);
    },
  };

  return (req, res) => {
    for (const [name, value] of Object.entries(HEADERS)) res.setHeader(name, value);
    const name = `${req.method} ${(req.url ?? '').split('?')[0]}`;
    const handler = Object.hasOwn(routes, name) ? routes[name] : undefined;
    if (handler === undefined) return refuse(res, 404, ['not_found', 'There is nothing here.']);
    Promise.resolve()
      .then(() => handler(req, res))
      .catch((error: unknown) => {
        log.error({ err: error }, 'The panel failed to answer.');
        if (!res.headersSent) refuse(res, 500, ['internal_error', 'The panel failed. Try again.']);
      });
  };
};

const signIn = async (req: IncomingMessage, res: ServerResponse, { signIn: attempt, sessions, log }: PanelDeps) => {
  // A form of another site cannot send this type, and the cookie is SameSite besides.
  if (!/^application\/json\b/.test(req.headers['content-type'] ?? ''))
    return refuse(res, 415, ['not_json', 'Send JSON.']);
  const body = PinBody.safeParse(await readJson(req));
  if (!body.success) return refuse(res, 400, ['invalid', 'A PIN is digits only.']);
  const result = await attempt(body.data.pin);
  if (result.outcome === 'in') {
    res.setHeader('set-cookie', sessions.begin());
    return send(res, 204);
  }
  log.warn({ outcome: result.outcome, from: req.socket.remoteAddress }, 'A sign-in at the panel was refused.');
  if (result.outcome === 'wrong') {
    const { triesLeft } = result;
    const left = triesLeft === 0 ? 'The panel is now closed for 15 minutes.' : `${triesLeft} more before it closes.`;
    return refuse(res, 401, ['wrong_pin', `That is not the PIN. ${left}`]);
  }
  res.setHeader('retry-after', result.retryAfterSeconds);
  const minutes = Math.ceil(result.retryAfterSeconds / 60);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  refuse(res, 429, ['locked_out', `Too many wrong PINs. Try again in ${wait}.`]);
};

const readJson = async (req: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
};

const sendFile =
  ({ type, content }: { type: string; content: Buffer }): Handler =>
  (_req, res) =>
    void res.writeHead(200, { 'content-type': type, 'content-length': content.length }).end(content);

const send = (res: ServerResponse, status: number, body?: unknown): void => {
  if (body === undefined) return void res.writeHead(status).end();
  const text = JSON.stringify(body);
  res.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text);
};

const refuse = (res: ServerResponse, status: number, [error, message]: readonly [string, string]): void =>
  send(res, status, { error, message });
