import { z } from 'zod';
import type { JobKind } from '../jobs/job-kind.ts';
import { type ImagesService, REMOVE_IMAGE } from './images.service.ts';

interface Payload {
  readonly imageId: string;
}

/** Removes one image, when it is a week old. */
export const removeImageJob = (images: Pick<ImagesService, 'remove'>): JobKind<Payload> => ({
  name: REMOVE_IMAGE,
  payload: z.strictObject({ imageId: z.string().regex(/^img_[0-9a-z]{16}$/) }),
  run: ({ imageId }) => images.remove(imageId),
});
