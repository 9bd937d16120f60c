import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { Hours, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { selfSignedCertificate } from '@gatehouse/shared/tls/certificates.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { silentLog } from '../fakes/silent-log.ts';
import { openBoxStore } from '../store/box-store.ts';
import { createLiveView } from './live-view.ts';
import { panelRoutes } from './panel-routes.ts';
import { servePanel } from './panel-server.ts';
import { loadPin, PinVerifier, pinMatches } from './pin.ts';
import { createSessions } from './sessions.ts';
import { createSignIn } from './sign-in.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'panel-'));
const certificate = await selfSignedCertificate(['localhost', '127.0.0.1'], Date.parse('2026-11-20T00:00:00Z'));
const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
}

const setup = async (dir = folder(), bootId = 'boot-1') => {
  const clock = new ManualClock();
  const box = openBoxStore(join(dir, 'box.db'), { nowMs: 0, log: silentLog });
  const slot = box.slot('panel_pin', PinVerifier);
  const verifier = await loadPin(dir, slot, systemRandom);
  const pin = readFileSync(join(dir, 'panel-pin'), 'utf8').trim();
  const signIn = createSignIn({ db: box.db, bootId, clock, matches: (tried) => pinMatches(tried, verifier) });
  let state = { doors: 'locked' };
  const look = () => state;
  const live = createLiveView({ look, clock });
  const handle = panelRoutes({
    signIn,
    sessions: createSessions({ clock, random: systemRandom }),
    live,
    look,
    log: silentLog,
  });
  const server = await servePanel({ host: '127.0.0.1', port: 0 }, certificate, handle);
  closing.push(live.close, server.close, box.close);
  const send = (method: string, path: string, options: { body?: unknown; cookie?: string; type?: string } = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const headers = {
        'content-type': options.type ?? 'application/json',
        ...(options.cookie ? { cookie: options.cookie } : {}),
      };
      const req = request(
        `${server.url.slice(0, -1)}${path}`,
        { method, headers, rejectUnauthorized: false, agent: false },
        (res) => {
          let text = '';
          res.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk;
            streamed = text;
            if (path === '/events' && text.includes('open')) res.destroy();
          });
          res.on('close', () => resolve({ status: res.statusCode ?? 0, headers: res.headers, text }));
        },
      );
      req.on('error', reject).end(options.body === undefined ? undefined : JSON.stringify(options.body));
    });
  let streamed = '';
  const received = () => streamed;
  const tryPin = (tried: string) => send('POST', '/session', { body: { pin: tried } });
  const cookieOf = (answer: Answer) => String(answer.headers['set-cookie']).split(';')[0] ?? '';
  const change = () => {
    state = { doors: 'open' };
    live.changed();
  };
  return { clock, dir, pin, slot, send, tryPin, cookieOf, change, server, received };
};
const wrong = (pin: string) => String((Number(pin) + 1) % 100_000_000).padStart(8, '0');

describe('the panel PIN', () => {
  it('is made at first start, kept to its owner, and known without its file', async () => {
    const { dir, pin, slot } = await setup();
    expect(pin).toMatch(/^\d{8}$/);
    expect(statSync(join(dir, 'panel-pin')).mode & 0o777).toBe(0o600);
    rmSync(join(dir, 'panel-pin'));
    expect(await pinMatches(pin, await loadPin(dir, slot, systemRandom))).toBe(true);
  });

  it('is changed by writing another into its file, and not by writing rubbish', async () => {
    const { dir, pin, slot } = await setup();
    writeFileSync(join(dir, 'panel-pin'), '12');
    expect(await pinMatches(pin, await loadPin(dir, slot, systemRandom))).toBe(true);
    writeFileSync(join(dir, 'panel-pin'), '24681357\n');
    expect(await pinMatches('24681357', await loadPin(dir, slot, systemRandom))).toBe(true);
  });
});

describe('sign-in at the panel', () => {
  it('lets the PIN in for 12 hours, with a cookie that scripts and other sites cannot use', async () => {
    const { tryPin, pin, send, cookieOf, clock } = await setup();
    const answer = await tryPin(pin);
    expect(answer.status).toBe(204);
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^__Host-panel=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; Secure; SameSite=Strict$/,
    );
    const cookie = cookieOf(answer);
    expect(await send('GET', '/state', { cookie })).toMatchObject({ status: 200, text: '{"doors":"locked"}' });
    await clock.advance(Hours(12));
    expect((await send('GET', '/state', { cookie })).status).toBe(401);
  });

  it('locks everybody out after five wrong PINs, the right one too, for 15 minutes', async () => {
    const { tryPin, pin, clock } = await setup();
    const answers = [];
    for (let i = 0; i < 6; i++) answers.push(await tryPin(wrong(pin)));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
    await clock.advance(Minutes(14.9));
    const refused = await tryPin(pin);
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '6' } });
    await clock.advance(Minutes(0.1));
    expect((await tryPin(pin)).status).toBe(204);
  });

  it('gives tries that come side by side no more than five either', async () => {
    const { tryPin, pin } = await setup();
    const answers = await Promise.all(Array.from({ length: 12 }, () => tryPin(wrong(pin))));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
  });

  it('stays locked over a restart, however far the wall clock was set', async () => {
    const first = await setup();
    for (let i = 0; i < 5; i++) await first.tryPin(wrong(first.pin));
    const second = await setup(first.dir, 'boot-2');
    second.clock.jumpWall(Hours(24));
    expect((await second.tryPin(second.pin)).status).toBe(429);
    await second.clock.advance(Minutes(15));
    expect((await second.tryPin(second.pin)).status).toBe(204);
  });

  it('ends with the session: the cookie is worth nothing after sign-out', async () => {
    const { tryPin, pin, send, cookieOf } = await setup();
    const cookie = cookieOf(await tryPin(pin));
    expect((await send('DELETE', '/session', { cookie })).status).toBe(204);
    expect((await send('GET', '/state', { cookie })).status).toBe(401);
  });

  it.each([
    [{ body: { pin: 'abc' } }, 400],
    [{ body: { pin: '1'.repeat(2_000) } }, 400],
    [{ body: [] }, 400],
    [{ body: { pin: '1' }, type: 'text/plain' }, 415],
  ])('refuses %j', async (options, status) => {
    const { send } = await setup();
    expect((await send('POST', '/session', options)).status).toBe(status);
  });
});

describe('the panel', () => {
  it.each(['/state', '/events'])('shows nothing of the box to a stranger at %s', async (path) => {
    const { send } = await setup();
    expect(await send('GET', path, { cookie: `__Host-panel=${'a'.repeat(43)}` })).toMatchObject({ status: 401 });
  });

  it('says to anybody that it is there, and nothing else', async () => {
    const { send } = await setup();
    expect(await send('GET', '/health')).toMatchObject({ status: 200, text: '{"status":"ok"}' });
  });

  it.each(['/', '/panel.js', '/panel.css', '/icon.svg'])(
    'serves %s itself, and allows nothing from elsewhere',
    async (path) => {
      const { send } = await setup();
      const { status, headers, text } = await send('GET', path);
      expect([status, text.length > 100]).toEqual([200, true]);
      expect(headers['content-security-policy']).toMatch(/default-src 'none'/);
      expect(text.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:\/\/|style=|onclick=/);
    },
  );

  it.each(['/../config.ts', '/%2e%2e/pin.ts', '/__proto__', '/panel.test.ts'])('has nothing at %s', async (path) => {
    const { send } = await setup();
    expect((await send('GET', path)).status).toBe(404);
  });

  it('sends the state at once, and again when it changes', async () => {
    const { tryPin, pin, send, cookieOf, change, clock, received } = await setup();
    const watching = send('GET', '/events', { cookie: cookieOf(await tryPin(pin)) });
    await vi.waitFor(async () => {
      await clock.advance(Seconds(1));
      expect(received()).toContain('locked');
    });
    change();
    await clock.advance(Seconds(1));
    const { text, headers } = await watching;
    expect(headers['content-type']).toBe('text/event-stream');
    expect(text).toMatch(/event: state\ndata: \{"doors":"locked"\}[\s\S]*event: state\ndata: \{"doors":"open"\}/);
  });

  it('moves to the next free port when its own is taken', async () => {
    const { server } = await setup();
    const port = Number(new URL(server.url).port);
    const second = await servePanel({ host: '127.0.0.1', port }, certificate, () => {});
    closing.push(second.close);
    expect(Number(new URL(second.url).port)).toBeGreaterThan(port);
  });
});
