import { hkdfSync, randomBytes } from 'node:crypto';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import fc from 'fast-check';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import type { TokenSecret } from '../kit/secrets/secrets.ts';
import { Audience, createDeviceTokens, createTokenCheck, tokenKeys } from './device-tokens.ts';

const aSecret = (kid: string): TokenSecret => ({ kid, secret: randomBytes(32) });
const k1 = aSecret('k1');
/** As another implementation makes it. */
const keyOf = (audience: string) =>
  new Uint8Array(hkdfSync('sha256', k1.secret, '', `gatehouse device token ${audience}`, 32));
const clock = new ManualClock();
const now = () => Math.floor(clock.wallMs() / 1_000);
const tokens = createDeviceTokens({ clock, secrets: [k1] });
const foreign = (claims: JWTPayload, { alg = 'HS256', kid = 'k1.mqtt', secret = keyOf('mqtt') } = {}) =>
  new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(secret);
const good = () => ({ sub: 'box', aud: 'mqtt', iat: now(), exp: now() + 600 });

describe('device tokens', () => {
  it('a token is a JWT that another implementation accepts', async () => {
    const { token, expiresInSeconds } = tokens.issue('box', 'mqtt');
    const { payload, protectedHeader } = await jwtVerify(token, keyOf('mqtt'), {
      audience: 'mqtt',
      algorithms: ['HS256'],
      currentDate: new Date(clock.wallMs()),
    });
    expect(payload).toEqual({ sub: 'box', aud: 'mqtt', iat: now(), exp: now() + 600 });
    expect(protectedHeader).toMatchObject({ alg: 'HS256', kid: 'k1.mqtt' });
    expect(expiresInSeconds).toBe(600);
  });

  it.each([
    [
      'mqtt',
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6ImsxLm1xdHQifQ.eyJzdWIiOiJib3giLCJhdWQiOiJtcXR0IiwiaWF0IjoxNzkwMDAwMDAwLCJleHAiOjE3OTAwMDA2MDB9.lNQpKMeVrnRLjzVDXZeEyUzYHZqGFwKa1f0q-HlBqKU',
    ],
    [
      'edge',
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6ImsxLmVkZ2UifQ.eyJzdWIiOiJib3giLCJhdWQiOiJlZGdlIiwiaWF0IjoxNzkwMDAwMDAwLCJleHAiOjE3OTAwMDA2MDB9.xIn5Ok0NwkfVR5mVHVAjDLvuqfEYxXTDF0WpiuQzob0',
    ],
    [
      'mqtt-cloud',
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6ImsxLm1xdHQtY2xvdWQifQ.eyJzdWIiOiJib3giLCJhdWQiOiJtcXR0LWNsb3VkIiwiaWF0IjoxNzkwMDAwMDAwLCJleHAiOjE3OTAwMDA2MDB9.W37gu8yjcjiwNJ047b-mceAuCTKZ_UsdPLETZWSULHM',
    ],
    [
      'events',
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6ImsxLmV2ZW50cyJ9.eyJzdWIiOiJib3giLCJhdWQiOiJldmVudHMiLCJpYXQiOjE3OTAwMDAwMDAsImV4cCI6MTc5MDAwMDYwMH0.3CVTyog9HDqyjfKA55vJl6V7e4xrXyywFGIYwUdwq7Y',
    ],
  ] as const)('for %s, one release reads and makes the bytes of another', (audience, token) => {
    const at = new ManualClock('2026-09-21T14:13:20.000Z');
    const secret = Uint8Array.from({ length: 32 }, (_, i) => i);
    const ours = createDeviceTokens({ clock: at, secrets: [{ kid: 'k1', secret }] });
    expect(ours.issue('box', audience).token).toBe(token);
    expect(ours.verify(token, audience)).toEqual({ ok: true, subject: 'box', issuedAtMs: 1_790_000_000_000 });
  });

  it('a token that another implementation made is accepted for its one audience only', async () => {
    const token = await foreign(good());
    expect(tokens.verify(token, 'mqtt')).toEqual({ ok: true, subject: 'box', issuedAtMs: now() * 1_000 });
    expect(tokens.verify(token, 'edge')).toEqual({ ok: false, why: 'wrong_audience', subject: 'box' });
    expect(tokens.verify(token, 'mqtt-cloud')).toEqual({ ok: false, why: 'wrong_audience', subject: 'box' });
  });

  it.each([
    ['a list of audiences', { aud: ['mqtt', 'edge'] }, 'malformed'],
    ['no audience', { aud: undefined }, 'malformed'],
    ['no subject', { sub: undefined }, 'malformed'],
    ['no end', { exp: undefined }, 'malformed'],
    ['no beginning', { iat: undefined }, 'malformed'],
    ['eleven minutes', { exp: now() + 660 }, 'too_long_lived'],
    ['an end in the past', { iat: now() - 700, exp: now() - 100 }, 'expired'],
    ['a beginning in the future', { iat: now() + 60, exp: now() + 120 }, 'not_yet'],
  ])('%s is refused', async (_, over, why) => {
    expect(tokens.verify(await foreign({ ...good(), ...over } as JWTPayload), 'mqtt')).toEqual({ ok: false, why });
  });

  it('other algorithms, unknown keys, critical headers and changed signatures are refused', async () => {
    const long = randomBytes(64);
    expect(tokens.verify(await foreign(good(), { alg: 'HS512', secret: long }), 'mqtt')).toMatchObject({
      why: 'wrong_algorithm',
    });
    expect(tokens.verify(await foreign(good(), { kid: 'k9' }), 'mqtt')).toMatchObject({ why: 'unknown_key' });
    expect(tokens.verify(await foreign(good(), { secret: randomBytes(32) }), 'mqtt')).toMatchObject({
      why: 'bad_signature',
    });
    const none = `${Buffer.from('{"alg":"none","kid":"k1"}').toString('base64url')}.${(await foreign(good())).split('.')[1]}.`;
    expect(tokens.verify(none, 'mqtt')).toMatchObject({ why: 'wrong_algorithm' });
    const critical = `${Buffer.from('{"alg":"HS256","kid":"k1","crit":["x"]}').toString('base64url')}.e30.AAAA`;
    expect(tokens.verify(critical, 'mqtt')).toMatchObject({ ok: false });
  });

  it('N10 the key of one audience makes and checks tokens of that audience alone', async () => {
    const mqtt = 'mqtt';
    const others = Audience.options.filter((audience) => audience !== mqtt);
    const keys = tokenKeys([k1], Audience.options);
    expect(new Set(keys.map(({ secret }) => Buffer.from(secret).toString('hex'))).size).toBe(keys.length);
    const broker = createTokenCheck({ clock, keys: tokenKeys([k1], [mqtt]) });
    expect(broker.verify(tokens.issue('box', mqtt).token, mqtt)).toMatchObject({ ok: true });
    for (const audience of others) {
      const theirs = tokens.issue('box', audience).token;
      for (const asked of Audience.options)
        expect(broker.verify(theirs, asked)).toEqual({ ok: false, why: 'unknown_key' });
      // What whoever has the broker's key can make, under either name.
      for (const kid of ['k1.mqtt', `k1.${audience}`, 'k1'])
        expect(tokens.verify(await foreign({ ...good(), aud: audience }, { kid }), audience).ok).toBe(false);
    }
    // The secret itself is no key: tokens of the release before are fetched anew.
    for (const kid of ['k1', 'k1.mqtt'])
      expect(tokens.verify(await foreign(good(), { kid, secret: new Uint8Array(k1.secret) }), 'mqtt').ok).toBe(false);
  });

  it('a token ends after ten minutes', async () => {
    const moving = new ManualClock();
    const short = createDeviceTokens({ clock: moving, secrets: [k1] });
    const { token } = short.issue('box', 'edge');
    await moving.advance(Seconds(599));
    expect(short.verify(token, 'edge')).toMatchObject({ ok: true });
    await moving.advance(Seconds(1));
    expect(short.verify(token, 'edge')).toEqual({ ok: false, why: 'expired' });
  });

  it('two keys live side by side while one replaces the other', () => {
    const k2 = aSecret('k2');
    const rotated = createDeviceTokens({ clock, secrets: [k2, k1] });
    expect(rotated.verify(tokens.issue('box', 'mqtt').token, 'mqtt')).toMatchObject({ ok: true });
    expect(tokens.verify(rotated.issue('box', 'mqtt').token, 'mqtt')).toEqual({ ok: false, why: 'unknown_key' });
  });

  it('a short secret does not even start', () => {
    expect(() => createDeviceTokens({ clock, secrets: [{ kid: 'k', secret: randomBytes(31) }] })).toThrow(
      'shorter than 32 bytes',
    );
    expect(() => createDeviceTokens({ clock, secrets: [] })).toThrow('need a key');
  });

  it('whatever is sent for a token, the answer is a verdict and never a pass', () => {
    const token = tokens.issue('box', 'mqtt').token;
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string({ maxLength: 30 }).map((s) => `${s}.${s}.${s}`),
        ),
        (text) => {
          expect(tokens.verify(text, 'mqtt').ok).toBe(false);
        },
      ),
    );
    fc.assert(
      fc.property(fc.nat(token.length - 2), fc.constantFrom('A', 'B', '_', '.'), (at, char) => {
        fc.pre(token[at] !== char);
        expect(tokens.verify(token.slice(0, at) + char + token.slice(at + 1), 'mqtt').ok).toBe(false);
      }),
    );
  });
});
