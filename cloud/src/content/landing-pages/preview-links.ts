import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Hours } from '@gatehouse/shared/time/duration.ts';

const VALID = Hours(1);
/** The page, when the link ends in base 36, and 256 bits in hex, which the request log leaves out of paths. */
const LINK = /^(lpg_[0-9a-z]{16})\.([0-9a-z]{1,9})\.([0-9a-f]{64})$/;

/** Links that show the draft of a page for an hour, to whoever has one. Nothing is kept of them. */
export const previewLinks = ({
  secret,
  clock,
}: {
  readonly secret: Uint8Array;
  readonly clock: Pick<Clock, 'wallMs'>;
}) => {
  const sealOf = (text: string): Buffer => createHmac('sha256', secret).update(`preview of ${text}`).digest();
  return {
    /** What comes after `/p/preview/`. */
    of: (pageId: string): string => {
      const text = `${pageId}.${(clock.wallMs() + VALID).toString(36)}`;
      return `${text}.${sealOf(text).toString('hex')}`;
    },

    /** The page of a link that is ours and has not ended. */
    pageOf: (link: string): string | undefined => {
      const [, pageId = '', ends = '', seal = ''] = LINK.exec(link) ?? [];
      if (pageId === '' || !timingSafeEqual(Buffer.from(seal, 'hex'), sealOf(`${pageId}.${ends}`))) return undefined;
      return Number.parseInt(ends, 36) > clock.wallMs() ? pageId : undefined;
    },
  };
};
export type PreviewLinks = ReturnType<typeof previewLinks>;
