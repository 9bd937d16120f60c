import type { ListedLocation } from '../client/platform-api.gen.ts';
import { listed } from './counting.ts';

type Field = ListedLocation['drift'][number];

/** The words of where a gym is listed, and of its place in the store. */
export const listingLabels = {
  title: 'Listings and store',
  more: 'What others show of this gym: maps, directories, and the store.',
  back: 'Settings',
  looking: 'where it is listed',
  location: 'At the listings provider',
  lookingAtOne: 'what stands there',
  notThere: 'It is not there yet',
  notThereMore: 'Put it there: its name and address go along.',
  same: 'It stands there as it does here.',
  removing: 'It is being removed there.',
  gone: 'The provider has it no more.',
  field: 'What',
  here: 'Here',
  there: 'There',
  nothing: 'Nothing',
  put: 'Put it there as it is here',
  putMore: 'Hours and holidays go along as they were sent last.',
  wasPut: 'It is there as it is here.',
  phone: 'Where customers call',
  phoneMore: 'Such as +61733334444. Empty: as it was sent last.',
  remove: 'Remove it there',
  removeMore: 'A job removes it at the provider, and then the link to it here. Maps and directories show it no more.',
  removed: 'A job removes it.',
  publishers: 'Where it is seen',
  lookingAtPublishers: 'where it is seen',
  nowhere: 'Nowhere yet',
  open: 'Look at it',
  store: 'In the store',
  storeMore: 'Name and address come from this gym where they are not given.',
  storeName: 'What it is called there',
  storeNameMore: 'Empty: as it is called here.',
  storePhoneMore: 'Such as +61733334444. Empty: as it is there.',
  fulfills: 'Orders of the store are sent from there',
  active: 'It is used at all',
  storePut: 'Bring the store to that',
  wasAlready: 'Everything was so already.',
} as const;

export const FIELDS: Readonly<Record<Field, string>> = {
  name: 'Name',
  address: 'Address',
  phone: 'Phone',
  hours: 'Hours',
  holidays: 'Holidays',
};
const STORE_FIELDS: Readonly<Record<string, string>> = {
  name: 'name',
  address: 'address',
  phone: 'phone',
  fulfillsOnlineOrders: 'what is sent from there',
  active: 'whether it is used',
};

export const listingWords = {
  drift: (fields: readonly Field[]): string =>
    `What stands there is different: ${listed(fields.map((field) => FIELDS[field].toLowerCase()))}.`,
  seen: (ago: string): string => `Put there as it was to be ${ago}`,
  asOf: (ago: string): string => `As the provider said ${ago}`,
  pushed: (fields: readonly string[]): string =>
    fields.length === 0
      ? listingLabels.wasAlready
      : `Changed there: ${listed(fields.map((field) => STORE_FIELDS[field] ?? field))}.`,
} as const;
