import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openMeteo } from '@gatehouse/cloud/modules/environment/open-meteo.ts';
import { testUnifi } from '@gatehouse/edge/network/unifi.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const started: ChildProcess[] = [];
/** A stand-in as a process of its own, and how to break it. */
const standIn = async <Ready extends { url: string }>(name: string) => {
  const child = fork(fileURLToPath(import.meta.resolve(`@gatehouse/cli/stand-ins/${name}.ts`)), { execArgv: [] });
  started.push(child);
  const [ready] = (await once(child, 'message')) as [Ready];
  return ready;
};
afterAll(async () => {
  for (const child of started) {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
});

describe('Q8 the weather of a provider in a process of its own', () => {
  const BRISBANE = { latitude: -27.4698, longitude: 153.0251 };
  let url: string;
  beforeAll(async () => {
    ({ url } = await standIn('weather'));
  });
  const breakIt = (fault: string) => fetch(`${url}/stand-in`, { method: 'POST', body: JSON.stringify({ fault }) });

  it('is read, for every place', async () => {
    const provider = openMeteo({ url, clock: new ManualClock() });
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
    const provider = openMeteo({ url, clock });
    for (const [fault, trouble] of [
      [
        'too-many',
        { trouble: 'too_many_requests', retryAfterMs: 60_000, message: expect.stringContaining('Minutely') },
      ],
      ['cut', { trouble: 'unreachable' }],
      ['page', { trouble: 'unreadable' }],
      ['endless', { trouble: 'unreadable' }],
    ] as const) {
      await breakIt(fault);
      await expect(provider.current(BRISBANE), fault).rejects.toMatchObject(trouble);
    }
    await breakIt('no-answer');
    const waiting = expect(provider.current(BRISBANE)).rejects.toMatchObject({
      trouble: 'unreachable',
      message: expect.stringContaining('no answer in time'),
    });
    await clock.advance(Seconds(5));
    await waiting;
    await breakIt('none');
    expect(await provider.current(BRISBANE)).toMatchObject({ temperatureC: expect.any(Number) });
    const nobody = openMeteo({ url: 'http://127.0.0.1:9', clock });
    await expect(nobody.current(BRISBANE)).rejects.toMatchObject({ trouble: 'unreachable' });
  });
});

interface Console {
  readonly url: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly certificatePem: string;
}

describe('Q9 a UniFi console in a process of its own', () => {
  const dir = mkdtempSync(join(tmpdir(), 'console-'));
  const keyFile = join(dir, 'key');
  let unifi: Console;
  const settings = () => ({
    kind: 'unifi' as const,
    url: unifi.url,
    keyFile,
    fingerprint: unifi.fingerprint.replaceAll(':', '').toLowerCase(),
  });
  const own = (fault?: string): Promise<{ keysSeen: number }> =>
    new Promise((resolve, reject) => {
      const options = { method: fault === undefined ? 'GET' : 'POST', rejectUnauthorized: false, agent: false };
      const asked = request(`${unifi.url}/stand-in`, options, (response) => {
        response.setEncoding('utf8').on('data', (text: string) => resolve(JSON.parse(text)));
      });
      asked.on('error', reject).end(fault && JSON.stringify({ fault }));
    });
  beforeAll(async () => {
    unifi = await standIn<Console>('network-controller');
    writeFileSync(keyFile, `${unifi.key}\n`, { mode: 0o600 });
  });
  afterAll(() => rmSync(dir, { recursive: true }));

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
    const before = (await own()).keysSeen;
    const { fingerprint, ...bare } = settings();
    const caFile = join(dir, 'console.pem');
    writeFileSync(caFile, unifi.certificatePem);
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
    await own('other-certificate');
    expect(await testUnifi(settings(), clock)).toMatchObject(wrong);
    expect((await own('none')).keysSeen).toBe(before);
  });

  it('has a problem by name, whatever it does, and none of them holds the key', async () => {
    const clock = new ManualClock();
    for (const [fault, problem, reachable] of [
      ['too-many', 'too_many_requests', true],
      ['cut', 'unreachable', false],
      ['page', 'unreadable', true],
      ['endless', 'unreadable', true],
    ] as const) {
      await own(fault);
      const tested = await testUnifi(settings(), clock);
      expect(tested, fault).toMatchObject({ configured: true, problem, reachable, detail: expect.any(String) });
      expect(JSON.stringify(tested)).not.toContain(unifi.key);
    }
    await own('no-answer');
    const waiting = testUnifi(settings(), clock);
    await clock.advance(Seconds(6));
    expect(await waiting).toMatchObject({ problem: 'no_answer', reachable: false });
    await own('none');
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
