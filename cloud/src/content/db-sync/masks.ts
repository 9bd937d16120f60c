import { createHmac } from 'node:crypto';
import type { Mask } from '../../kit/modules/table-policy.ts';

/** The two blocks of HMAC-SHA256 (RFC 2104) of a key of 32 bytes, in hex: what a database needs to reckon it. */
export const hmacBlocks = (keyHex: string): { readonly inner: string; readonly outer: string } => {
  const key = Buffer.concat([Buffer.from(keyHex, 'hex'), Buffer.alloc(32)]);
  const xor = (by: number) => Buffer.from(key.map((byte) => byte ^ by)).toString('hex');
  return { inner: xor(0x36), outer: xor(0x5c) };
};

/** Masks as the process of a source makes them. What is null stays so. */
export const createMasks = (keyHex: string) => {
  const key = Buffer.from(keyHex, 'hex');
  return (mask: Mask, value: unknown): string | null => {
    if (value === null) return null;
    const hash = createHmac('sha256', key).update(String(value)).digest('hex');
    return FORMS[mask](hash);
  };
};

const DIGITS: Readonly<Record<string, string>> = { a: '0', b: '1', c: '2', d: '3', e: '4', f: '5' };
const FORMS: Readonly<Record<Mask, (hash: string) => string>> = {
  email: (hash) => `${hash.slice(0, 32)}@example.invalid`,
  phone: (hash) => `+999${hash.slice(0, 11).replace(/[a-f]/g, (letter) => DIGITS[letter] ?? '')}`,
  name: (hash) => `Masked ${hash.slice(0, 12)}`,
  id: (hash) => `m-${hash.slice(0, 32)}`,
  text: (hash) => `Masked ${hash.slice(0, 32)}`,
  none: () => '[]',
};

/** The same as PostgreSQL reckons them, of a column, with the blocks of the key in hex. */
export const maskExpression = (mask: Mask, column: string, blocks: { inner: string; outer: string }): string => {
  const hash = `encode(sha256(decode(${blocks.outer}, 'hex') || sha256(decode(${blocks.inner}, 'hex') || convert_to(${column}::text, 'UTF8'))), 'hex')`;
  const forms: Readonly<Record<Mask, string>> = {
    email: `left(${hash}, 32) || '@example.invalid'`,
    phone: `'+999' || translate(left(${hash}, 11), 'abcdef', '012345')`,
    name: `'Masked ' || left(${hash}, 12)`,
    id: `'m-' || left(${hash}, 32)`,
    text: `'Masked ' || left(${hash}, 32)`,
    none: `'[]'`,
  };
  return `case when ${column} is null then null else ${forms[mask]} end`;
};
