import type { StoreFields, StoreLocation, StoreProvider } from '../store-provider.ts';

const NOTHING = { address1: null, address2: null, city: null, countryCode: null, phone: null } as const;

/** A store in memory that takes everything. */
export const scriptedStore = (): StoreProvider => {
  const locations = new Map<string, StoreLocation>();
  const put = (id: string, { name, address, phone, fulfillsOnlineOrders }: Partial<StoreFields>): StoreLocation => {
    const before = locations.get(id);
    const of = before?.address ?? { ...NOTHING, provinceCode: null, zip: null };
    const location = {
      id,
      name: name ?? before?.name ?? '',
      isActive: before?.isActive ?? true,
      fulfillsOnlineOrders: fulfillsOnlineOrders ?? before?.fulfillsOnlineOrders ?? true,
      address: { ...of, ...JSON.parse(JSON.stringify({ ...address, phone })) },
    };
    locations.set(id, location);
    return location;
  };
  return {
    get: async (id) => locations.get(id),
    find: async (facilityId) => locations.get(`loc_${facilityId}`),
    add: async (facilityId, fields) => put(`loc_${facilityId}`, fields),
    edit: async (id, fields) => void put(id, fields),
    setActive: async (id, isActive) => void locations.set(id, { ...put(id, {}), isActive }),
  };
};
