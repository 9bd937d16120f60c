import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import { inBlocks, type RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { type AccountOf, accountIdOf, newAccount } from './accounts.ts';
import { bookingDay } from './days.ts';
import { ledgerFault } from './ledger.faults.ts';
import { NO_FLOOR, postingRepo } from './posting.repo.ts';

/** One amount from one account to another. The account that is debited has less afterwards. */
export interface Posting {
  /** Names the cause: however often it is posted, it moves money once. */
  readonly key: string;
  readonly groupId?: string;
  readonly kind: string;
  readonly debit: AccountOf;
  readonly credit: AccountOf;
  /** ISO 4217: both accounts are of it. */
  readonly currency: string;
  readonly micros: number;
  /** The id of what it is about. */
  readonly about: string;
  /** Our own words, never a person’s. */
  readonly note?: string;
  /** `user:<id>`, or `system:<what>`. */
  readonly by: string;
  /** What this one leaves at least on the account that is debited, beside the account’s own floor. */
  readonly floor?: number;
}
export interface Posted {
  readonly transferId: string;
  /** False: it was posted before. */
  readonly posted: boolean;
}
export interface NewHold extends AccountOf {
  readonly key: string;
  readonly currency: string;
  readonly micros: number;
  readonly expiresAt: number;
}

/** Ids alone, so that a journal needs no quoting. */
const PLAIN = /^[\w:.#/+=@-]{1,200}$/;

const check = ({ key, kind, about, micros, debit, credit }: Posting): void => {
  for (const text of [key, kind, about]) if (!PLAIN.test(text)) throw new Bug(`“${text}” cannot name a transfer`);
  if (!Number.isSafeInteger(micros) || micros < 1) throw new Bug(`${micros} micros cannot be posted`);
  if (debit.owner === credit.owner && debit.account === credit.account) throw new Bug('a transfer has two accounts');
};

/** Moves money, in the caller’s unit: what it throws leaves nothing of the posting, and the unit may go on. */
export const createPosting = ({
  clock,
  random,
}: {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
}) => {
  const ids = inBlocks(random);
  /**
   * What could not be changed is made, unless it is there, and changed again: another unit may have made it meanwhile. Throws why
   * that is refused.
   */
  const makeAndChange = async (tx: Tx, of: AccountOf, currency: string, change: () => Promise<boolean>) => {
    const row = newAccount(of, currency);
    await postingRepo(tx).makeAccount(row);
    if (await change()) return;
    const account = await postingRepo(tx).findAccount(row.id);
    if (account?.frozen_at !== null)
      throw ledgerFault('account_frozen', 'Nothing is posted to this account until somebody has looked at it.');
    throw ledgerFault('insufficient_balance', 'The balance is too low.', { internal: { account: row.id } });
  };

  /** Both sides, in the order of their ids: two units that want the same accounts never wait for each other in a circle. */
  const move = async (
    tx: Tx,
    { debit, credit, currency, micros, floor = NO_FLOOR }: Posting,
    from: string,
    to: string,
  ) => {
    const repo = postingRepo(tx);
    const takeFrom = () => repo.debit(from, micros, floor);
    const giveTo = () => repo.credit(to, micros);
    const isDebitFirst = from < to;
    if (isDebitFirst && !(await takeFrom())) await makeAndChange(tx, debit, currency, takeFrom);
    if (!(await giveTo())) {
      try {
        await makeAndChange(tx, credit, currency, giveTo);
      } catch (error) {
        if (isDebitFirst) await repo.undo(from, 'debits', micros);
        throw error;
      }
    }
    if (isDebitFirst || (await takeFrom())) return;
    try {
      await makeAndChange(tx, debit, currency, takeFrom);
    } catch (error) {
      await repo.undo(to, 'credits', micros);
      throw error;
    }
  };

  const sameAs = (posting: Posting, row: NonNullable<Known>): Posted => {
    const { debit, credit, currency, micros, kind, about } = posting;
    const asked = [accountIdOf(debit, currency), accountIdOf(credit, currency), micros, kind, about].join(' ');
    const found = [row.debit_account, row.credit_account, row.micros, row.kind, row.about].join(' ');
    if (row.id === null || asked !== found) throw new Bug(`${posting.key} was posted before as something else`);
    return { transferId: row.id, posted: false };
  };

  /** Moves it, and takes that back where another unit has posted it since. `sealed`: the last sealed day. */
  const moveOnce = async (tx: Tx, posting: Posting, sealed: string | null): Promise<Posted> => {
    const repo = postingRepo(tx);
    const { key, debit, credit, currency, micros, kind, about } = posting;
    const [from, to] = [accountIdOf(debit, currency), accountIdOf(credit, currency)];
    await move(tx, posting, from, to);
    const at = clock.wallMs();
    const row = {
      id: randomId('ltr', ids, at),
      key,
      group_id: posting.groupId ?? null,
      debit_account: from,
      credit_account: to,
      micros,
      kind,
      about,
      note: posting.note ?? null,
      made_by: posting.by,
      at,
      day: bookingDay(at, sealed),
    };
    if (await repo.insert(row)) return { transferId: row.id, posted: true };
    await repo.undo(row.debit_account, 'debits', micros);
    await repo.undo(row.credit_account, 'credits', micros);
    const theirs = await repo.known(key);
    if (theirs === undefined) throw new Bug(`${key} is posted, and is not`);
    return sameAs(posting, theirs);
  };

  const post = async (tx: Tx, posting: Posting): Promise<Posted> => {
    check(posting);
    const earlier = await postingRepo(tx).known(posting.key);
    if (earlier !== undefined && earlier.id !== null) return sameAs(posting, earlier);
    return moveOnce(tx, posting, earlier?.sealed ?? null);
  };

  /** Gives back what is held, where this is what resolves it: what the account has free then, and the last sealed day. */
  const resolve = async (tx: Tx, key: string, state: 'posted' | 'voided') => {
    const hold = await postingRepo(tx).resolveHold(key, state, clock.wallMs());
    if (hold === undefined) return undefined;
    return { free: await postingRepo(tx).release(hold.account_id, hold.micros), sealed: hold.sealed };
  };
  /** A hold is resolved once, so what posts it has not been posted before: it is moved without a look. */
  const settleHold = async (
    tx: Tx,
    key: string,
    postingOf: (freeMicros: number) => Posting | undefined,
  ): Promise<Posted | null | undefined> => {
    const resolved = await resolve(tx, key, 'posted');
    if (resolved === undefined) return undefined;
    const posting = postingOf(resolved.free);
    if (posting === undefined) return null;
    check(posting);
    return moveOnce(tx, posting, resolved.sealed);
  };

  return {
    post,

    /** Keeps part of a balance. Throws `insufficient_balance`. The same key holds once. */
    hold: async (tx: Tx, { key, currency, micros, expiresAt, ...of }: NewHold): Promise<{ readonly held: boolean }> => {
      if (!Number.isSafeInteger(micros) || micros < 1) throw new Bug(`${micros} micros cannot be held`);
      const repo = postingRepo(tx);
      const account = accountIdOf(of, currency);
      const keep = () => repo.hold(account, micros);
      if (!(await keep())) {
        // What was held before counts for nothing, though there is no room for it twice.
        if (await repo.isHeld(key)) return { held: false };
        await makeAndChange(tx, of, currency, keep);
      }
      const at = clock.wallMs();
      const row = { id: randomId('lhd', ids, at), key, account_id: account, micros, state: 'held' as const };
      if (await repo.insertHold({ ...row, made_at: at, expires_at: expiresAt, resolved_at: null }))
        return { held: true };
      await repo.release(account, micros);
      return { held: false };
    },

    /** Gives back what was held, and posts what it came to. Undefined where the hold was resolved before. */
    postHold: async (tx: Tx, key: string, posting: Posting): Promise<Posted | undefined> =>
      (await settleHold(tx, key, () => posting)) ?? undefined,

    /**
     * The same where what it came to depends on what is there: `postingOf` gets what the account has free once the hold is given
     * back, and nobody else takes of that in this unit. Undefined where the hold was resolved before, null where nothing is posted.
     */
    settleHold,

    /** Gives back what was held. False where the hold was resolved before. */
    voidHold: async (tx: Tx, key: string): Promise<boolean> => (await resolve(tx, key, 'voided')) !== undefined,
  };
};

type Known = Awaited<ReturnType<ReturnType<typeof postingRepo>['known']>>;
