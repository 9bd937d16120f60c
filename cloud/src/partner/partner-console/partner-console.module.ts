import { serveSurface } from '../../kit/http/surfaces.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { answer } from '../../kit/modules/ports.ts';
import { mailModule } from '../../platform/mail/mail.module.ts';
import { PARTNER_SIGN_IN_CODE, sendCodeJob, sessionsModule } from '../../platform/sessions/sessions.module.ts';
import { usersModule } from '../../platform/users/users.module.ts';
import { authenticateTrying, identifyPartner, partnerSurface } from '../partners/partner-surface.ts';
import { partnersModule } from '../partners/partners.module.ts';
import { sessionLives } from '../partners/partners.ports.ts';
import { ACCOUNT_CHANGED, createAccountNews } from './account-news.ts';
import { authenticateConsole, consoleSurface } from './console-surface.ts';
import { listContacts, setContacts } from './contacts.endpoints.ts';
import { createKey, listKeys, revokeKey, rotateKey } from './keys.endpoints.ts';
import { listLinkedFacilities, listLinkedOrganisations } from './organisations.endpoints.ts';
import { partnerConsoleCommands } from './partner-console.control.ts';
import { partnerConsoleFaults } from './partner-console.faults.ts';
import { membersOf } from './partner-console.ports.ts';
import { createPartnerConsole, SEND_CODE } from './partner-console.service.ts';
import { readProfile, updateProfile } from './profile.endpoints.ts';
import { listRequests, readRequest } from './requests.endpoints.ts';
import { endConsoleSession, listConsoleSessions, readConsoleSession, signOutOfConsole } from './session.endpoints.ts';
import { previewLinking, readSettings, updateSettings } from './settings.endpoints.ts';
import { sendConsoleCode, signInAtConsole, signInByConsoleLink } from './sign-in.endpoints.ts';
import { createTryKey } from './try-keys.endpoints.ts';

export const partnerConsoleModule = defineModule('partner-console', {
  needs: [mailModule, usersModule, sessionsModule, partnersModule],
  faults: partnerConsoleFaults,
  asks: { membersOf },
  create: (deps) => ({
    partnerConsole: createPartnerConsole(deps),
    tellOthers: createAccountNews(deps),
    membersOf: deps.membersOf,
  }),
})({
  mails: () => [PARTNER_SIGN_IN_CODE, ACCOUNT_CHANGED],
  endpoints: [
    sendConsoleCode,
    signInAtConsole,
    signInByConsoleLink,
    readConsoleSession,
    signOutOfConsole,
    listConsoleSessions,
    endConsoleSession,
    listContacts,
    setContacts,
    listKeys,
    createKey,
    rotateKey,
    revokeKey,
    readSettings,
    previewLinking,
    updateSettings,
    readProfile,
    updateProfile,
    listLinkedOrganisations,
    listLinkedFacilities,
    listRequests,
    readRequest,
    createTryKey,
  ],
  answers: ({ partnerConsole }) => [answer(sessionLives, partnerConsole.sessionLives)],
  surfaces: (deps) => [
    { on: 'console', ...serveSurface(consoleSurface, authenticateConsole(deps)) },
    // For pages that try the partner API: they may ask their own host alone.
    { on: 'console', ...serveSurface(partnerSurface, authenticateTrying(deps), identifyPartner(deps)) },
  ],
  jobs: ({ partnerConsole }) => [sendCodeJob(SEND_CODE, partnerConsole.codes)],
  operator: partnerConsoleCommands,
  close: async ({ partnerConsole }) => void (await partnerConsole.close()),
});
