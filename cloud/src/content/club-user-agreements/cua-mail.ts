import { mailKind } from '../../platform/mail/mail.module.ts';

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
      example: 'https://gatehouse.example/sign#AbCdEfGhIjKlMnOpQrStUvWxYzAbCdEfGhIjKlMnOpQ',
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
