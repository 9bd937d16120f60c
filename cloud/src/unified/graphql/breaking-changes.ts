/** What of the published schema was taken back on purpose: when, and in the words that `npm run generate` refuses it with. */
export const BREAKING_CHANGES: readonly { readonly on: `${number}-${number}-${number}`; readonly what: string }[] = [];
