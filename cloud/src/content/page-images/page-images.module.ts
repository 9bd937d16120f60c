import { defineModule } from '../../kit/modules/module.ts';
import { imagesModule } from '../../platform/images/images.module.ts';
import { jobsModule } from '../../platform/jobs/jobs.module.ts';
import { uploadPageImage } from './page-images.endpoints.ts';
import { pageImagesFaults } from './page-images.faults.ts';
import { removeUnusedImageJob } from './page-images.job.ts';
import { createPageImagesService } from './page-images.service.ts';

export { imageIdField, imageTextField } from './image-fields.ts';
export type { PageImagesService, ShownImage } from './page-images.service.ts';

export const pageImagesModule = defineModule('page-images', {
  needs: [jobsModule, imagesModule],
  owns: { page_image: 'never' },
  faults: pageImagesFaults,
  create: ({ db, clock, random, jobs, objects, log }) => ({
    pageImages: createPageImagesService({ db, clock, random, jobs, objects, log }),
  }),
})({
  endpoints: [uploadPageImage],
  jobs: ({ pageImages }) => [removeUnusedImageJob(pageImages)],
});
