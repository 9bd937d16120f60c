import { expect, it } from 'vitest';
import { recipientsIn } from './typed-recipients.ts';

it('recipients are read one a line, as people write numbers, and lines that name nobody are told', () =>
  expect(
    recipientsIn('+61 400 000-000\n\nusr_0123456789abcdef\r\nptr_0123456789abcdef/m/10 42\n0400 000 000\nKim'),
  ).toEqual({
    recipients: [
      { phoneNumber: '+61400000000' },
      { userId: 'usr_0123456789abcdef' },
      { partnerId: 'ptr_0123456789abcdef', memberId: 'm/10 42' },
    ],
    lines: [1, 3, 4],
    bad: [5, 6],
  }));
