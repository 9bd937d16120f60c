/** What stands in `skipped_items[].reason`, as far as its wording is fixed. A test holds it against the code that says it. */
export const SKIP_REASONS: readonly { readonly word: string; readonly meaning: string }[] = [
  {
    word: 'Missing facility_id',
    meaning:
      'The item does not name its facility in the way your integration is linked. The same with any other required field: `Missing member_id`, `Missing linking_identifier`.',
  },
  {
    word: 'Unknown facility',
    meaning: 'The facility is not there, or not in one of your organisations: both look alike on purpose.',
  },
  {
    word: 'Integration not enabled',
    meaning: 'The facility has not enabled your integration. Somebody there does so.',
  },
  {
    word: 'Stale access_time_windows_revision',
    meaning:
      'A newer revision of the member’s windows is stored: this is a late message, and nothing of it was applied. The item has `access_time_windows_revision` and `stored_revision` beside it.',
  },
  {
    word: 'Conflicting access_time_windows: other content is stored under this revision',
    meaning:
      'The same revision came before with other windows. The answer is a 409 `revision_conflict`; send the member with a higher revision.',
  },
  {
    word: 'Stale updated: a newer one is stored',
    meaning:
      'The item’s `updated` is older than the stored one, so it would bring back old data. Not said of one with access time windows: these go by their revision, and its older fields do not count.',
  },
  {
    word: 'mobile_phone: must be a number in E.123 international notation, such as +61 7 3000 0000',
    meaning: 'A plus, the country code and the number; spaces may group the digits.',
  },
  {
    word: 'membership_plans: at most one may have is_current true',
    meaning: 'One plan counts now. Mark that one, or none.',
  },
  {
    word: 'address: must have at most 30000 characters in all',
    meaning: 'An address of any shape is kept, but not one that is longer than any address.',
  },
  {
    word: 'end_date: must not be before start_date',
    meaning: 'The two days of a report snapshot are the wrong way round.',
  },
  { word: 'currency: must be an ISO 4217 code', meaning: 'Three capital letters, such as `AUD`.' },
];
