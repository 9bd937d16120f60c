import { defineModule } from '../../kit/modules/module.ts';
import { copy } from '../../kit/modules/table-policy.ts';
import { jobsModule } from '../../platform/jobs/jobs.module.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { pageImagesModule } from '../page-images/page-images.module.ts';
import { addPress, deletePress, listPress, readPress, updatePress } from './press.endpoints.ts';
import { pressFaults } from './press.faults.ts';
import { publishPressJob } from './press.job.ts';
import { createPressService } from './press.service.ts';

export { imageIn, type PressItem } from './press.repo.ts';
export type { PressService } from './press.service.ts';

export const pressModule = defineModule('press', {
  needs: [organisationsModule, jobsModule, pageImagesModule],
  owns: {
    press_item: copy(
      'id org_id slug title outlet source_url excerpt body_md published_on publish_at state featured image_id image_text revision created_by created_at changed_by changed_at',
    ),
    press_slug: copy('slug press_id'),
  },
  faults: pressFaults,
  create: ({ db, clock, random, jobs, pageImages }) => ({
    press: createPressService({ db, clock, random, jobs, pageImages }),
  }),
})({
  endpoints: [listPress, readPress, addPress, updatePress, deletePress],
  jobs: ({ press }) => [publishPressJob(press)],
});
