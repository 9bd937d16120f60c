import { readFileSync } from 'node:fs';
import { OrgId } from '@gatehouse/shared/ids/ids.ts';
import { readWebFile } from '@gatehouse/shared/web/web-files.ts';
import express, { type Request, type Response } from 'express';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { Page } from '../../kit/http/express-mount.ts';
import { keptFile, sendKept } from '../../kit/http/kept-file.ts';
import { permissions } from '../../kit/http/page-headers.ts';
import type { PreviewLinks } from '../landing-pages/landing-pages.module.ts';
import type { PageImagesService } from '../page-images/page-images.module.ts';
import { atomFeed } from './atom-feed.ts';
import { imageSender } from './image-sender.ts';
import { landingPageHtml } from './landing-page-html.ts';
import { IMAGES, type LandingPageSource, pageSources, type SourceDeps } from './page-sources.ts';
import { pressItemHtml, pressListHtml } from './press-html.ts';
import { renderedPages } from './rendered-pages.ts';

const BASE = '/p';

/** Nothing but our own style and pictures: no script, no form, nothing from elsewhere. What describes the page is data. */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': permissions('()'),
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;
/** Looked at again each time, by its tag: what is withdrawn is gone at once. */
const ASKED_EACH_TIME = 'no-cache';
const ATOM = 'application/atom+xml';

/** All that a page is made of: its content by the name of its version. */
const textOfPage = ({ content: _named, ...source }: LandingPageSource): string => JSON.stringify(source);

const styles = (): string =>
  `${readWebFile('tokens.css').toString('utf8')}\n${readFileSync(new URL('public-pages.css', import.meta.url), 'utf8')}`;

/**
 * What organisations and the platform have published, for anybody: landing pages, press items, and their feed. They set and
 * read no cookie, and hold no script. What is no longer published, or not yet, is answered as what there is not.
 */
export const publicPages = ({
  db,
  previews,
  pageImages,
  ...deps
}: SourceDeps & {
  readonly db: Pick<Database, 'read'>;
  readonly previews: Pick<PreviewLinks, 'pageOf'>;
  readonly pageImages: Pick<PageImagesService, 'read'>;
}): Page => {
  const sources = pageSources({ ...deps, pageImages });
  const sendImage = imageSender(pageImages);
  const rendered = renderedPages();
  const router = express.Router({ caseSensitive: true, strict: true });
  router.use((_request, response, next) => {
    response.set(HEADERS);
    next();
  });
  router.get('/style.css', keptFile('text/css', styles));

  /** Sends what is made of a source, or goes on where there is none. An old slug leads to the new one. */
  const serve = async <Source extends object>(
    { request, response, next }: { request: Request; response: Response; next: () => void },
    source: Source | { readonly movedTo: string } | undefined,
    {
      type = 'text/html',
      textOf = JSON.stringify,
      make,
    }: {
      readonly type?: string;
      readonly textOf?: (source: Source) => string;
      readonly make: (source: Source) => Promise<string>;
    },
  ): Promise<void> => {
    if (source === undefined) return next();
    if ('movedTo' in source) {
      response.set('Cache-Control', ASKED_EACH_TIME);
      return response.redirect(301, `${BASE}/${source.movedTo}`);
    }
    const kept = await rendered.of(request.path, { type, source: textOf(source), make: () => make(source) });
    await sendKept(kept, request, response, ASKED_EACH_TIME);
  };

  const ofOwner = (path: string, owner: (request: Request) => OrgId | null | undefined) => {
    const items = async (request: Request) => {
      const orgId = owner(request);
      return orgId === undefined ? undefined : db.read((tx) => sources.pressOf(tx, orgId));
    };
    router.get(path, async (request, response, next) =>
      serve({ request, response, next }, await items(request), { make: pressListHtml }),
    );
    router.get(`${path}/feed.atom`, async (request, response, next) =>
      serve({ request, response, next }, await items(request), { type: ATOM, make: async (of) => atomFeed(of) }),
    );
  };
  ofOwner('/press', () => null);
  ofOwner('/press/of/:organisationId', ({ params }) => OrgId.safeParse(params.organisationId).data);

  router.get('/press/:slug', async (request, response, next) => {
    const source = await db.read((tx) => sources.pressAt(tx, request.params.slug));
    await serve({ request, response, next }, source, { make: pressItemHtml });
  });
  router.get('/preview/:link', async (request, response, next) => {
    const pageId = previews.pageOf(request.params.link);
    const below = `${BASE}/preview/${request.params.link}/images`;
    const source = pageId && (await db.read((tx) => sources.draftOf(tx, pageId, below)));
    if (!source) return next();
    response.set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' });
    response.type('text/html').send(await landingPageHtml(source));
  });
  router.get('/preview/:link/images/:sha256', async (request, response, next) => {
    const { link, sha256 } = request.params;
    const pageId = previews.pageOf(link);
    const image = pageId && (await db.read((tx) => sources.imageOfDraft(tx, pageId, sha256)));
    if (!image) return next();
    await sendImage(image, request, response, 'no-store');
  });
  router.get(`${IMAGES.slice(BASE.length)}/:sha256`, async (request, response, next) => {
    const image = await db.read((tx) => sources.imageAt(tx, request.params.sha256));
    if (image === undefined) return next();
    await sendImage(image, request, response, ASKED_EACH_TIME);
  });
  router.get('/:slug', async (request, response, next) => {
    const source = await db.read((tx) => sources.pageAt(tx, request.params.slug));
    await serve({ request, response, next }, source, { textOf: textOfPage, make: landingPageHtml });
  });
  return {
    path: BASE,
    gate: { public: 'What is published is for everybody; what is not is not there.' },
    router,
  };
};
