import { mailKind } from '../mail/mail.module.ts';

const variables = {
  name: { about: 'What they are called.', as: 'line', example: 'Sam' },
  code: { about: 'The six digits.', as: 'secret', example: '493 027', needed: true },
  where: { about: 'What they sign in at.', as: 'line', example: 'https://gatehouse.example' },
} as const;
const text = `Hello {{name}},

{{code}}

is your code to sign in at {{where}}. It counts for 10 minutes, once, in the browser that asked for it.

If you did not ask for it, do nothing: nobody gets in without it. Never tell it to anybody, not even to us.
`;

export const SIGN_IN_CODE = mailKind({
  kind: 'session.code',
  summary: 'To a user who signs in at the operations console.',
  of: 'platform',
  variables,
  builtIn: { subject: 'Your code to sign in at Gatehouse', text },
});

export const PARTNER_SIGN_IN_CODE = mailKind({
  kind: 'partner.code',
  summary: 'To a contact of a partner who signs in at the partner console.',
  of: 'platform',
  variables,
  builtIn: { subject: 'Your code to sign in at the Gatehouse partner console', text },
});
