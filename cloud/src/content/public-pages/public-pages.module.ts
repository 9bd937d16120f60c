import { defineModule } from '../../kit/modules/module.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { faqsModule } from '../faqs/faqs.module.ts';
import { landingPagesModule } from '../landing-pages/landing-pages.module.ts';
import { pageImagesModule } from '../page-images/page-images.module.ts';
import { pressModule } from '../press/press.module.ts';
import { publicPages } from './public-pages.ts';

export { pageFrame, plain, written } from './page-frame.ts';

export const publicPagesModule = defineModule('public-pages', {
  needs: [organisationsModule, faqsModule, pressModule, landingPagesModule, pageImagesModule],
})({
  pages: (deps) => [{ on: 'partner', ...publicPages(deps) }],
});
