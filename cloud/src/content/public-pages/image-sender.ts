import type { Request, Response } from 'express';
import { isKnownTag } from '../../kit/http/byte-range.ts';
import type { PageImagesService } from '../page-images/page-images.module.ts';

interface Sent {
  readonly id: string;
  readonly media_type: string;
  readonly sha256: string;
}

/** Sends a picture as what it is and nothing else. Its address says what is in it, and so does its tag. */
export const imageSender =
  (pageImages: Pick<PageImagesService, 'read'>) =>
  async (
    { id, media_type, sha256 }: Sent,
    request: Request,
    response: Response,
    cacheControl: string,
  ): Promise<void> => {
    const tag = `"${sha256}"`;
    response.set({
      ...{ 'Cache-Control': cacheControl, ETag: tag },
      'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    });
    if (isKnownTag(tag, request.headers['if-none-match'])) {
      response.status(304).end();
      return;
    }
    const bytes = await pageImages.read(id);
    response.set({ 'Content-Type': media_type, 'Content-Length': String(bytes.length) });
    response.end(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  };
