import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import express from 'express';
import type { Page } from '../http/express-mount.ts';

export interface DocsPageOptions {
  readonly title: string;
  /** The OpenAPI document to show, and to serve as `openapi.json` beside the page. */
  readonly document: object;
  /** `/docs` unless said otherwise. */
  readonly path?: `/${string}`;
}

const require = createRequire(import.meta.url);
const ownFile = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const ASSETS = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

/**
 * The reference of a surface, to be read and tried in a browser. Everything it loads comes from this server: it works
 * without the internet, and tells nobody who reads it.
 */
export const docsPage = ({ title, document, path = '/docs' }: DocsPageOptions): Page => {
  const assets = dirname(require.resolve('swagger-ui-dist/package.json'));
  const html = ownFile('page.html').replaceAll('{{title}}', escaped(title)).replaceAll('{{path}}', escaped(path));
  const script = ownFile('start.js');
  const style = ownFile('page.css');
  const router = express.Router({ caseSensitive: true });
  router.get('/', (_request, response) => void response.type('html').send(html));
  router.get('/openapi.json', (_request, response) => void response.json(document));
  router.get('/start.js', (_request, response) => void response.type('js').send(script));
  router.get('/page.css', (_request, response) => void response.type('css').send(style));
  for (const asset of ASSETS)
    router.get(`/${asset}`, (_request, response) => response.sendFile(join(assets, asset), { maxAge: '1h' }));
  return {
    path,
    gate: { public: 'It describes the interface and holds no data; partners read it before they have a key.' },
    router,
  };
};

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
