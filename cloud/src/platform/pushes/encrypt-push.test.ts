import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { describe, expect, it } from 'vitest';
import { areBrowserKeys, encryptPush, PLAINTEXT_BYTES_MAX } from './encrypt-push.ts';
import { payloadOf } from './notification.ts';
import { aBrowser } from './testing/browser.ts';

describe('what is told to a browser', () => {
  it('is the message of RFC 8291, appendix A', () => {
    const keys = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    };
    const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url');
    const sender = Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url');
    const sealed = encryptPush(Buffer.from('When I grow up, I want to be a watermelon'), keys, () => salt, sender);
    expect(sealed.toString('base64url')).toBe(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    );
  });

  it('is read by that browser and by no other, and is another message each time', () => {
    const browser = aBrowser('https://push.example.com/a');
    const seal = () => encryptPush(Buffer.from('{"title":"Łódź"}'), browser.subscription.keys, systemRandom);
    expect(browser.read(seal())).toEqual({ title: 'Łódź' });
    expect(() => aBrowser('https://push.example.com/b').read(seal())).toThrow();
    expect(seal().equals(seal())).toBe(false);
    const tampered = seal();
    tampered[100] = (tampered[100] ?? 0) ^ 1;
    expect(() => browser.read(tampered)).toThrow();
  });

  it('fits one push, at most 4096 bytes, whatever its text is made of', () => {
    const browser = aBrowser('https://push.example.com/a');
    for (const text of ['x', '日', '\u0001', '"', '🏋️'])
      for (const length of [1, 900, 1_000]) {
        const body = text.repeat(length).slice(0, 1_000);
        const told = payloadOf({ title: '日'.repeat(120), body, url: `/${'a'.repeat(299)}` });
        expect(told.length).toBeLessThanOrEqual(PLAINTEXT_BYTES_MAX);
        const sealed = encryptPush(told, browser.subscription.keys, systemRandom);
        expect(sealed.length).toBeLessThanOrEqual(4_096);
        const read = browser.read(sealed) as { body: string };
        expect(read.body === body || (read.body.endsWith('…') && read.body.isWellFormed())).toBe(true);
      }
    const most = encryptPush(Buffer.alloc(PLAINTEXT_BYTES_MAX), browser.subscription.keys, systemRandom);
    expect(most.length).toBe(4_096);
  });

  it('asks for keys that a browser could have made', () => {
    const { keys } = aBrowser('https://push.example.com/a').subscription;
    const offCurve = Buffer.from(keys.p256dh, 'base64url');
    offCurve[64] = (offCurve[64] ?? 0) ^ 1;
    expect(areBrowserKeys(keys)).toBe(true);
    expect(areBrowserKeys({ ...keys, p256dh: offCurve.toString('base64url') })).toBe(false);
    expect(areBrowserKeys({ ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') })).toBe(false);
    expect(areBrowserKeys({ ...keys, p256dh: keys.p256dh.slice(2) })).toBe(false);
    expect(areBrowserKeys({ ...keys, auth: keys.auth.slice(2) })).toBe(false);
  });
});
