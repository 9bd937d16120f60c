import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Consents } from './consents.ts';
import { handOverRepo } from './hand-over.repo.ts';
import { smsRepo } from './sms.repo.ts';
import type { RecipientState } from './sms.tables.ts';
import type { ProviderState } from './sms-provider.ts';

/** What the provider says of a text that we asked it to send. */
export interface StatusWord {
  readonly messageId: string;
  readonly seq: number;
  readonly providerId: string;
  readonly state: ProviderState;
  readonly error: string | null;
  /** Whoever has the number wants nothing from ours any more. */
  readonly isOptOut: boolean;
}

/** What a word changes: whatever is not over. One of what is taken may come before the answer to the request itself. */
const BEFORE: Readonly<Record<ProviderState, readonly RecipientState[]>> = {
  sent: ['waiting', 'quiet', 'handing'],
  delivered: ['waiting', 'quiet', 'handing', 'sent'],
  undelivered: ['waiting', 'quiet', 'handing', 'sent'],
  failed: ['waiting', 'quiet', 'handing', 'sent'],
};

/** Hears what became of texts. Words may come twice, late, and in any order: none takes back what is over. */
export const createWhatBecame =
  ({ clock, consents }: { readonly clock: Pick<Clock, 'wallMs'>; readonly consents: Consents }) =>
  async (tx: Tx, { messageId, seq, providerId, state, error, isOptOut }: StatusWord): Promise<void> => {
    const repo = handOverRepo(tx);
    const row = await repo.recipient({ message_id: messageId, seq });
    if (row === undefined || (row.provider_id !== null && row.provider_id !== providerId)) return;
    if (row.provider_id === null && (await repo.taken([providerId])).has(providerId)) return;
    const to = { provider_id: providerId, error, due_at: null, changed_at: clock.wallMs() } as const;
    const isNews = await repo.change(row, BEFORE[state], { ...to, state: isOptOut ? 'opted_out' : state });
    if (!isNews) return;
    if (isOptOut && row.phone !== null) await consents.refusedByProvider(tx, providerId, row.phone);
    if (!(await smsRepo(tx).isOpen(messageId))) await smsRepo(tx).setState(messageId, 'done');
  };
