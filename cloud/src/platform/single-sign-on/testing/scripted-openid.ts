import { type OpenId, ProviderProblem, type Vouched } from '../openid.ts';

/** What the provider of all worlds says of the code `c-<email>`: a person whose id there is their address here. */
export const scriptedOpenId: OpenId = {
  begin: async ({ issuer }, { state }) => {
    if (!issuer.startsWith('https://login.')) throw new ProviderProblem('refused', 'it has no configuration');
    return new URL(`/authorize?${new URLSearchParams({ state })}`, issuer);
  },
  finish: async (_provider, _trip, { code }): Promise<Vouched> => {
    const email = /^c-(.+@.+)$/.exec(code)?.[1];
    if (email === undefined) throw new ProviderProblem('refused', 'invalid_grant');
    return { subject: email, email, emailVerified: true };
  },
};
