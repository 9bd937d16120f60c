import type { FaultCatalogue } from '@gatehouse/shared/fault/fault.ts';
import type { MountedEndpoint } from './mount.ts';

/** What a domain module hands to `compose.ts`. Everything the product knows of a domain is collected from here. */
export interface Module {
  readonly name: string;
  /** The only tables this module may write. */
  readonly owns: readonly string[];
  readonly faults: FaultCatalogue;
  readonly endpoints: readonly MountedEndpoint[];
}
