import { X509Certificate } from 'node:crypto';
import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Days } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakeCloud } from '../fakes/fake-cloud.ts';
import { silentLog } from '../fakes/silent-log.ts';
import { cloudHttps } from '../identity/cloud-https.ts';
import { loadPanelCertificate } from './panel-certificate.ts';

describe('the certificate of the panel', () => {
  let it_: Awaited<ReturnType<typeof fakeCloud>>;
  let dataDir: string;
  beforeEach(async () => {
    it_ = await fakeCloud();
    dataDir = mkdtempSync(join(tmpdir(), 'tls-'));
  });
  afterEach(() => it_.close());
  const load = (clock = new ManualClock(new Date(systemClock.wallMs()).toISOString()), host = '127.0.0.1') => {
    const made: string[] = [];
    const current = async () => ({ token: 't', expiresInSeconds: 600, brokerUrl: '' });
    const onNew = ({ certificatePem }: { certificatePem: string }) => void made.push(certificatePem);
    const cloud = cloudHttps({ url: it_.url, ca: it_.ca, clock });
    return loadPanelCertificate({ dataDir, host, clock, cloud, tokens: { current }, onNew, log: silentLog }).then(
      (certificate) => ({
        certificate,
        made,
        clock,
        serial: () => new X509Certificate(certificate.current().certificatePem).serialNumber,
      }),
    );
  };
  const authority = () => new X509Certificate(it_.ca);

  it('vouches for itself at first, then the facility’s authority does, and both last over restarts', async () => {
    const first = await load();
    expect(statSync(join(dataDir, 'panel-tls.json')).mode & 0o777).toBe(0o600);
    expect((await load()).serial()).toBe(first.serial());
    await first.certificate.renew();
    expect(new X509Certificate(first.made[0] ?? '').checkIssued(authority())).toBe(true);
    const again = await load();
    expect(again.serial()).toBe(first.serial());
    await again.certificate.renew();
    expect(again.made).toEqual([]);
  });

  it('is renewed a month before its end, and kept while the cloud gives no other', async () => {
    const { certificate, clock, made } = await load();
    await certificate.renew();
    await clock.advance(Days(370));
    it_.cloud.instead = () => ({ status: 503, body: {} });
    const kept = certificate.current();
    await certificate.renew();
    expect(certificate.current()).toBe(kept);
    it_.cloud.instead = undefined;
    await certificate.renew();
    expect(made).toHaveLength(2);
  });

  it('is made anew for another address', async () => {
    const { serial } = await load();
    const moved = await load(undefined, '192.168.7.9');
    expect(moved.serial()).not.toBe(serial());
    expect(new X509Certificate(moved.certificate.current().certificatePem).checkIP('192.168.7.9')).toBe('192.168.7.9');
  });
});
