import { join } from 'node:path';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Request, RequestHandler, Response, Router } from 'express';
import type { Logger } from 'pino';
import { takes } from '../src/kit/http/compress.ts';
import { CACHED_FOR_EVER } from '../src/kit/http/kept-file.ts';
import { PAGE_HEADERS } from '../src/kit/http/page-headers.ts';
import type { WebBuild, WebFile } from './bundling.ts';
import { earlierAsset, openBuild } from './kept-build.ts';
import { brokenPage } from './page-html.ts';

export interface BuiltDeps {
  readonly clock: Pick<Clock, 'monoMs' | 'wallMs'>;
  readonly log: Pick<Logger, 'error'>;
  /** Where builds are kept from one start to the next. */
  readonly folder: string;
  /** How it comes about; the bundler unless given. */
  readonly open?: () => Promise<WebBuild>;
}

interface Building extends BuiltDeps {
  /** Where an image without a bundler brings it. */
  readonly brought: string;
  readonly build: (hash: string) => Promise<WebBuild>;
  /** For the log. */
  readonly what: string;
}

/** What an image without a bundler brings. */
export const BROUGHT = join(import.meta.dirname, 'dist');
export const BROUGHT_EXPLORER = join(import.meta.dirname, 'dist', 'explorer');
/** How long a build that failed is not tried again. */
const FAILED_FOR_MS = 30_000;

export type Built = () => Promise<WebBuild>;

/** Sends what a build has for this request; where there is no build, why. */
export const answering =
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

/** Of which build the pages are now: an open page learns from it that it is of an earlier one. */
const BUILD_HEADER = 'X-Build';

/** What pages load, also what a page of before an update has not loaded yet: under `/assets/` of the router. */
export const serveAssets = (router: Router, built: Built, { folder, clock }: BuiltDeps): void => {
  router.get(
    '/assets/:name',
    answering(built)(200, CACHED_FOR_EVER, ({ assets }, { params }) => assets.get(String(params.name))),
  );
  // What a page of before an update has not loaded yet.
  router.get('/assets/:name', async (request, response, next) => {
    const { hash: present } = await built();
    const file = await earlierAsset({ kept: folder, present, nowMs: clock.wallMs() }, request.params.name);
    if (file === undefined) return next('router');
    send(response.set('Cache-Control', CACHED_FOR_EVER), request, file);
  });
  router.get('/assets/*rest', (_request, _response, next) => next('router'));
};

/** Built for the first who asks, not as the cloud starts: no door waits for a page. One that failed is tried again after a while. */
export const builtOnce = ({
  clock,
  log,
  folder,
  brought,
  build,
  what,
  open = () => openBuild({ brought, kept: folder, nowMs: clock.wallMs(), build }),
}: Building): Built => {
  let building: Promise<WebBuild> | undefined;
  let failedAt: number | undefined;
  return (): Promise<WebBuild> => {
    if (failedAt !== undefined && clock.monoMs() - failedAt >= FAILED_FOR_MS) building = failedAt = undefined;
    building ??= open().catch((error) => {
      failedAt = clock.monoMs();
      log.error({ err: error }, `${what} could not be built`);
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
