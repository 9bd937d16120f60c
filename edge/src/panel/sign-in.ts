import type { Identified, Identifying } from './identify.ts';
import type { LockOut } from './lock-out.ts';

export type SignIn =
  | { readonly outcome: 'in'; readonly identified: Identified }
  | { readonly outcome: 'wrong'; readonly triesLeft: number; readonly lockedForSeconds: number }
  | { readonly outcome: 'locked_out'; readonly retryAfterSeconds: number };

/** Lets a name and a PIN be tried, as often as the lock-out allows. */
export const createSignIn =
  (deps: {
    readonly identifying: Pick<Identifying, 'identify' | 'subject'>;
    readonly lockOut: LockOut;
    /** Somebody came in. */
    readonly onSignedIn: (identified: Identified) => void;
  }): ((name: string, pin: string) => Promise<SignIn>) =>
  async (name, pin) => {
    const { identifying, lockOut } = deps;
    const subject = identifying.subject(name);
    const begun = lockOut.begin(subject);
    if (begun.outcome === 'locked_out') return begun;
    const identified = await identifying.identify(name, pin);
    if (identified === undefined)
      return { outcome: 'wrong', ...lockOut.wrong(), lockedForSeconds: lockOut.lockedForSeconds() };
    // Two of one name: the tries were under the first's.
    lockOut.right(subject);
    deps.onSignedIn(identified);
    return { outcome: 'in', identified };
  };
