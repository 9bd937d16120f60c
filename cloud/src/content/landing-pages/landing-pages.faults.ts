import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const landingPagesFaults = defineFaults({
  landing_page_unknown: callersFault(
    404,
    'No such landing page',
    'There is no landing page with this id that you may see. It may have been deleted.',
  ),
  landing_page_state: callersFault(
    409,
    'The landing page is not shown, and not to be shown',
    'Only a page that is published or scheduled can be withdrawn.',
  ),
  page_version_unknown: callersFault(
    404,
    'No such version',
    'The landing page has no version of this number. Of each page the newest 50 are kept.',
  ),
  slug_taken: callersFault(
    409,
    'The slug leads to another page',
    'Slugs are one for all organisations, and old ones go on leading to their page. Choose another one.',
  ),
  too_many_landing_pages: callersFault(
    409,
    'The organisation has as many landing pages as it may',
    'An organisation has 200 landing pages at most. Delete some that nobody needs any more.',
  ),
});
export const landingPagesFault = faultsOf(landingPagesFaults);
