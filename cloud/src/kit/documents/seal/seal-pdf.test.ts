import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import forge from 'node-forge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadFonts } from '../fonts.ts';
import { pdfOf } from '../pdf-of.ts';
import { signedParts, verdictOf } from '../testing/check-seal.ts';
import { newSealKey, openSealKey, readSealKey, type StoredSealKey } from './seal-key.ts';
import { sealPdf } from './seal-pdf.ts';

const MADE = Date.UTC(2026, 10, 26, 9);
const DOCUMENT = {
  title: 'Terms',
  author: 'Iron Gym',
  language: 'en-AU',
  madeAtMs: MADE,
  foot: 'Terms',
  parts: [{ is: 'paragraph', parts: [{ is: 'text', text: 'Łukasz agrees.' }] }],
} as const;

describe('a sealed document', () => {
  const secretsDir = mkdtempSync(join(tmpdir(), 'gatehouse-seal-'));
  const FILES = { secretsDir, sealP12: undefined, publicName: 'gym.example' };
  afterAll(() => rmSync(secretsDir, { recursive: true }));
  let stored: StoredSealKey & { is: 'pem' };
  let unsealed: Uint8Array;
  let sealed: Uint8Array;
  beforeAll(async () => {
    const read = await readSealKey(FILES, { wallMs: () => MADE });
    if (read.is === 'pem') stored = read;
    unsealed = await pdfOf(DOCUMENT, loadFonts(), { roomForSeal: true });
    ({ bytes: sealed } = await sealPdf(unsealed, await openSealKey(stored)));
  });

  it('is signed over all of its bytes but the signature, by a key of 3,072 bits, for ever the same', async () => {
    const { covered, hole, cms } = signedParts(sealed);
    expect(covered.length + hole.length).toBe(sealed.length);
    expect(hole.toString('latin1')).toMatch(/^<[0-9a-f]+>$/i);
    expect(verdictOf(covered, cms)).toBe('intact');
    expect(new X509Certificate(stored.certificatePem).publicKey.asymmetricKeyDetails?.modulusLength).toBe(3_072);
    expect(Buffer.compare((await sealPdf(unsealed, await openSealKey(stored))).bytes, sealed)).toBe(0);
  });
  it('is sealed by the same key for ever, which only its owner can read', async () => {
    expect(await readSealKey(FILES, { wallMs: () => MADE })).toEqual(stored);
    expect(statSync(join(secretsDir, 'seal-key.json')).mode & 0o777).toBe(0o600);
  });
  it('is broken by any other byte', () => {
    const { covered, cms } = signedParts(sealed);
    for (const at of [0, 9, covered.length >> 1, covered.length - 1]) {
      const changed = Buffer.from(covered);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(verdictOf(changed, cms)).toBe('broken');
    }
  });
  it('may be sealed by a key of an authority, from a PKCS #12 file with its password, and by no other', async () => {
    const pem = forge.pki.certificateFromPem(stored.certificatePem);
    const file = forge.pkcs12.toPkcs12Asn1(forge.pki.privateKeyFromPem(stored.keyPem), [pem], 'pass', { count: 8 });
    const bytes = Buffer.from(forge.asn1.toDer(file).getBytes(), 'binary');
    const key = await openSealKey({ is: 'p12', bytes, password: 'pass' });
    expect(Buffer.compare((await sealPdf(unsealed, key)).bytes, sealed)).toBe(0);
    await expect(openSealKey({ is: 'p12', bytes, password: 'wrong' })).rejects.toThrow(/PKCS#12|password/i);
    const other = await newSealKey('gym.example', MADE, 1_024);
    await expect(openSealKey({ ...stored, keyPem: other.keyPem })).rejects.toThrow('has no certificate');
  });
});
