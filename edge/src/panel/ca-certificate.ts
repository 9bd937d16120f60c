import { X509Certificate } from 'node:crypto';

/** The authority that a staff phone is to trust, so that it trusts the panel. */
export interface FacilityCa {
  readonly name: string;
  /** DER. */
  readonly raw: Buffer;
  /** SHA-256, in pairs of hex. */
  readonly fingerprint: string;
  readonly validToMs: number;
}

const PEM = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

const read = (pem: string): X509Certificate | undefined => {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
};

/**
 * Of the authorities in `bundle`, the one that signed the panel's certificate. Undefined while the panel vouches for itself:
 * then there is nothing worth trusting yet.
 */
export const caOf = (bundle: string, panelPem: string): FacilityCa | undefined => {
  const panel = read(panelPem);
  for (const pem of bundle.match(PEM) ?? []) {
    const ca = read(pem);
    if (ca === undefined || panel === undefined || !ca.ca) continue;
    if (!panel.checkIssued(ca) || !panel.verify(ca.publicKey)) continue;
    const name = (/CN=(.+)/.exec(ca.subject)?.[1] ?? ca.subject).replaceAll(/\\(.)/g, '$1');
    return { name, raw: ca.raw, fingerprint: ca.fingerprint256, validToMs: Date.parse(ca.validTo) };
  }
  return undefined;
};
