/** What the OpenID provider of an organisation has sent the browser back with. */
export interface ProviderAnswer {
  readonly state: string;
  readonly code: string;
  readonly iss?: string;
}

/** How somebody came who is to be signed in by it. */
export interface Arrival {
  /** Of a link that the machine printed. */
  readonly token?: string;
  /** Null where the provider lets nobody in. */
  readonly answer?: ProviderAnswer | null;
  /** Whose provider is offered. */
  readonly organisationId?: string;
  /** What names the invite of an installer: it signs nobody in. */
  readonly invite?: string;
}

interface SignInPaths {
  readonly signIn: string;
  /** Where providers send browsers back to. */
  readonly signInReturn?: string;
  /** Where the links of invites lead. */
  readonly signInInvite?: string;
  readonly home: string;
}

/** What signs in is taken out of the address at once, so that it stays in no history and in nobody's view. */
export const takeArrival = (
  { pathname, hash, search }: Pick<Location, 'pathname' | 'hash' | 'search'>,
  history: Pick<History, 'replaceState'>,
  { signIn, signInReturn, signInInvite, home }: SignInPaths,
): Arrival => {
  const path = pathname.replace(/\/$/, '');
  if (![signIn, signInReturn, signInInvite].includes(path)) return {};
  history.replaceState(null, '', home);
  const sent = new URLSearchParams(search);
  if (path === signInReturn) {
    const [state, code, iss] = ['state', 'code', 'iss'].map((name) => sent.get(name));
    return { answer: state && code ? { state, code, ...(iss && { iss }) } : null };
  }
  const token = hash.slice(1);
  if (path === signInInvite) return { invite: token };
  const organisationId = sent.get('organisation');
  return { ...(token !== '' && { token }), ...(organisationId && { organisationId }) };
};
