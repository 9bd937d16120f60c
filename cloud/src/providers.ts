import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { stripePayproc } from './commerce/payproc/payproc.module.ts';
import type { CloudConfig } from './config.ts';
import { stagingOf } from './content/db-sync/db-sync.module.ts';
import { yext } from './content/listings/listings.module.ts';
import { shopify } from './content/store/store.module.ts';
import { openMeteo } from './operation/environment/environment.module.ts';

type Settings = Pick<
  CloudConfig,
  'smtp' | 'weatherUrl' | 'store' | 'listings' | 'payproc' | 'databaseUrl' | 'syncSourceUrl'
>;

/** The services of others that the settings name. None is asked, nor its library loaded, before it is needed. */
export const providersOf = (
  { weatherUrl, store, listings, payproc, databaseUrl, syncSourceUrl: sourceUrl }: Settings,
  clock: Clock,
) => ({
  staging: sourceUrl === undefined ? undefined : stagingOf({ sourceUrl, databaseUrl }),
  weather: weatherUrl === undefined ? undefined : openMeteo({ url: weatherUrl, clock }),
  payproc: payproc && stripePayproc(payproc, clock),
  store: store && shopify(store, clock),
  listingsProvider: listings && yext(listings, clock),
});

/** What pages show only where it is there. */
export const featuresOf = ({ smtp, weatherUrl }: Settings): readonly string[] => [
  ...(smtp === undefined ? [] : ['mail']),
  ...(weatherUrl === undefined ? [] : ['weather']),
];
