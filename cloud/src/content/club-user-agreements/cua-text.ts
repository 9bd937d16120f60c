import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Facility } from '../../platform/organisations/organisations.service.ts';
import type { SecretSms } from '../sms/sms.module.ts';
import type { CuaRow } from './club-user-agreements.repo.ts';

/** What somebody is told by text whom a club asks to agree to something, and some days later unless they have decided. */
const TEXTS = {
  'cua.asked': (link: string) => `Please read and sign this document of ours. The link is for you alone: ${link}`,
  'cua.reminded': (link: string) =>
    `You have not yet read and signed this document of ours, or said that you do not agree: ${link}`,
} as const;

/** Texts with a link, each to whom it is for. Resolves with whether there is somebody to send it to. Throws `not_configured`. */
export const cuaTexts =
  (secretSms: Pick<SecretSms, 'send'>) =>
  async (
    tx: Tx,
    kind: keyof typeof TEXTS,
    { row, facility, link }: { readonly row: CuaRow; readonly facility: Facility; readonly link: string },
  ): Promise<boolean> => {
    const { user_id: userId, partner_id: partnerId, member_id: memberId } = row;
    const sent = await secretSms.send(tx, {
      ...{ organisationId: facility.org_id, facilityId: facility.id, sender: facility.name },
      ...{ templateKind: kind, words: TEXTS[kind](link), secret: link },
      recipient: userId === null ? { partnerId: partnerId ?? undefined, memberId: memberId ?? undefined } : { userId },
      by: row.created_by,
    });
    return 'messageId' in sent;
  };
