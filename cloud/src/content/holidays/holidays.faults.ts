import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const holidaysFaults = defineFaults({
  country_unknown: callersFault(
    404,
    'No holidays are known for this country',
    'Send a country code of ISO 3166-1 alpha-2, such as AU or DE. A few countries have no holidays on record.',
  ),
});
export const holidaysFault = faultsOf(holidaysFaults);
