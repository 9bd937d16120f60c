import { serveSurface } from '../../kit/http/surfaces.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { sendCodeJob, sessionsModule } from '../../platform/sessions/sessions.module.ts';
import { partnersModule } from '../partners/partners.module.ts';
import { authenticateConsole, consoleSurface } from './console-surface.ts';
import { listContacts, setContacts } from './contacts.endpoints.ts';
import { createKey, listKeys, revokeKey, rotateKey } from './keys.endpoints.ts';
import { partnerConsoleCommands } from './partner-console.control.ts';
import { partnerConsoleFaults } from './partner-console.faults.ts';
import { createPartnerConsole, SEND_CODE } from './partner-console.service.ts';
import { listRequests, readRequest } from './requests.endpoints.ts';
import { endConsoleSession, listConsoleSessions, readConsoleSession, signOutOfConsole } from './session.endpoints.ts';
import { sendConsoleCode, signInAtConsole, signInByConsoleLink } from './sign-in.endpoints.ts';

export const partnerConsoleModule = defineModule('partner-console', {
  needs: [sessionsModule, partnersModule],
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
  ],
  surfaces: (deps) => [{ on: 'console', ...serveSurface(consoleSurface, authenticateConsole(deps)) }],
  jobs: ({ partnerConsole }) => [sendCodeJob(SEND_CODE, partnerConsole.codes)],
  operator: partnerConsoleCommands,
  close: async ({ partnerConsole }) => void (await partnerConsole.close()),
});
