import { readFileSync } from 'node:fs';

const TYPES = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
} as const;

const FILES: Readonly<Record<string, { readonly file: string; readonly type: keyof typeof TYPES }>> = {
  '/': { file: 'index.html', type: 'html' },
  '/page.css': { file: 'page.css', type: 'css' },
  '/door.css': { file: 'door.css', type: 'css' },
  '/icon.svg': { file: 'icon.svg', type: 'svg' },
  '/page.js': { file: 'page.js', type: 'js' },
  '/door-card.js': { file: 'door-card.js', type: 'js' },
  '/command-buttons.js': { file: 'command-buttons.js', type: 'js' },
  '/traffic.js': { file: 'traffic.js', type: 'js' },
};

export interface PageFile {
  readonly type: string;
  readonly content: Buffer;
}

/** A file of the page by its path, read afresh so that an edit shows at once; undefined for any other path. */
export const pageFile = (path: string): PageFile | undefined => {
  const entry = Object.hasOwn(FILES, path) ? FILES[path] : undefined;
  if (entry === undefined) return undefined;
  return { type: TYPES[entry.type], content: readFileSync(new URL(`../page/${entry.file}`, import.meta.url)) };
};

/** Nothing from elsewhere, nothing inline, no framing. */
export const PAGE_HEADERS = {
  'content-security-policy': "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const;
