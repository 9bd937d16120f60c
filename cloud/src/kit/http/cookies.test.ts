import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Cookie, readCookies, replyWithCookies } from './cookies.ts';
import { endpointsFor } from './endpoint.ts';
import { kitFault } from './kit-faults.ts';
import { mount } from './mount.ts';
import { serveSurface } from './surfaces.ts';
import { memoryKit } from './testing/memory-kit.ts';
import { type SampleCaller, sampleSurface } from './testing/sample-surface.ts';
import { type Served, serve } from './testing/serve.ts';

const SESSIONS: Readonly<Record<string, SampleCaller>> = { s1: { actor: 'user:1', tenant: 'user:1', mayMove: true } };
const served = serveSurface(sampleSurface, async ({ header }, gate) => {
  if ('public' in gate) return { actor: 'nobody', tenant: 'public', mayMove: false };
  const caller = SESSIONS[readCookies(header('cookie')).get('__Host-session') ?? ''];
  if (caller === undefined) throw kitFault('unauthenticated', 'Sign in.');
  return caller;
});
const common = { summary: '', description: '', faults: {} } as const;
const ok = { status: 200, description: 'Done.', schema: z.object({ ok: z.boolean() }) };
const signIn = endpointsFor(sampleSurface)<readonly Cookie[]>()({
  ...common,
  id: 'session.begin',
  method: 'POST',
  path: '/sample/v1/session',
  gate: { public: 'Who signs in is nobody yet.' },
  success: ok,
  audit: { event: 'session.begun', target: () => undefined },
  handle: async (cookies) => replyWithCookies({ ok: true }, cookies, { 'X-Moved': 'yes' }),
});
const whoami = endpointsFor(sampleSurface)()({
  ...common,
  id: 'session.read',
  method: 'GET',
  path: '/sample/v1/session',
  gate: { scope: 'look' },
  success: ok,
  handle: async () => ({ ok: true }),
});

describe('cookies', () => {
  const kit = memoryKit();
  const cookies: Cookie[] = [];
  let server: Served;
  beforeAll(async () => {
    server = await serve({ kit, surfaces: [served], endpoints: [mount(signIn, cookies), mount(whoami, undefined)] });
  });
  afterAll(() => server.close());
  const begin = async (...set: readonly Cookie[]) => {
    cookies.splice(0, cookies.length, ...set);
    await kit.clock.advance(Seconds(1));
    return server.send({ method: 'POST', path: '/sample/v1/session' });
  };
  const look = async (cookie?: string) =>
    (await server.send({ path: '/sample/v1/session', headers: cookie === undefined ? {} : { cookie } })).status;

  it('are set for this host alone, out of reach of scripts and other sites, beside other headers', async () => {
    const { headers } = await begin(
      { name: '__Host-session', value: 's1' },
      { name: '__Host-pre', value: 'x', maxAgeSeconds: 600 },
    );
    expect(headers['set-cookie']).toEqual([
      '__Host-session=s1; Path=/; Secure; HttpOnly; SameSite=Strict',
      '__Host-pre=x; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=600',
    ]);
    expect(headers).toMatchObject({ 'x-moved': 'yes', 'cache-control': 'no-store' });
  });

  it('are taken away by an empty value', async () => {
    const { headers } = await begin({ name: '__Host-session', value: '', maxAgeSeconds: 600 });
    expect(headers['set-cookie']).toEqual(['__Host-session=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0']);
  });

  it('say who calls, where a surface goes by them', async () => {
    expect(await look()).toBe(401);
    expect(await look('__Host-session=s2')).toBe(401);
    expect(await look('theme=dark; __Host-session=s1')).toBe(200);
  });

  it('say nothing where one was planted beside another', async () => {
    expect(await look('__Host-session=s1; __Host-session=s2')).toBe(401);
    expect(await look('__Host-session=s2; __Host-session=s1')).toBe(401);
  });

  it.each([
    { name: '__Host-', value: 'x' },
    { name: '__Host-a b', value: 'x' },
    { name: '__Host-a=b', value: 'x' },
    { name: 'session', value: 'x' },
    { name: '__Host-a', value: 'x; Domain=example.com' },
    { name: '__Host-a', value: 'x\r\nSet-Cookie: y' },
    { name: '__Host-a', value: 'ü' },
    { name: '__Host-a', value: 'x'.repeat(3_801) },
    { name: '__Host-a', value: 'x', maxAgeSeconds: 1.5 },
    { name: '__Host-a', value: 'x', maxAgeSeconds: -1 },
  ] as Cookie[])('are a mistake of ours as %j', async (cookie) => {
    const answer = await begin(cookie);
    expect([answer.status, answer.headers['set-cookie']]).toEqual([500, undefined]);
  });
});

it('reads cookies as browsers send them, and whatever else may come', () => {
  const read = (header?: string) => Object.fromEntries(readCookies(header));
  expect(read()).toEqual({});
  expect(read('')).toEqual({});
  expect(read('a=1; b=2;c=3 ;  d = 4')).toEqual({ a: '1', b: '2', c: '3', d: '4' });
  expect(read('a=b=c; q="x"; empty=')).toEqual({ a: 'b=c', q: '"x"', empty: '' });
  expect(read('nothing; a=1; ;')).toEqual({ a: '1' });
  expect(read('__proto__=x').a).toBeUndefined();
  expect(readCookies('__proto__=x; constructor=y').get('constructor')).toBe('y');
});
