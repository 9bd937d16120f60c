/** What is noted of a wallet beside its balance: since when it is used up, and since when it is low. Times in ms since 1970. */
export interface Markers {
  readonly depletedAt: number | null;
  readonly lowAt: number | null;
}
export const NO_MARKERS: Markers = { depletedAt: null, lowAt: null };

/** A credit that brings the balance above zero clears both; one that leaves it at or below clears neither. */
export const afterCredit = (before: Markers, balance: number): Markers => (balance > 0 ? NO_MARKERS : before);

/** A charge that reaches zero, or the threshold of the top-up, marks when it first did. */
export const afterCharge = (
  before: Markers,
  { balance, threshold, now }: { readonly balance: number; readonly threshold: number | null; readonly now: number },
): Markers => ({
  depletedAt: balance <= 0 ? (before.depletedAt ?? now) : before.depletedAt,
  lowAt: threshold !== null && balance <= threshold ? (before.lowAt ?? now) : before.lowAt,
});
