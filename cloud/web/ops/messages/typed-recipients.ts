import type { Input } from '../../client/client.ts';

type Recipient = Input<'POST /api/admin/sms/new-message'>['body']['recipients'][number];

/** What the platform takes in one message. */
export const RECIPIENTS_MAX = 1_000;

interface Read {
  readonly recipients: readonly Recipient[];
  /** The line that each of them stands on, from 1. */
  readonly lines: readonly number[];
  /** The lines that name nobody, from 1. */
  readonly bad: readonly number[];
}

/** Whom a text names, one on each line: a number, a user, or a partner and a member with `/` between them. */
export const recipientsIn = (text: string): Read => {
  const recipients: Recipient[] = [];
  const lines: number[] = [];
  const bad: number[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    const named = line.trim();
    if (named === '') continue;
    const recipient = recipientOf(named);
    if (recipient === undefined) {
      bad.push(at + 1);
      continue;
    }
    recipients.push(recipient);
    lines.push(at + 1);
  }
  return { recipients, lines, bad };
};

const recipientOf = (named: string): Recipient | undefined => {
  const phoneNumber = named.replace(/[\s().-]/g, '');
  if (/^\+\d{5,15}$/.test(phoneNumber)) return { phoneNumber };
  if (/^usr_\w+$/.test(named)) return { userId: named };
  const [, partnerId, memberId] = /^(ptr_\w+)\/(.{1,120})$/.exec(named) ?? [];
  return partnerId === undefined || memberId === undefined ? undefined : { partnerId, memberId };
};
