import { serveSurface } from '../../kit/http/surfaces.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { answer } from '../../kit/modules/ports.ts';
import { sendCodeJob, sessionsModule } from '../../platform/sessions/sessions.module.ts';
import { usersModule } from '../../platform/users/users.module.ts';
import { authenticateTrying, identifyPartner, partnerSurface } from '../partners/partner-surface.ts';
import { partnersModule } from '../partners/partners.module.ts';
import { sessionLives } from '../partners/partners.ports.ts';
import { authenticateConsole, consoleSurface } from './console-surface.ts';
import { listContacts, setContacts } from './contacts.endpoints.ts';
import { createKey, listKeys, revokeKey, rotateKey } from './keys.endpoints.ts';
import { partnerConsoleCommands } from './partner-console.control.ts';
import { partnerConsoleFaults } from './partner-console.faults.ts';
import { createPartnerConsole, SEND_CODE } from './partner-console.service.ts';
import { listRequests, readRequest } from './requests.endpoints.ts';
import { endConsoleSession, listConsoleSessions, readConsoleSession, signOutOfConsole } from './session.endpoints.ts';
import { sendConsoleCode, signInAtConsole, signInByConsoleLink } from './sign-in.endpoints.ts';
import { createTryKey } from './try-keys.endpoints.ts';

export const partnerConsoleModule = defineModule('partner-console', {
  needs: [usersModule, sessionsModule, partnersModule],
  faults: partnerConsoleFaults,
  create: (deps) => ({ partnerConsole: createPartnerConsole(deps) }),
})({
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
