import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const listingsFaults = defineFaults({
  location_unknown: callersFault(
    404,
    'No such location at the listings provider',
    'The facility is linked to no location there, or nobody may link this one for it. `PUT /api/club/{club}/listsvc/location` makes one.',
  ),
  location_taken: callersFault(
    409,
    'The location or the facility is linked already',
    'A location is that of one facility, and a facility has one location. Remove the link that there is before making another.',
  ),
  location_removing: callersFault(
    409,
    'The location is being removed',
    'A job removes it at the provider and then here. Once that has ended, a new one can be made.',
  ),
  listings_refused: callersFault(
    422,
    'The listings provider does not take this',
    'The message says why, in the provider’s own words. Name and address come from the facility: correct them there.',
  ),
});
export const listingsFault = faultsOf(listingsFaults);
