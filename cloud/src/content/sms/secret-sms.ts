import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { notConfigured } from '../../kit/outbound/provider-faults.ts';
import { findRecipients, type GivenRecipient, type RecipientsDeps, type WhySkipped } from './recipients.ts';
import { textShape } from './segments.ts';
import type { SmsService } from './sms.service.ts';
import type { SmsProvider } from './sms-provider.ts';
import { textToSend } from './sms-text.ts';

export interface SecretSmsDeps extends RecipientsDeps {
  readonly sms?: SmsProvider | undefined;
  readonly smsMessages: Pick<SmsService, 'create'>;
}
export type SecretSms = ReturnType<typeof createSecretSms>;

export interface SecretText {
  readonly organisationId: OrgId;
  readonly facilityId: FacilityId;
  /** As the module that sends it calls it. */
  readonly templateKind: string;
  /** Who it is from. */
  readonly sender: string;
  readonly words: string;
  /** As it stands in the words. */
  readonly secret: string;
  readonly recipient: GivenRecipient;
  readonly by: string;
}

/** Texts of which a part is for their reader alone, such as a link that lets them in: each to one person. */
export const createSecretSms = (deps: SecretSmsDeps) => ({
  /** Loads what counts the parts of texts, so that no unit waits for that. */
  load: async (): Promise<void> => void (await textShape('')),

  /** Resolves with its id, or with why it cannot be sent to them. Throws `not_configured`. */
  send: async (
    tx: Tx,
    { organisationId, facilityId, templateKind, sender, words, secret, recipient, by }: SecretText,
  ): Promise<{ readonly messageId: string } | { readonly skipped: WhySkipped }> => {
    if (deps.sms === undefined) throw notConfigured('provider of text messages');
    const { found, skipped } = await findRecipients(tx, deps, { orgId: organisationId, facilityId }, [recipient]);
    if (found.length === 0) return { skipped: skipped[0]?.reason ?? 'unknown' };
    const text = textToSend(sender, words);
    const { messageId } = await deps.smsMessages.create(
      tx,
      { organisationId, facilityId, kind: 'transactional', templateKind },
      { text, secret, ...(await textShape(text)) },
      { recipients: [recipient], time: {}, by },
    );
    return { messageId };
  },
});
