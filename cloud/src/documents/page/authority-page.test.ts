import { X509Certificate } from 'node:crypto';
import { newAuthority, newServerCertificate } from '@gatehouse/shared/tls/certificates.ts';
import { describe, expect, it } from 'vitest';
import { memoryKit } from '../../kit/http/testing/memory-kit.ts';
import { serve } from '../../kit/http/testing/serve.ts';
import { authorityPages } from './authority-page.ts';

const kit = memoryKit();
const nowMs = kit.clock.wallMs();
const authority = await newAuthority('Gatehouse local authority', nowMs);
const own = await newServerCertificate(authority, ['localhost'], nowMs);
const caPem = authority.certificatePem;

describe('the page of the cloud’s own authority', () => {
  it('shows the fingerprint to compare, and how to trust it, and gives the certificate itself', async () => {
    const pages = authorityPages({ caPem, certificatePem: own.certificatePem });
    const served = await serve({ kit, surfaces: [], endpoints: [], pages });
    const page = await served.send({ path: '/ca' });
    expect(page.status).toBe(200);
    const shown = page.text.replace(/<\/?span>| /g, '');
    const { fingerprint256, raw } = new X509Certificate(caPem);
    expect(shown.replaceAll(':', '')).toContain(fingerprint256.replaceAll(':', ''));
    expect(page.text).toContain('-in ca.pem');
    expect(page.text).not.toMatch(/<script|style="/);
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'/);

    const file = await served.send({ path: '/ca/gatehouse-ca.crt' });
    expect(file.headers).toMatchObject({
      'content-type': 'application/x-x509-ca-cert',
      'content-disposition': expect.stringContaining('attachment'),
      'x-content-type-options': 'nosniff',
    });
    expect(Buffer.compare(file.bytes, raw)).toBe(0);
    expect((await served.send({ path: '/ca/other.crt' })).status).toBe(404);
    await served.close();
  });

  it('is not there where the listener shows a certificate of somebody else’s', async () => {
    const others = await newAuthority('Somebody', nowMs);
    const { certificatePem } = await newServerCertificate(others, ['localhost'], nowMs);
    expect(authorityPages({ caPem, certificatePem })).toEqual([]);
  });
});
