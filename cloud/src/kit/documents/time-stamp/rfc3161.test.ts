import { createHash } from 'node:crypto';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { serveStandIn } from '@gatehouse/stand-ins/kit/serve.ts';
import { createTsa } from '@gatehouse/stand-ins/tsa/tsa.ts';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadFonts } from '../fonts.ts';
import { pdfOf } from '../pdf-of.ts';
import { newSealKey, openSealKey } from '../seal/seal-key.ts';
import { sealPdf } from '../seal/seal-pdf.ts';
import { imprintOf, stampSeal } from '../seal/stamp-seal.ts';
import { signedParts, verdictOf } from '../testing/check-seal.ts';
import { readTimeAuthority, rfc3161 } from './rfc3161.ts';
import { readReply } from './stamp-reply.ts';

const NOW = Date.UTC(2026, 10, 26, 9, 30, 15);
const SHA256 = createHash('sha256').update('what was sealed').digest();

describe('a time stamp of somebody else', () => {
  const clock = new ManualClock(new Date(NOW).toISOString());
  let tsa: Awaited<ReturnType<typeof serveTsa>>;
  const serveTsa = async () => serveStandIn(await createTsa({ clock }));
  beforeAll(async () => {
    tsa = await serveTsa();
  });
  afterEach(() => tsa.faults.clear());
  afterAll(() => tsa.close());
  const authority = (random = systemRandom) => rfc3161({ url: `${tsa.url}/tsr`, clock, random });
  const why = (asked: Promise<unknown>): Promise<string> =>
    asked.then(
      () => 'it was taken',
      (error: Error) => `${error.name}: ${error.message}`,
    );

  it('says when, and who says so; the authority learns a hash and nothing else', async () => {
    const stamp = await authority().stamp(SHA256);
    expect(stamp).toMatchObject({ atMs: NOW, by: 'Stand-in for a time stamp authority' });
    const { body } = tsa.received.at(-1) ?? expect.fail('nothing came');
    expect(body.includes(SHA256)).toBe(true);
    expect(body.length).toBeLessThan(80);
  });
  it('is asked for with another nonce each time, so that an older answer is nobody’s', async () => {
    const numbers = [1, 2].map((byte) => () => Buffer.alloc(16, byte));
    for (const random of numbers) await authority(random).stamp(SHA256);
    const [one, other] = tsa.received.slice(-2).map(({ body }) => body);
    expect(one).not.toEqual(other);
  });
  it.each([
    ['next stamp is of another hash', 'NoTimeStamp: the time stamp is of something else'],
    ['next stamp is for another request', 'NoTimeStamp: the time stamp was asked for by somebody else'],
    [
      'next stamp is by a certificate for something else',
      'NoTimeStamp: the certificate of the signer is not for time stamps',
    ],
    ['next stamp is signed by another key', 'NoTimeStamp: the signature of the time stamp does not verify'],
  ])('is refused where the %s', async (act, words) => {
    tsa.acts[act]?.();
    expect(await why(authority().stamp(SHA256))).toBe(words);
    expect(await why(authority().stamp(SHA256))).toBe('it was taken');
  });
  it.each([
    [{ kind: 'refuse' }, 'NoTimeStamp: the authority refuses: not now'],
    [{ kind: 'too-many' }, /^ProviderSilent: .*429/],
    [{ kind: 'page' }, /^ProviderSilent: .*no time stamp/],
    [{ kind: 'cut' }, /^ProviderSilent/],
    [{ kind: 'endless' }, /^ProviderSilent: the answer is too long/],
    [
      { kind: 'answer', status: 200, headers: { 'content-type': 'application/timestamp-reply' }, body: 'garbage' },
      /^NoTimeStamp/,
    ],
  ] as const)('is none where the authority does this: %o', async (fault, words) => {
    tsa.faults.want({ ...fault, times: 1 });
    expect(await why(authority().stamp(SHA256))).toMatch(words);
  });
  it('is waited for no longer than ten seconds', async () => {
    tsa.faults.want({ kind: 'no-answer', times: 1 });
    const before = tsa.received.length;
    const asked = why(authority().stamp(SHA256));
    await expect.poll(() => tsa.received.length).toBe(before + 1);
    await clock.advance(Seconds(10));
    expect(await asked).toMatch(/^ProviderSilent: .*no answer in time/);
  });
  it('is none after any change of a byte', async () => {
    const nonce = Buffer.from([0x02, 0x10, ...Array(16).fill(7)]);
    const catching = rfc3161({ url: tsa.url, clock, random: () => Buffer.alloc(16, 7) });
    await catching.stamp(SHA256);
    const { body } = tsa.received.at(-1) ?? expect.fail('nothing came');
    const reply = await fetch(tsa.url, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query' },
      body: new Uint8Array(body),
    });
    const whole = Buffer.from(await reply.arrayBuffer());
    const { token } = await readReply(whole, { sha256: SHA256, nonce });
    const from = whole.indexOf(Buffer.from(token));
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: from, max: whole.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (at, flip) => {
          const changed = Buffer.from(whole);
          changed[at] = (changed[at] ?? 0) ^ flip;
          const read = await readReply(changed, { sha256: SHA256, nonce }).catch(() => undefined);
          // What no signature covers may be another byte (a version, say); what it vouches for may not.
          if (read !== undefined)
            expect([read.atMs, read.by]).toEqual([NOW + 10_000, 'Stand-in for a time stamp authority']);
        },
      ),
      { numRuns: 120 },
    );
  });
  it('goes into the seal without a change of what that covers, and is the same for the same token', async () => {
    const parts = [{ is: 'paragraph', parts: [{ is: 'text', text: 'Łukasz agrees.' }] }] as const;
    const document = { title: 'Terms', author: 'Iron Gym', language: 'en', madeAtMs: NOW, foot: 'Terms', parts };
    const key = await openSealKey({ is: 'pem', ...(await newSealKey('gym.example', NOW, 1_024)) });
    const sealed = await sealPdf(await pdfOf(document, loadFonts(), { roomForSeal: true }), key);
    const imprint = await imprintOf(sealed.cms);
    const { token } = await authority().stamp(imprint);
    const stamped = await stampSeal(sealed, token);
    const [before, after] = [signedParts(sealed.bytes), signedParts(stamped)];
    expect(stamped.length).toBe(sealed.bytes.length);
    expect(after.covered.equals(before.covered)).toBe(true);
    expect(after.cms.includes(Buffer.from(token))).toBe(true);
    expect(verdictOf(after.covered, after.cms)).toBe('intact');
    expect(Buffer.compare(await stampSeal(sealed, token), stamped)).toBe(0);
    await expect(stampSeal(sealed, new Uint8Array(40_000))).rejects.toThrow('no room');
    await expect(stampSeal({ bytes: stamped, cms: after.cms }, token)).rejects.toThrow('has a time stamp');
  });
  it('comes from where the settings say, if anywhere', () => {
    const read = (TSA_URL?: string) => {
      const problems: string[] = [];
      return [readTimeAuthority({ TSA_URL }, problems), problems.length];
    };
    expect(read()).toEqual([undefined, 0]);
    expect(read('https://tsa.example/tsr')).toEqual(['https://tsa.example/tsr', 0]);
    for (const wrong of ['tsa.example', 'ftp://tsa.example', 'https://who:what@tsa.example', 'https://tsa.example/#x'])
      expect(read(wrong)[1]).toBe(1);
  });
});
