import { ClaimCode } from '@gatehouse/shared/wire/device-api.ts';
import { z } from 'zod';

/** What the QR code of a device says: the code that a box shows, or the UUID on its label. */
export type QrContent =
  | { readonly kind: 'claim-code'; readonly code: string }
  | { readonly kind: 'device'; readonly uuid: string };

/** The label of a device is a URN (RFC 9562), or the bare UUID. */
const LABEL = /^(?:urn:uuid:)?([0-9a-f-]{36})$/i;

/** The bare text, or a web address that has it in its fragment, in a value of its query, or as the end of its path. */
export const readQr = (text: string): QrContent | undefined => {
  for (const part of /^https?:\/\//i.test(text) ? partsOf(text) : [text]) {
    const found = readPart(part);
    if (found !== undefined) return found;
  }
  return undefined;
};

const readPart = (text: string): QrContent | undefined => {
  const uuid = z.uuid().safeParse(LABEL.exec(text)?.[1]?.toLowerCase());
  if (uuid.success) return { kind: 'device', uuid: uuid.data };
  const code = ClaimCode.safeParse(text);
  return code.success ? { kind: 'claim-code', code: code.data } : undefined;
};

/** Whose address it is does not matter: it is never called, and says nothing but which device is meant. */
const partsOf = (text: string): readonly string[] => {
  const url = URL.parse(text);
  if (url === null) return [];
  const path = url.pathname.split('/').findLast((segment) => segment !== '') ?? '';
  return [url.hash.slice(1), ...url.searchParams.values(), path].map(readable);
};

const readable = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};
