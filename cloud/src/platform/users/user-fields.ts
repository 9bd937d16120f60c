import { z } from 'zod';
import { LASTING_RIGHTS, RIGHTS, SCOPES, scopesOf } from './roles.ts';

/** What can be a header of an e-mail without quoting: no quotes, no comments, no list, nothing that a mailer takes for an option. */
const EMAIL =
  /^[A-Za-z0-9_+'](?:[A-Za-z0-9_+'-]|\.(?![.@])){0,63}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;

export const Email = z
  .string()
  .max(254)
  .regex(EMAIL, 'must be an e-mail address, such as sam@example.com')
  .describe('Whom they are known by, whatever its case: no two users have the same.');
export const PersonName = z.string().trim().min(1).max(120);
/** E.164. */
export const PhoneNumber = z
  .string()
  .max(16)
  .regex(/^\+[1-9]\d{6,14}$/, 'must be in international form, such as +61400000000');

/** A user in a path, by id or by e-mail. Whatever it is, it is looked for. */
export const UserName = z.string().min(1).max(254).describe('The user, by id or by e-mail.');

export const GrantGiven = z
  .strictObject({
    role: z.enum(LASTING_RIGHTS).describe('A role, or a module that somebody is trusted with.'),
    scope: z.enum(SCOPES).describe('Where it is held.'),
    scopeId: z.string().min(1).max(64).optional().describe('Of the organisation or the facility; not on the platform.'),
  })
  .superRefine(({ role, scope, scopeId }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (!scopesOf(role).includes(scope)) refuse('scope', `${role} is held on: ${scopesOf(role).join(', ')}`);
    if ((scope === 'platform') !== (scopeId === undefined))
      refuse('scopeId', scope === 'platform' ? 'there is none on the platform' : `which ${scope}?`);
  })
  .meta({ id: 'RoleGiven' });

export const HeldGrant = z
  .object({ roleId: z.string(), role: z.enum(RIGHTS), scope: z.enum(SCOPES), scopeId: z.string().nullable() })
  .meta({ id: 'HeldRole' });

export const GrantHeldNow = HeldGrant.extend({
  endedKeys: z
    .array(z.string())
    .describe('Keys that others made for this user who do not hold that much themselves: they have ended.'),
});

export const UserProfile = z
  .object({
    userId: z.string(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    phoneNumber: z.string().nullable(),
  })
  .meta({ id: 'UserProfile' });

export const ListedUser = UserProfile.extend({
  phoneNumber: z.string().nullable().describe('Null too for somebody who holds something where you do not see it.'),
  createdAt: z.iso.datetime(),
  roles: z.array(HeldGrant).describe('What they hold where you may see it.'),
}).meta({ id: 'ListedUser' });

/** Who examples are about, and what they hold. */
export const SAM: z.input<typeof UserProfile> = {
  userId: 'usr_0123456789abcdef',
  email: 'sam@example.com',
  firstName: 'Sam',
  lastName: 'Rivers',
  phoneNumber: '+61400000000',
};
export const STAFF: z.input<typeof HeldGrant> = {
  roleId: 'rol_0123456789abcdef',
  role: 'facility-staff',
  scope: 'facility',
  scopeId: 'fac_0123456789abcdef',
};
export const OF_SAM = { userId: SAM.userId };
