import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadFonts } from '@gatehouse/cloud/kit/documents/fonts.ts';
import { pdfOf } from '@gatehouse/cloud/kit/documents/pdf-of.ts';
import { newSealKey, openSealKey } from '@gatehouse/cloud/kit/documents/seal/seal-key.ts';
import { sealPdf } from '@gatehouse/cloud/kit/documents/seal/seal-pdf.ts';
import { signedParts } from '@gatehouse/cloud/kit/documents/testing/check-seal.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProgram } from './run-program.ts';

/** OpenSSL checks signatures and certificates by code that is not ours. */
describe('OpenSSL at a sealed document', () => {
  const dir = mkdtempSync(join(tmpdir(), 'gatehouse-seal-'));
  const at = (name: string) => join(dir, name);
  let covered: Buffer;
  beforeAll(async () => {
    const madeAtMs = systemClock.wallMs();
    const pair = await newSealKey('gym.example', madeAtMs);
    const parts = [{ is: 'paragraph', parts: [{ is: 'text', text: 'Łukasz agrees.' }] }] as const;
    const document = { title: 'Terms', author: 'Iron Gym', language: 'en-AU', madeAtMs, foot: 'Terms', parts };
    const unsealed = await pdfOf(document, loadFonts(), { roomForSeal: true });
    const found = signedParts((await sealPdf(unsealed, await openSealKey({ is: 'pem', ...pair }))).bytes);
    covered = found.covered;
    writeFileSync(at('seal.der'), found.cms);
    writeFileSync(at('certificate.pem'), pair.certificatePem);
  });
  afterAll(() => rmSync(dir, { recursive: true }));

  const verify = (content: Buffer) => {
    writeFileSync(at('content'), content);
    const files = [
      '-in',
      at('seal.der'),
      '-content',
      at('content'),
      '-CAfile',
      at('certificate.pem'),
      '-out',
      at('out'),
    ];
    return runProgram('openssl', [
      'cms',
      '-verify',
      '-binary',
      '-inform',
      'DER',
      '-purpose',
      'any',
      '-cades',
      ...files,
    ]);
  };

  it('calls it whole, with the certificate that it names (CAdES)', async () =>
    expect(await verify(covered)).toMatchObject({ code: 0, output: expect.stringContaining('successful') }));
  it('calls it broken after any change of a byte', async () => {
    for (const where of [0, covered.length >> 1, covered.length - 1]) {
      const changed = Buffer.from(covered);
      changed[where] = (changed[where] ?? 0) ^ 1;
      expect((await verify(changed)).code).not.toBe(0);
    }
  });
});
