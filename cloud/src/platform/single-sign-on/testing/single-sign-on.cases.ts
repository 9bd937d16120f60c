import type { PlatformCases } from '../../../testing/platform-case.ts';
import { ofOrganisation } from '../../organisations/testing/of-organisation.ts';
import { PAGE, somebody, withCookie } from '../../sessions/testing/signing-in.ts';
import { aTrip, PROVIDER, withProvider } from './a-provider.ts';

export const singleSignOnCases: PlatformCases = {
  'single-sign-on.read': async (api) => {
    await withProvider(api);
    return ofOrganisation(api);
  },
  'single-sign-on.put': async (api) => ({ ...ofOrganisation(api), body: PROVIDER }),
  'single-sign-on.delete': async (api) => {
    await withProvider(api);
    return ofOrganisation(api);
  },
  'single-sign-on.begin': async (api) => {
    await withProvider(api);
    return { headers: PAGE, body: { organisationId: api.world.orgId } };
  },
  'single-sign-on.finish': async (api) => {
    await withProvider(api);
    const { user } = await somebody(api);
    const { browser, state } = await aTrip(api);
    return { headers: withCookie('__Host-pre', browser), body: { state, code: `c-${user.email}` } };
  },
};
