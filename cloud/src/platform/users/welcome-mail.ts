import type { User } from './users.service.ts';

/** What somebody new is told. No key: an e-mail is read by more people than it is sent to. */
export const welcomeMail = ({ email, firstName }: User, platformUrl: string) => ({
  to: email,
  subject: 'Your Gatehouse account',
  text: `Hello ${firstName},

there is an account for ${email} at Gatehouse now.

The API is at ${platformUrl}/api. Requests carry a key of yours in the header x-api-key.
Ask whoever told you of this account for the first one; with it you make and delete keys of your own at
${platformUrl}/api/users/${encodeURIComponent(email)}/mcp-keys.

A key is shown once. Nobody of Gatehouse asks for it by e-mail.
`,
});
