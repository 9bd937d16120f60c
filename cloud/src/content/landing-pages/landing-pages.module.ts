import { createHmac } from 'node:crypto';
import { defineModule } from '../../kit/modules/module.ts';
import { copy } from '../../kit/modules/table-policy.ts';
import { jobsModule } from '../../platform/jobs/jobs.module.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { pageImagesModule } from '../page-images/page-images.module.ts';
import { addLandingPage, changeLandingPage, deleteLandingPage, listLandingPages } from './landing-pages.endpoints.ts';
import { landingPagesFaults } from './landing-pages.faults.ts';
import { publishPageJob } from './landing-pages.job.ts';
import { createLandingPagesService } from './landing-pages.service.ts';
import { previewLinks } from './preview-links.ts';

export type { LandingPage } from './landing-pages.repo.ts';
export type { LandingPagesService } from './landing-pages.service.ts';
export { imagesIn, type PageBlock, type PageContent } from './page-content.ts';
export type { PreviewLinks } from './preview-links.ts';

export const landingPagesModule = defineModule('landing-pages', {
  needs: [organisationsModule, jobsModule, pageImagesModule],
  owns: {
    landing_page: copy(
      'id org_id facility_id slug locale state draft versions published scheduled publish_at revision created_by created_at changed_by changed_at',
    ),
    landing_page_version: copy('page_id number content made_by made_at'),
    landing_page_slug: copy('slug page_id'),
  },
  faults: landingPagesFaults,
  create: ({ db, clock, random, jobs, pageImages, consoleSecret }) => ({
    landingPages: createLandingPagesService({ db, clock, random, jobs, pageImages }),
    previews: previewLinks({
      clock,
      secret: createHmac('sha256', consoleSecret).update('previews of landing pages').digest(),
    }),
  }),
})({
  endpoints: [listLandingPages, addLandingPage, changeLandingPage, deleteLandingPage],
  jobs: ({ landingPages }) => [publishPageJob(landingPages)],
});
