import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { readFileIfAny, writePrivateFile } from '@gatehouse/shared/control/private-file.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import {
  type KeyAndCertificate,
  newSigningRequest,
  selfSignedCertificate,
} from '@gatehouse/shared/tls/certificates.ts';
import { CertificateAnswer } from '@gatehouse/shared/wire/device-api.ts';
import { z } from 'zod';
import type { CloudHttps } from '../identity/cloud-https.ts';
import type { Tokens } from '../identity/tokens.ts';
import type { Log } from '../log.ts';

const RENEW_BEFORE = Days(30);
const NAMES_MAX = 16;
const Kept = z.strictObject({ keyPem: z.string(), certificatePem: z.string(), selfSigned: z.boolean() });

export interface PanelCertificate {
  current(): KeyAndCertificate;
  /** Has the facility's authority certify the listener, if nobody has or soon nobody will. Never rejects. */
  renew(): Promise<void>;
}

/** What the panel is called: the address it listens on, or, where it listens on all, each of this machine's. */
const namesFor = (host: string): string[] => {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const everywhere = host === '0.0.0.0' || host === '::';
  const reachable = everywhere
    ? own.filter(({ internal, family }) => !internal && family === 'IPv4').map(({ address }) => address)
    : [host];
  const mdns = /^[a-z0-9-]{1,63}$/i.test(hostname()) ? [`${hostname().toLowerCase()}.local`] : [];
  const names = ['localhost', '127.0.0.1', ...reachable, ...mdns];
  return [...new Set(names)].slice(0, NAMES_MAX);
};

/** The certificate of one of the box's listeners: its own at first, the facility's once the box is claimed. Kept with its key, mode 0600. */
export const loadPanelCertificate = async (deps: {
  readonly dataDir: string;
  /** The listener whose certificate it is: each has a key of its own. */
  readonly of?: 'panel' | 'broker';
  readonly host: string;
  readonly clock: Clock;
  readonly cloud: CloudHttps;
  readonly tokens: Pick<Tokens, 'current'>;
  readonly onNew: (certificate: KeyAndCertificate) => void;
  readonly log: Log;
}): Promise<PanelCertificate> => {
  const { of = 'panel', clock, cloud, tokens, log } = deps;
  const path = join(deps.dataDir, `${of}-tls.json`);
  const names = namesFor(deps.host);
  const keep = (made: z.infer<typeof Kept>) => {
    writePrivateFile(path, `${JSON.stringify(made)}\n`);
    return made;
  };
  /** Another address, or an end that is near, and the certificate is of no use. */
  const fits = ({ certificatePem }: KeyAndCertificate): boolean => {
    const certificate = new X509Certificate(certificatePem);
    const covers = (name: string) =>
      (isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name)) !== undefined;
    return names.every(covers) && Date.parse(certificate.validTo) - clock.wallMs() > RENEW_BEFORE;
  };
  const load = (): z.infer<typeof Kept> | undefined => {
    try {
      const kept = Kept.parse(JSON.parse(readFileIfAny(path) ?? ''));
      return fits(kept) ? kept : undefined;
    } catch {
      return undefined;
    }
  };
  let kept = load() ?? keep({ ...(await selfSignedCertificate(names, clock.wallMs())), selfSigned: true });

  return {
    current: () => kept,
    renew: async () => {
      if (!kept.selfSigned && fits(kept)) return;
      try {
        const { keyPem, csr } = await newSigningRequest(names);
        const { token } = await tokens.current('edge');
        const answer = await cloud.send({ method: 'POST', path: '/edge/v1/certificates', token, body: { csr } });
        kept = keep({ keyPem, certificatePem: CertificateAnswer.parse(answer.body).certificate, selfSigned: false });
        deps.onNew(kept);
        log.info({ of, names }, 'A listener of this box has a certificate of its facility.');
      } catch (error) {
        log.warn({ of, err: error }, 'A listener of this box keeps its own certificate: the cloud gave none.');
      }
    },
  };
};
