import { createHash, verify, X509Certificate } from 'node:crypto';
import forge from 'node-forge';

/** A file's seal, and the bytes that it says it covers. */
export const signedParts = (file: Uint8Array) => {
  const bytes = Buffer.from(file);
  const range = /\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\s*\]/.exec(bytes.toString('latin1'));
  const [start = 0, length = 0, again = 0, rest = 0] = (range ?? []).slice(1).map(Number);
  const hole = bytes.subarray(start + length, again);
  const covered = Buffer.concat([bytes.subarray(start, start + length), bytes.subarray(again, again + rest)]);
  const padded = Buffer.from(hole.toString('latin1').slice(1, -1), 'hex');
  // What is behind the signature is room that it did not need (X.690 section 8.1.3.5: two bytes of length).
  return { covered, hole, cms: padded.subarray(0, 4 + padded.readUInt16BE(2)) };
};

const MESSAGE_DIGEST = forge.asn1.oidToDer('1.2.840.113549.1.9.4').getBytes();

/**
 * Whether a seal is whole, by a reader of ASN.1 that has no part in making it: the certificate's key signed the attributes, and the
 * digest among them is that of these bytes.
 */
export const verdictOf = (covered: Uint8Array, cms: Uint8Array): 'intact' | 'broken' => {
  const message = forge.asn1.fromDer(Buffer.from(cms).toString('binary'));
  const [, , , certificates, signers] = children(children(children(message)[1])[0]);
  const [, , , attributes, , signature] = children(children(signers)[0]);
  const certificate = new X509Certificate(derOf(children(certificates)[0]));
  const signed = derOf(attributes);
  signed[0] = 0x31; // Signed as a set (RFC 5652 section 5.4).
  const digest = children(attributes)
    .map((attribute) => children(attribute))
    .find(([type]) => type?.value === MESSAGE_DIGEST)?.[1];
  const named = Buffer.from(String(children(digest)[0]?.value), 'binary');
  const own = Buffer.from(String(signature?.value), 'binary');
  const same = named.equals(createHash('sha256').update(covered).digest());
  return same && verify('RSA-SHA256', signed, certificate.publicKey, own) ? 'intact' : 'broken';
};

const children = (of: forge.asn1.Asn1 | undefined): readonly forge.asn1.Asn1[] =>
  Array.isArray(of?.value) ? of.value : [];
const derOf = (of: forge.asn1.Asn1 | undefined): Buffer =>
  of === undefined ? Buffer.alloc(0) : Buffer.from(forge.asn1.toDer(of).getBytes(), 'binary');
