/** Types of doors name ids, and ids are made by the server, from its own random bytes: of that nothing but types is looked at here. */
declare module 'node:crypto' {
  export const randomBytes: (count: number) => Uint8Array;
}
