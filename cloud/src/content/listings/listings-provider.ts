import type { Listed } from './listed-fields.ts';

/** How a publisher, such as a map or a directory, shows a location. */
export interface Listing {
  readonly publisher: string;
  /** In the provider’s word, such as `LIVE`. */
  readonly status: string;
  /** What is wrong, or to come, in the provider’s words. */
  readonly details: readonly string[];
  /** Where to see it: https alone. */
  readonly url: string | null;
}

/**
 * Where the locations of facilities are listed. Each method rejects with `ProviderSilent` where there is no answer that can be
 * read, with the fault `provider_busy` where the provider takes no more for now, and with `ListingsRefused` where it will not
 * do it.
 */
export interface ListingsProvider {
  get(locationId: string): Promise<Listed | undefined>;
  /** Makes one with this id. Where there is one already, it gets these fields: so it may be asked again. */
  create(locationId: string, fields: Listed): Promise<void>;
  update(locationId: string, fields: Partial<Listed>): Promise<void>;
  /** That it is not there any more is well. */
  remove(locationId: string): Promise<void>;
  listings(locationId: string): Promise<readonly Listing[]>;
}

/** The provider has understood, and will not do it: why, in its own words. */
export class ListingsRefused extends Error {
  override readonly name = 'ListingsRefused';
}
