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

  const messages: PersonalDataStore = {
    name: 'sms',
    read: async (tx, { partnerId, facilityId, memberId }, limit) =>
      (await smsRepo(tx).ofMember(partnerId, facilityId, memberId, limit)).map(
        ({ org_id: _org, seq: _seq, ...row }) => row,
      ),
    erase: async (tx, { partnerId, facilityId, memberId }, { until, most }) => {
      const all = await smsRepo(tx).ofMember(partnerId, facilityId, memberId, most);
      const rows = all.filter(({ changed_at }) => Number(changed_at) <= until);
      await forget(tx, rows);
      return rows.length;
    },
  };
  const given: PersonalDataStore = {
    name: 'sms_consent',
    read: async (tx, { partnerId, facilityId, memberId }, limit) =>
      (await consentsRepo(tx).entriesOfMember(partnerId, facilityId, memberId, limit)).map(
        ({ phone_hash: _hash, org_id: _org, ...entry }) => entry,
      ),
    erase: async (tx, { partnerId, facilityId, memberId }, { until, most }) => {
      const all = await consentsRepo(tx).entriesOfMember(partnerId, facilityId, memberId, most);
      const entries = all.filter(({ at }) => Number(at) <= until);
      await forgetGiven(tx, entries);
      return entries.length;
    },
  };
  return {
    stores: [messages, given],
    /** The same for a user who is deleted. */
    userRemoved: (userId: string): Promise<void> =>
      db.write(async (tx) => {
        await forget(tx, await smsRepo(tx).ofUser(userId));
        await forgetGiven(tx, await consentsRepo(tx).ofUser(userId));
      }),
  };
};
