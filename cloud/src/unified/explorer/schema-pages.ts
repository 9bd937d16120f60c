import { readFileSync } from 'node:fs';
import express from 'express';
import type { Page } from '../../kit/http/express-mount.ts';
import { keptFile } from '../../kit/http/kept-file.ts';

const FILES = { 'schema.graphql': 'text/plain', 'fields.json': 'application/json' };

/** What the explorer knows of the graph before anybody gives it a token: as it is published, compressed for the first who asks. */
export const schemaPages = (): Page => {
  const router = express.Router();
  for (const [name, type] of Object.entries(FILES))
    router.get(
      `/${name}`,
      keptFile(type, () => readFileSync(new URL(`../../../graphql/${name}`, import.meta.url), 'utf8')),
    );
  const gate = { public: 'It says what may be asked, and nothing about anybody.' };
  return { path: '/explorer/graph', gate, router };
};
