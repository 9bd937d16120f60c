import { X509Certificate } from 'node:crypto';
import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer } from 'node:tls';
import { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { listen } from '@gatehouse/shared/net/listen.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import {
  type KeyAndCertificate,
  newAuthority,
  newServerCertificate,
  newSigningRequest,
  signRequest,
} from '@gatehouse/shared/tls/certificates.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { A_FACILITY, fakeCloud } from '../fakes/fake-cloud.ts';
import { silentLog } from '../fakes/silent-log.ts';
import { cloudHttps } from '../identity/cloud-https.ts';
import { vouchesFor } from './ca-certificate.ts';
import { loadPanelCertificate } from './panel-certificate.ts';

const ANOTHER = FacilityId.parse('fac_another000000000');

describe('the certificate of the panel', () => {
  let it_: Awaited<ReturnType<typeof fakeCloud>>;
  let dataDir: string;
  let facilityId: FacilityId | undefined;
  beforeEach(async () => {
    it_ = await fakeCloud();
    dataDir = mkdtempSync(join(tmpdir(), 'tls-'));
    facilityId = A_FACILITY;
  });
  afterEach(() => it_.close());
  const load = (clock = new ManualClock(new Date(systemClock.wallMs()).toISOString()), host = '127.0.0.1') => {
    const made: string[] = [];
    const current = async () => ({ token: 't', expiresInSeconds: 600, brokerUrl: '' });
    const onNew = ({ certificatePem }: { certificatePem: string }) => void made.push(certificatePem);
    const cloud = cloudHttps({ url: it_.url, ca: it_.ca, clock });
    return loadPanelCertificate({
      dataDir,
      host,
      facilityId: () => facilityId,
      clock,
      cloud,
      tokens: { current },
      onNew,
      log: silentLog,
    }).then((certificate) => ({
      certificate,
      made,
      clock,
      serial: () => new X509Certificate(certificate.current().certificatePem).serialNumber,
    }));
  };
  const authority = async (of: FacilityId = A_FACILITY) => (await it_.authorityOf(of)).certificatePem;
  /** What somebody who trusts `ca` alone thinks of the panel. */
  const visited = async (shown: KeyAndCertificate, ca: string): Promise<string> => {
    const server = createServer({ key: shown.keyPem, cert: shown.certificatePem }, (socket) => socket.end());
    const port = await listen(server, { host: '127.0.0.1', port: 0 });
    const verdict = await new Promise<string>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', ca }, () => {
        resolve('trusted');
        socket.end();
      }).on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
    });
    server.close();
    return verdict;
  };

  it('vouches for itself at first, then the facility’s authority does, and both last over restarts', async () => {
    const first = await load();
    expect(statSync(join(dataDir, 'panel-tls.json')).mode & 0o777).toBe(0o600);
    expect((await load()).serial()).toBe(first.serial());
    expect(first.certificate.authorities()).toEqual([]);
    await first.certificate.renew();
    expect(vouchesFor(await authority(), first.made[0] ?? '')).toBe(true);
    const again = await load();
    expect(again.serial()).toBe(first.serial());
    expect(again.certificate.authorities()).toEqual([await authority()]);
    await again.certificate.renew();
    expect(again.made).toEqual([]);
  });

  it('is trusted by who trusts the facility’s authority, and by nobody who trusts another’s or the cloud’s', async () => {
    const { certificate } = await load();
    await certificate.renew();
    const shown = certificate.current();
    expect(await visited(shown, await authority())).toBe('trusted');
    expect(await visited(shown, await authority(ANOTHER))).not.toBe('trusted');
    expect(await visited(shown, it_.ca)).not.toBe('trusted');
  });

  it('is its own while nobody has claimed the box', async () => {
    facilityId = undefined;
    const { certificate, made } = await load();
    await certificate.renew();
    expect([made, certificate.authorities()]).toEqual([[], []]);
    expect(it_.cloud.seen).toEqual([]);
  });

  it('is another facility’s once the box has moved there, and no longer the old one’s until then', async () => {
    const { certificate, serial, made } = await load();
    await certificate.renew();
    const before = serial();
    facilityId = ANOTHER;
    it_.cloud.facilityId = ANOTHER;
    it_.cloud.instead = () => ({ status: 503, body: {} });
    await certificate.renew();
    expect(certificate.authorities()).toEqual([]);
    expect(vouchesFor(await authority(), certificate.current().certificatePem)).toBe(false);
    expect(serial()).not.toBe(before);
    it_.cloud.instead = undefined;
    await certificate.renew();
    expect(certificate.authorities()).toEqual([await authority(ANOTHER)]);
    expect(made).toHaveLength(3);
    facilityId = A_FACILITY;
    expect((await load()).certificate.authorities()).toEqual([]);
  });

  it('N11 says which listener it is for, and names what only this machine reaches by loopback alone', async () => {
    const { certificate } = await load();
    await certificate.renew();
    const { subjectAltName } = new X509Certificate(certificate.current().certificatePem);
    expect(subjectAltName).toBe('DNS:localhost, IP Address:127.0.0.1');
    const asked = await newSigningRequest(['localhost'], 'broker');
    const signed = await signRequest(await it_.authorityOf(A_FACILITY), asked.csr, () => true, systemClock.wallMs());
    expect(signed).toMatchObject({ ok: true, unit: 'broker' });
  });

  it('is used only if it fits the key, the names and the authority that came with it', async () => {
    const { certificate, made } = await load();
    const own = certificate.current();
    const nowMs = systemClock.wallMs();
    const mine = await it_.authorityOf(A_FACILITY);
    const stranger = await newAuthority('Stranger', nowMs);
    const { certificatePem: ofAnotherKey } = await newServerCertificate(mine, ['localhost', '127.0.0.1'], nowMs);
    const answers = [
      { certificate: ofAnotherKey, authorities: [mine.certificatePem] },
      { certificate: 'hello', authorities: [mine.certificatePem] },
      { certificate: ofAnotherKey, authorities: [] },
      { certificate: ofAnotherKey },
    ];
    for (const body of answers) {
      it_.cloud.instead = () => ({ status: 200, body });
      await certificate.renew();
    }
    it_.cloud.instead = undefined;
    it_.cloud.authorityShown = stranger.certificatePem;
    await certificate.renew();
    expect(certificate.current()).toEqual(own);
    it_.cloud.authorityShown = undefined;
    await certificate.renew();
    expect(made).toHaveLength(1);
  });

  it('is renewed a month before its end, and kept while the cloud gives no other', async () => {
    const { certificate, clock, made } = await load();
    await certificate.renew();
    await clock.advance(Days(59));
    await certificate.renew();
    expect(made).toHaveLength(1);
    await clock.advance(Days(2));
    it_.cloud.instead = () => ({ status: 503, body: {} });
    const kept = certificate.current();
    await certificate.renew();
    expect(certificate.current()).toEqual(kept);
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
