import type { Clock } from '@gatehouse/shared/time/clock.ts';
import express from 'express';
import type { Page } from '../../kit/http/express-mount.ts';
import type { ImagesService } from './images.service.ts';

export const MEDIA_PATH = '/media';

/**
 * Images of notifications, for whoever knows the address of one: `/media/<key>`. A browser shows them and nothing else:
 * it guesses no type, runs nothing, and keeps none longer than we do. Nothing lists them.
 */
export const mediaPage = ({
  images,
  clock,
}: {
  readonly images: Pick<ImagesService, 'read'>;
  readonly clock: Pick<Clock, 'wallMs'>;
}): Page => {
  const router = express.Router({ caseSensitive: true, strict: true });
  router.get('/:key', async (request, response, next) => {
    const image = await images.read(request.params.key);
    if (image === undefined) return next();
    const secondsLeft = Math.max(0, Math.floor((image.goneAt - clock.wallMs()) / 1_000));
    response.set({
      'Content-Type': image.type,
      'Content-Length': String(image.bytes.length),
      'Cache-Control': `public, max-age=${secondsLeft}, immutable`,
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
      'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      // The console that shows a notification is of another origin.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    response.end(Buffer.from(image.bytes.buffer, image.bytes.byteOffset, image.bytes.byteLength));
  });
  return {
    path: MEDIA_PATH,
    gate: {
      public: 'Browsers load the images of notifications without signing in; the 256 bits of an address are the key.',
    },
    router,
  };
};
