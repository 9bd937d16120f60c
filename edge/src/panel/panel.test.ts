import { once } from 'node:events';
import { connect } from 'node:net';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { A_DOOR } from '../fakes/a-door.ts';
import { A_CERTIFICATE, type PanelKitOptions, startPanelKit } from './panel.kit.ts';
import { servePanel } from './panel-server.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
const setup = async (options: PanelKitOptions = {}) => {
  const kit = await startPanelKit(options);
  closing.push(kit.close);
  return kit;
};
const signedIn = async () => {
  const kit = await setup();
  return { ...kit, cookie: kit.cookieOf(await kit.signIn(kit.pin())) };
};
const { doorId } = A_DOOR;

describe('the panel', () => {
  it.each(['/state', '/events', '/facts?before=9'])('shows nothing of the box to a stranger at %s', async (path) => {
    const { send } = await setup();
    const answer = await send('GET', path, { cookie: `__Host-panel=${'a'.repeat(43)}` });
    expect(answer).toMatchObject({ status: 401, json: { error: 'signed_out' } });
  });

  it('says to anybody that it is there, and nothing else', async () => {
    const { send } = await setup();
    expect(await send('GET', '/health')).toMatchObject({ status: 200, text: '{"status":"ok"}' });
  });

  it.each(['/', '/panel.js', '/panel.css', '/shared/door-picture.js', '/icon.svg', '/ca', '/ca.css'])(
    'serves %s itself, and allows nothing from elsewhere',
    async (path) => {
      const { send } = await setup();
      const { status, headers, text } = await send('GET', path);
      expect([status, text.length > 100]).toEqual([200, true]);
      expect(headers['content-security-policy']).toMatch(/default-src 'none'/);
      expect(text.replaceAll(/http:\/\/www\.w3\.org\/2000\/svg/g, '')).not.toMatch(/http:\/\/|style=|onclick=/);
      expect(text).not.toMatch(/(?:src|href)="https?:/);
    },
  );

  it.each(['/../config.ts', '/%2e%2e/pin.ts', '/__proto__', '/panel.test.ts'])('has nothing at %s', async (path) => {
    const { send } = await setup();
    expect((await send('GET', path)).status).toBe(404);
  });

  it('sends the state at once, again when it changes, and says when the session is over', async () => {
    const { send, cookie, fake, live, clock, post } = await signedIn();
    let streamed = '';
    const watching = send('GET', '/events', {
      cookie,
      until: (text) => {
        streamed = text;
        return text.includes('signed-out');
      },
    });
    const arrives = (what: string) =>
      vi.waitFor(async () => {
        await clock.advance(Seconds(1));
        expect(streamed).toContain(what);
      });
    await arrives('"lock":"locked"');
    fake.reports = fake.reports.map((report) => ({ ...report, lock: 'unlocked' as const }));
    live.changed();
    await arrives('"lock":"unlocked"');
    await post('/session/end', {}, cookie);
    await arrives('event: signed-out');
    expect((await watching).headers['content-type']).toBe('text/event-stream');
  });

  it('gives older facts page by page, of one door where asked, and each with its number and hash', async () => {
    const { send, cookie, journal } = await signedIn();
    for (let revision = 1; revision <= 100; revision++) {
      await journal.record({ kind: 'config.applied', data: { revision } });
      if (revision % 10 === 0) await journal.record({ kind: 'door.closed', data: { doorId } });
    }
    type Page = { facts: { seq: number; text: string; details: [string, string][] }[]; before: number | null };
    const get = async (path: string) => (await send('GET', path, { cookie })).json as unknown as Page;
    const seen: number[] = [];
    for (let before: number | null = 1_000; before !== null; ) {
      const page: Page = await get(`/facts?before=${before}`);
      seen.push(...page.facts.map(({ seq }) => seq));
      before = page.before;
    }
    expect(seen).toEqual(Array.from({ length: 110 }, (_, i) => 110 - i));
    const ofDoor = await get(`/facts?before=1000&door=${doorId}`);
    expect(ofDoor.facts).toHaveLength(10);
    expect(Object.fromEntries(ofDoor.facts[0]?.details ?? [])).toMatchObject({
      Number: '110',
      Hash: journal.latest(1)[0]?.hash,
    });
  });

  it('N1 fails at nothing that no number and no door can be', async () => {
    const { send, cookie } = await signedIn();
    for (const hostile of ['%00', 'door_0123%00', '%ED%A0%80', 'a'.repeat(3_000), '__proto__', '1e400', '-0'])
      for (const query of [`before=${hostile}`, `before=9&door=${hostile}`, `${hostile}=${hostile}&before=9`]) {
        const { status } = await send('GET', `/facts?${query}`, { cookie });
        expect([200, 400], query.slice(0, 40)).toContain(status);
      }
  });

  it.each(['', '?before=x', '?before=0'])('says what is wrong with /facts%s', async (query) => {
    const { send, cookie } = await signedIn();
    const answer = await send('GET', `/facts${query}`, { cookie });
    expect(answer).toMatchObject({ status: 400, json: { field: 'before' } });
  });

  it('moves to the next free port when its own is taken', async () => {
    const { server } = await setup();
    const port = Number(new URL(server.url).port);
    const second = await servePanel({ host: '127.0.0.1', port }, A_CERTIFICATE, {
      handle: () => {},
      isRecognised: () => false,
      clock: new ManualClock(),
    });
    closing.push(second.close);
    expect(Number(new URL(second.url).port)).toBeGreaterThan(port);
  });

  it('N2 lets staff in although 150 silent and slow connections come from their own address', async () => {
    const kit = await setup();
    const { port } = new URL(kit.origin);
    const sockets = await Promise.all(
      Array.from({ length: 150 }, async (_, i) => {
        const socket = connect({ port: Number(port), host: '127.0.0.1' }).on('error', () => undefined);
        await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
        if (i % 2 === 0) socket.write(Buffer.from('160301', 'hex'));
        return socket;
      }),
    );
    const cookie = kit.cookieOf(await kit.signIn(kit.pin()));
    expect(await kit.send('GET', '/state', { cookie })).toMatchObject({ status: 200 });
    for (const socket of sockets) socket.destroy();
  });
});
