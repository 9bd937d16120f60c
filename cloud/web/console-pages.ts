import { join } from 'node:path';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import express, { type Request, type RequestHandler, type Response } from 'express';
import type { Logger } from 'pino';
import { takes } from '../src/kit/http/compress.ts';
import type { Page } from '../src/kit/http/express-mount.ts';
import { CACHED_FOR_EVER } from '../src/kit/http/kept-file.ts';
import { contentPolicy, PAGE_HEADERS, permissions } from '../src/kit/http/page-headers.ts';
import { ASSETS_PATH, scriptNamed, type WebBuild, type WebFile } from './build.ts';
import { earlierAsset, openBuild } from './kept-build.ts';
import { ROUTES } from './ops/routes.ts';
import { brokenPage } from './page-html.ts';
import { PARTNER_ROUTES } from './partner/routes.ts';

export interface ConsolePagesDeps {
  readonly clock: Pick<Clock, 'monoMs' | 'wallMs'>;
  readonly log: Pick<Logger, 'error'>;
  /** Where builds are kept from one start to the next. */
  readonly folder: string;
  /** How it comes about; the bundler unless given. */
  readonly open?: () => Promise<WebBuild>;
}

/** What an image without a bundler brings. */
const BROUGHT = join(import.meta.dirname, 'dist');
/** How long a build that failed is not tried again. */
const FAILED_FOR_MS = 30_000;

/** The consoles of operators and of partners, made together. They hold nothing: their scripts ask the API with the session of whoever is signed in. */
export const consolePages = (deps: ConsolePagesDeps): readonly Page[] => {
  const built = builtOnce(deps);
  const { folder, clock } = deps;
  return [opsPage(built, (name) => earlierAsset(folder, name, clock.wallMs())), partnerPage(built)];
};

type Built = () => Promise<WebBuild>;

/** Sends what a build has for this request; where there is no build, why. */
const answering =
  (built: Built) =>
  (
    status: number,
    cacheControl: string,
    pick: (build: WebBuild, request: Request) => WebFile | undefined,
  ): RequestHandler =>
  async (request, response, next) => {
    response.set({ ...PAGE_HEADERS, ...response.locals.headers, 'Cache-Control': 'no-cache' });
    const build = await built().catch((error: unknown) => void sayWhy(response, error));
    if (build === undefined) return;
    response.set(BUILD_HEADER, build.hash);
    const file = pick(build, request);
    if (file === undefined) return next();
    send(response.status(status).set('Cache-Control', cacheControl), request, file);
  };

const opsPage = (built: Built, earlier: (name: string) => Promise<WebFile | undefined>): Page => {
  const router = express.Router({ caseSensitive: true });
  const answer = answering(built);
  router.get(
    '/assets/:name',
    answer(200, CACHED_FOR_EVER, ({ assets }, { params }) => assets.get(String(params.name))),
  );
  // What a page of before an update has not loaded yet.
  router.get('/assets/:name', async (request, response, next) => {
    const file = await earlier(request.params.name);
    if (file === undefined) return next('router');
    send(response.set('Cache-Control', CACHED_FOR_EVER), request, file);
  });
  router.get('/assets/*rest', (_request, _response, next) => next('router'));
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
  servePages(router, answer, { base: '/ops', routes: ROUTES, page: ({ page }) => page });
  return { path: '/ops', parts: ASSETS_PATH, gate: { public: WITHOUT_DATA }, router };
};

/** Its script and styles are among those of the operations console. */
const partnerPage = (built: Built): Page => {
  const router = express.Router({ caseSensitive: true });
  const pages = { base: '/console', routes: PARTNER_ROUTES, page: ({ partnerPage: page }: WebBuild) => page };
  servePages(router, answering(built), pages);
  return { path: '/console', gate: { public: WITHOUT_DATA }, router };
};

/** Of which build the pages are now: an open page learns from it that it is of an earlier one. */
const BUILD_HEADER = 'X-Build';

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
    readonly page: (build: WebBuild) => WebFile;
  },
): void => {
  for (const route of Object.values(routes)) router.get(route.slice(base.length) || '/', answer(200, 'no-cache', page));
  // The page says itself that there is nothing here.
  router.get('/*rest', answer(404, 'no-cache', page));
};

/** Built for the first who asks, not as the cloud starts: no door waits for a page. One that failed is tried again after a while. */
const builtOnce = ({
  clock,
  log,
  folder,
  open = () => openBuild({ brought: BROUGHT, kept: folder, nowMs: clock.wallMs() }),
}: ConsolePagesDeps) => {
  let building: Promise<WebBuild> | undefined;
  let failedAt: number | undefined;
  return (): Promise<WebBuild> => {
    if (failedAt !== undefined && clock.monoMs() - failedAt >= FAILED_FOR_MS) building = failedAt = undefined;
    building ??= open().catch((error) => {
      failedAt = clock.monoMs();
      log.error({ err: error }, 'the console could not be built');
      throw error;
    });
    return building;
  };
};

const sayWhy = (response: Response, error: unknown): void => {
  const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : '';
  const requestId = String(response.getHeader('x-request-id') ?? '');
  response.status(503).type('html').send(brokenPage(why, requestId));
};

const send = (response: Response, request: Request, file: WebFile): void => {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const coding = takes('br', accepted) ? 'br' : takes('gzip', accepted) ? 'gzip' : undefined;
  const bytes = file[coding ?? 'plain'];
  response.set({ 'Content-Type': file.type, 'Content-Length': String(bytes.length), Vary: 'Accept-Encoding' });
  if (coding !== undefined) response.set('Content-Encoding', coding);
  response.end(request.method === 'HEAD' ? undefined : bytes);
};
