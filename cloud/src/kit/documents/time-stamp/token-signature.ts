import { createHash, verify, X509Certificate } from 'node:crypto';
import { loadX509 } from '@gatehouse/shared/tls/certificates.ts';
import { CONTENT_TYPE, MESSAGE_DIGEST, RSA, SHA_256, SIGNING_CERTIFICATE_V2 } from '../asn1/identifiers.ts';
import { type Asn1, content, identifierIn, isTagged, members, raw } from '../asn1/read-asn1.ts';
import { NoTimeStamp } from './time-authority.ts';

/** Algorithms of hashes (RFC 5754), and of signatures that name their hash; a bare RSA key takes that of the signer. */
const HASHES: Readonly<Record<string, string>> = {
  [SHA_256]: 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};
const SIGNATURES: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
};
const SHA_1 = 'sha1';
const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';

const hashOf = (algorithm: string, bytes: Uint8Array): Buffer => createHash(algorithm).update(bytes).digest();
const no = (why: string) => new NoTimeStamp(why);

/** Of a signer's part (RFC 5652 section 5.3), whose members have no names. */
const signerIn = (signers: readonly Asn1[]) => {
  const [signer, another] = signers;
  if (signer === undefined || another !== undefined) throw no('a time stamp has one signer');
  const [, who, hash, attributes, algorithm, signature] = members(signer);
  if (!isTagged(attributes, 0)) throw no('the signer has signed no attributes');
  const found = members(attributes).map((attribute) => members(attribute));
  return {
    who,
    hash: HASHES[identifierIn(members(hash)[0])],
    algorithm: identifierIn(members(algorithm)[0]),
    signature: content(signature),
    // Signed as a set; here it has the tag of its place (section 5.4).
    signed: Buffer.concat([Buffer.from([0x31]), raw(attributes).subarray(1)]),
    attribute: (type: string): Asn1 | undefined =>
      members(found.find(([named]) => identifierIn(named) === type)?.[1])[0],
  };
};
type Signer = ReturnType<typeof signerIn>;

/** The certificate that the attributes name by its hash: SHA-1 in the older attribute, SHA-256 unless it says otherwise in the newer. */
const named = ({ attribute }: Signer, certificates: readonly Buffer[]): Buffer => {
  const [newer, older] = [attribute(SIGNING_CERTIFICATE_V2), attribute(SIGNING_CERTIFICATE)];
  const [first, second] = members(members(members(newer ?? older)[0])[0]);
  const says = identifierIn(members(first)[0]);
  const algorithm = newer === undefined ? SHA_1 : says === '' ? 'sha256' : HASHES[says];
  const hash = content(says === '' ? first : second);
  const found = certificates.find((der) => algorithm !== undefined && hashOf(algorithm, der).equals(hash));
  if (found === undefined) throw no('the certificate that the signer names is not there');
  return found;
};

/** For time stamps and nothing else, and whoever reads it has to know that (RFC 3161 section 2.3). */
const isForTimeStamps = async (der: Buffer): Promise<boolean> => {
  const { ExtendedKeyUsageExtension, X509Certificate: Parsed } = await loadX509();
  const usage = new Parsed(new Uint8Array(der)).getExtension(ExtendedKeyUsageExtension);
  return usage?.critical === true && usage.usages.length === 1 && usage.usages[0] === TIME_STAMPING;
};

const isSignedBy = ({ hash, algorithm, signed, signature }: Signer, { publicKey }: X509Certificate): boolean => {
  const by = algorithm === RSA ? hash : SIGNATURES[algorithm];
  return by !== undefined && verify(by, signed, publicKey, signature);
};

/**
 * Who signed `signedData` (RFC 5652) over this content of this type, at that time; throws where nobody did who may. Whether anybody
 * vouches for them is not asked: that is up to whoever is shown the stamp.
 */
export const signerOf = async (
  signedData: Asn1 | undefined,
  { type, bytes }: { readonly type: string; readonly bytes: Buffer },
  atMs: number,
): Promise<X509Certificate> => {
  const parts = members(signedData);
  const certificates = members(parts.find((part) => isTagged(part, 0))).map(raw);
  const signer = signerIn(members(parts.at(-1)));
  const { hash, attribute } = signer;
  if (identifierIn(attribute(CONTENT_TYPE)) !== type) throw no('the signer has signed something else');
  if (hash === undefined || !hashOf(hash, bytes).equals(content(attribute(MESSAGE_DIGEST))))
    throw no('the time stamp is not what its signer has signed');
  const der = named(signer, certificates);
  const certificate = new X509Certificate(der);
  if (!(await isForTimeStamps(der))) throw no('the certificate of the signer is not for time stamps');
  if (atMs < certificate.validFromDate.getTime() || atMs > certificate.validToDate.getTime())
    throw no('the certificate of the signer was not valid at that time');
  if (!isSignedBy(signer, certificate)) throw no('the signature of the time stamp does not verify');
  return certificate;
};
