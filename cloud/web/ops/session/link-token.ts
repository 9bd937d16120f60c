import { ROUTES } from '../routes.ts';

/**
 * What signs in, of the link that the machine printed: it is taken out of the address at once, so that it stays in no history
 * and in nobody's view. Undefined at every other address.
 */
export const takeLinkToken = (
  { pathname, hash }: Pick<Location, 'pathname' | 'hash'>,
  history: Pick<History, 'replaceState'>,
): string | undefined => {
  if (pathname.replace(/\/$/, '') !== ROUTES.signIn) return undefined;
  history.replaceState(null, '', ROUTES.home);
  return hash.slice(1) || undefined;
};
