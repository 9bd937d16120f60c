import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { By, type Named } from '../../platform/users/actor-surface.ts';
import type { PersonFlags } from './people-again.ts';
import type { ListedPerson } from './people-views.ts';

/** They differ in what doors say, and in what becomes of them when the member is erased. */
const FLAGS = {
  banned: 'Nothing opens for them, and doors say that access was withdrawn. A ban stays when the member is erased.',
  disabled: 'Nothing opens for them, and doors say that access is switched off.',
  blockAllAccess: 'Nothing opens for them, and doors say that access is blocked.',
};

/** A person in answers. */
export const PersonView = z
  .object({
    personId: z.string(),
    banned: z.boolean().describe(FLAGS.banned),
    disabled: z.boolean().describe(FLAGS.disabled),
    blockAllAccess: z.boolean().describe(FLAGS.blockAllAccess),
    extendedHold: z.boolean().describe('Doors stay released for longer when the person enters.'),
    reason: z
      .string()
      .describe('Why the flags are as they are, in the words of who set them last. Empty while nobody has.'),
    changedBy: By.describe('Who set the flags last, or made the person.'),
    changedAt: z.iso.datetime(),
    members: z
      .array(z.object({ partnerId: z.string(), memberId: z.string() }))
      .describe('The members who are this person, of whichever partners.'),
  })
  .meta({ id: 'Person' });

export const toPerson = ({
  id,
  blocked,
  extended,
  changedAt,
  members,
  ...person
}: Named<ListedPerson, 'changedBy'>) => ({
  personId: id,
  ...person,
  blockAllAccess: blocked,
  extendedHold: extended,
  changedAt: isoOf(changedAt),
  members: members.map(({ partnerId, memberId }) => ({ partnerId, memberId })),
});

/** What staff may say of a person. */
export const flagsBody = z.strictObject({
  banned: z.boolean().optional().describe(FLAGS.banned),
  disabled: z.boolean().optional().describe(FLAGS.disabled),
  blockAllAccess: z.boolean().optional().describe(FLAGS.blockAllAccess),
  reason: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .describe('Why, in words for other staff. Doors and partners never tell it.'),
});

export const toFlags = ({ banned, disabled, blockAllAccess }: z.output<typeof flagsBody>): PersonFlags => ({
  ...(banned !== undefined && { banned }),
  ...(disabled !== undefined && { disabled }),
  ...(blockAllAccess !== undefined && { blocked: blockAllAccess }),
});
