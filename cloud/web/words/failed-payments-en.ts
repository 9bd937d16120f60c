import { counted } from './counting.ts';

/** The words of payments that clubs could not make. */
export const failedPaymentLabels = {
  title: 'Failed payments',
  more: 'What clubs could not pay. Programs look for it each day; here somebody does so at once.',
  look: 'Look for them now',
  lookTitle: 'Of the last 14 days',
  lookMore: 'A job goes through all clubs. What was found before and is paid now is noted so.',
  jobs: 'The list of jobs says when it is done.',
  tell: 'Tell their managers',
  tellMore: 'Each manager is told of each payment once, ever, by one e-mail a club.',
  tellTitle: 'Told by e-mail',
  from: 'From',
  until: 'Before',
  fromMore: 'Days of UTC. Without: the last 24 hours.',
  wrongSpan: 'Give both or none, the earlier first, 31 days apart at most.',
} as const;

export const failedPaymentWords = {
  looking: (clubs: number): string => `It goes through ${counted(clubs, 'club', 'clubs')}.`,
  told: (notified: number, clubs: number, payments: number, skipped: number): string =>
    `${counted(notified, 'e-mail is', 'e-mails are')} sent, of ${counted(payments, 'failed payment', 'failed payments')} at ${counted(clubs, 'club', 'clubs')}. Of ${skipped} nobody is told now: all know already, or nobody is there.`,
  more: 'There are more than are told at once: tell them again.',
} as const;
