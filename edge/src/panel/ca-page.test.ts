import { X509Certificate } from 'node:crypto';
import { newAuthority, newServerCertificate } from '@gatehouse/shared/tls/certificates.ts';
import { describe, expect, it } from 'vitest';
import { caOf } from './ca-certificate.ts';
import { A_CERTIFICATE, startPanelKit } from './panel.kit.ts';

const NOW_MS = Date.parse('2026-11-20T00:00:00Z');
const authority = await newAuthority('Gym & <Sons>', NOW_MS);
const another = await newAuthority('Another', NOW_MS);
const panel = await newServerCertificate(authority, ['localhost'], NOW_MS);
const { fingerprint256: fingerprint } = new X509Certificate(authority.certificatePem);

describe('the authority to trust', () => {
  it('is the one of the bundle that signed the panel’s certificate, and no other', () => {
    const bundle = `${another.certificatePem}\nsome text\n${authority.certificatePem}`;
    expect(caOf(bundle, panel.certificatePem)).toMatchObject({ name: 'Gym & <Sons>', fingerprint });
    expect(caOf(another.certificatePem, panel.certificatePem)).toBeUndefined();
    expect(caOf(panel.certificatePem, panel.certificatePem)).toBeUndefined();
  });
  it('is nobody while the panel vouches for itself', () => {
    expect(caOf(authority.certificatePem, A_CERTIFICATE.certificatePem)).toBeUndefined();
    expect(caOf('', '')).toBeUndefined();
  });
});

describe('the page that makes phones trust the panel', () => {
  it('gives everybody the authority’s certificate, its fingerprint, and a code to scan', async () => {
    const kit = await startPanelKit({ ca: caOf(authority.certificatePem, panel.certificatePem)! });
    const page = await kit.send('GET', '/ca', { headers: { host: '192.168.1.20:9443' } });
    expect(page.status).toBe(200);
    expect(page.text.replaceAll(/<\/?span>/g, '').replaceAll(' ', '')).toContain(fingerprint.replaceAll(':', ''));
    expect(page.text).toContain('Gym &amp; &lt;Sons&gt;');
    expect(page.text).toContain('https://192.168.1.20:9443/ca');
    const file = await kit.send('GET', '/gatehouse-ca.crt');
    expect(file.headers['content-type']).toBe('application/x-x509-ca-cert');
    expect(file.headers['content-length']).toBe(String(new X509Certificate(authority.certificatePem).raw.length));
    await kit.close();
  });
  it('says so where there is nothing worth trusting yet', async () => {
    const kit = await startPanelKit();
    expect((await kit.send('GET', '/ca')).text).toContain('no certificate of its facility yet');
    expect((await kit.send('GET', '/gatehouse-ca.crt')).status).toBe(404);
    await kit.close();
  });
  it('puts nothing of a strange Host header into itself', async () => {
    const kit = await startPanelKit({ ca: caOf(authority.certificatePem, panel.certificatePem)! });
    const page = await kit.send('GET', '/ca', { headers: { host: '"><script>' } });
    expect(page.text).not.toContain('<script>');
    expect(page.text).not.toContain('<figure');
    await kit.close();
  });
});
