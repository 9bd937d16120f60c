import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { PersonalDataStore } from '../../platform/retention/personal-data.ports.ts';
import { consentsRepo } from './consents.repo.ts';
import type { Consents } from './consents.ts';
import { smsRepo } from './sms.repo.ts';

interface Deps {
  readonly db: Pick<Database, 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly consents: Pick<Consents, 'hashOf'>;
}
interface Sent {
  readonly message_id: string;
  readonly seq: number;
  readonly phone: string | null;
  readonly org_id: OrgId;
}

/** What texts hold of members and users. That somebody opted out stays, as a keyed hash: it is for their sake. */
export const createPersonalSms = ({ db, clock, consents }: Deps) => {
  const forget = async (tx: Tx, rows: readonly Sent[]): Promise<void> => {
    for (const { phone, org_id } of rows)
      if (phone !== null) await consentsRepo(tx).forget(org_id, [consents.hashOf(phone)]);
    await smsRepo(tx).forget(rows, clock.wallMs());
  };
  const forgetGiven = async (
    tx: Tx,
    entries: readonly { readonly org_id: OrgId | ''; readonly phone_hash: string }[],
  ): Promise<void> => {
    for (const { org_id, phone_hash } of entries)
      if (org_id !== '') await consentsRepo(tx).forget(org_id, [phone_hash]);
  };

  const store: PersonalDataStore = {
    name: 'sms',
    read: async (tx, { partnerId, facilityId, memberId }, limit) => {
      const sent = await smsRepo(tx).ofMember(partnerId, facilityId, memberId, limit);
      const given = await consentsRepo(tx).entriesOfMember(partnerId, facilityId, memberId, limit);
      return [
        ...sent.map(({ org_id: _org, seq: _seq, ...row }) => row),
        ...given.map(({ org_id: _org, phone_hash: _hash, ...entry }) => entry),
      ].slice(0, limit);
    },
    erase: async (tx, { partnerId, facilityId, memberId }, { until, most }) => {
      const sent = await smsRepo(tx).ofMember(partnerId, facilityId, memberId, most);
      const rows = sent.filter(({ changed_at }) => Number(changed_at) <= until);
      await forget(tx, rows);
      const given = await consentsRepo(tx).entriesOfMember(partnerId, facilityId, memberId, most);
      const entries = given.filter(({ at }) => Number(at) <= until);
      await forgetGiven(tx, entries);
      return Math.min(most, rows.length + entries.length);
    },
  };
  return {
    store,
    /** The same for a user who is deleted. */
    userRemoved: (userId: string): Promise<void> =>
      db.write(async (tx) => {
        await forget(tx, await smsRepo(tx).ofUser(userId));
        await forgetGiven(tx, await consentsRepo(tx).ofUser(userId));
      }),
  };
};
