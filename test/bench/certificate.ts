import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { newAuthority, newServerCertificate } from '@gatehouse/shared/tls/certificates.ts';

/** A certificate for this machine by an authority of this run, of the kind that the cloud makes for itself. */
export interface Certificate {
  readonly caPem: string;
  readonly caFile: string;
  readonly keyFile: string;
  readonly certificateFile: string;
}

export const newCertificate = async (folder: string): Promise<Certificate> => {
  const nowMs = systemClock.wallMs();
  const authority = await newAuthority('Bench', nowMs);
  const server = await newServerCertificate(authority, ['localhost', '127.0.0.1'], nowMs);
  const at = (name: string) => join(folder, name);
  writeFileSync(at('ca.pem'), authority.certificatePem);
  writeFileSync(at('server.pem'), server.certificatePem);
  writeFileSync(at('server.key'), server.keyPem, { mode: 0o600 });
  return {
    caPem: authority.certificatePem,
    caFile: at('ca.pem'),
    keyFile: at('server.key'),
    certificateFile: at('server.pem'),
  };
};
