import { createHash } from 'node:crypto';
import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { identifier, sequence, setOf, tagged } from '../asn1/der.ts';
import { content, isTagged, members, parse, raw } from '../asn1/read-asn1.ts';

/** A file with its seal, and the seal (DER) as it stands in it. */
export interface SealedFile {
  readonly bytes: Uint8Array;
  readonly cms: Uint8Array;
}

const SIGNATURE_TIME_STAMP = '1.2.840.113549.1.9.16.2.14';

/** What a time stamp of a seal is over: the SHA-256 of its signature (RFC 3161, appendix A). */
export const imprintOf = async (cms: Uint8Array): Promise<Buffer> => {
  const { signer } = await partsOf(cms);
  return createHash('sha256')
    .update(content(signer.at(-1)))
    .digest();
};

/**
 * Puts a time stamp into the seal of a file, as an attribute that the seal does not cover: no other byte changes. The same file and token
 * give the same bytes.
 */
export const stampSeal = async ({ bytes, cms }: SealedFile, token: Uint8Array): Promise<Uint8Array> => {
  const { type, before, signer } = await partsOf(cms);
  const stamp = sequence(identifier(SIGNATURE_TIME_STAMP), setOf(token));
  const stamped = sequence(
    raw(type),
    tagged(0xa0, sequence(...before.map(raw), setOf(sequence(...signer.map(raw), tagged(0xa1, stamp))))),
  );
  const file = Buffer.from(bytes);
  // Nothing else in a file is its own signature.
  const at = file.indexOf(`<${Buffer.from(cms).toString('hex')}`) + 1;
  const end = file.indexOf('>', at);
  if (at === 0 || end < 0) throw new Bug('the file is not sealed by this seal');
  const hex = stamped.toString('hex');
  if (hex.length > end - at) throw new Error('the file has no room for the time stamp');
  file.write(hex, at, 'latin1');
  return new Uint8Array(file);
};

/** Of a seal that `signedData` made: it has one signer, who is the last of its parts. */
const partsOf = async (cms: Uint8Array) => {
  const [type, tag] = members(await parse(cms));
  const parts = members(members(tag)[0]);
  const signer = members(members(parts.at(-1))[0]);
  if (signer.length === 0 || isTagged(signer.at(-1), 1)) throw new Bug('this is no seal, or it has a time stamp');
  return { type, before: parts.slice(0, -1), signer };
};
