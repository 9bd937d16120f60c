import type { Selectable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { RecipientState, SmsRecipientTable } from './sms.tables.ts';

export type Recipient = Selectable<SmsRecipientTable>;
type Of = Pick<Recipient, 'message_id' | 'seq'>;
type Change = Partial<
  Pick<SmsRecipientTable, 'state' | 'due_at' | 'handing_at' | 'provider_id' | 'error' | 'changed_at'>
>;

/** What a hand-over does with recipients. Each change says what the row has to be: of two who try, one does it. */
export const handOverRepo = (tx: Tx) => {
  const row = ({ message_id, seq }: Of, states: readonly RecipientState[]) =>
    tx
      .updateTable('sms_recipient')
      .where('message_id', '=', message_id)
      .where('seq', '=', seq)
      .where('state', 'in', [...states]);

  return {
    /** Messages of which something is due. */
    messagesDue: async (now: number, limit: number): Promise<string[]> => {
      const due = tx.selectFrom('sms_recipient').where('due_at', '<=', now).orderBy('due_at').select('message_id');
      return [...new Set((await due.limit(limit).execute()).map(({ message_id }) => message_id))];
    },

    due: (messageId: string, now: number, limit: number): Promise<Recipient[]> =>
      tx
        .selectFrom('sms_recipient')
        .where('message_id', '=', messageId)
        .where('due_at', '<=', now)
        .selectAll()
        .orderBy('due_at')
        .orderBy('seq')
        .limit(limit)
        .execute(),

    /** True for the one who did it. */
    change: async (of: Of, from: readonly RecipientState[], to: Change): Promise<boolean> =>
      (await row(of, from).set(to).returning('seq').execute()).length > 0,

    /** A row that was left in the middle is looked at by one, until then. */
    claimLook: async (of: Recipient, until: number): Promise<boolean> =>
      (await row(of, ['handing']).set({ due_at: until }).where('due_at', '=', of.due_at).returning('seq').execute())
        .length > 0,

    /** Those of the provider's ids that rows have already. */
    taken: async (providerIds: readonly string[]): Promise<ReadonlySet<string>> => {
      if (providerIds.length === 0) return new Set();
      const rows = tx
        .selectFrom('sms_recipient')
        .where('provider_id', 'in', [...providerIds])
        .select('provider_id');
      return new Set((await rows.execute()).flatMap(({ provider_id }) => provider_id ?? []));
    },

    recipient: ({ message_id, seq }: Of): Promise<Recipient | undefined> =>
      tx
        .selectFrom('sms_recipient')
        .where('message_id', '=', message_id)
        .where('seq', '=', seq)
        .selectAll()
        .executeTakeFirst(),
  };
};
