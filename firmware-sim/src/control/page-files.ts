import { readFileSync } from 'node:fs';
import { WEB_FILE_NAMES, webFileUrl } from '@gatehouse/shared/web/web-files.ts';

const TYPES = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
} as const;

const NAMES = [
  'page.css',
  'door.css',
  'parts.css',
  'icon.svg',
  'page.js',
  'make.js',
  'commands.js',
  'command-form.js',
  'command-buttons.js',
  'door-card.js',
  'wires.js',
  'readers.js',
  'boards.js',
  'lamps.js',
  'buses.js',
  'session.js',
  'logs.js',
  'traffic.js',
] as const;

const ownFile = (name: string): URL => new URL(`../page/${name}`, import.meta.url);

/** Every file of the page by its path. */
export const PAGE_FILES: ReadonlyMap<string, URL> = new Map([
  ['/', ownFile('index.html')],
  ...NAMES.map((name) => [`/${name}`, ownFile(name)] as const),
  ...WEB_FILE_NAMES.map((name) => [`/shared/${name}`, webFileUrl(name)] as const),
]);

export interface PageFile {
  readonly type: string;
  readonly content: Buffer;
}

/** A file of the page by its path, read afresh so that an edit shows at once; undefined for any other path. */
export const pageFile = (path: string): PageFile | undefined => {
  const file = PAGE_FILES.get(path);
  if (file === undefined) return undefined;
  const type = TYPES[file.pathname.split('.').at(-1) as keyof typeof TYPES];
  return { type, content: readFileSync(file) };
};

/** Nothing from elsewhere, nothing inline, no framing. */
export const PAGE_HEADERS = {
  'content-security-policy': "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const;
