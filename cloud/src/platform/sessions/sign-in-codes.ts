import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import { networkOf } from '@gatehouse/shared/net/network-of.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { JobsService } from '../jobs/jobs.module.ts';
import type { MailKind, MailOrder, MailService } from '../mail/mail.module.ts';
import { type ConsoleSecrets, sameText } from './console-secrets.ts';
import { hashOf, newToken } from './session-token.ts';
import { sessionsFault } from './sessions.faults.ts';
import type { CodePurpose } from './sessions.tables.ts';
import { signInRepo } from './sign-in.repo.ts';
import { takeTurn } from './turns.ts';

export const CODE_LASTS = Minutes(10);
const TRIES = 5;
const FOR_A_SUBJECT = { turns: 3, within: Minutes(15) };
const FOR_A_NETWORK = { turns: 20, within: Hours(1) };

/** Whom the codes of a console, or to sign something, let in, and how they are named. */
export interface CodeRealm<Asked, Subject extends { readonly id: string }> {
  readonly realm: CodePurpose;
  /** The kind of the job that sends a code. */
  readonly job: string;
  /** What whoever asks says of who they are: what is counted, and what has to be the same again with the code. */
  readonly namesOf: (asked: Asked) => readonly string[];
  /** Who that is, if they may come in. Does the same work whether somebody is or not. */
  readonly find: (tx: Tx, asked: Asked) => Promise<Subject | undefined>;
  readonly findById: (tx: Tx, id: string) => Promise<Subject | undefined>;
  /** An id that nobody has, as long as one that somebody has. */
  readonly idOfNobody: () => string;
  readonly mail: (subject: Subject, code: string) => MailOrder<MailKind>;
}

export interface CodeDeps {
  readonly db: Pick<Database, 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
  readonly secrets: ConsoleSecrets;
  readonly jobs: Pick<JobsService, 'enqueue'>;
  readonly sendMail: MailService['send'];
}

/** What came of a try: who it lets in, or how many are left of a code that is not the right one. */
export type Redeemed<Subject> =
  | { readonly outcome: 'in'; readonly subject: Subject }
  | { readonly outcome: 'wrong'; readonly triesLeft: number }
  | { readonly outcome: 'ended' };

export type SignInCodes<Asked, Subject extends { readonly id: string }> = ReturnType<
  typeof createSignInCodes<Asked, Subject>
>;

/**
 * Codes by e-mail. INVARIANT: what is done, counted, written and answered is the same for an address that nobody has: its code
 * is a row like any other, and the job that sends it finds nobody to send it to.
 */
export const createSignInCodes = <Asked, Subject extends { readonly id: string }>(
  deps: CodeDeps,
  { realm, job, namesOf, find, findById, idOfNobody, mail }: CodeRealm<Asked, Subject>,
) => {
  const { db, clock, random, secrets, jobs } = deps;
  const hashOfNames = (asked: Asked): string => secrets.mac('subject', realm, ...namesOf(asked));
  /** Of whom it was sent to, too: who has that name by now may be somebody else. */
  const codeHash = (id: string, subjectId: string, code: string): string => secrets.mac('code', id, subjectId, code);

  return {
    /** Sends a code, for the browser whose name it resolves with. Throws 429. */
    ask: async (tx: Tx, asked: Asked & { readonly remoteAddress: string }): Promise<string> => {
      const now = clock.wallMs();
      const subjectHash = hashOfNames(asked);
      // In this order for everybody: whoever waits for somebody else's turn holds none that they wait for.
      const late =
        (await takeTurn(tx, clock, secrets.mac('turns of a subject', subjectHash), FOR_A_SUBJECT)) ??
        (await takeTurn(tx, clock, secrets.mac('turns of a network', networkOf(asked.remoteAddress)), FOR_A_NETWORK));
      if (late !== undefined) throw tooManyCodes(late.waitMs);
      const subjectId = (await find(tx, asked))?.id ?? idOfNobody();
      const browser = newToken(random);
      const id = randomId('sic', random, now);
      await signInRepo(tx).endCodesOf(realm, subjectHash, now);
      await signInRepo(tx).insertCode({
        id,
        realm,
        subject_hash: subjectHash,
        code_hash: codeHash(id, subjectId, secrets.digitsOf(id)),
        browser_hash: hashOf(browser),
        tries: 0,
        created_at: now,
        ends_at: now + CODE_LASTS,
        used_at: null,
      });
      await jobs.enqueue(tx, job, { codeId: id, subjectId }, { key: id });
      return browser;
    },

    /** Claims a try first, then looks. A unit that is undone has claimed none: what was wrong has to be remembered. */
    redeem: async (
      tx: Tx,
      asked: Asked & { readonly code: string; readonly browser: string | undefined },
    ): Promise<Redeemed<Subject>> => {
      const now = clock.wallMs();
      const of = { realm, subjectHash: hashOfNames(asked), browserHash: hashOf(asked.browser ?? '') };
      const tried = await signInRepo(tx).claimTry(of, { now, most: TRIES });
      if (tried === undefined) return { outcome: 'ended' };
      const subject = await find(tx, asked);
      const isRight = sameText(codeHash(tried.id, subject?.id ?? '', asked.code), tried.code_hash);
      if (subject === undefined || !isRight) return { outcome: 'wrong', triesLeft: TRIES - tried.tries };
      await signInRepo(tx).setCodeUsed(tried.id, now);
      return { outcome: 'in', subject };
    },

    /** Writes the e-mail, unless the code has ended or is nobody's. */
    send: (codeId: string, subjectId: string): Promise<void> =>
      db.write(async (tx) => {
        const code = await signInRepo(tx).findCode(codeId);
        const subject = await findById(tx, subjectId);
        if (code === undefined || subject === undefined || code.ends_at <= clock.wallMs()) return;
        await deps.sendMail(tx, mail(subject, secrets.digitsOf(codeId)));
      }),
  };
};

const tooManyCodes = (waitMs: Duration) =>
  sessionsFault('too_many_codes', 'Too many codes were asked for: use the newest, or wait.', {
    headers: { 'Retry-After': String(Math.ceil(waitMs / 1_000)) },
  });
