import { serveSurface } from '../../kit/http/surfaces.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { answer, hear } from '../../kit/modules/ports.ts';
import { jobsModule } from '../jobs/jobs.module.ts';
import { mailModule } from '../mail/mail.module.ts';
import { organisationsModule } from '../organisations/organisations.module.ts';
import { retentionPolicy, YEAR } from '../retention/retention.ports.ts';
import { authenticatePlatform, platformSurface } from '../users/platform-surface.ts';
import { usersModule } from '../users/users.module.ts';
import { lastRightTaken, ownerOfPartnerKey, sessionsOf, userRemoved } from '../users/users.ports.ts';
import { SIGN_IN_CODE } from './code-mail.ts';
import { readDesk, signInAtDesk } from './desk-sign-in.endpoints.ts';
import { deleteDeskPin, enrolDesk, listDesks, readDeskPin, removeDesk, setDeskPin } from './desks.endpoints.ts';
import { addPasskey, deletePasskey, listPasskeys, newPasskeyOptions } from './passkeys.endpoints.ts';
import { sendCodeJob } from './send-code.job.ts';
import { endSession, listSessions, readSession, signOut, stepUp } from './session.endpoints.ts';
import type { Installation } from './session-view.ts';
import { sessionCommands } from './sessions.control.ts';
import { sessionsFaults } from './sessions.faults.ts';
import { createSessionsService } from './sessions.service.ts';
import { endSessionOf } from './sessions-of-others.endpoints.ts';
import { passkeyOptions, sendCode, signInByCode, signInByLink, signInByPasskey } from './sign-in.endpoints.ts';
import { SEND_CODE } from './staff-realm.ts';
import { deleteTotp, enrolTotp, readTotp } from './totp.endpoints.ts';

declare module '../../kit/modules/module.ts' {
  interface Environment {
    /** What the secrets of the consoles are derived of: hashes of codes, challenges, what is sealed. 32 bytes. */
    readonly consoleSecret: Uint8Array;
    /** Where browsers find the consoles: `https://host:port`. */
    readonly consoleUrl: () => string;
    readonly installation: Installation;
  }
}

export { PARTNER_SIGN_IN_CODE } from './code-mail.ts';
export { type ConsoleSecrets, consoleSecrets, sameText } from './console-secrets.ts';
export { A_LINK_TOKEN, LinkToken } from './link-token.ts';
export { A_LISTED_SESSION, ListedSession, listedSession } from './listed-session.ts';
export { sendCodeJob } from './send-code.job.ts';
export type { SessionRealm, SessionStore } from './session-store.ts';
export { hashOf, newToken } from './session-token.ts';
export type { Installation } from './session-view.ts';
export { A_SESSION, SessionView } from './session-view.ts';
export type { SessionsService } from './sessions.service.ts';
export { signIn } from './sign-in.endpoints.ts';
export { CODE_LASTS, type CodeRealm, type SignInCodes } from './sign-in-codes.ts';
export { hasTurn, takeTurn } from './turns.ts';
export { SixDigits, WrongCode, wrongCode } from './wrong-code.ts';

export const sessionsModule = defineModule('sessions', {
  needs: [jobsModule, organisationsModule, mailModule, usersModule],
  owns: {
    console_session: 'never',
    sign_in_code: 'never',
    sign_in_turn: 'never',
    sign_in_link: 'never',
    passkey: 'never',
    passkey_challenge: 'never',
    totp: 'never',
    desk: 'never',
    desk_pin: 'never',
  },
  faults: sessionsFaults,
  asks: { ownerOfPartnerKey },
  create: ({ mail, ...deps }) => ({ sessions: createSessionsService({ ...deps, sendMail: mail.send }) }),
})({
  mails: () => [SIGN_IN_CODE],
  endpoints: [
    sendCode,
    signInByCode,
    signInByLink,
    passkeyOptions,
    signInByPasskey,
    readSession,
    signOut,
    stepUp,
    listSessions,
    endSession,
    endSessionOf,
    listPasskeys,
    newPasskeyOptions,
    addPasskey,
    deletePasskey,
    readTotp,
    enrolTotp,
    deleteTotp,
    listDesks,
    enrolDesk,
    removeDesk,
    readDeskPin,
    setDeskPin,
    deleteDeskPin,
    readDesk,
    signInAtDesk,
  ],
  surfaces: ({ ownerOfPartnerKey, ...deps }) => {
    const asked = { ...deps, partners: { recognise: ownerOfPartnerKey } };
    return [
      { on: 'platform', ...serveSurface(platformSurface, authenticatePlatform(asked)) },
      { on: 'console', ...serveSurface(platformSurface, authenticatePlatform(asked, 'keys and cookies')) },
    ];
  },
  jobs: ({ sessions }) => [sendCodeJob(SEND_CODE, sessions.codes)],
  answers: ({ sessions }) => [answer(sessionsOf, sessions.liveOf)],
  on: ({ sessions }) => [hear(userRemoved, sessions.forgetUser), hear(lastRightTaken, sessions.endAllOf)],
  retention: ({ sessions }) => [
    retentionPolicy(
      'console_session',
      'sessions of the consoles that have ended',
      [1, 30, YEAR],
      sessions.forgetEndedBefore,
    ),
    retentionPolicy('sign_in_code', 'codes and links to sign in', [1, 1, 30], sessions.forgetCodesBefore),
  ],
  operator: sessionCommands,
  close: async ({ sessions }) => void (await sessions.close()),
});
