import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStandIns, type StandIns } from '@gatehouse/cli/demo/stand-ins.ts';
import { openMeteo } from '@gatehouse/cloud/operation/environment/open-meteo.ts';
import { smtpServer } from '@gatehouse/cloud/platform/mail/smtp.ts';
import { httpsPushTransport } from '@gatehouse/cloud/platform/pushes/push-transport.ts';
import { testUnifi } from '@gatehouse/edge/network/unifi.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { childrenOf, isAlive } from '../kit/processes.ts';

const dir = mkdtempSync(join(tmpdir(), 'stand-ins-'));
const ANY = { port: 0 };
const PORTS = { page: ANY, weather: ANY, 'network-controller': ANY, mail: ANY, push: ANY };
let standIns: StandIns<keyof typeof PORTS>;
beforeAll(async () => {
  standIns = await openStandIns({ ports: PORTS, logDir: dir, clock: systemClock });
});
afterAll(async () => {
  await standIns.close();
  rmSync(dir, { recursive: true });
});

interface State {
  readonly facts: Readonly<Record<string, string>>;
  readonly received: readonly { readonly what: string; readonly headers: Readonly<Record<string, string>> }[];
}
const JSON_ONLY = { accept: 'application/json', 'content-type': 'application/json' };
/** What the page knows of a service, or does with it. */
const page = async (path: string, body?: object): Promise<State> => {
  const how = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(`http://127.0.0.1:${standIns.ports.page}/${path}`, { headers: JSON_ONLY, ...how });
  expect(answer.status, path).toBe(200);
  return (await answer.json()) as State;
};
/** Has a service fail in this way, and no more in any other. */
const breakIt = async (name: string, kind: string): Promise<void> => {
  await page(`${name}/clear`, {});
  await page(`${name}/faults`, { kind });
};

describe('Q8 the weather of a provider in a process of its own', () => {
  const BRISBANE = { latitude: -27.4698, longitude: 153.0251 };
  const url = () => `http://127.0.0.1:${standIns.ports.weather}`;

  it('is read, for every place', async () => {
    const provider = openMeteo({ url: url(), clock: new ManualClock() });
    for (const at of [BRISBANE, { latitude: 90, longitude: 0 }, { latitude: -33.9, longitude: -180 }]) {
      const { temperatureC, humidity, code } = await provider.current(at);
      expect(Math.abs(temperatureC)).toBeLessThan(60);
      expect([humidity, code]).toEqual([expect.any(Number), expect.any(Number)]);
    }
    const nowhere = provider.current({ latitude: 91, longitude: 0 });
    await expect(nowhere).rejects.toMatchObject({ trouble: 'refused', message: expect.stringContaining('Latitude') });
  });

  it('is missing for a reason, whatever the provider does', async () => {
    const clock = new ManualClock();
    const provider = openMeteo({ url: url(), clock });
    for (const [fault, trouble] of [
      [
        'too-many',
        { trouble: 'too_many_requests', retryAfterMs: 60_000, message: expect.stringContaining('Minutely') },
      ],
      ['cut', { trouble: 'unreachable' }],
      ['page', { trouble: 'unreadable' }],
      ['endless', { trouble: 'unreadable' }],
    ] as const) {
      await breakIt('weather', fault);
      await expect(provider.current(BRISBANE), fault).rejects.toMatchObject(trouble);
    }
    await breakIt('weather', 'no-answer');
    const waiting = expect(provider.current(BRISBANE)).rejects.toMatchObject({
      trouble: 'unreachable',
      message: expect.stringContaining('no answer in time'),
    });
    await clock.advance(Seconds(5));
    await waiting;
    await page('weather/clear', {});
    expect(await provider.current(BRISBANE)).toMatchObject({ temperatureC: expect.any(Number) });
    const nobody = openMeteo({ url: 'http://127.0.0.1:9', clock });
    await expect(nobody.current(BRISBANE)).rejects.toMatchObject({ trouble: 'unreachable' });
  });
});

describe('Q9 a UniFi console in a process of its own', () => {
  const keyFile = join(dir, 'key');
  let url: string;
  let facts: State['facts'];
  const settings = () => ({
    kind: 'unifi' as const,
    url,
    keyFile,
    fingerprint: (facts.fingerprint ?? '').replaceAll(':', '').toLowerCase(),
  });
  const keysSeen = async (): Promise<number> =>
    (await page('network-controller')).received.filter(({ headers }) => 'x-api-key' in headers).length;
  beforeAll(async () => {
    url = `https://127.0.0.1:${standIns.ports['network-controller']}`;
    ({ facts } = await page('network-controller'));
    writeFileSync(keyFile, `${facts.key}\n`, { mode: 0o600 });
  });

  it('says its version and the name of its site to who knows its certificate', async () => {
    expect(await testUnifi(settings(), new ManualClock())).toEqual({
      configured: true,
      reachable: true,
      name: 'Riverside Strength',
      version: '9.4.19',
      problem: null,
      detail: null,
    });
  });

  it('is never sent the key where its certificate is another', async () => {
    const before = await keysSeen();
    const { fingerprint, ...bare } = settings();
    const caFile = join(dir, 'console.pem');
    writeFileSync(caFile, facts.certificate ?? '');
    const clock = new ManualClock();
    const wrong = { configured: true, reachable: false, problem: 'certificate', version: null };
    expect(
      await testUnifi({ ...bare, fingerprint: fingerprint.replace(/^./, (c) => (c === '0' ? '1' : '0')) }, clock),
    ).toMatchObject({
      ...wrong,
      detail: expect.stringContaining(fingerprint),
    });
    // Its own certificate as the authority: it is of another name than the address that was asked for.
    expect(await testUnifi({ ...bare, caFile }, clock)).toMatchObject(wrong);
    await page('network-controller/renew-certificate', {});
    expect(await testUnifi(settings(), clock)).toMatchObject(wrong);
    expect(await keysSeen()).toBe(before);
    ({ facts } = await page('network-controller'));
    expect(await testUnifi(settings(), clock)).toMatchObject({ reachable: true, problem: null });
  });

  it('has a problem by name, whatever it does, and none of them holds the key', async () => {
    const clock = new ManualClock();
    for (const [fault, problem, reachable] of [
      ['too-many', 'too_many_requests', true],
      ['cut', 'unreachable', false],
      ['page', 'unreadable', true],
      ['endless', 'unreadable', true],
    ] as const) {
      await breakIt('network-controller', fault);
      const tested = await testUnifi(settings(), clock);
      expect(tested, fault).toMatchObject({ configured: true, problem, reachable, detail: expect.any(String) });
      expect(JSON.stringify(tested)).not.toContain(facts.key);
    }
    await breakIt('network-controller', 'no-answer');
    const waiting = testUnifi(settings(), clock);
    await clock.advance(Seconds(6));
    expect(await waiting).toMatchObject({ problem: 'no_answer', reachable: false });
    await page('network-controller/clear', {});
    writeFileSync(keyFile, 'another-key');
    expect(await testUnifi(settings(), clock)).toMatchObject({
      problem: 'unauthorised',
      reachable: true,
      detail: expect.stringContaining('401'),
    });
    expect(await testUnifi({ ...settings(), url: 'https://127.0.0.1:9' }, clock)).toMatchObject({
      problem: 'unreachable',
      reachable: false,
    });
  });
});

describe('all of them in one process', () => {
  it('take mail and notifications, and show them on one page', async () => {
    const from = { name: '', address: 'desk@riverside.example' };
    const plain = { secure: false, requireTls: false, user: undefined, passwordFile: undefined, from };
    const send = smtpServer({ host: '127.0.0.1', port: standIns.ports.mail, ...plain });
    await send({ id: 'eml_0123456789abcdef', to: 'sam@example.com', subject: 'Hello', text: 'Hello.' });
    expect((await page('mail')).received).toMatchObject([{ what: 'to sam@example.com: Subject: Hello' }]);
    const { authority: ca = '' } = (await page('push')).facts;
    const transport = httpsPushTransport({ clock: systemClock, loopback: { ca } });
    const endpoint = new URL(`https://localhost:${standIns.ports.push}/push/1`);
    expect(await transport.post({ url: endpoint, headers: { ttl: '60' }, body: Buffer.from('sealed') })).toBe(201);
    expect((await page('push')).received).toMatchObject([{ what: 'POST /push/1' }]);
  });

  it('are no process until somebody calls, one however many do, another once that has died, and none in the end', async () => {
    const others = new Set(childrenOf(process.pid));
    const mine = () => childrenOf(process.pid).filter((pid) => !others.has(pid) && isAlive(pid));
    const lazy = await openStandIns({
      ports: { page: ANY, weather: ANY },
      logDir: join(dir, 'lazy'),
      clock: systemClock,
    });
    const call = () => fetch(`http://127.0.0.1:${lazy.ports.weather}/`).then(({ status }) => status);
    expect(mine()).toEqual([]);
    expect(await Promise.all([call(), call(), call()])).toEqual([404, 404, 404]);
    const [first, ...more] = mine();
    expect([first, more]).toEqual([expect.any(Number), []]);
    process.kill(first ?? 0, 'SIGKILL');
    await expect.poll(() => call().catch(() => 'nobody')).toBe(404);
    expect(mine()).toEqual([expect.any(Number)]);
    expect(mine()).not.toContain(first);
    await lazy.close();
    expect(mine()).toEqual([]);
    await expect(call()).rejects.toThrow();
  });
});
