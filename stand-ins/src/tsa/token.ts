import { createHash, type KeyObject, sign } from 'node:crypto';
import * as asn1 from 'asn1js';

/** Who stamps. */
export interface Stamper {
  readonly key: KeyObject;
  /** DER. */
  readonly certificate: Uint8Array;
  /** Of the certificate, DER: who issued it, and its number. */
  readonly issuer: Uint8Array;
  readonly serial: bigint;
}

export interface Stamp {
  /** `MessageImprint`, DER. */
  readonly imprint: Uint8Array;
  /** A whole number, DER, where there is one. */
  readonly nonce: Uint8Array | undefined;
  readonly atMs: number;
  readonly serial: bigint;
}

const SIGNED_DATA = '1.2.840.113549.1.7.2';
const TST_INFO = '1.2.840.113549.1.9.16.1.4';
const POLICY = '1.3.6.1.4.1.99999.1';
const SHA_256 = '2.16.840.1.101.3.4.2.1';
const ECDSA_SHA_256 = '1.2.840.10045.4.3.2';
const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';
const GENERALIZED_TIME = 24;

const bytesOf = (block: asn1.BaseBlock): Uint8Array<ArrayBuffer> => new Uint8Array(block.toBER());
const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest());
const sequence = (...value: asn1.BaseBlock[]) => new asn1.Sequence({ value });
const set = (...value: asn1.BaseBlock[]) => new asn1.Set({ value });
const oid = (value: string) => new asn1.ObjectIdentifier({ value });
const octets = (valueHex: Uint8Array<ArrayBuffer>) => new asn1.OctetString({ valueHex });
const tagged = (tagNumber: number, ...value: asn1.BaseBlock[]) =>
  new asn1.Constructed({ idBlock: { tagClass: 3, tagNumber }, value });
const as = (der: Uint8Array): asn1.BaseBlock => asn1.fromBER(new Uint8Array(der)).result;
const attribute = (type: string, value: asn1.BaseBlock) => sequence(oid(type), set(value));

/** `TSTInfo` (RFC 3161 section 2.4.2), of a second. */
const infoOf = ({ imprint, nonce, atMs, serial }: Stamp) => {
  const time = new Date(atMs).toISOString().replace(/[-:T]|\.\d{3}/g, '');
  return sequence(
    new asn1.Integer({ value: 1 }),
    oid(POLICY),
    as(imprint),
    asn1.Integer.fromBigInt(serial),
    new asn1.Primitive({
      idBlock: { tagClass: 1, tagNumber: GENERALIZED_TIME },
      valueHex: new TextEncoder().encode(time),
    }),
    sequence(new asn1.Integer({ value: 1 })),
    ...(nonce === undefined ? [] : [as(nonce)]),
  );
};

/** The token of a stamp: CMS signed data (RFC 5652) over it. */
export const tokenOf = (stamp: Stamp, { key, certificate, issuer, serial }: Stamper): asn1.BaseBlock => {
  const info = bytesOf(infoOf(stamp));
  // DER sorts a set by the bytes of its members.
  const attributes = [
    attribute(CONTENT_TYPE, oid(TST_INFO)),
    attribute(MESSAGE_DIGEST, octets(sha256(info))),
    attribute(SIGNING_CERTIFICATE_V2, sequence(sequence(sequence(octets(sha256(certificate)))))),
  ].toSorted((one, other) => Buffer.compare(bytesOf(one), bytesOf(other)));
  const signature = new Uint8Array(sign('sha256', bytesOf(set(...attributes)), key));
  const signer = sequence(
    new asn1.Integer({ value: 1 }),
    sequence(as(issuer), asn1.Integer.fromBigInt(serial)),
    sequence(oid(SHA_256)),
    tagged(0, ...attributes),
    sequence(oid(ECDSA_SHA_256)),
    octets(signature),
  );
  const signedData = sequence(
    new asn1.Integer({ value: 3 }),
    set(sequence(oid(SHA_256))),
    sequence(oid(TST_INFO), tagged(0, octets(info))),
    tagged(0, as(certificate)),
    set(signer),
  );
  return sequence(oid(SIGNED_DATA), tagged(0, signedData));
};

/** `TimeStampResp` with a token, or with the reason that there is none. */
export const granted = (token: asn1.BaseBlock): Buffer =>
  Buffer.from(bytesOf(sequence(sequence(new asn1.Integer({ value: 0 })), token)));
export const rejected = (why: string): Buffer =>
  Buffer.from(
    bytesOf(sequence(sequence(new asn1.Integer({ value: 2 }), sequence(new asn1.Utf8String({ value: why }))))),
  );

/** What a `TimeStampReq` asks for (section 2.4.1); undefined where it is none. */
export const askedIn = (body: Uint8Array): Pick<Stamp, 'imprint' | 'nonce'> | undefined => {
  const { offset, result } = asn1.fromBER(new Uint8Array(body));
  if (offset !== body.length || !(result instanceof asn1.Sequence)) return undefined;
  const [version, imprint, ...rest] = result.valueBlock.value;
  if (!(version instanceof asn1.Integer) || !(imprint instanceof asn1.Sequence)) return undefined;
  const nonce = rest.find((one) => one instanceof asn1.Integer);
  return { imprint: imprint.valueBeforeDecodeView, nonce: nonce?.valueBeforeDecodeView };
};
