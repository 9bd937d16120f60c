import { z } from 'zod';
import type { JobKind } from '../../platform/jobs/jobs.module.ts';
import { type PageImagesService, REMOVE_UNUSED_IMAGE } from './page-images.service.ts';

interface Payload {
  readonly imageId: string;
}

/** Removes one picture a day after it was sent, unless a page uses it. */
export const removeUnusedImageJob = (pageImages: Pick<PageImagesService, 'removeUnused'>): JobKind<Payload> => ({
  name: REMOVE_UNUSED_IMAGE,
  payload: z.strictObject({ imageId: z.string().regex(/^pim_[0-9a-z]{16}$/) }),
  run: ({ imageId }) => pageImages.removeUnused(imageId),
});
