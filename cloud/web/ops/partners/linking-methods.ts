import type { PartnerAccount } from '../../client/platform-api.gen.ts';
import { partnersWords } from '../../words/partners-en.ts';

type LinkingMethod = PartnerAccount['linkingMethod'];

/** How requests of a partner may name a facility, as a choice. */
export const LINKING_METHODS = Object.entries(partnersWords.methods) as readonly (readonly [LinkingMethod, string])[];
