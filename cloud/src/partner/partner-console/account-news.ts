import type { Tx } from '../../kit/db/unit-of-work.ts';
import { MailAddress, type MailService } from '../../platform/mail/mail.module.ts';
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
      if (MailAddress.safeParse(to).success)
        await mail.send(tx, { to, subject: SUBJECT, text: textOf(by, lines, consoleUrl()) });
  };

const SUBJECT = 'Your partner account at Gatehouse was changed';

const textOf = ({ name, email, partnerName }: PartnerContact, lines: readonly string[], url: string): string =>
  [
    `${oneLine(name)} (${email}) has changed the account of ${oneLine(partnerName)}:`,
    lines.map((line) => `- ${oneLine(line)}`).join('\n'),
    `If that was not to be, sign in at ${url}/console, see who the contacts are, and write to whoever runs the platform.`,
  ].join('\n\n');

const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
