import { mailKind } from '../../platform/mail/mail.module.ts';

const A_LINK = `https://gatehouse.example/sign/${'0a1b2c3d4e5f6071'.repeat(4)}`;

const OF_A_LINK = {
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
} as const;

/** What somebody is told whom a club asks to agree to something. */
export const CUA_ASKED = mailKind({
  kind: 'cua.asked',
  summary: 'To whoever a club asks to agree to a document.',
  of: 'facility',
  variables: OF_A_LINK,
  builtIn: {
    subject: '{{club}} asks you to read and sign a document',
    text: `Hello {{name}},

{{club}} asks you to read and sign this: {{title}}

{{link}}

The link is for you alone, and leads there until {{until}}. If you do not know what this is about, do nothing.
`,
  },
});

/** What they are told again some days later, unless they have decided. */
export const CUA_REMINDED = mailKind({
  kind: 'cua.reminded',
  summary: 'To whoever was asked to agree to a document, and has not decided.',
  of: 'facility',
  variables: OF_A_LINK,
  builtIn: {
    subject: '{{club}} still asks you to read and sign a document',
    text: `Hello {{name}},

some days ago {{club}} asked you to read and sign this: {{title}}

{{link}}

It is the same link as before, for you alone. It leads there until {{until}}. There you can also say that you do not agree.
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
