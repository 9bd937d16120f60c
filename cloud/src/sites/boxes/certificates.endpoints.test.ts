import { X509Certificate } from 'node:crypto';
import { newSigningRequest } from '@gatehouse/shared/tls/certificates.ts';
import { CertificateAnswer } from '@gatehouse/shared/wire/device-api.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { serveDeviceApi } from '../../access/snapshots/testing/device-api.ts';
import { ENGINES } from '../../kit/db/engines.ts';

describe.each(ENGINES)('the certificate that a box asks for on $name', ({ open }) => {
  let api: Awaited<ReturnType<typeof serveDeviceApi>>;
  beforeEach(async () => {
    api = await serveDeviceApi(await open());
    return () => api.close();
  });
  const asked = async (names: readonly string[], headers?: Record<string, string>) =>
    api.post('certificates', { csr: (await newSigningRequest(names)).csr }, headers);

  it('comes from the authority of its own facility, which comes with it', async () => {
    const { world } = api;
    const facilityId = await world.organisations.createFacility({ orgId: world.orgId, name: 'Two', timezone: 'UTC' });
    const other = await api.aBox(facilityId);
    const answers = await Promise.all(
      [world.boxId, other].map(async (boxId) => asked(['localhost', 'box.local'], api.headersOf(boxId))),
    );
    const [mine, theirs] = answers.map(({ json }) => CertificateAnswer.parse(json));
    for (const { certificate, authorities } of [mine!, theirs!])
      expect(new X509Certificate(certificate).verify(new X509Certificate(authorities[0]!).publicKey)).toBe(true);
    expect(mine!.authorities).not.toEqual(theirs!.authorities);
    const [offered] = await world.authorities.offered(world.facilityId);
    expect(mine!.authorities).toEqual([offered?.certificate]);
  });

  it('is for a LAN only, and for boxes only', async () => {
    for (const names of [['api.example.com'], ['localhost', '8.8.8.8']])
      expect(await asked(names)).toMatchObject({ status: 422, json: { error: 'certificate_refused' } });
    expect((await asked(['localhost'], {})).status).toBe(401);
    expect((await asked(['localhost'], api.headersOf(api.world.boxId, 'mqtt'))).status).toBe(401);
  });
});
