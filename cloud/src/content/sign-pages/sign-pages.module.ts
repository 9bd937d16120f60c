import { defineModule } from '../../kit/modules/module.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { consoleSecrets, sessionsModule } from '../../platform/sessions/sessions.module.ts';
import { clubUserAgreementsModule } from '../club-user-agreements/club-user-agreements.module.ts';
import { publicPagesModule } from '../public-pages/public-pages.module.ts';
import { signPages } from './sign-pages.ts';

export const signPagesModule = defineModule('sign-pages', {
  needs: [organisationsModule, sessionsModule, publicPagesModule, clubUserAgreementsModule],
})({
  pages: ({ consoleSecret, random, ...deps }) => [
    { on: 'partner', ...signPages({ ...deps, secrets: consoleSecrets(consoleSecret, random) }) },
  ],
});
