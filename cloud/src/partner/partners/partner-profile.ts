import type { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { MailAddress } from '../../platform/mail/mail.module.ts';
import { partnerFault } from './partners.faults.ts';
import { partnersRepo } from './partners.repo.ts';

const address = MailAddress.max(254).nullable();

/** What a partner says of itself. */
export const PartnerProfile = z.object({
  website: z
    .url({ protocol: /^https$/, error: 'must be an address that begins with https://' })
    .max(300)
    .nullable()
    .describe('Where people read about the partner; null where nobody has said.'),
  outageEmail: address.describe('Whom to write to while something is down; null where nobody has said.'),
  securityEmail: address.describe(
    'Whom to write to about keys and leaks: told of changes of the account, too. Null where nobody has said.',
  ),
});
export type PartnerProfile = z.infer<typeof PartnerProfile>;
export const A_PROFILE: PartnerProfile = {
  website: 'https://acme.example',
  outageEmail: 'on-call@acme.example',
  securityEmail: 'security@acme.example',
};

/** The account says these itself; what it is called is said by whoever administers it, as facilities know it by that. */
export const createPartnerProfile = () => ({
  profileOf: async (tx: Tx, partnerId: PartnerId): Promise<PartnerProfile> => {
    const row = await partnersRepo(tx).findPartner(partnerId);
    if (row === undefined) throw partnerFault('not_found', 'There is no such partner.');
    return { website: row.website, outageEmail: row.outage_email, securityEmail: row.security_email };
  },

  /** Changes what is named and leaves the rest. */
  setProfile: async (
    tx: Tx,
    partnerId: PartnerId,
    { website, outageEmail, securityEmail }: { readonly [K in keyof PartnerProfile]?: PartnerProfile[K] | undefined },
  ): Promise<void> => {
    const set = {
      ...(website !== undefined && { website }),
      ...(outageEmail !== undefined && { outage_email: outageEmail }),
      ...(securityEmail !== undefined && { security_email: securityEmail }),
    };
    if (Object.keys(set).length > 0) await partnersRepo(tx).updatePartner(partnerId, set);
  },
});
