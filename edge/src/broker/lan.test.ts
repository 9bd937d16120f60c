import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);
const COMPOSE = new URL('../compose.ts', import.meta.url).href;
const BROKER = new URL('./local-broker.ts', import.meta.url).href;
const loaded = async (...files: readonly string[]): Promise<string[]> => {
  const program = `
    import { registerHooks } from 'node:module';
    const asked = new Set();
    registerHooks({ resolve: (name, context, next) => { asked.add(name); return next(name, context); } });
    for (const file of ${JSON.stringify(files)}) await import(file);
    console.log(JSON.stringify([...asked]));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program]);
  return JSON.parse(stdout);
};

it('a box without a broker loads none, and one without serial lines no serial bindings', async () => {
  const agent = await loaded(COMPOSE);
  expect(agent).toContain('better-sqlite3');
  expect(agent).not.toContain('aedes');
  expect(agent).not.toContain('serialport');
  expect(await loaded(COMPOSE, BROKER)).toContain('aedes');
});
