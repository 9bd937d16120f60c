import { CertificateAnswer, CertificateRequest } from '@gatehouse/shared/wire/device-api.ts';
import { boxesFault, boxesFaults } from '../boxes/boxes.faults.ts';
import { callingBox, deviceEndpoint } from '../boxes/device-surface.ts';
import type { AuthoritiesService } from './authorities.service.ts';

const { certificate_refused } = boxesFaults;

export const postCertificate = deviceEndpoint<{ readonly authorities: Pick<AuthoritiesService, 'certify'> }>()({
  id: 'edge.certificate',
  method: 'POST',
  unit: 'own',
  path: '/edge/v1/certificates',
  summary: 'Get a certificate for the panel or the local broker',
  description:
    'The authority of the box’s facility signs a request (PKCS #10) for the box’s private addresses, loopback and its one name under .local, for 90 days; not for what the latest certificate of another active box of the facility is for. The request’s `OU` says which listener it is for, `panel` or `broker`; without one it is the panel. The answer says which authorities phones and devices on the LAN are to trust: the one that signed, and its successor once there is one.',
  gate: { token: 'edge' },
  body: CertificateRequest,
  success: { status: 200, description: 'The certificate and its authorities, PEM.', schema: CertificateAnswer },
  faults: { certificate_refused },
  audit: { event: 'box.certificate_issued', target: () => undefined },
  handle: async ({ authorities }, { body }, call) => {
    const answer = await authorities.certify(callingBox(call), body.csr);
    if (!answer.ok) throw boxesFault('certificate_refused', answer.why);
    const { certificate, authorities: trusted } = answer;
    return { certificate, authorities: trusted };
  },
});
