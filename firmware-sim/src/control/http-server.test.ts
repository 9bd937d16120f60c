import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../simulator.ts';
import { pathOf } from './command.ts';
import { COMMANDS } from './commands.ts';
import { PAGE_FILES } from './page-files.ts';

let dir: string;
let simulator: Simulator;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sim-'));
  simulator = await startSimulator({ dir, port: 0 });
});
afterAll(async () => {
  await simulator.close();
  rmSync(dir, { recursive: true });
});

interface Asked {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}
/** Not fetch: it would not let a test lie about the Host. */
const ask = (path: string, { method = 'GET', headers = {}, body = '' }: Asked = {}) =>
  new Promise<{ status: number; headers: Record<string, unknown>; json: Record<string, unknown> }>(
    (resolve, reject) => {
      const outgoing = request(new URL(path, simulator.url), { method, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            json: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : {},
          }),
        );
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    },
  );
const JSON_TYPE = { 'content-type': 'application/json' };

describe('the control API', () => {
  it('lists every command with its path, and each path is served', async () => {
    const { json } = await ask('/commands');
    expect(json).toHaveLength(COMMANDS.length);
    for (const command of COMMANDS) {
      const answer = await ask(pathOf(command).replace(':name', 'nobody'), { method: 'PUT' });
      expect(answer).toMatchObject({ status: 405, json: { error: 'method_not_allowed' } });
    }
  });

  it('gives every command a name, words and path of its own', () => {
    for (const part of [COMMANDS.map(pathOf), COMMANDS.map((c) => c.words)])
      expect(new Set(part).size).toBe(part.length);
    expect(COMMANDS.length).toBeGreaterThan(20);
  });

  it.each([
    ['a foreign Host', '/state', { headers: { host: 'evil.example' } }, 403, 'foreign_host'],
    [
      'a Host that only begins like ours',
      '/state',
      { headers: { host: '127.0.0.1.evil.example' } },
      403,
      'foreign_host',
    ],
    [
      'a foreign Origin',
      '/doors/front/jam',
      { method: 'POST', headers: { origin: 'http://evil.example' } },
      403,
      'foreign_host',
    ],
    [
      'a form',
      '/doors/front/jam',
      { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' },
      415,
      'not_json',
    ],
    ['what is not JSON', '/doors/front/push', { method: 'POST', headers: JSON_TYPE, body: '{' }, 400, 'invalid_json'],
    [
      'a body that is no object',
      '/doors/front/push',
      { method: 'POST', headers: JSON_TYPE, body: '[]' },
      400,
      'invalid_body',
    ],
    [
      'a member nobody knows',
      '/doors/front/push',
      { method: 'POST', headers: JSON_TYPE, body: '{"x":1}' },
      400,
      'invalid_body',
    ],
    [
      'a body too large',
      '/doors/front/push',
      { method: 'POST', headers: JSON_TYPE, body: ' '.repeat(20_000) },
      413,
      'body_too_large',
    ],
    ['a door that is not there', '/doors/attic/push', { method: 'POST' }, 404, 'not_found'],
    ['a path that is not there', '/nothing', {}, 404, 'not_found'],
    ['a path that objects have', '/constructor', {}, 404, 'not_found'],
    ['reading a command', '/site/cut-power', {}, 405, 'method_not_allowed'],
  ] as const)('refuses %s, and moves nothing', async (_, path, asked: Asked, status, error) => {
    const answer = await ask(path, asked);
    expect(answer).toMatchObject({ status, json: { error, message: expect.any(String) } });
    expect((await ask('/state')).json).toMatchObject({
      site: { powered: true },
      doors: [{ lock: { jammed: false } }, {}, {}],
    });
  });

  it('obeys a command without a body, from its own page', async () => {
    const answer = await ask('/doors/front/jam', { method: 'POST', headers: { origin: simulator.url } });
    expect(answer).toMatchObject({ status: 200, json: { done: true, message: 'The lock is jammed locked.' } });
    await ask('/doors/front/free', { method: 'POST' });
  });

  it('says that a lock holds as an outcome, not as an error', async () => {
    const answer = await ask('/doors/front/push', { method: 'POST' });
    expect(answer).toMatchObject({ status: 200, json: { done: false } });
  });

  it('serves the page and its files under a policy that lets nothing in from elsewhere', async () => {
    const own = [...PAGE_FILES.keys()].filter((path) => !path.startsWith('/shared/'));
    expect(own).toHaveLength(readdirSync(new URL('../page', import.meta.url)).length);
    for (const path of PAGE_FILES.keys()) {
      const { status, headers } = await ask(path);
      expect(status).toBe(200);
      expect(headers['content-security-policy']).toContain("default-src 'self'");
    }
  });

  it('takes the next port when the first is busy', async () => {
    const other = mkdtempSync(join(tmpdir(), 'sim-'));
    const second = await startSimulator({ dir: other, port: Number(new URL(simulator.url).port) });
    expect(second.url).not.toBe(simulator.url);
    await second.close();
    rmSync(other, { recursive: true });
  });
});
