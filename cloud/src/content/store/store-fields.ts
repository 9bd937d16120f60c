import { placeOf } from '../../platform/organisations/organisations.module.ts';
import type { Facility } from '../../platform/organisations/organisations.service.ts';
import type { StoreAddress, StoreFields, StoreLocation } from './store-provider.ts';

export const PUSHED_FIELDS = ['name', 'address', 'phone', 'fulfillsOnlineOrders', 'active'] as const;
export type PushedField = (typeof PUSHED_FIELDS)[number];

/** What a request asks for. What it leaves out comes from the facility, or stays as the store has it. */
export interface Asked {
  readonly name?: string | undefined;
  readonly address?: StoreAddress | undefined;
  readonly phone?: string | undefined;
  readonly fulfillsOnlineOrders?: boolean | undefined;
  readonly active?: boolean | undefined;
}

/** What the location is to have: what is asked for, and of the facility what is not. */
export const wantedOf = (
  facility: Pick<Facility, 'name' | 'place_data'>,
  { name, address = {}, phone, fulfillsOnlineOrders }: Asked,
): StoreFields => {
  const place = placeOf(facility);
  return {
    name: name ?? facility.name,
    address: {
      address1: address.address1 ?? place.address_1,
      address2: address.address2 ?? place.address_2,
      city: address.city ?? place.city?.full_name,
      countryCode: address.countryCode ?? place.country?.iso_code,
      provinceCode: address.provinceCode ?? place.province?.abbreviation,
      zip: address.zip ?? place.postcode,
    },
    ...(phone !== undefined && { phone }),
    ...(fulfillsOnlineOrders !== undefined && { fulfillsOnlineOrders }),
  };
};

/** What has to be changed there, and by name what that is and what is not. Of what was just added, everything was pushed. */
export const changesOf = (location: StoreLocation, wanted: StoreFields, isNew: boolean) => {
  const { name, address, phone, fulfillsOnlineOrders } = wanted;
  const known = Object.entries(address).filter(([, value]) => value !== undefined);
  const differs: readonly (readonly [keyof StoreFields, boolean])[] = [
    ['name', name !== location.name],
    ...(known.length === 0
      ? []
      : [
          [
            'address',
            known.some(([field, value]) => value !== (location.address[field as keyof StoreAddress] ?? '')),
          ] as const,
        ]),
    ...(phone === undefined ? [] : [['phone', phone !== location.address.phone] as const]),
    ...(fulfillsOnlineOrders === undefined
      ? []
      : [['fulfillsOnlineOrders', fulfillsOnlineOrders !== location.fulfillsOnlineOrders] as const]),
  ];
  const changed = differs.flatMap(([field, isDifferent]) => (isDifferent ? [field] : []));
  const change: Partial<StoreFields> = Object.fromEntries(changed.map((field) => [field, wanted[field]]));
  const same = differs.flatMap(([field, isDifferent]) => (isDifferent ? [] : [field]));
  return {
    change: !isNew && changed.length > 0 ? change : undefined,
    pushed: isNew ? differs.map(([field]) => field) : changed,
    unchanged: isNew ? [] : same,
  };
};
