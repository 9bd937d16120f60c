// @module-tag long
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const COMPOSE = new URL('../../compose.ts', import.meta.url).href;

/** What is imported by whatever the cloud is made of, as it starts. */
const PROGRAM = `
import { registerHooks } from 'node:module';
const named = new Set();
registerHooks({ resolve: (specifier, context, next) => (named.add(specifier), next(specifier, context)) });
await import(${JSON.stringify(COMPOSE)});
process.stdout.write(JSON.stringify([...named]));
`;

it('a cloud that nobody asks by GraphQL has loaded nothing of it', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', PROGRAM]);
  const named = JSON.parse(stdout) as readonly string[];
  expect(named).toContain('zod');
  expect(named.filter((name) => /^graphql\b/.test(name))).toEqual([]);
}, 60_000);
