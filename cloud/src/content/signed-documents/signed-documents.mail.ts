import { mailKind } from '../../platform/mail/mail.module.ts';

/** The copy of whoever has signed. */
export const SIGNED_COPY = mailKind({
  kind: 'agreement.signed-copy',
  summary: 'To whoever has signed a document, with the file.',
  of: 'facility',
  variables: {
    name: { about: 'What they are called, as they signed.', as: 'line', example: 'Ada King' },
    club: { about: 'What the club is called.', as: 'line', example: 'Harbour Gym' },
    title: { about: 'What the document is called.', as: 'line', example: 'Waiver' },
    sha256: { about: 'The SHA-256 of the file.', as: 'line', example: '0a1b2c3d4e5f6071'.repeat(4) },
    verify: {
      about: 'Where anybody can ask whether the file is ours.',
      as: 'link',
      example: 'https://gatehouse.example/verify',
    },
  },
  builtIn: {
    subject: 'What you have signed: {{title}}',
    text: `Hello {{name}},

you have signed this for {{club}}: {{title}}

The file is attached: the document, and the evidence of your signature. Keep it. Whether a file is as it was made can be asked here:

{{verify}}

Its SHA-256 is {{sha256}}.
`,
  },
});
