import type { FacilityId, OrgId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable } from 'kysely';
import { preparedForMany } from '../../kit/db/prepared.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Reach } from '../../platform/users/platform-surface.ts';
import { OPEN_STATES, type RecipientState, type SmsMessageTable, type SmsRecipientTable } from './sms.tables.ts';

const insertRecipients = preparedForMany((tx, rows: readonly Insertable<SmsRecipientTable>[]) =>
  tx.insertInto('sms_recipient').values(rows),
);
/** Of each message a list shows so many recipients. */
const SHOWN = 3;

export const smsRepo = (tx: Tx) => ({
  insert: async (
    message: Insertable<SmsMessageTable>,
    recipients: readonly Insertable<SmsRecipientTable>[],
  ): Promise<void> => {
    await tx.insertInto('sms_message').values(message).execute();
    await insertRecipients(tx, recipients);
  },

  find: (id: string) => tx.selectFrom('sms_message').where('id', '=', id).selectAll().executeTakeFirst(),

  /** The newest first: of the whole organisation, or of these facilities alone. */
  page: (of: { orgId: OrgId; reach: Reach; after: string | undefined; limit: number }) => {
    const { orgId, reach, after, limit } = of;
    let query = tx.selectFrom('sms_message').where('org_id', '=', orgId).selectAll();
    if (reach !== 'everywhere' && !reach.organisations.includes(orgId)) {
      if (reach.facilities.length === 0) return Promise.resolve([]);
      query = query.where('facility_id', 'in', [...reach.facilities]);
    }
    if (after !== undefined) query = query.where('id', '<', after);
    return query.orderBy('id', 'desc').limit(limit).execute();
  },

  counts: (ids: readonly string[]) =>
    ids.length === 0
      ? Promise.resolve([])
      : tx
          .selectFrom('sms_recipient')
          .where('message_id', 'in', [...ids])
          .groupBy(['message_id', 'state'])
          .select(({ fn }) => ['message_id', 'state', fn.countAll().as('count')])
          .execute(),

  /** Of each message the first few. */
  firstOf: (ids: readonly string[]) =>
    ids.length === 0
      ? Promise.resolve([])
      : tx
          .selectFrom('sms_recipient')
          .where('message_id', 'in', [...ids])
          .where('seq', '<', SHOWN)
          .selectAll()
          .orderBy('seq')
          .execute(),

  recipients: (id: string) =>
    tx.selectFrom('sms_recipient').where('message_id', '=', id).selectAll().orderBy('seq').execute(),

  setState: (id: string, state: SmsMessageTable['state']): Promise<unknown> =>
    tx
      .updateTable('sms_message')
      // A secret is kept for whom it still has to reach.
      .set({ state, ...(state === 'done' && { sealed: null }) })
      .where('id', '=', id)
      .where('state', '!=', 'cancelled')
      .execute(),

  /** What was not handed over never is. Resolves with how many that were. */
  cancelOpen: async (id: string, at: number): Promise<number> => {
    const cancelled = tx
      .updateTable('sms_recipient')
      .set({ state: 'skipped' satisfies RecipientState, error: 'cancelled', due_at: null, changed_at: at })
      .where('message_id', '=', id)
      .where('state', 'in', ['waiting', 'quiet']);
    return (await cancelled.returning('seq').execute()).length;
  },

  isOpen: async (id: string): Promise<boolean> =>
    (await tx
      .selectFrom('sms_recipient')
      .where('message_id', '=', id)
      .where('state', 'in', [...OPEN_STATES])
      .select('seq')
      .limit(1)
      .executeTakeFirst()) !== undefined,

  removeBefore: async (at: number, limit: number): Promise<number> => {
    const old = tx
      .deleteFrom('sms_message')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('sms_message')
          .where('created_at', '<', at)
          .where('state', 'in', ['done', 'cancelled'])
          .orderBy('created_at')
          .select('id')
          .limit(limit),
      );
    return (await old.returning('id').execute()).length;
  },

  quietHours: (facilityIds: readonly FacilityId[]) =>
    facilityIds.length === 0
      ? Promise.resolve([])
      : tx
          .selectFrom('sms_quiet_hours')
          .where('facility_id', 'in', [...facilityIds])
          .selectAll()
          .execute(),

  putQuietHours: (row: {
    facility_id: FacilityId;
    from_minute: number;
    until_minute: number;
    set_by: string;
    set_at: number;
  }): Promise<unknown> =>
    tx
      .insertInto('sms_quiet_hours')
      .values(row)
      .onConflict((c) => {
        const { facility_id: _of, ...set } = row;
        return c.column('facility_id').doUpdateSet(set);
      })
      .execute(),

  ofMember: (partnerId: PartnerId, facilityId: FacilityId, memberId: string, limit: number) =>
    tx
      .selectFrom('sms_recipient')
      .innerJoin('sms_message', 'sms_message.id', 'sms_recipient.message_id')
      .where('sms_recipient.partner_id', '=', partnerId)
      .where('sms_recipient.facility_id', '=', facilityId)
      .where('sms_recipient.member_id', '=', memberId)
      .select([
        'sms_message.org_id',
        'sms_message.text',
        'sms_message.kind',
        'sms_recipient.phone',
        'sms_recipient.state',
      ])
      .select(['sms_recipient.message_id', 'sms_recipient.seq', 'sms_recipient.planned_at', 'sms_recipient.changed_at'])
      .orderBy('sms_recipient.message_id', 'desc')
      .limit(limit)
      .execute(),

  ofUser: (userId: string) =>
    tx
      .selectFrom('sms_recipient')
      .innerJoin('sms_message', 'sms_message.id', 'sms_recipient.message_id')
      .where('user_id', '=', userId)
      .select(['message_id', 'seq', 'phone', 'org_id'])
      .execute(),

  /** Whoever it was is nobody any more, and what was not handed over to them never is. */
  forget: async (rows: readonly { readonly message_id: string; readonly seq: number }[], at: number): Promise<void> => {
    for (const { message_id, seq } of rows) {
      const row = () => tx.updateTable('sms_recipient').where('message_id', '=', message_id).where('seq', '=', seq);
      await row()
        .set({ state: 'skipped' satisfies RecipientState, error: 'erased', due_at: null, changed_at: at })
        .where('state', 'in', ['waiting', 'quiet'])
        .execute();
      // What was handed over without a word of what became of it can be looked for no more, and goes never again.
      await row()
        .set({ state: 'failed' satisfies RecipientState, error: 'erased', due_at: null, changed_at: at })
        .where('state', '=', 'handing')
        .execute();
      await row().set({ phone: null, partner_id: null, member_id: null, user_id: null }).execute();
    }
  },
});
