import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import { networkOf } from '@gatehouse/shared/net/network-of.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { JobsService } from '../jobs/jobs.module.ts';
import type { MailService } from '../mail/mail.module.ts';
import type { User, UsersService } from '../users/users.module.ts';
import { type ConsoleSecrets, sameText } from './console-secrets.ts';
import { hashOf, newToken } from './session-store.ts';
import { sessionsFault } from './sessions.faults.ts';
import { signInRepo } from './sign-in.repo.ts';
import { takeTurn } from './turns.ts';

export const CODE_LASTS = Minutes(10);
const TRIES = 5;
const FOR_A_SUBJECT = { turns: 3, within: Minutes(15) };
const FOR_A_NETWORK = { turns: 20, within: Hours(1) };
const REALM = 'staff';
export const SEND_CODE = 'sessions.send-code';

export interface CodeDeps {
  readonly db: Pick<Database, 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
  readonly secrets: ConsoleSecrets;
  readonly users: Pick<UsersService, 'findByEmail' | 'findById' | 'grantsOf'>;
  readonly jobs: Pick<JobsService, 'enqueue'>;
  readonly sendMail: MailService['send'];
  readonly consoleUrl: () => string;
}

/** What came of a try: who it lets in, or how many are left of a code that is not the right one. */
export type Redeemed =
  | { readonly outcome: 'in'; readonly user: User }
  | { readonly outcome: 'wrong'; readonly triesLeft: number }
  | { readonly outcome: 'ended' };

/**
 * Codes by e-mail. INVARIANT: what is done, counted, written and answered is the same for an address that nobody has: its code
 * is a row like any other, and the job that sends it finds nobody to send it to.
 */
export const createSignInCodes = (deps: CodeDeps) => {
  const { db, clock, random, secrets, users, jobs } = deps;
  const subjectOf = (email: string): string => secrets.mac('subject', REALM, email.toLowerCase());
  const codeHash = (id: string, code: string): string => secrets.mac('code', id, code);

  const findSubject = async (tx: Tx, email: string): Promise<User | undefined> => {
    const user = await users.findByEmail(tx, email);
    const grants = await users.grantsOf(tx, user?.id ?? '');
    return grants.length === 0 ? undefined : user;
  };

  return {
    /** Sends a code, for the browser whose name it resolves with. Throws 429. */
    ask: async (tx: Tx, { email, remoteAddress }: { email: string; remoteAddress: string }): Promise<string> => {
      const now = clock.wallMs();
      const subjectHash = subjectOf(email);
      // In this order for everybody: whoever waits for somebody else's turn holds none that they wait for.
      const late =
        (await takeTurn(tx, clock, secrets.mac('turns of a subject', subjectHash), FOR_A_SUBJECT)) ??
        (await takeTurn(tx, clock, secrets.mac('turns of a network', networkOf(remoteAddress)), FOR_A_NETWORK));
      if (late !== undefined) throw tooManyCodes(late.waitMs);
      const user = await findSubject(tx, email);
      const browser = newToken(random);
      const id = randomId('sic', random, now);
      await signInRepo(tx).endCodesOf(REALM, subjectHash, now);
      await signInRepo(tx).insertCode({
        id,
        realm: REALM,
        subject_hash: subjectHash,
        code_hash: codeHash(id, secrets.digitsOf(id)),
        browser_hash: hashOf(browser),
        tries: 0,
        created_at: now,
        ends_at: now + CODE_LASTS,
        used_at: null,
      });
      await jobs.enqueue(tx, SEND_CODE, { codeId: id, userId: user?.id ?? randomId('usr', random) }, { key: id });
      return browser;
    },

    /** Claims a try first, then looks. A unit that is undone has claimed none: what was wrong has to be remembered. */
    redeem: async (
      tx: Tx,
      { email, code, browser }: { email: string; code: string; browser: string | undefined },
    ): Promise<Redeemed> => {
      const now = clock.wallMs();
      const of = { realm: REALM, subjectHash: subjectOf(email), browserHash: hashOf(browser ?? '') } as const;
      const tried = await signInRepo(tx).claimTry(of, { now, most: TRIES });
      if (tried === undefined) return { outcome: 'ended' };
      const isRight = sameText(codeHash(tried.id, code), tried.code_hash);
      const user = isRight ? await findSubject(tx, email) : undefined;
      if (user === undefined) return { outcome: 'wrong', triesLeft: TRIES - tried.tries };
      await signInRepo(tx).setCodeUsed(tried.id, now);
      return { outcome: 'in', user };
    },

    /** Writes the e-mail, unless the code has ended or is nobody's. */
    send: (codeId: string, userId: string): Promise<void> =>
      db.write(async (tx) => {
        const code = await signInRepo(tx).findCode(codeId);
        const user = await users.findById(tx, userId);
        if (code === undefined || user === undefined || code.ends_at <= clock.wallMs()) return;
        await deps.sendMail(tx, codeMail(user, secrets.digitsOf(codeId), deps.consoleUrl()));
      }),
  };
};

const tooManyCodes = (waitMs: Duration) =>
  sessionsFault('too_many_codes', 'Too many codes were asked for: use the newest, or wait.', {
    headers: { 'Retry-After': String(Math.ceil(waitMs / 1_000)) },
  });

const codeMail = ({ email, firstName }: User, code: string, consoleUrl: string) => ({
  to: email,
  subject: 'Your code to sign in at Gatehouse',
  sensitive: true,
  text: `Hello ${firstName},

${code}

is your code to sign in at ${consoleUrl}. It counts for 10 minutes, once, in the browser that asked for it.

If you did not ask for it, do nothing: nobody gets in without it. Never tell it to anybody, not even to us.
`,
});
