import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadFonts } from '@gatehouse/cloud/kit/documents/fonts.ts';
import { pdfOf } from '@gatehouse/cloud/kit/documents/pdf-of.ts';
import { newSealKey, openSealKey } from '@gatehouse/cloud/kit/documents/seal/seal-key.ts';
import { sealPdf } from '@gatehouse/cloud/kit/documents/seal/seal-pdf.ts';
import { imprintOf, stampSeal } from '@gatehouse/cloud/kit/documents/seal/stamp-seal.ts';
import { signedParts } from '@gatehouse/cloud/kit/documents/testing/check-seal.ts';
import { rfc3161 } from '@gatehouse/cloud/kit/documents/time-stamp/rfc3161.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { listen } from '@gatehouse/shared/net/listen.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { serveStandIn } from '@gatehouse/stand-ins/kit/serve.ts';
import { createTsa } from '@gatehouse/stand-ins/tsa/tsa.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { runProgram } from './run-program.ts';

const CONFIG = `
[tsa]
default_tsa = own
[own]
serial = serial
signer_digest = sha256
default_policy = 1.2.3.4
digests = sha256
accuracy = secs:1
ess_cert_id_chain = yes
ess_cert_id_alg = ALG
[req]
distinguished_name = name
x509_extensions = extensions
[name]
[extensions]
basicConstraints = CA:false
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
`;

/** OpenSSL reads time stamps, and makes them, by code that is not ours. */
describe('OpenSSL at time stamps', () => {
  const dir = mkdtempSync(join(tmpdir(), 'gatehouse-stamp-'));
  const at = (name: string) => join(dir, name);
  const openssl = async (...parameters: string[]) => {
    const ran = await runProgram('openssl', parameters);
    expect([ran.code, ran.output]).toEqual([0, expect.anything()]);
    return ran.output;
  };
  afterAll(() => rmSync(dir, { recursive: true }));

  it('accepts the stamp in a sealed file, and the seal as before', async () => {
    const clock = systemClock;
    const tsa = await serveStandIn(await createTsa({ clock }));
    try {
      const madeAtMs = clock.wallMs();
      const pair = await newSealKey('gym.example', madeAtMs);
      const parts = [{ is: 'paragraph', parts: [{ is: 'text', text: 'Łukasz agrees.' }] }] as const;
      const document = { title: 'Terms', author: 'Iron Gym', language: 'en-AU', madeAtMs, foot: 'Terms', parts };
      const unsealed = await pdfOf(document, loadFonts(), { roomForSeal: true });
      const sealed = await sealPdf(unsealed, await openSealKey({ is: 'pem', ...pair }));
      const imprint = await imprintOf(sealed.cms);
      const { token } = await rfc3161({ url: tsa.url, clock, random: systemRandom }).stamp(imprint);
      const { covered, cms } = signedParts(await stampSeal(sealed, token));
      writeFileSync(at('seal.der'), cms);
      writeFileSync(at('token.der'), token);
      writeFileSync(at('content'), covered);
      writeFileSync(at('seal.pem'), pair.certificatePem);
      writeFileSync(at('tsa.pem'), tsa.facts().certificate ?? '');
      const trusted = ['-in', at('token.der'), '-token_in', '-CAfile', at('tsa.pem')];
      expect(await openssl('ts', '-verify', '-digest', imprint.toString('hex'), ...trusted)).toContain('OK');
      const other = await runProgram('openssl', ['ts', '-verify', '-digest', '0'.repeat(64), ...trusted]);
      expect(other.code).not.toBe(0);
      const purpose = ['-binary', '-inform', 'DER', '-purpose', 'any', '-cades'];
      const files = ['-in', at('seal.der'), '-content', at('content'), '-CAfile', at('seal.pem'), '-out', at('out')];
      expect(await openssl('cms', '-verify', ...purpose, ...files)).toContain('successful');
      const printed = await openssl('cms', '-cmsout', '-print', '-inform', 'DER', '-in', at('seal.der'));
      expect(printed).toContain('id-smime-aa-timeStampToken');
    } finally {
      await tsa.close();
    }
  });

  it.each(['sha1', 'sha256'])(
    'makes stamps that we accept, of a certificate that it names by its %s',
    async (algorithm) => {
      writeFileSync(at('tsa.cnf'), CONFIG.replace('ALG', algorithm).replace('= serial', `= ${at('serial')}`));
      const [key, certificate] = [at('own-key.pem'), at('own.pem')];
      const subject = ['-subj', '/O=Example/CN=Time of Example', '-days', '9', '-config', at('tsa.cnf')];
      await openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, ...subject);
      const server = createServer(async (request, response) => {
        const parts: Buffer[] = [];
        for await (const part of request) parts.push(part);
        writeFileSync(at('query'), Buffer.concat(parts));
        const signer = ['-inkey', key, '-signer', certificate, '-config', at('tsa.cnf')];
        await openssl('ts', '-reply', '-queryfile', at('query'), '-out', at('reply'), ...signer);
        response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(readFileSync(at('reply')));
      });
      const port = await listen(server, { host: '127.0.0.1', port: 0 });
      const asked = rfc3161({ url: `http://127.0.0.1:${port}/tsr`, clock: systemClock, random: systemRandom });
      const stamp = await asked.stamp(createHash('sha256').update(algorithm).digest());
      expect(stamp.by).toBe('Time of Example');
      expect(Math.abs(stamp.atMs - systemClock.wallMs())).toBeLessThan(60_000);
      server.close();
    },
  );
});
