import { X509Certificate } from 'node:crypto';

/** An authority that a staff phone is to trust, so that it trusts the panel. */
export interface FacilityCa {
  readonly name: string;
  /** DER. */
  readonly raw: Buffer;
  /** SHA-256, in pairs of hex. */
  readonly fingerprint: string;
  readonly validToMs: number;
}

const read = (pem: string): X509Certificate | undefined => {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
};

/** Whether this authority signed that certificate. */
export const vouchesFor = (authorityPem: string, certificatePem: string): boolean => {
  const [ca, certificate] = [read(authorityPem), read(certificatePem)];
  return (
    ca?.ca === true && certificate !== undefined && certificate.checkIssued(ca) && certificate.verify(ca.publicKey)
  );
};

/** What a phone is shown of an authority. Undefined for what is no authority's certificate. */
export const caOf = (pem: string): FacilityCa | undefined => {
  const ca = read(pem);
  if (ca?.ca !== true) return undefined;
  const name = (/CN=(.+)/.exec(ca.subject)?.[1] ?? ca.subject).replaceAll(/\\(.)/g, '$1');
  return { name, raw: ca.raw, fingerprint: ca.fingerprint256, validToMs: Date.parse(ca.validTo) };
};
