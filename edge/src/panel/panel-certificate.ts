import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { readFileIfAny, writePrivateFile } from '@gatehouse/shared/control/private-file.ts';
import { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import {
  type KeyAndCertificate,
  newSigningRequest,
  selfSignedCertificate,
} from '@gatehouse/shared/tls/certificates.ts';
import { isLoopbackName } from '@gatehouse/shared/tls/private-names.ts';
import { CertificateAnswer } from '@gatehouse/shared/wire/device-api.ts';
import { z } from 'zod';
import type { CloudHttps } from '../identity/cloud-https.ts';
import type { Tokens } from '../identity/tokens.ts';
import type { Log } from '../log.ts';
import { vouchesFor } from './ca-certificate.ts';

const RENEW_BEFORE = Days(30);
const NAMES_MAX = 16;
const Kept = z.strictObject({
  keyPem: z.string(),
  certificatePem: z.string(),
  /** Whose authority signed it; null where the box vouches for itself. */
  facilityId: FacilityId.nullable(),
  /** What phones are to trust, PEM: first who signed, then its successor if there is one. */
  authorities: z.array(z.string()).max(2),
});
type Kept = z.infer<typeof Kept>;

export interface PanelCertificate {
  /**
   * The key, and the certificate alone: who trusts the authority has it (RFC 8446 section 4.4.2), and small TLS stacks would
   * stumble over its constraints.
   */
  current(): KeyAndCertificate;
  /** What phones and devices on the LAN are to trust, PEM; none while the box vouches for itself. */
  authorities(): readonly string[];
  /** Has the facility's authority certify the listener, if it has not or soon will have no more. Never rejects. */
  renew(): Promise<void>;
}

/** Networks inside this machine, of containers and virtual machines: each machine has the same, and nobody else can reach them. */
const INSIDE = /^(docker|br-|veth|virbr|cni|podman|lxc|lxd)/;

/** What the panel is called: the address it listens on, or, where it listens on all, each of this machine's. */
const namesFor = (host: string): string[] => {
  const own = Object.entries(networkInterfaces()).flatMap(([name, addresses]) =>
    INSIDE.test(name) ? [] : (addresses ?? []),
  );
  const everywhere = host === '0.0.0.0' || host === '::';
  const reachable = everywhere
    ? own.filter(({ internal, family }) => !internal && family === 'IPv4').map(({ address }) => address)
    : [host];
  // A listener that only this machine reaches is not what the link calls this machine.
  const mdns =
    !isLoopbackName(host) && /^[a-z0-9-]{1,63}$/i.test(hostname()) ? [`${hostname().toLowerCase()}.local`] : [];
  const names = ['localhost', '127.0.0.1', ...reachable, ...mdns];
  return [...new Set(names)].slice(0, NAMES_MAX);
};

const covers = (certificatePem: string, names: readonly string[]): boolean => {
  const certificate = new X509Certificate(certificatePem);
  return names.every((name) => (isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name)) !== undefined);
};

/**
 * The certificate of one of the box's listeners: its own at first, the facility's once the box is claimed, and its own again
 * while it belongs to another facility that has given none yet. Kept with its key, mode 0600.
 */
export const loadPanelCertificate = async (deps: {
  readonly dataDir: string;
  /** The listener whose certificate it is: each has a key of its own. */
  readonly of?: 'panel' | 'broker';
  readonly host: string;
  /** The facility that the box belongs to. */
  readonly facilityId: () => FacilityId | undefined;
  readonly clock: Clock;
  readonly cloud: CloudHttps;
  readonly tokens: Pick<Tokens, 'current'>;
  readonly onNew: (certificate: KeyAndCertificate) => void;
  readonly log: Log;
}): Promise<PanelCertificate> => {
  const { of = 'panel', facilityId, clock, cloud, tokens, log } = deps;
  const path = join(deps.dataDir, `${of}-tls.json`);
  const names = namesFor(deps.host);
  const keep = (made: Kept): Kept => {
    writePrivateFile(path, `${JSON.stringify(made)}\n`);
    return made;
  };
  const isOfHere = (one: Kept): boolean => one.facilityId === null || one.facilityId === facilityId();
  /** Another address, or an end that is near, and the certificate is of no use. */
  const fits = ({ certificatePem }: Kept): boolean =>
    covers(certificatePem, names) &&
    Date.parse(new X509Certificate(certificatePem).validTo) - clock.wallMs() > RENEW_BEFORE;
  const load = (): Kept | undefined => {
    try {
      const read = Kept.parse(JSON.parse(readFileIfAny(path) ?? ''));
      return isOfHere(read) && fits(read) ? read : undefined;
    } catch {
      return undefined;
    }
  };
  const ownOne = async (): Promise<Kept> =>
    keep({ ...(await selfSignedCertificate(names, clock.wallMs())), facilityId: null, authorities: [] });
  let kept = load() ?? (await ownOne());

  const ask = async (): Promise<void> => {
    const facility = facilityId();
    if (facility === undefined) return;
    if (!isOfHere(kept)) {
      kept = await ownOne();
      deps.onNew(kept);
    }
    const { keyPem, csr } = await newSigningRequest(names, of);
    const { token } = await tokens.current('edge');
    const { body } = await cloud.send({ method: 'POST', path: '/edge/v1/certificates', token, body: { csr } });
    const { certificate, authorities } = CertificateAnswer.parse(body);
    const wrong = problemOf(certificate, { keyPem, authorities, names });
    if (wrong !== undefined) return void log.error({ of, wrong }, 'The cloud gave a certificate that is of no use.');
    if (facility !== facilityId()) return; // Moved meanwhile: whoever moved it asks again.
    kept = keep({ keyPem, certificatePem: certificate, facilityId: facility, authorities });
    deps.onNew(kept);
    log.info({ of, names }, 'A listener of this box has a certificate of its facility.');
  };

  return {
    current: () => kept,
    authorities: () => kept.authorities,
    renew: async () => {
      if (kept.facilityId !== null && isOfHere(kept) && fits(kept)) return;
      try {
        await ask();
      } catch (error) {
        log.warn({ of, err: error }, 'A listener of this box keeps its own certificate: the cloud gave none.');
      }
    },
  };
};

/** Why a certificate is of no use to who asked for it with this key. Throws at what is no certificate at all. */
const problemOf = (
  certificatePem: string,
  asked: { readonly keyPem: string; readonly authorities: readonly string[]; readonly names: readonly string[] },
): string | undefined => {
  const certificate = new X509Certificate(certificatePem);
  if (!certificate.checkPrivateKey(createPrivateKey(asked.keyPem))) return 'it is for another key';
  if (!vouchesFor(asked.authorities[0] ?? '', certificatePem)) return 'its authority did not sign it';
  return covers(certificatePem, asked.names) ? undefined : 'it is for other names';
};
