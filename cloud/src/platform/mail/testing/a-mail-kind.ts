import { mailKind } from '../mail-kind.ts';

/** An e-mail that says whatever a test has it say. */
export const PLAIN = mailKind({
  kind: 'test.plain',
  summary: 'To whoever a test writes to.',
  of: 'facility',
  variables: {
    subject: { about: 'Its subject.', as: 'line', example: 'Hello' },
    body: { about: 'Its text.', as: 'text', example: 'Hello.', needed: true },
  },
  builtIn: { subject: '{{subject}}', text: '{{body}}' },
});

/** The same with HTML, and with something that lets its reader in. */
export const SECRET = mailKind({
  kind: 'test.secret',
  summary: 'To whoever a test lets in.',
  of: 'platform',
  variables: { code: { about: 'What lets them in.', as: 'secret', example: '493 027', needed: true } },
  builtIn: { subject: 'Hello', text: '{{code}}', html: '<p>{{code}}</p>' },
});
