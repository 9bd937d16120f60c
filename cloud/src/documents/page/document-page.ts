import { readFileSync } from 'node:fs';
import express from 'express';
import type { Page } from '../../kit/http/express-mount.ts';
import { keptFile } from '../../kit/http/kept-file.ts';

/**
 * The OpenAPI document of a surface at `/docs/openapi.json`, as it lies beside the code: to make it of the declarations would
 * take longer than a door may wait.
 */
export const documentPage = (surface: string): Page => {
  const text = readFileSync(new URL(`../../../openapi/${surface}.json`, import.meta.url), 'utf8');
  const router = express.Router({ caseSensitive: true });
  router.get(
    '/openapi.json',
    keptFile('application/json', () => text),
  );
  return {
    path: '/docs',
    gate: { public: 'It describes the interface and holds no data: tools read it before they have a key.' },
    router,
  };
};
