import { createHash, createSign, type KeyObject } from 'node:crypto';
import { identifier, integer, NULL, octets, sequence, setOf, tagged } from '../asn1/der.ts';
import {
  CONTENT_TYPE,
  DATA,
  MESSAGE_DIGEST,
  RSA,
  SHA_256,
  SIGNED_DATA,
  SIGNING_CERTIFICATE_V2,
} from '../asn1/identifiers.ts';

/** What seals, and who it says it is. */
export interface SealKey {
  /** RSA. */
  readonly key: KeyObject;
  /** The certificate of the key, and those that vouch for it, DER. */
  readonly certificates: readonly Uint8Array[];
  /** Of the first certificate: its issuer as it stands there (DER), and its number. */
  readonly issuer: Uint8Array;
  readonly serial: Uint8Array;
}

/**
 * A detached signature over `content` (CMS, RFC 5652), DER. It names its certificate (RFC 5035) and not the time, which a PDF
 * says itself, as PAdES wants it (ETSI EN 319 142-1, table 1). The same content and key give the same bytes.
 */
export const signedData = (content: Uint8Array, { key, certificates, issuer, serial }: SealKey): Buffer => {
  const [own = new Uint8Array()] = certificates;
  const attributes = [
    attribute(CONTENT_TYPE, identifier(DATA)),
    attribute(MESSAGE_DIGEST, octets(sha256(content))),
    // SHA-256 is what ESSCertIDv2 means where it names no algorithm.
    attribute(SIGNING_CERTIFICATE_V2, sequence(sequence(sequence(octets(sha256(own)))))),
  ];
  // Signed as a set; in the signer's part it has the tag of that place (RFC 5652 section 5.4).
  const signed = setOf(...attributes);
  const signature = createSign('RSA-SHA256').update(signed).sign(key);
  const signer = sequence(
    integer(Buffer.from([1])),
    sequence(issuer, integer(serial)),
    sequence(identifier(SHA_256), NULL),
    Buffer.concat([Buffer.from([0xa0]), signed.subarray(1)]),
    sequence(identifier(RSA), NULL),
    octets(signature),
  );
  return sequence(
    identifier(SIGNED_DATA),
    tagged(
      0xa0,
      sequence(
        integer(Buffer.from([1])),
        setOf(sequence(identifier(SHA_256), NULL)),
        sequence(identifier(DATA)),
        tagged(0xa0, ...certificates),
        setOf(signer),
      ),
    ),
  );
};

const attribute = (type: string, value: Uint8Array): Buffer => sequence(identifier(type), setOf(value));
const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
