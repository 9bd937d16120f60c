import express, { type RequestHandler } from 'express';
import type { Page } from '../src/kit/http/express-mount.ts';
import { contentPolicy, permissions } from '../src/kit/http/page-headers.ts';
import { ASSETS_PATH, buildWeb, PAGE, PARTNER_PAGE, pageOfRoute, scriptNamed } from './build.ts';
import { answering, BROUGHT, type Built, type BuiltDeps, builtOnce, serveAssets } from './built-pages.ts';
import { NOBODY } from './kit/nobody.ts';
import { ROUTES } from './ops/routes.ts';
import { PARTNER_ROUTES } from './partner/routes.ts';

interface ConsoleDeps extends BuiltDeps {
  /** Whether this `cookie` header is of somebody who is signed in at the operations console; all are taken for that unless given. */
  readonly isSignedIn?: (cookies: string | undefined) => Promise<boolean>;
}

/** The consoles of operators and of partners, made together. They hold nothing: their scripts ask the API with the session of whoever is signed in. */
export const consolePages = (deps: ConsoleDeps): readonly Page[] => {
  const built = builtOnce({ ...deps, brought: BROUGHT, build: buildWeb, what: 'the console' });
  return [opsPage(built, deps), partnerPage(built)];
};

const opsPage = (built: Built, deps: ConsoleDeps): Page => {
  const router = express.Router({ caseSensitive: true });
  const answer = answering(built);
  serveAssets(router, built, deps);
  router.get(ROUTES.claim.slice('/ops'.length), (_request, response, next) => {
    response.locals.headers = { 'Permissions-Policy': permissions('(self)') };
    next();
  });
  router.get(ROUTES.browsers.slice('/ops'.length), (_request, response, next) => {
    response.locals.headers = { 'Content-Security-Policy': contentPolicy('push-worker') };
    next();
  });
  // At one address always: another one would be another worker. Above it, it is told of nothing.
  router.get(
    '/push-worker.js',
    answer(200, 'no-cache', ({ assets }) => assets.get(scriptNamed('push-worker', assets.keys()))),
  );
  router.use(tellNobody(deps));
  servePages(router, answer, { base: '/ops', routes: ROUTES, page: PAGE });
  return { path: '/ops', parts: ASSETS_PATH, gate: { public: WITHOUT_DATA }, router };
};

/** A page of whom nobody is signed in asks for nothing ahead, which all would be refused. Where that is not known it asks. */
const tellNobody =
  ({ isSignedIn = async () => true }: ConsoleDeps): RequestHandler =>
  async ({ headers: { cookie } }, { locals }, next) => {
    const isNobody = await isSignedIn(cookie).then(
      (is) => !is,
      () => false,
    );
    if (isNobody) locals.headers = { ...locals.headers, 'Server-Timing': NOBODY };
    next();
  };

/** Its script and styles are among those of the operations console. */
const partnerPage = (built: Built): Page => {
  const router = express.Router({ caseSensitive: true });
  servePages(router, answering(built), { base: '/console', routes: PARTNER_ROUTES, page: PARTNER_PAGE });
  return { path: '/console', gate: { public: WITHOUT_DATA }, router };
};

const WITHOUT_DATA = 'It is a script without data: what it shows comes from the API, for whoever is signed in.';

const servePages = (
  router: express.Router,
  answer: ReturnType<typeof answering>,
  {
    base,
    routes,
    page,
  }: {
    readonly base: string;
    readonly routes: Readonly<Record<string, string>>;
    readonly page: string;
  },
): void => {
  for (const [route, path] of Object.entries(routes))
    router.get(
      path.slice(base.length) || '/',
      answer(
        200,
        'no-cache',
        ({ pages }) => (page === PAGE ? pages.get(pageOfRoute(route)) : undefined) ?? pages.get(page),
      ),
    );
  // The page says itself that there is nothing here.
  router.get(
    '/*rest',
    answer(404, 'no-cache', ({ pages }) => pages.get(page)),
  );
};
