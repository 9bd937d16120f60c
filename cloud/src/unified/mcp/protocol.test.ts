import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createProtocol, type ToolDesk } from './protocol.ts';

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

/** What is around a message since 2026-07-28. */
const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const SINCE: Readonly<Record<string, string>> = { 'mcp-protocol-version': '2026-07-28', 'mcp-name': 'x' };

describe.each(['legacy', 'modern'])('what the tools fail with, in the %s form', (era) => {
  const { answer } = createProtocol({ version: '1' });
  const ask = (method: string, desk: Partial<ToolDesk>) => {
    const given = method === 'tools/call' ? { name: 'x' } : {};
    const params = era === 'legacy' ? given : { ...given, _meta };
    const headers: Readonly<Record<string, string>> = era === 'legacy' ? {} : { ...SINCE, 'mcp-method': method };
    const whole: ToolDesk = { list: async () => ({ tools: [] }), call: async () => undefined, ...desk };
    return answer({ jsonrpc: '2.0', id: 1, method, params }, (name) => headers[name], whole);
  };
  const broken = new Error('connect ECONNREFUSED 10.0.0.5:5432');
  it('is for whoever asked the protocol to deal with, and told by it to nobody', async () => {
    const fails = () => Promise.reject(broken);
    await expect(ask('tools/list', { list: fails })).rejects.toBe(broken);
    await expect(ask('tools/call', { call: fails })).rejects.toBe(broken);
  });
  it('and that there is no such tool is said', async () => {
    const { status, text } = await ask('tools/call', {});
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ id: 1, error: { code: -32_602, message: 'Unknown tool: x' } });
  });
});
