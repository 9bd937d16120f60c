import type { Seen } from './seen.ts';

/** The name of the type that an object is of. */
export type TypeNameOf = (seen: Seen) => string | undefined;

/** How objects of several types are told apart: in words of the library, and for whoever carries queries out without it. */
export const toldApartBy = (typeNameOf: TypeNameOf) => ({ resolveType: typeNameOf, extensions: { typeNameOf } });
