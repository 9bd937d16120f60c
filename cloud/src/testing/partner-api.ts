import type { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import type { Database } from '../kit/db/unit-of-work.ts';
import type { Kit } from '../kit/http/pipeline.ts';
import { serveSurface } from '../kit/http/surfaces.ts';
import type { Link } from '../link/link.ts';
import { authenticatePartner, identifyPartner, partnerSurface } from '../partner/partners/partner-surface.ts';
import { serveSurfaces } from './surface-api.ts';

/** HTTP Basic with a secret key and an empty password. */
export const basic = (key: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
});

/** The partner API on a real TLS socket, in front of a world whose box is scripted. */
export const servePartnerApi = async (db: Database, clock: ManualClock, link: Link, overrides: Partial<Kit> = {}) => {
  const surfaces = (world: Parameters<typeof authenticatePartner>[0]) => [
    serveSurface(partnerSurface, authenticatePartner(world), identifyPartner(world)),
  ];
  const api = await serveSurfaces({ db, clock, link }, surfaces, overrides);
  const { world } = api;
  const keyOf = async (type: 'live' | 'dryrun' | 'read-only', partnerId = world.partnerId) =>
    world.db.write((tx) => world.partners.createKey(tx, partnerId, type, 'Test'));
  return { ...api, keyOf };
};
export type PartnerApi = Awaited<ReturnType<typeof servePartnerApi>>;
