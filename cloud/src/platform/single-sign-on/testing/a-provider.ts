import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { PlatformApi } from '../../../testing/platform-api.ts';

export const PROVIDER = {
  issuer: 'https://login.riverside.example',
  clientId: 'gatehouse',
  clientSecret: 'a secret of the provider',
};

export const withProvider = ({ world }: Pick<PlatformApi, 'world'>, orgId: OrgId = world.orgId) =>
  world.db.write((tx) => world.singleSignOn.put(tx, orgId, PROVIDER, 'user:test'));

/** A sign-in that has begun in a browser, and is on its way. */
export const aTrip = async ({ world }: Pick<PlatformApi, 'world'>) => {
  const { db, singleSignOn, orgId } = world;
  const provider = await db.read((tx) => singleSignOn.providerOf(tx, orgId));
  const { trip } = await singleSignOn.begin(provider);
  const browser = await db.write((tx) => singleSignOn.begun(tx, orgId, trip, '192.0.2.7'));
  return { browser, state: trip.state };
};
