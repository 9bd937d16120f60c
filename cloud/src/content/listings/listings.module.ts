import { defineModule } from '../../kit/modules/module.ts';
import { jobsModule } from '../../platform/jobs/jobs.module.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { listLocations, putLocation, readListings, readLocation, removeLocation } from './listings.endpoints.ts';
import { listingsFaults } from './listings.faults.ts';
import { removeLocationJob } from './listings.job.ts';
import { createListingsService } from './listings.service.ts';
import type { ListingsProvider } from './listings-provider.ts';

declare module '../../kit/modules/module.ts' {
  interface Environment {
    /** Where facilities are listed, if anywhere. */
    readonly listingsProvider?: ListingsProvider | undefined;
  }
}

export { yext } from './yext.ts';

export const listingsModule = defineModule('listings', {
  needs: [jobsModule, organisationsModule],
  owns: {
    listing_link: 'never',
  },
  faults: listingsFaults,
  create: ({ db, clock, jobs, listingsProvider }) => ({
    listings: createListingsService({ db, clock, jobs, listingsProvider }),
  }),
})({
  endpoints: [listLocations, readLocation, removeLocation, readListings, putLocation],
  jobs: ({ listings }) => [removeLocationJob(listings)],
});
