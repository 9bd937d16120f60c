import { readFileSync } from 'node:fs';
import express from 'express';
import type { Page } from '../../kit/http/express-mount.ts';
import { keptFile } from '../../kit/http/kept-file.ts';

const published = (name: string): string => readFileSync(new URL(`../../../graphql/${name}`, import.meta.url), 'utf8');

/** A schema as it is published, without what changes something. */
export const withoutMutations = (schema: string): string =>
  schema.replace(/^type Mutation \{\n[\s\S]*?^\}\n/m, '').replace(/^ {2}mutation: Mutation\n/m, '');

/** What the explorer knows of the graph before anybody gives it a token: as it is served, compressed for the first who asks. */
export const schemaPages = (mutations: boolean): Page => {
  const router = express.Router();
  const schema = () => (mutations ? published('schema.graphql') : withoutMutations(published('schema.graphql')));
  router.get('/schema.graphql', keptFile('text/plain', schema));
  router.get(
    '/fields.json',
    keptFile('application/json', () => published('fields.json')),
  );
  const gate = { public: 'It says what may be asked, and nothing about anybody.' };
  return { path: '/explorer/graph', gate, router };
};
