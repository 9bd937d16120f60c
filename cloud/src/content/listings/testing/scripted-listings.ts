import type { Listed } from '../listed-fields.ts';
import type { ListingsProvider } from '../listings-provider.ts';

/** A listings provider in memory that takes everything, and knows one location beforehand. */
export const scriptedListings = (): ListingsProvider => {
  const locations = new Map<string, Listed>([['made-elsewhere', { name: 'Elsewhere', address: {} }]]);
  const nothing: Listed = { name: '', address: {} };
  return {
    get: async (id) => locations.get(id),
    create: async (id, fields) => void locations.set(id, fields),
    update: async (id, fields) => void locations.set(id, { ...(locations.get(id) ?? nothing), ...fields }),
    remove: async (id) => void locations.delete(id),
    listings: async () => [{ publisher: 'MAPS', status: 'LIVE', details: [], url: 'https://maps.example/1' }],
  };
};
