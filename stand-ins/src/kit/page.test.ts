import { createConnection } from 'node:net';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHost, type Host } from './host.ts';
import { httpStandIn } from './http.ts';
import { createPage } from './page.ts';
import { type ServedStandIn, serveStandIn } from './serve.ts';
import type { StandIn } from './stand-in.ts';

const JSON_BODY = { accept: 'application/json', 'content-type': 'application/json' };

describe('the page of the stand-ins', () => {
  let host: Host;
  let page: ServedStandIn<StandIn>;
  let bank: ServedStandIn<StandIn>;
  let rung: number;
  beforeEach(async () => {
    rung = 0;
    host = createHost(
      {
        bank: async (clock) =>
          httpStandIn({
            plays: 'a bank',
            clock,
            facts: () => ({ key: 'sk_<1>' }),
            acts: {
              ring: () => {
                rung += 1;
              },
            },
            answer: () => ({ body: {} }),
            refusal: (status) => ({ status }),
          }),
        never: () => Promise.reject(new Error('must not be loaded')),
      },
      new ManualClock('2026-06-21T00:00:00Z'),
    );
    page = await serveStandIn(createPage(host));
    const found = await host.standIn('bank');
    if (found === undefined) throw new Error('no bank');
    bank = await serveStandIn(found);
  });
  afterEach(async () => {
    await Promise.all([page.close(), bank.close()]);
    await host.close();
  });
  const get = (path: string, headers = {}) => fetch(`${page.url}${path}`, { headers });
  const post = (path: string, body: unknown = {}) =>
    fetch(`${page.url}${path}`, { method: 'POST', headers: JSON_BODY, body: JSON.stringify(body) });
  const press = (path: string, form: Record<string, string>) =>
    fetch(`${page.url}${path}`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

  it('shows who is played without loading anybody, and says what came to one of them as text', async () => {
    const index = await (await get('/')).text();
    expect(index).toMatch(/href="\/bank"[\s\S]*href="\/never"/);
    await fetch(`${bank.url}/pay`, { method: 'POST', body: '<script>alert(1)</script>' });
    const shown = await get('/bank');
    const text = await shown.text();
    expect(text).toContain('POST /pay');
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).toContain('sk_&lt;1&gt;');
    expect(text).not.toContain('<script');
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('makes a service fail by a button, as often as was said, and stop failing by another', async () => {
    const pressed = await press('/bank/faults', { kind: 'refuse', status: '402', times: '1', at: '' });
    expect([pressed.status, pressed.headers.get('location')]).toEqual([303, '/bank']);
    expect((await fetch(bank.url)).status).toBe(402);
    expect((await fetch(bank.url)).status).toBe(200);
    await press('/bank/faults', { kind: 'refuse' });
    expect((await fetch(bank.url)).status).toBe(503);
    await press('/bank/clear', {});
    expect((await fetch(bank.url)).status).toBe(200);
  });

  it('is JSON for tests', async () => {
    await fetch(`${bank.url}/pay`, { method: 'POST', body: 'money' });
    const { faults } = (await (await post('/bank/faults', { kind: 'cut', at: '/pay' })).json()) as { faults: unknown };
    expect(faults).toEqual([{ kind: 'cut', at: '/pay' }]);
    expect(await (await get('/bank', JSON_BODY)).json()).toMatchObject({
      facts: { key: 'sk_<1>' },
      acts: ['ring'],
      received: [{ path: '/pay', body: 'money' }],
    });
    await post('/bank/ring');
    expect(rung).toBe(1);
  });

  it('moves the clock of all of them', async () => {
    await press('/clock', { minutes: '90' });
    expect(await (await get('/', JSON_BODY)).json()).toMatchObject({ nowMs: Date.parse('2026-06-21T01:30:00Z') });
    await fetch(bank.url);
    expect(bank.received.at(-1)?.atMs).toBe(Date.parse('2026-06-21T01:30:00Z'));
  });

  it.each([
    ['a fault of no kind', '/bank/faults', { kind: 'explode' }, 400],
    ['a fault of another service', '/bank/faults', { kind: 'cut', soon: 1 }, 400],
    ['an act of no name', '/bank/toString', {}, 400],
    ['a clock that goes back', '/clock', { minutes: -1 }, 400],
    ['a clock that leaps by years', '/clock', { minutes: 1_000_000 }, 400],
    ['a service of no name', '/toString/faults', { kind: 'cut' }, 404],
    ['the page itself', '/', {}, 404],
  ])('refuses %s', async (_what, path, body, status) => {
    expect((await post(path, body)).status).toBe(status);
    expect((await fetch(bank.url)).status).toBe(200);
  });

  it('knows no page but its own', async () => {
    expect((await get('/nobody')).status).toBe(404);
    expect((await get('/bank/faults')).status).toBe(404);
    expect((await get('/style.css')).headers.get('content-type')).toBe('text/css');
  });

  it('is not for pages of elsewhere', async () => {
    const foreign = { ...JSON_BODY, origin: 'https://example.com' };
    const sent = await fetch(`${page.url}/bank/clear`, { method: 'POST', headers: foreign, body: '{}' });
    expect(sent.status).toBe(403);
    const rebound = await new Promise<string>((resolve) => {
      const socket = createConnection(page.port, '127.0.0.1', () =>
        socket.write('GET / HTTP/1.1\r\nhost: example.com\r\nconnection: close\r\n\r\n'),
      );
      socket.setEncoding('utf8').once('data', resolve);
    });
    expect(rebound).toMatch(/^HTTP\/1\.1 403/);
  });
});
