import { FacilityId, type OrgId } from '@gatehouse/shared/ids/ids.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { platformTopic } from '../../platform/live/live.ports.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import { facilityReads } from '../../platform/users/facility-surface.ts';
import { AN_EVENT, EventView, viewOf } from './operator-events.endpoints.ts';
import type { WebhooksService } from './webhooks.service.ts';

interface Deps {
  readonly db: Pick<Database, 'read'>;
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
  readonly webhooks: Pick<WebhooksService, 'page' | 'lastPlace'>;
}

const organisationOf = async ({ db, organisations }: Deps, facilityId: string): Promise<OrgId | undefined> =>
  (await db.read((tx) => organisations.findFacility(tx, uncheckedId<FacilityId>(facilityId))))?.org_id;

/** Its places are those of the organisation's feed, of which it tells what happened at one facility. */
export const eventsTopic = platformTopic<Deps>()({
  topic: 'events',
  summary: 'Watch what happens at a facility',
  description: 'Everything that operators hear of, as it is recorded: what `/api/events` tells of this facility.',
  gate: facilityReads,
  param: 'facilityId',
  key: FacilityId,
  schema: EventView,
  example: AN_EVENT,
  feed: {
    last: async (deps, facilityId) => {
      const orgId = await organisationOf(deps, facilityId);
      return orgId === undefined ? 0 : deps.webhooks.lastPlace(orgId);
    },
    page: async (deps, facilityId, { after, limit }) => {
      const orgId = await organisationOf(deps, facilityId);
      if (orgId === undefined) return { messages: [], next: after, more: false, complete: true };
      const { events, next, more, complete } = await deps.webhooks.page(orgId, { after, limit });
      const here = events.filter((event) => event.facilityId === facilityId);
      return { messages: here.map((event) => ({ seq: event.seq, changes: [viewOf(event)] })), next, more, complete };
    },
  },
});
