import { Bug } from '../fault/fault.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };

/**
 * Canonical JSON (RFC 8785): one text for one value, so that two processes hash the same. Keys are sorted by UTF-16
 * code unit, numbers are written as ECMAScript does (3.2.2.3), absent and `undefined` members are the same.
 * Throws a `Bug` for what JSON cannot carry (NaN, infinities, lone surrogates).
 */
export const canonicalJson = (value: Json): string => {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new Bug('canonical JSON has no such number');
    return JSON.stringify(value);
  }
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new Bug('canonical JSON has no lone surrogates');
    return JSON.stringify(value);
  }
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member !== undefined) members.push(`${canonicalJson(key)}:${canonicalJson(member)}`);
  }
  return `{${members.join(',')}}`;
};

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
