import { createRequire } from 'node:module';

/**
 * Asked for by whoever needs it: what a bundled agent imports of a package beside it is loaded at its start, on boxes that
 * have no use for it too, and one that is missing there (`edge/src/release/native-packages.ts`) would let no agent start.
 */
export const koffi: typeof import('koffi') = createRequire(import.meta.url)('koffi');
