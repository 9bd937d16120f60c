import { mailKind } from '../../platform/mail/mail.module.ts';

/** As every e-mail about somebody's money has it. */
export const OWNER = { about: 'Who pays: an organisation or a gym.', as: 'line', example: 'Harbour Gym' } as const;
const balance = { about: 'What is in the wallet.', as: 'line', example: 'EUR 12.50', needed: true } as const;
const total = { about: 'What it comes to.', as: 'line', example: 'EUR 420.00', needed: true } as const;
const month = { about: 'Which month.', as: 'line', example: '2026-03' } as const;
const due = { about: 'Until when it is to be paid.', as: 'line', example: '2026-04-15' } as const;
const reference = { about: 'What the payment names.', as: 'line', example: 'GH-ABCD-EFGH-7' } as const;

export const BALANCE_LOW = mailKind({
  kind: 'billing.balance-low',
  summary: 'To whoever runs a payer whose balance has fallen to its threshold.',
  of: 'platform',
  variables: { owner: OWNER, balance },
  builtIn: {
    subject: 'The balance of {{owner}} is low',
    text: `The balance of {{owner}} is {{balance}}.

Please top it up. You are told once until it has been.
`,
  },
});

export const BALANCE_USED_UP = mailKind({
  kind: 'billing.balance-used-up',
  summary: 'To whoever runs a payer whose balance is used up.',
  of: 'platform',
  variables: { owner: OWNER, balance },
  builtIn: {
    subject: 'The balance of {{owner}} is used up',
    text: `The balance of {{owner}} is {{balance}}.

Please top it up. You are told once until it has been.
`,
  },
});

export const RECORD_ISSUED = mailKind({
  kind: 'billing.record-issued',
  summary: 'To whoever runs a payer for whom a month was closed that is to be paid.',
  of: 'platform',
  variables: { owner: OWNER, month, total, due, reference },
  builtIn: {
    subject: '{{owner}}: {{total}} for {{month}}',
    text: `The month {{month}} of {{owner}} comes to {{total}}.

Please pay it by {{due}}, with the reference {{reference}}.
`,
  },
});

export const RECORD_OVERDUE = mailKind({
  kind: 'billing.record-overdue',
  summary: 'To whoever runs a payer that has not paid a month in time.',
  of: 'platform',
  variables: { owner: OWNER, month, total, due, reference },
  builtIn: {
    subject: '{{owner}}: {{month}} is overdue',
    text: `{{total}} of {{owner}} for {{month}} was to be paid by {{due}}, and has not come in.

Please pay it with the reference {{reference}}. If you have done so already, there is nothing else to do.
`,
  },
});

export const RESTRICTION_AHEAD = mailKind({
  kind: 'billing.restriction-ahead',
  summary: 'To whoever runs a payer that is restricted within seven days.',
  of: 'platform',
  variables: {
    owner: OWNER,
    since: { about: 'Since when something is owed.', as: 'line', example: '2026-03-15' },
    from: { about: 'When it begins.', as: 'line', example: '2026-03-29', needed: true },
  },
  builtIn: {
    subject: '{{owner}} is restricted from {{from}}',
    text: `Something of {{owner}} is owed since {{since}}. If it is not paid by {{from}}, texts, AI models and new agents are refused from then on.

What is paid ends it at once.
`,
  },
});

export const billingMails = [BALANCE_LOW, BALANCE_USED_UP, RECORD_ISSUED, RECORD_OVERDUE, RESTRICTION_AHEAD];
