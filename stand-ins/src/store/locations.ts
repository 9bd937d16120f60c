interface Metafield {
  readonly namespace: string;
  readonly key: string;
  readonly type: string;
  readonly value: string;
}
type Address = Readonly<Record<string, string | null>>;

export interface ShopLocation {
  readonly id: string;
  readonly name: string;
  readonly isActive: boolean;
  readonly fulfillsOnlineOrders: boolean;
  readonly address: Address;
  readonly metafields: readonly Metafield[];
}
export interface LocationInput {
  readonly name?: string;
  readonly address?: Address;
  readonly fulfillsOnlineOrders?: boolean;
  readonly metafields?: readonly Metafield[];
}

/** As the shop says no: which part of the arguments, and why. */
export interface UserError {
  readonly code: string;
  readonly field: readonly string[];
  readonly message: string;
}
export type Outcome = { readonly location: ShopLocation | null; readonly userErrors: readonly UserError[] };

const FIRST_ID = 1001;
const no = (code: string, field: readonly string[], message: string): Outcome => ({
  location: null,
  userErrors: [{ code, field, message }],
});
const yes = (location: ShopLocation): Outcome => ({ location, userErrors: [] });
const NO_ADDRESS: Address = {
  ...{ address1: null, address2: null, city: null, countryCode: null },
  ...{ phone: null, provinceCode: null, zip: null },
};
/** Postcodes that the shop checks, by country. */
const ZIP: Readonly<Record<string, RegExp>> = { AU: /^\d{4}$/, US: /^\d{5}(-\d{4})?$/, DE: /^\d{5}$/ };

/** The locations of a shop that had one before. */
export const createLocations = () => {
  const locations = new Map<string, ShopLocation>();
  const put = (location: ShopLocation): Outcome => {
    locations.set(location.id, location);
    return yes(location);
  };
  const add = (name: string, more: LocationInput): Outcome => {
    const id = `gid://shopify/Location/${FIRST_ID + locations.size}`;
    const { address = {}, fulfillsOnlineOrders = true, metafields = [] } = more;
    return put({
      ...{ id, name, isActive: true, fulfillsOnlineOrders, metafields },
      address: { ...NO_ADDRESS, ...address },
    });
  };
  add('Shop location', { address: { countryCode: 'AU' } });

  const wrongIn = ({ name, address = {} }: LocationInput, id?: string): Outcome | undefined => {
    if (name !== undefined && name.trim() === '') return no('BLANK', ['input', 'name'], "Name can't be blank");
    const isTaken = [...locations.values()].some((other) => other.name === name && other.id !== id);
    if (isTaken) return no('TAKEN', ['input', 'name'], 'You already have a location with this name');
    const { countryCode, zip } = { ...locations.get(id ?? '')?.address, ...address };
    if (zip && ZIP[countryCode ?? '']?.test(zip) === false)
      return no('INVALID', ['input', 'address', 'zip'], `Zip is not valid for ${countryCode}`);
    return undefined;
  };
  const unknown = (field: string) => no('LOCATION_NOT_FOUND', [field], 'Location not found.');

  return {
    all: (): readonly ShopLocation[] => [...locations.values()],
    find: (id: string): ShopLocation | undefined => locations.get(id),
    add: (input: LocationInput & { readonly name: string }): Outcome => wrongIn(input) ?? add(input.name, input),
    edit: (id: string, { name, address, fulfillsOnlineOrders, metafields }: LocationInput): Outcome => {
      const location = locations.get(id);
      if (location === undefined) return unknown('id');
      const wrong = wrongIn({ ...(name !== undefined && { name }), ...(address && { address }) }, id);
      return (
        wrong ??
        put({
          ...location,
          name: name ?? location.name,
          fulfillsOnlineOrders: fulfillsOnlineOrders ?? location.fulfillsOnlineOrders,
          address: { ...location.address, ...address },
          metafields: [...location.metafields, ...(metafields ?? [])],
        })
      );
    },
    setActive: (id: string, isActive: boolean): Outcome => {
      const location = locations.get(id);
      if (location === undefined) return unknown('locationId');
      const others = [...locations.values()].filter((other) => other.isActive && other.id !== id);
      if (!isActive && others.length === 0)
        return no('INVALID', ['locationId'], 'Location could not be deactivated: it is the only one.');
      return put({ ...location, isActive });
    },
  };
};
