import { readFileSync } from 'node:fs';

/** What all pages share, and the media type of each. Pages that are served as they lie load it from `/shared/`. */
export const WEB_FILES = {
  'tokens.css': 'text/css',
  'door-picture.css': 'text/css',
  'door-picture.js': 'text/javascript',
} as const;
export type WebFile = keyof typeof WEB_FILES;
export const WEB_FILE_NAMES = Object.keys(WEB_FILES) as readonly WebFile[];

/** Where a file lies: beside this one, or beside the bundle that this one is part of. */
export const webFileUrl = (name: WebFile): URL => new URL(name, import.meta.url);
export const readWebFile = (name: WebFile): Buffer => readFileSync(webFileUrl(name));
