import { mailKind } from '../../platform/mail/mail.module.ts';

const owner = { about: 'The gym.', as: 'line', example: 'Harbour Gym' } as const;
const balance = { about: 'What is left of the credit.', as: 'line', example: 'EUR 4.20', needed: true } as const;

export const AI_CREDIT_LOW = mailKind({
  kind: 'ai-credits.low',
  summary: 'To whoever runs a gym whose AI credit lasts three days or less.',
  of: 'platform',
  variables: {
    owner,
    balance,
    days: { about: 'How many days it lasts, as it was spent in the last seven.', as: 'line', example: '2' },
  },
  builtIn: {
    subject: 'The AI credit of {{owner}} is low',
    text: `The AI credit of {{owner}} is {{balance}}. As it was spent in the last seven days it lasts {{days}} more.

Please top it up. You are told once until it has been.
`,
  },
});

export const AI_CREDIT_USED_UP = mailKind({
  kind: 'ai-credits.used-up',
  summary: 'To whoever runs a gym whose AI credit is used up.',
  of: 'platform',
  variables: { owner, balance },
  builtIn: {
    subject: 'The AI credit of {{owner}} is used up',
    text: `The AI credit of {{owner}} is {{balance}}: models answer nobody there any more.

Please top it up. You are told once until it has been.
`,
  },
});
