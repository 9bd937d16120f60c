/** What a network controller said of itself. */
export interface NetworkControllerState {
  readonly reachable: boolean;
  /** As it calls itself. */
  readonly name: string | null;
  readonly version: string | null;
}

/**
 * The source port of network controllers: asks the one that an operator has configured for a facility, by its own
 * address book and never at an address that a caller gave. `undefined` where none is configured.
 */
export interface NetworkControllers {
  readonly test: (facilityId: string) => Promise<NetworkControllerState | undefined>;
}

/** Until an installation brings an adapter for its controllers, no facility has one. */
export const NO_NETWORK_CONTROLLERS: NetworkControllers = { test: async () => undefined };
