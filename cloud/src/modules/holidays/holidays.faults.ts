import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const holidaysFaults = defineFaults({
  country_unknown: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'No holidays are known for this country',
    help: 'Send a country code of ISO 3166-1 alpha-2, such as AU or DE. A few countries have no holidays on record.',
  },
});
export const holidaysFault = faultsOf(holidaysFaults);
