import { defineModule } from '../../kit/modules/module.ts';
import { hear } from '../../kit/modules/ports.ts';
import { organisationsModule } from '../organisations/organisations.module.ts';
import { retentionPolicy } from '../retention/retention.ports.ts';
import { sessionsModule } from '../sessions/sessions.module.ts';
import { usersModule } from '../users/users.module.ts';
import { userRemoved } from '../users/users.ports.ts';
import type { OpenId } from './openid.ts';
import { beginSingleSignOn, finishSingleSignOn } from './sign-in.endpoints.ts';
import { deleteSingleSignOn, putSingleSignOn, readSingleSignOn } from './single-sign-on.endpoints.ts';
import { singleSignOnFaults } from './single-sign-on.faults.ts';
import { createSingleSignOn } from './single-sign-on.service.ts';

declare module '../../kit/modules/module.ts' {
  interface Environment {
    /** How OpenID providers of organisations are reached. */
    readonly openId: OpenId;
  }
}

export { type OpenId, openIdByHttps } from './openid.ts';
export type { SingleSignOnService } from './single-sign-on.service.ts';

export const singleSignOnModule = defineModule('single-sign-on', {
  needs: [organisationsModule, usersModule, sessionsModule],
  owns: {
    openid_provider: 'never',
    openid_subject: 'never',
    openid_sign_in: 'never',
  },
  faults: singleSignOnFaults,
  create: (deps) => ({ singleSignOn: createSingleSignOn(deps) }),
})({
  endpoints: [readSingleSignOn, putSingleSignOn, deleteSingleSignOn, beginSingleSignOn, finishSingleSignOn],
  on: ({ singleSignOn }) => [hear(userRemoved, singleSignOn.forgetUser)],
  retention: ({ singleSignOn }) => [
    retentionPolicy('openid_sign_in', 'sign-ins by OpenID providers', [1, 1, 30], singleSignOn.forgetBefore),
  ],
});
