import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { readPayproc, stripePayproc } from './commerce/payproc/payproc.module.ts';
import type { CloudConfig } from './config.ts';
import { stagingOf } from './content/db-sync/db-sync.module.ts';
import { yext } from './content/listings/listings.module.ts';
import { readSms } from './content/sms/sms.module.ts';
import { shopify } from './content/store/store.module.ts';
import { httpUpstream, readModelUpstreams } from './inference/inference/inference.module.ts';
import { readTimeAuthority, rfc3161 } from './kit/documents/time-stamp/rfc3161.ts';
import { readProvider } from './kit/outbound/provider-settings.ts';
import { openMeteo } from './operation/environment/environment.module.ts';

/** Reads which services of others there are; whatever is wrong joins `problems`, without the values. */
export const readProviders = (env: Readonly<Record<string, string | undefined>>, problems: string[]) => ({
  store: readProvider('STORE', env, problems),
  listings: readProvider('LISTINGS', env, problems),
  /** By whom texts are sent. */
  sms: readSms(env, problems),
  /** By whom cards are taken. */
  payproc: readPayproc(env, problems),
  /** By whom seals are stamped with the time. */
  timeAuthorityUrl: readTimeAuthority(env, problems),
  /** Who answers for models. */
  modelUpstreams: readModelUpstreams(env, problems),
});
export type ProviderConfig = ReturnType<typeof readProviders>;

type Settings = Pick<
  CloudConfig,
  | 'smtp'
  | 'weatherUrl'
  | 'timeAuthorityUrl'
  | 'store'
  | 'listings'
  | 'payproc'
  | 'modelUpstreams'
  | 'databaseUrl'
  | 'syncSourceUrl'
>;

/** The services of others that the settings name. None is asked, nor its library loaded, before it is needed. */
export const providersOf = (
  {
    weatherUrl,
    timeAuthorityUrl,
    store,
    listings,
    payproc,
    modelUpstreams,
    databaseUrl,
    syncSourceUrl: sourceUrl,
  }: Settings,
  clock: Clock,
) => ({
  staging: sourceUrl === undefined ? undefined : stagingOf({ sourceUrl, databaseUrl }),
  weather: weatherUrl === undefined ? undefined : openMeteo({ url: weatherUrl, clock }),
  timeAuthority:
    timeAuthorityUrl === undefined ? undefined : rfc3161({ url: timeAuthorityUrl, clock, random: systemRandom }),
  payproc: payproc && stripePayproc(payproc, clock),
  modelUpstreams: modelUpstreams.map((settings) => httpUpstream(settings, clock)),
  store: store && shopify(store, clock),
  listingsProvider: listings && yext(listings, clock),
});

/** What pages show only where it is there. */
export const featuresOf = ({ smtp, weatherUrl }: Settings): readonly string[] => [
  ...(smtp === undefined ? [] : ['mail']),
  ...(weatherUrl === undefined ? [] : ['weather']),
];
