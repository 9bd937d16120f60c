/** What stands in `skipped_items[].reason` and `ignored_fields[].reason`, as far as its wording is fixed. A test holds it against the code that says it. */
export const SKIP_REASONS: readonly { readonly word: string; readonly meaning: string }[] = [
  {
    word: 'Missing facility_id',
    meaning:
      'The item does not name its facility in the way your integration is linked. The same with what names the record, `Missing member_id`; of another required field, `Missing first_name`, it is said in `ignored_fields`, and the stored value stays.',
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
      'The same revision came before with other windows. The answer is a 409 `revision_conflict`; send the member with a higher revision. A status or plans beside it that end access count all the same.',
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
    meaning:
      'One plan counts now. Mark that one, or none. Until then the member has what the stored plans and the sent ones both give.',
  },
  {
    word: 'address: must have at most 30000 characters in all',
    meaning: 'An address of any shape is kept, but not one that is longer than any address: the stored one stays.',
  },
  {
    word: 'end_date: must not be before start_date',
    meaning: 'The two days of a report snapshot are the wrong way round.',
  },
  {
    word: 'access_zones: only as far as the stored zones allow it too, because of what is wrong with others',
    meaning:
      'Something in the list of zones could not be read, so that nothing of it opens more than before. What it closes is closed. Of a member’s fields the same is said in like words; send the item again, corrected.',
  },
  { word: 'currency: must be an ISO 4217 code', meaning: 'Three capital letters, such as `AUD`.' },
];
