import { mailKind } from '../../platform/mail/mail.module.ts';

const A_LINK = `https://gatehouse.example/sign/${'0a1b2c3d4e5f6071'.repeat(4)}`;

/** What somebody is told whom a club asks to agree to something. */
export const CUA_ASKED = mailKind({
  kind: 'cua.asked',
  summary: 'To whoever a club asks to agree to a document.',
  of: 'facility',
  variables: {
    name: { about: 'What they are called.', as: 'line', example: 'Ada' },
    club: { about: 'What the club is called.', as: 'line', example: 'Harbour Gym' },
    title: { about: 'What the document is called.', as: 'line', example: 'Waiver' },
    until: { about: 'The last day on which the link leads somewhere.', as: 'line', example: '2026-02-14' },
    link: {
      about: 'Where they read and sign it: it lets its reader in.',
      as: 'secret',
      example: A_LINK,
      needed: true,
    },
  },
  builtIn: {
    subject: '{{club}} asks you to read and sign a document',
    text: `Hello {{name}},

{{club}} asks you to read and sign this: {{title}}

{{link}}

The link is for you alone, and leads there until {{until}}. If you do not know what this is about, do nothing.
`,
  },
});

/** The code that whoever opens such a link is asked for: machines open links too, before their readers do. */
export const CUA_CODE = mailKind({
  kind: 'cua.code',
  summary: 'To whoever opens a link to read and sign a document.',
  of: 'facility',
  variables: {
    name: { about: 'What they are called.', as: 'line', example: 'Ada' },
    club: { about: 'What the club is called.', as: 'line', example: 'Harbour Gym' },
    code: { about: 'The six digits.', as: 'secret', example: '493 027', needed: true },
  },
  builtIn: {
    subject: 'Your code to read a document of {{club}}',
    text: `Hello {{name}},

{{code}}

is your code to read the document that {{club}} has sent you. It counts for 10 minutes, once, in the browser that asked for it.

If you did not ask for it, do nothing. Never tell it to anybody, not even to the club.
`,
  },
});
