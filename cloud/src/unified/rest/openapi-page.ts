import { readFileSync } from 'node:fs';
import express from 'express';
import type { Page } from '../../kit/http/express-mount.ts';
import { keptFile } from '../../kit/http/kept-file.ts';
import { REST_PATH } from './rest-surface.ts';

const FILE = new URL('../../../openapi/rest.json', import.meta.url);

/** The document of the mirror, as it lies beside the code: read and compressed for the first who asks. */
export const openApiPage = (): Page => {
  const router = express.Router();
  router.get(
    '/',
    keptFile('application/json', () => readFileSync(FILE, 'utf8')),
  );
  const gate = { public: 'It says what may be asked, and nothing about anybody.' };
  return { path: `${REST_PATH}/openapi.json`, gate, router };
};
