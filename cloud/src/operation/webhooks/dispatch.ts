import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { EventId, FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { JobsService } from '../../platform/jobs/jobs.module.ts';
import { operatorFeedRepo, organisationFeed } from './operator-feed.repo.ts';
import type { OperatorFeedDeps } from './operator-feed.ts';
import { chooses } from './webhook-types.ts';
import { webhooksRepo } from './webhooks.repo.ts';

export const DELIVER = 'webhooks.deliver';
const AT_ONCE = 100;

export interface DispatchDeps extends OperatorFeedDeps {
  readonly jobs: Pick<JobsService, 'enqueue'>;
  readonly log: { error(detail: unknown, message: string): void };
}

/** What is to be delivered: an event, by its id, to an endpoint. */
export const addDelivery = async (
  tx: Tx,
  { jobs, clock, random }: Pick<DispatchDeps, 'jobs' | 'clock' | 'random'>,
  endpointId: string,
  event: { readonly id: EventId; readonly type: string; readonly facility_id: FacilityId },
): Promise<string> => {
  const now = clock.wallMs();
  const id = randomId('whd', random, now);
  await webhooksRepo(tx).insertDelivery({
    id,
    endpoint_id: endpointId,
    event_id: event.id,
    type: event.type,
    facility_id: event.facility_id,
    state: 'pending',
    attempts: 0,
    last_at: null,
    last_status: null,
    last_error: null,
    created_at: now,
  });
  await jobs.enqueue(tx, DELIVER, { deliveryId: id }, { key: id });
  return id;
};

/** Makes a delivery of each new event for each endpoint that wants it: once, for the feed's mark goes on in the same unit. */
export const createDispatch = (deps: DispatchDeps) => {
  const { db, log } = deps;
  const busy = new Map<string, 'once' | 'again'>();

  const dispatchSome = (orgId: OrgId): Promise<boolean> =>
    db.write(async (tx) => {
      const feed = operatorFeedRepo(tx);
      // Takes the feed's lock: no event is sent by two at once.
      const last = await organisationFeed.numberWaiting(tx, orgId);
      const sentThrough = await feed.sentThrough(orgId);
      const events = await feed.page(orgId, sentThrough, AT_ONCE);
      const endpoints = await webhooksRepo(tx).enabledOf(orgId);
      for (const event of events)
        for (const endpoint of endpoints)
          if ((event.seq ?? 0) > endpoint.from_seq && chooses(JSON.parse(endpoint.types), event.type))
            await addDelivery(tx, deps, endpoint.id, event);
      const through = events.at(-1)?.seq ?? last;
      if (through > sentThrough) await feed.setSent(orgId, through);
      return events.length === AT_ONCE;
    });
  const dispatch = async (orgId: OrgId): Promise<void> => {
    while (await dispatchSome(orgId));
  };

  return {
    dispatch,

    /** For what has just been committed here: at once, and one after another. What gets lost is found by the schedule. */
    poke: (orgId: OrgId): void => {
      if (busy.has(orgId)) return void busy.set(orgId, 'again');
      const run = async (): Promise<void> => {
        try {
          do {
            busy.set(orgId, 'once');
            await dispatch(orgId);
          } while (busy.get(orgId) === 'again');
        } finally {
          // In the turn in which nobody has asked again: whoever does so later begins anew.
          busy.delete(orgId);
        }
      };
      run().catch((error: unknown) => log.error({ err: error, orgId }, 'events wait for the next look at webhooks'));
    },

    /** Every organisation that has webhooks. */
    dispatchAll: async (signal?: AbortSignal): Promise<void> => {
      for (const orgId of await db.read((tx) => webhooksRepo(tx).organisationsWithEnabled())) {
        if (signal?.aborted === true) return;
        await dispatch(orgId);
      }
    },
  };
};
