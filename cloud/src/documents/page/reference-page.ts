import { readFileSync } from 'node:fs';
import express from 'express';
import type { Page } from '../../kit/http/express-mount.ts';
import { CACHED_FOR_EVER, type KeptText, keptFile, sendKept } from '../../kit/http/kept-file.ts';
import { PAGE_HEADERS } from '../../kit/http/page-headers.ts';
import { SCRIPT, STYLE } from './reference-assets.ts';
import { REFERENCES, type Referenced } from './reference-kinds.ts';

/** Makes the page at an address below the base; undefined where there is none. */
type PageAt = (address: string) => Promise<KeptText | undefined>;

const ROOT = new URL('../../../../', import.meta.url);

/**
 * The reference of a surface and the guide for those who use it, to be read in any browser: on a phone, by keyboard, by a
 * screen reader, without scripts. It loads nothing from elsewhere: it works without the internet, and tells nobody who reads.
 */
export const referencePage = (surface: Referenced, base: `/${string}`, pageAt: PageAt): Page => {
  const router = express.Router({ caseSensitive: true });
  router.use((_request, response, next) => {
    response.set(PAGE_HEADERS);
    next();
  });
  for (const { name, type, text } of [STYLE, SCRIPT])
    router.get(
      `/assets/${name}`,
      keptFile(type, () => text, CACHED_FOR_EVER),
    );
  for (const [name, { file }] of Object.entries(REFERENCES[surface].downloads))
    router.get(
      `/${name}`,
      keptFile('application/json', () => readFileSync(new URL(file, ROOT), 'utf8')),
    );
  router.get(['/', '/*rest'], async (request, response, next) => {
    const kept = await pageAt(request.path);
    if (kept === undefined) next();
    else await sendKept(kept, request, response);
  });
  return {
    path: base,
    gate: { public: 'It describes the interface and holds no data; people and tools read it before they have a key.' },
    router,
  };
};
