import type { Tx } from '../../kit/db/unit-of-work.ts';
import { MailAddress, type MailService, mailKind } from '../../platform/mail/mail.module.ts';
import type { PartnerContact, PartnersService } from '../partners/partners.module.ts';

interface NewsDeps {
  readonly mail: Pick<MailService, 'send'>;
  readonly partners: Pick<PartnersService, 'contactsOf' | 'profileOf'>;
  readonly consoleUrl: () => string;
}
export type TellOthers = ReturnType<typeof createAccountNews>;

/** Two addresses are one whatever their case. */
const plain = (email: string): string => email.toLowerCase();

/**
 * Tells the other contacts of an account, and whom it names for matters of security, what one of them has changed.
 * `asBefore`: who was named before the change is told as well.
 */
export const createAccountNews =
  ({ mail, partners, consoleUrl }: NewsDeps) =>
  async (
    tx: Tx,
    by: PartnerContact,
    { lines, asBefore = [] }: { readonly lines: readonly string[]; readonly asBefore?: readonly (string | null)[] },
  ): Promise<void> => {
    const others = (await partners.contactsOf(tx, by.partnerId)).filter(({ id }) => id !== by.id);
    const { securityEmail } = await partners.profileOf(tx, by.partnerId);
    const addresses = [...others.map(({ email }) => email), securityEmail, ...asBefore];
    const told = new Map(addresses.flatMap((email) => (email === null ? [] : [[plain(email), email] as const])));
    told.delete(plain(by.email));
    for (const to of told.values())
      if (MailAddress.safeParse(to).success) await mail.send(tx, mailTo(to, by, lines, consoleUrl()));
  };

/** By whom, of which account, and what is different. */
export const ACCOUNT_CHANGED = mailKind({
  kind: 'partner.account-changed',
  summary: 'To the other contacts of a partner, once somebody has changed the account.',
  of: 'platform',
  variables: {
    name: { about: 'Who has changed it.', as: 'line', example: 'Sam Rivers' },
    email: { about: 'Their address.', as: 'line', example: 'sam@example.com' },
    partner: { about: 'What the partner is called.', as: 'line', example: 'Acme Fitness' },
    changes: { about: 'What is different, one a line.', as: 'text', example: '- A key was made.', needed: true },
    console: {
      about: 'Where they sign in.',
      as: 'link',
      example: 'https://gatehouse.example/console',
      needed: true,
    },
  },
  builtIn: {
    subject: 'Your partner account at Gatehouse was changed',
    text: `{{name}} ({{email}}) has changed the account of {{partner}}:

{{changes}}

If that was not to be, sign in at {{console}}, see who the contacts are, and write to whoever runs the platform.`,
  },
});

const mailTo = (to: string, { name, email, partnerName }: PartnerContact, lines: readonly string[], url: string) => ({
  kind: ACCOUNT_CHANGED,
  to,
  values: {
    name,
    email,
    partner: partnerName,
    changes: lines.map((line) => `- ${oneLine(line)}`).join('\n'),
    console: `${url}/console`,
  },
});

const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
