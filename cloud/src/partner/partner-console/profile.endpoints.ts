import { z } from 'zod';
import { A_PROFILE, PartnerProfile, type PartnersService } from '../partners/partners.module.ts';
import type { TellOthers } from './account-news.ts';
import { consoleEndpoint, signedIn } from './console-surface.ts';

interface ProfileDeps {
  readonly partners: Pick<PartnersService, 'profileOf' | 'setProfile' | 'lockAccount'>;
  readonly tellOthers: TellOthers;
}
const ConsoleProfile = PartnerProfile.extend({
  name: z.string().describe('What facilities and staff know you by. Whoever administers your account changes it.'),
}).meta({ id: 'ConsoleProfile' });
const A_CONSOLE_PROFILE = { ...A_PROFILE, name: 'Acme Members' };
const { website, outageEmail, securityEmail } = PartnerProfile.shape;

export const readProfile = consoleEndpoint<ProfileDeps>()({
  id: 'console-profile.read',
  method: 'GET',
  path: '/console/v1/profile',
  summary: 'Read your profile',
  description: 'What your account says of you, and whom staff of the platform write to.',
  gate: { contact: 'any' },
  success: { status: 200, description: 'The profile.', schema: ConsoleProfile },
  examples: { success: A_CONSOLE_PROFILE },
  faults: {},
  handle: async ({ partners }, _input, { caller, read }) => {
    const { contact } = signedIn(caller);
    return { name: contact.partnerName, ...(await read((tx) => partners.profileOf(tx, contact.partnerId))) };
  },
});

export const updateProfile = consoleEndpoint<ProfileDeps>()({
  id: 'console-profile.update',
  method: 'PATCH',
  path: '/console/v1/profile',
  summary: 'Change your profile',
  description:
    'What is left out stays, and null takes it away. It is recorded, and the other contacts are told by e-mail, as is whom you named for matters of security until then.',
  gate: { contact: 'owner' },
  body: z
    .strictObject({
      website: website.optional(),
      outageEmail: outageEmail.optional(),
      securityEmail: securityEmail.optional(),
    })
    .meta({ id: 'ProfileChange' }),
  success: { status: 200, description: 'It is so now.', schema: ConsoleProfile },
  examples: { body: { outageEmail: A_PROFILE.outageEmail }, success: A_CONSOLE_PROFILE },
  faults: {},
  audit: { event: 'console-profile.update', target: () => undefined },
  handle: async ({ partners, tellOthers }, { body }, { tx, caller, about }) => {
    const { contact } = signedIn(caller);
    const { partnerId } = contact;
    about(partnerId);
    await partners.lockAccount(tx, partnerId);
    const before = await partners.profileOf(tx, partnerId);
    await partners.setProfile(tx, partnerId, body);
    const after = await partners.profileOf(tx, partnerId);
    const lines = changesOf(before, after);
    if (lines.length > 0) await tellOthers(tx, contact, { lines, asBefore: [before.securityEmail] });
    return { name: contact.partnerName, ...after };
  },
});

const NAMES = {
  website: 'The website',
  outageEmail: 'The address for outages',
  securityEmail: 'The address for matters of security',
} as const satisfies Record<keyof PartnerProfile, string>;

const changesOf = (from: PartnerProfile, to: PartnerProfile): string[] =>
  (Object.keys(NAMES) as (keyof PartnerProfile)[])
    .filter((name) => from[name] !== to[name])
    .map((name) => `${NAMES[name]} is ${to[name] ?? 'none'} now, and was ${from[name] ?? 'none'}.`);
