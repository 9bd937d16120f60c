import { ClaimCode } from '@gatehouse/shared/wire/device-api.ts';
import { z } from 'zod';

/** What one of our QR codes says: the code that a box shows, or the UUID on the label of a device. */
export type QrContent =
  | { readonly kind: 'claim-code'; readonly code: string }
  | { readonly kind: 'device'; readonly uuid: string };

/** The label of a device is a URN (RFC 9562), or the bare UUID. */
const LABEL = /^(?:urn:uuid:)?([0-9a-f-]{36})$/i;

export const readQr = (text: string): QrContent | undefined => {
  const uuid = z.uuid().safeParse(LABEL.exec(text)?.[1]?.toLowerCase());
  if (uuid.success) return { kind: 'device', uuid: uuid.data };
  const code = ClaimCode.safeParse(text);
  return code.success ? { kind: 'claim-code', code: code.data } : undefined;
};
