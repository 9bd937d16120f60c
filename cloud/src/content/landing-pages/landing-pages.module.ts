import { createHmac } from 'node:crypto';
import { defineModule } from '../../kit/modules/module.ts';
import { jobsModule } from '../../platform/jobs/jobs.module.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { addLandingPage, changeLandingPage, deleteLandingPage, listLandingPages } from './landing-pages.endpoints.ts';
import { landingPagesFaults } from './landing-pages.faults.ts';
import { publishPageJob } from './landing-pages.job.ts';
import { createLandingPagesService } from './landing-pages.service.ts';
import { previewLinks } from './preview-links.ts';

export type { LandingPage } from './landing-pages.repo.ts';
export type { LandingPagesService } from './landing-pages.service.ts';
export type { PageBlock, PageContent } from './page-content.ts';
export type { PreviewLinks } from './preview-links.ts';

export const landingPagesModule = defineModule('landing-pages', {
  needs: [organisationsModule, jobsModule],
  owns: ['landing_page', 'landing_page_version', 'landing_page_slug'],
  faults: landingPagesFaults,
  create: ({ db, clock, random, jobs, consoleSecret }) => ({
    landingPages: createLandingPagesService({ db, clock, random, jobs }),
    previews: previewLinks({
      clock,
      secret: createHmac('sha256', consoleSecret).update('previews of landing pages').digest(),
    }),
  }),
})({
  endpoints: [listLandingPages, addLandingPage, changeLandingPage, deleteLandingPage],
  jobs: ({ landingPages }) => [publishPageJob(landingPages)],
});
