import { readdirSync, readFileSync } from 'node:fs';
import { readWebFile, WEB_FILE_NAMES, WEB_FILES } from '@gatehouse/shared/web/web-files.ts';
import type { Handler } from './answers.ts';

const FOLDER = new URL('./static/', import.meta.url);
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html',
  css: 'text/css',
  js: 'text/javascript',
  svg: 'image/svg+xml',
};

/** What the panel's page consists of, read once: nothing else is ever looked for on the disk. */
export const staticFiles = (): Record<string, Handler> => ({ ...ownFiles(), ...sharedFiles() });

const ownFiles = (): Record<string, Handler> =>
  Object.fromEntries(
    readdirSync(FOLDER).map((name) => {
      const type = TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
      const path = name === 'index.html' ? '/' : `/${name}`;
      return [`GET ${path}`, sendContent(`${type}; charset=utf-8`, readFileSync(new URL(name, FOLDER)))];
    }),
  );

const sharedFiles = (): Record<string, Handler> =>
  Object.fromEntries(
    WEB_FILE_NAMES.map((name) => [
      `GET /shared/${name}`,
      sendContent(`${WEB_FILES[name]}; charset=utf-8`, readWebFile(name)),
    ]),
  );

export const sendContent =
  (type: string, content: Buffer): Handler =>
  (_req, res) =>
    void res.writeHead(200, { 'content-type': type, 'content-length': content.length }).end(content);
