import { defineModule } from '../../kit/modules/module.ts';
import { jobsModule } from '../jobs/jobs.module.ts';
import { imagesFaults } from './images.faults.ts';
import { removeImageJob } from './images.job.ts';
import { createImagesService } from './images.service.ts';
import { mediaPage } from './media-page.ts';

export type { ImageType } from './image-content.ts';
export type { ImagesService } from './images.service.ts';
export { IMAGE_BYTES_MAX } from './images.service.ts';
export { MEDIA_PATH, mediaPage } from './media-page.ts';
export { type PlainImage, plainImageOf } from './plain-image.ts';

export const imagesModule = defineModule('images', {
  needs: [jobsModule],
  owns: {
    notification_image: 'never',
  },
  faults: imagesFaults,
  create: ({ db, clock, random, jobs, objects, log }) => ({
    images: createImagesService({ db, clock, random, jobs, objects, log }),
  }),
})({
  pages: (deps) => [{ on: 'device', ...mediaPage(deps) }],
  jobs: ({ images }) => [removeImageJob(images)],
});
