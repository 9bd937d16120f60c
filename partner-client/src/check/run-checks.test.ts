import { describe, expect, it } from 'vitest';
import { A_KEY } from '../testing/scripted-server.ts';
import { CHECKS } from './checks.ts';
import { type CheckSettings, runChecks } from './run-checks.ts';

const SETTINGS: CheckSettings = { API: 'https://api.example.org', KEY: A_KEY, FACILITY: 'fac_1', DOOR: 'door_1' };

/** An API that knows a key of this type, has or has not a sandbox, and answers `{}` to all else. */
const apiWith = (keyType: string, sandbox: boolean) => {
  const written: string[] = [];
  const answer = (status: number, body: object) => new Response(JSON.stringify(body), { status });
  const ask = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const path = new URL(String(url)).pathname;
    if (init?.method === 'POST') written.push(path);
    if (path.endsWith('/auth/ping') && init?.headers !== undefined && 'authorization' in init.headers)
      return answer(200, { partner: 'Acme', key_type: keyType });
    if (path.includes('/sandbox/') && !sandbox) return answer(403, { error: 'sandbox_only' });
    return answer(200, {});
  };
  const said: string[] = [];
  const options = { run: 'r1', say: (line: string) => void said.push(line), fetch: ask as typeof fetch };
  return { options, written, said };
};

describe('the checks that a partner runs', () => {
  it('name every promise that is not kept', async () => {
    const { options, said } = apiWith('live', true);
    const failures = await runChecks(SETTINGS, options);
    expect(failures).toBe(said.filter((line) => line.startsWith('FAIL')).length);
    expect(failures).toBeGreaterThanOrEqual(CHECKS.length - 2);
    expect(said.at(-1)).toBe(`${failures} promises were not kept.`);
    expect(said.join()).not.toContain(A_KEY);
  });
  it.each([
    ['at a real facility', apiWith('live', false), SETTINGS, /not a sandbox/],
    ['with a key that cannot write', apiWith('read-only', true), SETTINGS, /read-only key/],
    ['without a door', apiWith('live', true), { ...SETTINGS, DOOR: undefined }, /set API, KEY, DOOR/],
  ])('change nothing %s', async (_where, { options, written }, settings, why) => {
    await expect(runChecks(settings, options)).rejects.toThrow(why);
    expect(written).toEqual([]);
  });
});
