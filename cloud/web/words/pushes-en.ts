/** The words of being told things while no page is open. */
export const pushWords = {
  title: 'Notifications',
  more: 'You are told things in these browsers, also while they show no page of ours.',
  browsers: 'Browsers that tell you',
  looking: 'your browsers',
  none: 'No browser tells you anything',
  noneMore: 'Begin with this one.',
  here: 'Be told in this browser',
  label: 'What you call it',
  labelMissing: 'Give it a name by which you know it again.',
  unknown:
    'This browser cannot be told anything while its pages are closed. On an iPhone, add the console to the home screen first.',
  denied:
    'This browser does not let us tell you anything. Allow notifications for this page in its settings, and try again.',
  failed:
    'This browser could not be subscribed: it does not trust the certificate of this page, or its vendor cannot be reached.',
  added: 'You are told things in this browser from now on.',
  unnamed: 'the one without a name',
  through: (host: string): string => `through ${host}`,
  told: (ago: string): string => `last told ${ago}`,
  neverTold: 'not told anything yet',
  notTaken: (why: string): string => `The last one did not get there: ${why}.`,
  tryOut: (label: string): string => `Try ${label}`,
  tried: 'It is on its way. It comes within seconds where the browser is on.',
  remove: (label: string): string => `Tell me nothing more in ${label}`,
  removeMore: 'What is on its way to it is not shown any more.',
  back: 'Back to the account',
} as const;
