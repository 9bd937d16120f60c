/** What of the published schema was taken back on purpose: when, and in the words that `npm run generate` refuses it with. */
export const BREAKING_CHANGES: readonly { readonly on: `${number}-${number}-${number}`; readonly what: string }[] = [
  { on: '2026-11-26', what: 'Field Organisation.events was removed.' },
  { on: '2026-11-26', what: 'Field Query.auditStatisticsCached was removed.' },
  { on: '2026-11-26', what: 'Field Query.webhooksEvents was removed.' },
];
