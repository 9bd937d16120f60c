import { defineModule } from '../../kit/modules/module.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { updateStoreClub } from './store.endpoints.ts';
import { storeFaults } from './store.faults.ts';
import { createStoreService } from './store.service.ts';
import type { StoreProvider } from './store-provider.ts';

declare module '../../kit/modules/module.ts' {
  interface Environment {
    /** The online store, if there is one. */
    readonly store?: StoreProvider | undefined;
  }
}

export { shopify } from './shopify.ts';

export const storeModule = defineModule('store', {
  needs: [organisationsModule],
  owns: {
    store_location: 'never',
  },
  faults: storeFaults,
  create: ({ db, clock, store }) => ({ storeLocations: createStoreService({ db, clock, store }) }),
})({
  endpoints: [updateStoreClub],
});
