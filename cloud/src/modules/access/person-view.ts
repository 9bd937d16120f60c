import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import type { PersonFlags } from './people.ts';
import type { ListedPerson } from './people-views.ts';

/** A person in answers. */
export const PersonView = z
  .object({
    personId: z.string(),
    banned: z.boolean(),
    disabled: z.boolean(),
    blockAllAccess: z.boolean(),
    extendedHold: z.boolean(),
    reason: z.string().describe('Why the flags are as they are, in the words of who set them last.'),
    changedBy: z.string(),
    changedAt: z.string(),
    members: z.array(z.object({ partnerId: z.string(), memberId: z.string() })),
  })
  .meta({ id: 'Person' });

export const toPerson = ({ id, blocked, extended, changedAt, members, ...person }: ListedPerson) => ({
  personId: id,
  ...person,
  blockAllAccess: blocked,
  extendedHold: extended,
  changedAt: isoOf(changedAt),
  members: members.map(({ partnerId, memberId }) => ({ partnerId, memberId })),
});

/** What staff may say of a person. */
export const flagsBody = z.strictObject({
  banned: z.boolean().optional(),
  disabled: z.boolean().optional(),
  blockAllAccess: z.boolean().optional(),
  reason: z.string().trim().min(1).max(200),
});

export const toFlags = ({ banned, disabled, blockAllAccess }: z.output<typeof flagsBody>): PersonFlags => ({
  ...(banned !== undefined && { banned }),
  ...(disabled !== undefined && { disabled }),
  ...(blockAllAccess !== undefined && { blocked: blockAllAccess }),
});
