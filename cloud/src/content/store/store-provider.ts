import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';

/** A field of an address is left out where nobody here knows it; the shop’s own stays then. */
export interface StoreAddress {
  readonly address1?: string | undefined;
  readonly address2?: string | undefined;
  readonly city?: string | undefined;
  /** ISO 3166-1 alpha-2. */
  readonly countryCode?: string | undefined;
  readonly provinceCode?: string | undefined;
  readonly zip?: string | undefined;
}

/** What a location of the shop is to have. */
export interface StoreFields {
  readonly name: string;
  readonly address: StoreAddress;
  /** E.164. */
  readonly phone?: string | undefined;
  readonly fulfillsOnlineOrders?: boolean | undefined;
}

/** A location as the shop has it. */
export interface StoreLocation {
  readonly id: string;
  readonly name: string;
  readonly isActive: boolean;
  readonly fulfillsOnlineOrders: boolean;
  readonly address: Readonly<Record<keyof StoreAddress | 'phone', string | null>>;
}

/**
 * The locations of an online shop. Each method rejects with `ProviderSilent` where there is no answer that can be read, with
 * the fault `provider_busy` where the shop takes no more for now (nothing was done then), and with `StoreRefused` where the
 * shop will not do it.
 */
export interface StoreProvider {
  get(locationId: string): Promise<StoreLocation | undefined>;
  /** The one that was added for this facility, active or not. */
  find(facilityId: FacilityId): Promise<StoreLocation | undefined>;
  /** Adds one that `find` finds by this facility. */
  add(facilityId: FacilityId, fields: StoreFields): Promise<StoreLocation>;
  edit(locationId: string, fields: Partial<StoreFields>): Promise<void>;
  setActive(locationId: string, isActive: boolean): Promise<void>;
}

/** What the shop does not take, by the path of the field in our request. */
export interface StoreProblem {
  readonly path: string;
  readonly message: string;
}

/** The shop has understood, and will not do it. */
export class StoreRefused extends Error {
  override readonly name = 'StoreRefused';
  readonly problems: readonly StoreProblem[];
  constructor(problems: readonly StoreProblem[]) {
    super('the shop refused');
    this.problems = problems;
  }
}
