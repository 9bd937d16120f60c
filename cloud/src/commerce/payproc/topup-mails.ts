import { mailKind } from '../../platform/mail/mail.module.ts';
import { OWNER } from '../billing/billing.module.ts';

const variables = {
  owner: OWNER,
  amount: { about: 'How much it was to be.', as: 'line', example: 'EUR 200.00', needed: true },
  code: { about: 'Why, in a word of the card provider.', as: 'line', example: 'card_declined' },
} as const;

export const TOPUP_FAILED = mailKind({
  kind: 'payproc.topup-failed',
  summary: 'To whoever runs a payer whose automatic top-up failed, and is tried again.',
  of: 'platform',
  variables,
  builtIn: {
    subject: 'An automatic top-up of {{owner}} failed',
    text: `The automatic top-up of {{owner}} by {{amount}} failed: {{code}}.

It is tried again by itself. You are told once, and again if it is given up.
`,
  },
});

export const TOPUP_NEEDS_OWNER = mailKind({
  kind: 'payproc.topup-needs-owner',
  summary: 'To whoever runs a payer whose automatic top-up is not tried again until somebody pays by hand.',
  of: 'platform',
  variables,
  builtIn: {
    subject: 'The automatic top-up of {{owner}} needs you',
    text: `The automatic top-up of {{owner}} by {{amount}} failed, and is not tried again: {{code}}.

Automatic top-ups are off until you have paid one by hand, at the card provider's page; the bank may ask you for your consent there.
`,
  },
});

export const AI_TOPUP_FAILED = mailKind({
  kind: 'payproc.ai-topup-failed',
  summary: 'To whoever runs a gym whose AI credit could not be topped up by itself, which is tried again.',
  of: 'platform',
  variables,
  builtIn: {
    subject: 'The AI credit of {{owner}} was not topped up',
    text: `The automatic top-up of the AI credit of {{owner}} by {{amount}} failed: {{code}}.

It is tried again by itself. Models answer as long as there is credit. You are told once, and again if it is given up.
`,
  },
});

export const AI_TOPUP_NEEDS_OWNER = mailKind({
  kind: 'payproc.ai-topup-needs-owner',
  summary: 'To whoever runs a gym whose AI credit is not topped up by itself any more until somebody pays by hand.',
  of: 'platform',
  variables,
  builtIn: {
    subject: 'The AI credit of {{owner}} needs you',
    text: `The automatic top-up of the AI credit of {{owner}} by {{amount}} failed, and is not tried again: {{code}}.

Models answer until the credit is used up. Automatic top-ups are off until you have paid one by hand, at the card provider's page; the bank may ask you for your consent there.
`,
  },
});
