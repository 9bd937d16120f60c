import { X509Certificate } from 'node:crypto';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import type * as X509 from '@peculiar/x509';
import { loadX509 } from './certificates.ts';

/** Longer ones are nobody's who serves a cloud. */
const ISSUERS_MAX = 6;
/** RFC 5280 section 4.2: an extension that is marked critical and is none of these is a rule that is not kept here. */
const KNOWN_CRITICAL = new Set(['2.5.29.15', '2.5.29.17', '2.5.29.19', '2.5.29.37']);
const HASHES = new Set(['SHA-256', 'SHA-384', 'SHA-512']);
const RSA_BITS_MIN = 2_048;

/** What a server showed of itself, and whom it has to be. */
export interface ServerClaim {
  /** As it came with the handshake. */
  readonly peer: PeerCertificate;
  /** Its certificate and those above it, DER, the server's own first. */
  readonly chain: readonly Uint8Array[];
  /** The only ones that are trusted, PEM, one after the other. */
  readonly authorities: string;
  readonly host: string;
  /** By which time to judge the dates; undefined: without regard to them. */
  readonly atMs: number | undefined;
}

export type ServerVerdict =
  | { readonly ok: true }
  /** `dates`: nothing is wrong but that the time is not within them. */
  | { readonly ok: false; readonly why: string; readonly dates?: true };

interface Certificate {
  readonly node: X509Certificate;
  readonly read: X509.X509Certificate;
}

/**
 * What TLS checks of a server's certificate (RFC 5280 section 6.1, RFC 9525), with dates by a time of the caller's: the TLS
 * library knows only the machine's clock, and may name wrong dates where the chain is wrong as well. Narrower than the library
 * where that is simpler: no constraints on names, no policies, no algorithm that has been given up.
 */
export const checkServerChain = async (claim: ServerClaim): Promise<ServerVerdict> => {
  const x509 = await loadX509();
  const read = (raw: Uint8Array): Certificate => ({
    node: new X509Certificate(raw),
    read: new x509.X509Certificate(new Uint8Array(raw)),
  });
  try {
    const presented = claim.chain.map(read);
    const authorities = x509.PemConverter.decode(claim.authorities).map((der) => read(new Uint8Array(der)));
    const path = pathOf(presented, authorities);
    if (path === undefined) return no('no authority that is trusted has signed it');
    const wrong = wrongWithin(x509, path) ?? checkServerIdentity(claim.host, claim.peer)?.message;
    if (wrong !== undefined) return no(wrong);
    const { atMs } = claim;
    const outdated = atMs === undefined ? undefined : path.find((one) => !isWithinDates(one, atMs));
    return outdated === undefined
      ? { ok: true }
      : { ok: false, dates: true, why: `the time is not within the dates of ${outdated.node.subject}` };
  } catch (error) {
    return no(`it cannot be read (${(error as Error).message})`);
  }
};

const no = (why: string): ServerVerdict => ({ ok: false, why });

const issued = (issuer: Certificate, { node }: Certificate): boolean =>
  node.checkIssued(issuer.node) && node.verify(issuer.node.publicKey);

/** From the server's own up to one that is trusted. */
const pathOf = (
  [own, ...above]: readonly Certificate[],
  authorities: readonly Certificate[],
): readonly Certificate[] | undefined => {
  if (own === undefined) return undefined;
  if (authorities.some(({ node }) => node.fingerprint256 === own.node.fingerprint256)) return [own];
  const path = [own];
  const left = new Set(above);
  for (let last = own; path.length <= ISSUERS_MAX; ) {
    const below = last;
    const authority = authorities.find((one) => issued(one, below));
    if (authority !== undefined) return [...path, authority];
    const next = [...left].find((one) => issued(one, below));
    if (next === undefined) return undefined;
    left.delete(next);
    path.push(next);
    last = next;
  }
  return undefined;
};

const wrongWithin = (x509: typeof X509, path: readonly Certificate[]): string | undefined => {
  for (const [depth, certificate] of path.entries()) {
    const wrong =
      wrongWith(certificate, depth === path.length - 1) ??
      (depth === 0 ? wrongServer(x509, certificate) : wrongIssuer(x509, certificate, depth - 1));
    if (wrong !== undefined) return `${certificate.node.subject}: ${wrong}`;
  }
  return undefined;
};

/** What holds for each. Nobody has to believe the signature of one that is trusted by name. */
const wrongWith = ({ node, read }: Certificate, isTrusted: boolean): string | undefined => {
  if (read.extensions.some(({ critical, type }) => critical && !KNOWN_CRITICAL.has(type)))
    return 'a rule of it is not known here';
  const { asymmetricKeyType: kind, asymmetricKeyDetails: key } = node.publicKey;
  const strong = kind === 'rsa' ? (key?.modulusLength ?? 0) >= RSA_BITS_MIN : kind === 'ec' || kind === 'ed25519';
  if (!strong) return 'its key is too weak';
  const by: { readonly name?: string; readonly hash?: { readonly name?: string } } = read.signatureAlgorithm;
  return isTrusted || by.name === 'Ed25519' || HASHES.has(by.hash?.name ?? '')
    ? undefined
    : 'it is signed with an algorithm that has been given up';
};

const wrongServer = (x509: typeof X509, { read }: Certificate): string | undefined => {
  const purposes = read.getExtension(x509.ExtendedKeyUsageExtension)?.usages;
  if (purposes !== undefined && !purposes.includes(x509.ExtendedKeyUsage.serverAuth)) return 'it is for no server';
  const uses = read.getExtension(x509.KeyUsagesExtension)?.usages;
  const { digitalSignature, keyEncipherment, keyAgreement } = x509.KeyUsageFlags;
  return uses === undefined || (uses & (digitalSignature | keyEncipherment | keyAgreement)) !== 0
    ? undefined
    : 'its key is for no server';
};

/** `below`: how many issuers there are between this one and the server. */
const wrongIssuer = (x509: typeof X509, { read }: Certificate, below: number): string | undefined => {
  const basic = read.getExtension(x509.BasicConstraintsExtension);
  if (basic?.ca !== true) return 'it is no authority';
  if (basic.pathLength !== undefined && basic.pathLength < below) return 'it stands too far above';
  const purposes = read.getExtension(x509.ExtendedKeyUsageExtension)?.usages;
  if (purposes !== undefined && !purposes.includes(x509.ExtendedKeyUsage.serverAuth)) return 'it is for no servers';
  const uses = read.getExtension(x509.KeyUsagesExtension)?.usages;
  return uses === undefined || (uses & x509.KeyUsageFlags.keyCertSign) !== 0 ? undefined : 'its key signs nothing';
};

const isWithinDates = ({ read }: Certificate, atMs: number): boolean =>
  read.notBefore.getTime() <= atMs && atMs <= read.notAfter.getTime();
