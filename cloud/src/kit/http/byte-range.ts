import type { ByteRange } from './media.ts';

/** Whether an entity tag is among those of an If-None-Match (RFC 9110 section 13.1.2): weakly compared. */
export const isKnownTag = (etag: string, ifNoneMatch: string | undefined): boolean => {
  if (ifNoneMatch === undefined) return false;
  const known = ifNoneMatch.split(/\s*,\s*/);
  return known.includes(etag) || known.includes(`W/${etag}`) || known.includes('*');
};

/**
 * What a Range header asks of so many bytes (RFC 9110 section 14): nothing where it is to be ignored, which goes for what
 * is malformed, in other units, for other bytes (If-Range), or in several parts, none of which has to be served.
 */
export const rangeOf = (
  { range, ifRange }: { readonly range: string | undefined; readonly ifRange: string | undefined },
  { length, etag }: { readonly length: number; readonly etag: string | undefined },
): ByteRange | 'unsatisfiable' | undefined => {
  // Weak tags and dates say too little to put parts together by.
  if (range === undefined || (ifRange !== undefined && ifRange.trim() !== etag)) return undefined;
  const [, first, last] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(range) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (first === '') return suffixOf(Number(last), length);
  const from = Number(first);
  const to = last === '' ? Number.POSITIVE_INFINITY : Number(last);
  if (to < from) return undefined;
  return from < length ? { from, to: Math.min(to, length - 1) } : 'unsatisfiable';
};

const suffixOf = (count: number, length: number): ByteRange | 'unsatisfiable' | undefined => {
  if (count === 0) return 'unsatisfiable';
  // The last bytes of nothing are all of it.
  return length === 0 ? undefined : { from: Math.max(0, length - count), to: length - 1 };
};
