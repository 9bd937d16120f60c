import express from 'express';
import type { Page } from '../src/kit/http/express-mount.ts';
import { PAGE_HEADERS } from '../src/kit/http/page-headers.ts';
import { buildExplorer, EXPLORER_ASSETS, EXPLORER_PAGE } from './build-explorer.ts';
import { BROUGHT_EXPLORER, type BuiltDeps, builtOnce, serveAssets } from './built-pages.ts';

/**
 * What the explorer may do: as the consoles, but for the editor's styles, which it writes into the page, and its workers. No script is
 * inline, and nothing comes from elsewhere.
 */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'";

/** The headers of its page. */
const EXPLORER_HEADERS: Readonly<Record<string, string>> = {
  ...PAGE_HEADERS,
  'Content-Security-Policy': POLICY,
  'Cache-Control': 'no-cache',
};

export interface ExplorerSite {
  /** Its page, built for the first who asks. Rejects where it cannot be built, and is tried again half a minute later. */
  readonly page: () => Promise<Uint8Array>;
  readonly headers: Readonly<Record<string, string>>;
  /** What its page loads. */
  readonly parts: Page;
}

export const explorerSite = (deps: BuiltDeps): ExplorerSite => {
  const built = builtOnce({ ...deps, brought: BROUGHT_EXPLORER, build: buildExplorer, what: 'the explorer' });
  const router = express.Router({ caseSensitive: true });
  serveAssets(router, built, deps);
  const gate = { public: 'It is a script without data: what it shows comes from the API, for whoever has a token.' };
  return {
    page: async () => (await built()).pages.get(EXPLORER_PAGE)?.plain ?? Promise.reject(new Error('it has no page')),
    headers: EXPLORER_HEADERS,
    parts: { path: '/explorer', parts: EXPLORER_ASSETS, gate, router },
  };
};
