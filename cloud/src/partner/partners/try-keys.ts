import type { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days, Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { partnerAccountsRepo } from './partner-accounts.repo.ts';
import type { createPartnerKeys } from './partner-keys.ts';
import { partnerFault } from './partners.faults.ts';
import { tryKeysRepo } from './try-keys.repo.ts';

const LIFE = Minutes(30);
/** Of one session at a time: a page that is loaded again has lost its key, and makes another. */
const OF_A_SESSION = 3;
/** Of an account. */
const HOURLY = 60;
/** As long as somebody may ask whose key it was. */
const KEPT = Days(8);
const LABEL = 'Tried at the console';

type Keys = Pick<ReturnType<typeof createPartnerKeys>, 'createOwnKey' | 'revokeKey'>;

/** Keys for trying the API from a page: they rehearse, and end by themselves and with the session that they were made in. */
export const createTryKeys = ({ clock }: { readonly clock: Pick<Clock, 'wallMs'> }, keys: Keys) => ({
  /**
   * Its text is in the answer and nowhere else. The oldest of the session ends where there are `OF_A_SESSION` already. Throws
   * `too_many_try_keys`.
   */
  createTryKey: async (
    tx: Tx,
    partnerId: PartnerId,
    session: { readonly id: string; readonly endsAt: number },
  ): Promise<{ readonly id: string; readonly text: string; readonly endsAt: number }> => {
    await partnerAccountsRepo(tx).lockPartner(partnerId);
    const now = clock.wallMs();
    const repo = tryKeysRepo(tx);
    await repo.removeBefore(partnerId, now - KEPT);
    const lately = await repo.madeSince(partnerId, now - Hours(1));
    if (lately.length >= HOURLY)
      throw partnerFault('too_many_try_keys', `There were ${HOURLY} keys for trying in the last hour.`);
    const own = lately.filter(
      ({ session_id, revoked_at, expires_at }) =>
        session_id === session.id && revoked_at === null && Number(expires_at) > now,
    );
    for (const { id } of own.slice(0, Math.max(0, own.length - OF_A_SESSION + 1))) await keys.revokeKey(tx, id);
    const endsAt = Math.min(now + LIFE, session.endsAt);
    const { id, text } = await keys.createOwnKey(tx, partnerId, 'dryrun', LABEL, { sessionId: session.id, endsAt });
    return { id, text, endsAt };
  },
});
