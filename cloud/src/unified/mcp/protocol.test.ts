import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const COMPOSE = new URL('../../compose.ts', import.meta.url).href;
const SENDER = new URL('protocol.ts', import.meta.url).href;

/** Says which files of the library are loaded by then. */
const WATCHED = `
  import { registerHooks } from 'node:module';
  const loaded = new Set();
  registerHooks({
    load: (url, context, next) => {
      if (url.includes('/@modelcontextprotocol/')) loaded.add(url);
      return next(url, context);
    },
  });
  await import(${JSON.stringify(COMPOSE)});
  const before = loaded.size;
  const { createProtocol } = await import(${JSON.stringify(SENDER)});
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const desk = { list: async () => ({ tools: [] }), call: async () => undefined };
  const { status } = await createProtocol({ version: '1' }).answer(message, () => undefined, desk);
  console.log(JSON.stringify({ before, after: loaded.size > 0, status }));
`;

it('nothing of the library is loaded with the cloud: the first who asks waits for it', async () => {
  const cwd = fileURLToPath(new URL('../../../', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', WATCHED], { cwd });
  expect(JSON.parse(stdout)).toEqual({ before: 0, after: true, status: 200 });
}, 60_000);
