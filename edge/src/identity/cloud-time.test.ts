import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { Days, Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { newAuthority } from '@gatehouse/shared/tls/certificates.ts';
import { importPrivateKey, newDeviceKey } from '@gatehouse/shared/wire/device-keys.ts';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { watchClock } from '../clock/clock-trust.ts';
import { fakeBroker } from '../fakes/fake-broker.ts';
import { fakeCloud } from '../fakes/fake-cloud.ts';
import { silentLog } from '../fakes/silent-log.ts';
import { cloudHttps } from './cloud-https.ts';
import { createCloudTime } from './cloud-time.ts';

const NOW = systemClock.wallMs();
const TIME = 'GET /edge/v1/time nobody';
const WORK = 'GET /edge/v1/desired-state Bearer edge-token-1';

type Fake = Awaited<ReturnType<typeof fakeCloud>>;
const open: { close(): void | Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

/** A box on this machine's clock, which is right or wrong by how the cloud's stands. */
const aBox = (it_: Fake, { ca = it_.ca, claimed = true, floorMs = 0 } = {}) => {
  const clock = systemClock;
  const trust = watchClock({ clock, floorMs, saveFloor: () => {}, onStep: () => {}, synchronised: () => true });
  const commandKeys = () => (claimed ? it_.cloud.commandKeys : []);
  const time = createCloudTime({ url: it_.url, ca, commandKeys, trust, clock, random: systemRandom, log: silentLog });
  const cloud = cloudHttps({ url: it_.url, ca, clock, time });
  open.push(trust, cloud);
  const work = () => cloud.send({ method: 'GET', path: '/edge/v1/desired-state', token: 'edge-token-1' });
  return { trust, time, cloud, work };
};
const aCloud = async (options: Parameters<typeof fakeCloud>[0]) => {
  const it_ = await fakeCloud(options);
  it_.cloud.instead = (req) => (req.url?.startsWith('/edge/v1/time') ? undefined : { status: 200, body: {} });
  open.push(it_);
  return it_;
};
/** Without the handshakes that came to nothing. */
const asked = ({ cloud }: Fake) => cloud.connections.filter((requests) => requests.length > 0);

describe('S5 a box whose clock is outside the dates of the cloud’s certificate', () => {
  it('F10 works at the first request, at any time from 1970 to 2100: one question goes out without regard to dates', async () => {
    const moments = fc.integer({ min: Days(2), max: Date.parse('2100-12-01T00:00:00Z') });
    await fc.assert(
      fc.asyncProperty(moments, async (nowMs) => {
        const it_ = await aCloud({ nowMs });
        const box = aBox(it_);
        expect((await box.work()).status).toBe(200);
        expect((await box.work()).status).toBe(200);
        const isRight = NOW > nowMs - Days(1) && NOW < nowMs + Days(397);
        expect(asked(it_)).toEqual(isRight ? [[WORK, WORK]] : [[TIME], [WORK, WORK]]);
        expect(box.trust.trusted()).toBe(isRight);
        if (!isRight) expect(Math.abs(box.trust.nowMs() - nowMs)).toBeLessThan(Minutes(1));
      }),
      { numRuns: 8, examples: [[Days(2)], [NOW - 20 * Days(365)], [NOW + 5 * Days(365)], [NOW]] },
    );
  });

  it('reaches the broker, too, also where only the broker’s certificate is out of date', async () => {
    const it_ = await aCloud({ nowMs: NOW + Days(2_000) });
    const broker = await fakeBroker(it_.tls);
    open.push(broker);
    const box = aBox(it_);
    const port = Number(new URL(broker.url).port);
    const socket = await box.time.dial({ host: '127.0.0.1', port });
    socket.destroy();
    expect(asked(it_)).toEqual([[TIME]]);
    await expect(aBox(await aCloud({})).time.dial({ host: '127.0.0.1', port })).rejects.toThrow();
  });

  it('refuses a certificate that has run out, by a clock that is right', async () => {
    const it_ = await aCloud({ nowMs: NOW, madeMs: NOW - Days(500) });
    const box = aBox(it_);
    await expect(box.work()).rejects.toMatchObject({ name: 'CloudUnreachable', outdated: true });
    expect(asked(it_)).toEqual([[TIME]]);
    expect([box.trust.trusted(), box.trust.signedMs()]).toEqual([true, undefined]);
  });

  it('refuses a certificate that has run out by the time that was signed, too', async () => {
    const it_ = await aCloud({ nowMs: NOW + Days(4_000), madeMs: NOW - Days(500) });
    await expect(aBox(it_).work()).rejects.toMatchObject({ outdated: true });
    expect(asked(it_)).toEqual([[TIME]]);
  });

  it('says nothing at all to another authority or under another name, whatever the dates', async () => {
    for (const [other, name] of [
      [true, 'localhost'],
      [false, 'elsewhere.test'],
    ] as const) {
      const it_ = await aCloud({ nowMs: NOW - Days(4_000), name });
      const box = aBox(it_, other ? { ca: (await newAuthority('Test cloud', NOW)).certificatePem } : {});
      await expect(box.work()).rejects.toMatchObject({ name: 'CloudUnreachable' });
      expect(asked(it_)).toEqual([]);
    }
  });

  it('believes no time that another key has signed, or for another question, or before one that was signed earlier', async () => {
    const it_ = await aCloud({ nowMs: NOW - Days(4_000) });
    const stranger = { kid: 'k1', privateKey: importPrivateKey(newDeviceKey().privateKeyPem) };
    const box = aBox(it_);
    const refused = async () => {
      await expect(box.work()).rejects.toMatchObject({ outdated: true });
      expect(box.trust.signedMs()).toBeUndefined();
    };
    const { signingKey } = it_.cloud;
    it_.cloud.signingKey = stranger;
    await refused();
    Object.assign(it_.cloud, { signingKey, nonce: 'x'.repeat(22) });
    await refused();
    it_.cloud.nonce = undefined;
    box.trust.confirmSigned({ cloudWallMs: NOW, sentMonoMs: systemClock.monoMs() });
    await refused();
    expect(asked(it_)).toEqual([[TIME], [TIME], [TIME]]);
  });

  it('asks nobody before it is claimed, and copes with a cloud that signs no time as it did before', async () => {
    const unclaimed = await aCloud({ nowMs: NOW - Days(4_000) });
    await expect(aBox(unclaimed, { claimed: false }).work()).rejects.toMatchObject({ outdated: true });
    expect(asked(unclaimed)).toEqual([]);
    const old = await aCloud({ nowMs: NOW - Days(4_000) });
    old.cloud.signsTime = false;
    const box = aBox(old);
    for (let i = 0; i < 3; i++) await expect(box.work()).rejects.toMatchObject({ outdated: true });
    expect(asked(old)).toEqual([[TIME]]);
  });

  it('has the cloud sign what a beacon’s answer says, where that is another time; an older cloud is believed as before', async () => {
    for (const signsTime of [true, false]) {
      const it_ = await aCloud({ nowMs: NOW + Hours(5) });
      it_.cloud.signsTime = signsTime;
      const clock = systemClock;
      const trust = watchClock({ clock, floorMs: 0, saveFloor: () => {}, onStep: () => {} });
      open.push(trust);
      const commandKeys = () => it_.cloud.commandKeys;
      const { url, ca } = it_;
      const time = createCloudTime({ url, ca, commandKeys, trust, clock, random: systemRandom, log: silentLog });
      const heard = () => time.heard({ cloudWallMs: clock.wallMs() + Hours(5), sentMonoMs: clock.monoMs() });
      heard();
      await expect.poll(() => [trust.trusted(), trust.known()], { timeout: 5_000 }).toEqual([false, true]);
      expect(trust.signedMs() !== undefined).toBe(signsTime);
      heard();
      expect(asked(it_)).toEqual([[TIME]]);
      expect(Math.abs(trust.nowMs() - clock.wallMs() - Hours(5))).toBeLessThan(Minutes(1));
    }
  });
});
