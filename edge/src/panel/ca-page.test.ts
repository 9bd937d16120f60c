import { X509Certificate } from 'node:crypto';
import { newAuthority, newServerCertificate } from '@gatehouse/shared/tls/certificates.ts';
import { describe, expect, it } from 'vitest';
import { caOf, vouchesFor } from './ca-certificate.ts';
import { A_CERTIFICATE, startPanelKit } from './panel.kit.ts';

const NOW_MS = Date.parse('2026-11-20T00:00:00Z');
const authority = await newAuthority('Gym & <Sons>', NOW_MS);
const another = await newAuthority('Another', NOW_MS);
const panel = await newServerCertificate(authority, ['localhost'], NOW_MS);
const { fingerprint256: fingerprint } = new X509Certificate(authority.certificatePem);

const ca = caOf(authority.certificatePem)!;

describe('the authority to trust', () => {
  it('vouches for what it signed, and nothing else does', () => {
    expect(vouchesFor(authority.certificatePem, panel.certificatePem)).toBe(true);
    expect(vouchesFor(another.certificatePem, panel.certificatePem)).toBe(false);
    expect(vouchesFor(panel.certificatePem, panel.certificatePem)).toBe(false);
    expect(vouchesFor(A_CERTIFICATE.certificatePem, A_CERTIFICATE.certificatePem)).toBe(false);
    expect(vouchesFor('', panel.certificatePem)).toBe(false);
    expect(vouchesFor(authority.certificatePem, 'hello')).toBe(false);
  });
  it('is shown by its name, and is an authority', () => {
    expect(ca).toMatchObject({ name: 'Gym & <Sons>', fingerprint });
    expect(caOf(panel.certificatePem)).toBeUndefined();
    expect(caOf('')).toBeUndefined();
  });
});

describe('the page that makes phones trust the panel', () => {
  it('gives everybody the authority’s certificate, its fingerprint, and a code to scan', async () => {
    const kit = await startPanelKit({ authorities: [ca] });
    const page = await kit.send('GET', '/ca', { headers: { host: '192.168.1.20:9443' } });
    expect(page.status).toBe(200);
    expect(page.text.replaceAll(/<\/?span>/g, '').replaceAll(' ', '')).toContain(fingerprint.replaceAll(':', ''));
    expect(page.text).toContain('Gym &amp; &lt;Sons&gt;');
    expect(page.text).toContain('https://192.168.1.20:9443/ca');
    const file = await kit.send('GET', '/gatehouse-ca.crt');
    expect((await kit.send('GET', '/gatehouse-ca-next.crt')).status).toBe(404);
    expect(page.text).not.toContain('successor');
    expect(file.headers['content-type']).toBe('application/x-x509-ca-cert');
    expect(file.headers['content-length']).toBe(String(new X509Certificate(authority.certificatePem).raw.length));
    await kit.close();
  });
  it('offers the authority that comes next beside the one that certified the panel', async () => {
    const next = caOf(another.certificatePem)!;
    const kit = await startPanelKit({ authorities: [ca, next] });
    const { text } = await kit.send('GET', '/ca');
    const plain = text.replaceAll(/<\/?span>/g, '').replaceAll(' ', '');
    for (const { fingerprint: shown } of [ca, next]) expect(plain).toContain(shown.replaceAll(':', ''));
    expect(text).toContain('href="/gatehouse-ca-next.crt"');
    const lengthOf = async (file: string) => (await kit.send('GET', file)).headers['content-length'];
    expect(await lengthOf('/gatehouse-ca.crt')).toBe(String(ca.raw.length));
    expect(await lengthOf('/gatehouse-ca-next.crt')).toBe(String(next.raw.length));
    await kit.close();
  });
  it('says so where there is nothing worth trusting yet', async () => {
    const kit = await startPanelKit();
    expect((await kit.send('GET', '/ca')).text).toContain('no certificate of its facility yet');
    for (const file of ['/gatehouse-ca.crt', '/gatehouse-ca-next.crt'])
      expect((await kit.send('GET', file)).status).toBe(404);
    await kit.close();
  });
  it('puts nothing of a strange Host header into itself', async () => {
    const kit = await startPanelKit({ authorities: [ca] });
    const page = await kit.send('GET', '/ca', { headers: { host: '"><script>' } });
    expect(page.text).not.toContain('<script>');
    expect(page.text).not.toContain('<figure');
    await kit.close();
  });
});
