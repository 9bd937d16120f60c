import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Log } from '../log.ts';
import { type Handler, refuse, send } from './answers.ts';
import type { FacilityCa } from './ca-certificate.ts';
import { caRoutes } from './ca-page.ts';
import { type DoorPostsDeps, doorPosts } from './door-posts.ts';
import type { Identifying } from './identify.ts';
import type { LiveView } from './live-view.ts';
import type { BoxSeen, PanelViews } from './panel-view.ts';
import { staffPost } from './posts.ts';
import { sessionRoutes } from './session-routes.ts';
import type { Session, Sessions } from './sessions.ts';
import type { SignIn } from './sign-in.ts';
import { staticFiles } from './static-files.ts';
import { type WhyDeps, whyPosts } from './why.ts';
import { type WiringPostsDeps, wiringPosts } from './wiring-posts.ts';

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

export interface PanelDeps {
  readonly signIn: (name: string, pin: string) => Promise<SignIn>;
  readonly identifying: Pick<Identifying, 'namesAsked'>;
  readonly sessions: Sessions;
  readonly live: LiveView<BoxSeen>;
  readonly views: PanelViews;
  readonly doors: DoorPostsDeps['doors'];
  readonly wiring: WiringPostsDeps['wiring'];
  readonly access: WhyDeps['access'];
  /** What phones are to trust: first the authority that certified the panel. */
  readonly authorities: () => readonly FacilityCa[];
  /** How the agent does, for who asks without signing in. */
  readonly health?: Readonly<Record<string, Handler>> | undefined;
  readonly log: Log;
}

const FactsQuery = z.object({
  before: z.coerce.number().int().min(1),
  door: z.string().max(64).optional(),
});

/** The panel's whole HTTP surface. What is not in this table does not exist. */
export const panelRoutes = (deps: PanelDeps): ((req: IncomingMessage, res: ServerResponse) => void) => {
  const { sessions, live, views, doors, wiring, access, log } = deps;
  const signedIn =
    (handler: (req: IncomingMessage, res: ServerResponse, session: Session) => void): Handler =>
    (req, res) => {
      const session = sessions.of(req.headers.cookie);
      if (session === undefined) return refuse(res, 401, { error: 'signed_out', message: 'Sign in first.' });
      handler(req, res, session);
    };
  const post = staffPost(sessions);

  const routes: Readonly<Record<string, Handler>> = {
    ...staticFiles(),
    ...caRoutes(deps.authorities),
    'GET /health': (_req, res) => send(res, 200, { status: 'ok' }),
    ...deps.health,
    ...sessionRoutes({ ...deps, post }),
    'GET /state': signedIn((_req, res, session) => send(res, 200, views.view(session, views.see()))),
    'GET /events': signedIn((req, res) => {
      const show = (seen: BoxSeen) => {
        const session = sessions.of(req.headers.cookie);
        return session === undefined ? undefined : views.view(session, seen);
      };
      if (!live.watch(res, show))
        refuse(res, 503, { error: 'too_many', message: 'Too many pages watch this box. Close one.' });
    }),
    'GET /facts': signedIn((req, res, session) => {
      const query = new URL(req.url ?? '', 'https://box').searchParams;
      const wanted = FactsQuery.safeParse(Object.fromEntries(query));
      if (!wanted.success)
        return refuse(res, 400, { error: 'invalid', message: 'Say before which number.', field: 'before' });
      sessions.use(req.headers.cookie);
      send(res, 200, views.facts(session, { before: wanted.data.before, doorId: wanted.data.door }));
    }),
    ...doorPosts({ doors, post }),
    ...wiringPosts({ wiring, post }),
    ...whyPosts({ access, post }),
  };

  return (req, res) => {
    for (const [name, value] of Object.entries(HEADERS)) res.setHeader(name, value);
    const name = `${req.method} ${(req.url ?? '').split('?')[0]}`;
    const handler = Object.hasOwn(routes, name) ? routes[name] : undefined;
    if (handler === undefined) return refuse(res, 404, { error: 'not_found', message: 'There is nothing here.' });
    Promise.resolve()
      .then(() => handler(req, res))
      .catch((error: unknown) => {
        log.error({ err: error }, 'The panel failed to answer.');
        if (!res.headersSent) refuse(res, 500, { error: 'internal_error', message: 'The panel failed. Try again.' });
      });
  };
};
