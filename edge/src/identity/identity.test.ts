import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { type Duration, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { newAuthority } from '@gatehouse/shared/tls/certificates.ts';
import { ClaimCode } from '@gatehouse/shared/wire/device-api.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { A_FACILITY, fakeCloud } from '../fakes/fake-cloud.ts';
import { silentLog } from '../fakes/silent-log.ts';
import { openBoxStore } from '../store/box-store.ts';
import { RETRY } from '../uplink/link.ts';
import { createBackOff } from './back-off.ts';
import { loadIdentity } from './box-identity.ts';
import { claimCodeHash, claimCodes } from './claim-code.ts';
import { cloudHttps } from './cloud-https.ts';
import { createEnroller, Enrolment } from './enrolment.ts';
import { boxTokens } from './tokens.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'identity-'));
const options = { nowMs: 0, log: silentLog };

describe('who the box is', () => {
  it('is made at first boot, kept to its owner, and the same ever after', () => {
    const dir = folder();
    const first = loadIdentity(dir, options);
    expect(statSync(join(dir, 'identity.json')).mode & 0o777).toBe(0o600);
    expect(loadIdentity(dir, options)).toMatchObject({ boxId: first.boxId, publicKey: first.publicKey });
    expect(loadIdentity(folder(), options).boxId).not.toBe(first.boxId);
  });

  it('S3 is never a new one by itself: a damaged file is kept, and the box goes on without its key', () => {
    const dir = folder();
    writeFileSync(join(dir, 'identity.json'), '{"boxId":');
    const found = loadIdentity(dir, options);
    expect(found.lost).toBeDefined();
    expect(readFileSync(join(dir, 'identity.json.set-aside-1970-01-01T00-00-00.000Z'), 'utf8')).toBe('{"boxId":');
    expect(loadIdentity(dir, options)).toMatchObject({ boxId: found.boxId, lost: 'it was missing' });
    expect(existsSync(join(dir, 'identity.json'))).toBe(false);
  });
});

it('claim codes are readable, and new every ten minutes', async () => {
  const clock = new ManualClock();
  const codes = claimCodes({ random: systemRandom, clock });
  const first = codes.current();
  expect(ClaimCode.parse(first)).toBe(first);
  await clock.advance(Minutes(9.9));
  expect(codes.current()).toBe(first);
  await clock.advance(Minutes(0.1));
  expect(codes.current()).not.toBe(first);
});

it('waits double up to their limit, spread by up to half, and begin anew after success', () => {
  const backOff = createBackOff({ first: Seconds(1), max: Seconds(8), random: () => new Uint8Array([128, 0]) });
  expect(Array.from({ length: 5 }, () => backOff.next())).toEqual([750, 1_500, 3_000, 6_000, 6_000]);
  backOff.reset();
  expect(backOff.next()).toBe(750);
});

describe('with a cloud', () => {
  let it_: Awaited<ReturnType<typeof fakeCloud>>;
  let clock: ManualClock;
  beforeEach(async () => {
    it_ = await fakeCloud();
    clock = new ManualClock();
  });
  afterEach(() => it_.close());
  /** Moves the clock in small steps until `done`, giving real sockets their time. */
  const until = (done: () => boolean, step: Duration = Seconds(1)) =>
    vi.waitFor(
      async () => {
        await clock.advance(step);
        expect(done()).toBe(true);
      },
      { timeout: 10_000 },
    );
  const setup = (ca = it_.ca) => {
    const dir = folder();
    const identity = loadIdentity(dir, options);
    const cloud = cloudHttps({ url: it_.url, ca, clock });
    const box = openBoxStore(join(dir, 'box.db'), options);
    const slot = box.slot('enrolment', Enrolment);
    const claimed: unknown[] = [];
    const make = () =>
      createEnroller({
        identity,
        cloud,
        slot,
        codes: claimCodes({ random: systemRandom, clock }),
        clock,
        random: systemRandom,
        log: silentLog,
        onClaimed: (now) => void claimed.push(now.facilityId),
      });
    const unknown = vi.fn();
    const tokens = boxTokens({ identity, cloud, clock, onUnknown: unknown });
    return { identity, cloud, make, tokens, claimed, unknown, slot };
  };

  describe('the claim', () => {
    it('asks with its code until staff have typed it, then pins the command keys for good', async () => {
      const { make, identity, claimed } = setup();
      const enroller = make();
      enroller.start();
      await until(() => it_.cloud.lastClaim !== undefined);
      expect(it_.cloud.lastClaim).toMatchObject({ v: 2, boxId: identity.boxId, code: enroller.claimCode() });
      expect(claimed).toEqual([]);
      it_.cloud.claimed = true;
      await until(() => claimed.length > 0);
      expect(enroller.claimCode()).toBeUndefined();
      const again = make();
      again.start();
      expect(again.current()).toEqual({ facilityId: A_FACILITY, commandKeys: it_.cloud.commandKeys });
      const asked = it_.cloud.seen.length;
      await clock.advance(Minutes(5));
      expect(it_.cloud.seen).toHaveLength(asked);
      enroller.close();
      again.close();
    });

    it('N9 tells a cloud of an earlier release a hash of its code, and asks anew with the next one', async () => {
      const { make, identity, claimed } = setup();
      it_.cloud.takesCodes = false;
      const enroller = make();
      enroller.start();
      await until(() => it_.cloud.lastClaim !== undefined);
      const codeHash = claimCodeHash(identity.boxId, enroller.claimCode() ?? '');
      expect(it_.cloud.lastClaim).toMatchObject({ v: 1, codeHash });
      const asked = it_.cloud.seen.length;
      await until(() => it_.cloud.seen.length > asked);
      expect(it_.cloud.seen.length - asked).toBe(1);
      it_.cloud.takesCodes = true;
      await clock.advance(Minutes(10));
      await until(() => it_.cloud.lastClaim?.v === 2);
      it_.cloud.claimed = true;
      await until(() => claimed.length > 0);
      enroller.close();
    });

    it('N9 shows another code where the cloud says that this one is taken', async () => {
      const { make } = setup();
      it_.cloud.instead = () => ({ status: 409, body: { error: 'claim_code_taken', message: 'taken' } });
      const enroller = make();
      const first = enroller.claimCode();
      enroller.start();
      await until(() => it_.cloud.seen.length > 0);
      it_.cloud.instead = undefined;
      await until(() => it_.cloud.lastClaim !== undefined);
      expect(enroller.claimCode()).not.toBe(first);
      expect(it_.cloud.lastClaim).toMatchObject({ code: enroller.claimCode() });
      enroller.close();
    });

    it('goes on asking while the cloud refuses, talks nonsense or is silent', async () => {
      const { make, claimed } = setup();
      const enroller = make();
      const answers = [
        { status: 500, body: { error: 'internal_error', message: 'sorry' } },
        { status: 200, body: { status: 'perhaps' } },
        { status: 301, headers: { location: 'https://elsewhere.test/' } },
        'hang' as const,
      ];
      it_.cloud.instead = () => answers.shift() ?? { status: 503, body: {} };
      enroller.start();
      await until(() => answers.length === 0, Seconds(3));
      it_.cloud.instead = undefined;
      it_.cloud.claimed = true;
      await until(() => claimed.length === 1, Seconds(5));
      enroller.close();
      expect(clock.pendingTimers).toBe(0);
    });

    it('knows on which page it is claimed, once the cloud has said it, and does without at a cloud of an earlier release', async () => {
      const { make } = setup();
      const asked = () => it_.cloud.seen.filter(({ path }) => path === '/edge/v1/claim-page').length;
      const enroller = make();
      enroller.start();
      await until(() => enroller.claimPage() !== undefined);
      expect(enroller.claimPage()).toBe('https://console.test/ops/claim');
      it_.cloud.claimPage = undefined;
      const before = asked();
      await until(() => it_.cloud.seen.length > 6);
      expect([enroller.claimPage(), asked()]).toEqual(['https://console.test/ops/claim', before]);
      await clock.advance(Minutes(10));
      await until(() => enroller.claimPage() === undefined);
      expect(enroller.claimCode()).toMatch(/^[0-9A-Z]{8}$/);
      enroller.close();
    });

    it('shows a code again when the cloud no longer knows the box', async () => {
      const { make, slot } = setup();
      slot.keep({ facilityId: A_FACILITY, commandKeys: it_.cloud.commandKeys });
      const enroller = make();
      enroller.start();
      expect(enroller.claimCode()).toBeUndefined();
      enroller.reopen();
      expect(enroller.claimCode()).toMatch(/^[0-9A-Z]{8}$/);
      enroller.close();
    });
  });

  describe('tokens', () => {
    it('are traded for a signed challenge, kept while good, and made anew after', async () => {
      const { make, tokens } = setup();
      it_.cloud.claimed = true;
      const enroller = make();
      enroller.start();
      await until(() => enroller.current() !== undefined);
      const first = await tokens.current('edge');
      expect(first.token).toMatch(/^edge-token/);
      expect(await tokens.current('edge')).toBe(first);
      await clock.advance(Seconds(481));
      expect(await tokens.current('edge')).not.toEqual(first);
      const mqtt = await tokens.fresh('mqtt');
      expect(mqtt.token).toMatch(/^mqtt-token/);
      expect(await tokens.fresh('mqtt')).not.toEqual(mqtt);
    });

    it('of a box that the cloud does not know are refused, and that is said', async () => {
      const { tokens, unknown } = setup();
      await expect(tokens.fresh('mqtt')).rejects.toMatchObject({
        name: 'CloudRefusal',
        status: 401,
        code: 'proof_refused',
        requestId: 'req_1',
      });
      expect(unknown).toHaveBeenCalledTimes(1);
    });
  });

  describe('HTTPS', () => {
    it('trusts the configured authority and no other', async () => {
      const other = await newAuthority('Someone else', clock.wallMs());
      const { cloud } = setup(other.certificatePem);
      await expect(cloud.send({ method: 'GET', path: '/x' })).rejects.toMatchObject({ name: 'CloudUnreachable' });
      expect(it_.cloud.seen).toEqual([]);
    });

    it('follows no redirect and gives up on silence', async () => {
      const { cloud } = setup();
      it_.cloud.instead = () => ({ status: 302, headers: { location: `${it_.url}/edge/v1/elsewhere` } });
      await expect(cloud.send({ method: 'GET', path: '/x' })).rejects.toMatchObject({
        status: 302,
        code: 'not_understood',
      });
      it_.cloud.instead = () => 'hang';
      const asking = cloud.send({ method: 'GET', path: '/y' });
      const given = expect(asking).rejects.toThrow(/no answer in time/);
      await clock.advance(Seconds(10));
      await given;
      expect(it_.cloud.seen.map(({ path }) => path)).not.toContain('/edge/v1/elsewhere');
    });
  });
});

describe('P9 a box whose cloud is away', () => {
  it('tries again within five seconds however long that was, at times that are spread', () => {
    const waits = (byte: number) => {
      const backOff = createBackOff({ ...RETRY, random: (size) => new Uint8Array(size).fill(byte) });
      return Array.from({ length: 50 }, () => backOff.next() as number);
    };
    const [latest, earliest] = [waits(0), waits(255)];
    expect(Math.max(...latest)).toBe(5_000);
    expect(Math.min(...earliest.slice(5))).toBeGreaterThanOrEqual(2_500);
    expect(latest.slice(5)).not.toEqual(earliest.slice(5));
  });
});
