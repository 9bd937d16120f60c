import type * as Asn1js from 'asn1js';

/** A value of ASN.1 that was read. */
export type Asn1 = Asn1js.BaseBlock;

const UNIVERSAL = 1;
const CONTEXT = 3;
const IDENTIFIER = 6;

/** Reads one value of DER with nothing behind it; undefined where there is none. The library is loaded for the first. */
export const parse = async (bytes: Uint8Array): Promise<Asn1 | undefined> => {
  const { fromBER } = await import('asn1js');
  const { offset, result } = fromBER(new Uint8Array(bytes));
  return offset === bytes.length ? result : undefined;
};

/** The members of a sequence, a set or an explicit tag; none of anything else. */
export const members = (of: Asn1 | undefined): readonly Asn1[] => {
  const value: unknown = of !== undefined && 'value' in of.valueBlock ? of.valueBlock.value : undefined;
  return Array.isArray(value) ? value : [];
};

/** A value as it came, with its tag and its length. */
export const raw = (of: Asn1 | undefined): Buffer => Buffer.from(of?.valueBeforeDecodeView ?? []);

/** What is in it, without them. */
export const content = (of: Asn1 | undefined): Buffer =>
  of === undefined ? Buffer.alloc(0) : raw(of).subarray(of.idBlock.blockLength + of.lenBlock.blockLength);

/** Such as `1.2.840.113549.1.7.2`; empty where it is none. */
export const identifierIn = (of: Asn1 | undefined): string =>
  of?.idBlock.tagClass === UNIVERSAL && of.idBlock.tagNumber === IDENTIFIER ? of.valueBlock.toString() : '';

/** Whether it has a tag of its place, such as `[0]`. */
export const isTagged = (of: Asn1 | undefined, tag: number): boolean =>
  of?.idBlock.tagClass === CONTEXT && of.idBlock.tagNumber === tag;
