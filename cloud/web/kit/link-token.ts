/**
 * What signs in, of the link that the machine printed: it is taken out of the address at once, so that it stays in no history
 * and in nobody's view. Undefined at every other address.
 */
export const takeLinkToken = (
  { pathname, hash }: Pick<Location, 'pathname' | 'hash'>,
  history: Pick<History, 'replaceState'>,
  { signIn, home }: { readonly signIn: string; readonly home: string },
): string | undefined => {
  if (pathname.replace(/\/$/, '') !== signIn) return undefined;
  history.replaceState(null, '', home);
  return hash.slice(1) || undefined;
};
