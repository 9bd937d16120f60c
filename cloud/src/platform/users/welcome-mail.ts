import { mailKind } from '../mail/mail.module.ts';
import type { User } from './users.service.ts';

/** What somebody new is told. No key: an e-mail is read by more people than it is sent to. */
export const WELCOME = mailKind({
  kind: 'user.welcome',
  summary: 'To whoever has a new account.',
  of: 'platform',
  variables: {
    firstName: { about: 'What they are called.', as: 'line', example: 'Sam' },
    email: { about: 'Their address, which is the name of the account.', as: 'line', example: 'sam@example.com' },
    api: { about: 'Where the API is.', as: 'link', example: 'https://gatehouse.example/api', needed: true },
    keys: {
      about: 'Where they make keys of their own.',
      as: 'link',
      example: 'https://gatehouse.example/api/users/sam%40example.com/mcp-keys',
    },
  },
  builtIn: {
    subject: 'Your Gatehouse account',
    text: `Hello {{firstName}},

there is an account for {{email}} at Gatehouse now.

The API is at {{api}}. Requests carry a key of yours in the header x-api-key.
Ask whoever told you of this account for the first one; with it you make and delete keys of your own at
{{keys}}.

A key is shown once. Nobody of Gatehouse asks for it by e-mail.
`,
  },
});

export const welcomeMail = ({ email, firstName }: User, platformUrl: string) => ({
  kind: WELCOME,
  to: email,
  values: {
    firstName,
    email,
    api: `${platformUrl}/api`,
    keys: `${platformUrl}/api/users/${encodeURIComponent(email)}/mcp-keys`,
  },
});
