import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { BoxId, EventId, FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Fact } from '@gatehouse/shared/journal/fact.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Hours } from '@gatehouse/shared/time/duration.ts';
import { revoked } from '../../kit/db/revoked.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { OutboundTargets } from '../../kit/outbound/guarded-request.ts';
import type { WarningsService } from '../../sites/warnings/warnings.service.ts';
import { boxOutages } from './box-outages.ts';
import { type BoxWatchDeps, createBoxWatch } from './box-watch.ts';
import { deliverJob } from './deliver.ts';
import { disabledAnywhere } from './disabled-webhooks.ts';
import { addDelivery, createDispatch, type DispatchDeps } from './dispatch.ts';
import { operatorFeedRepo, organisationFeed } from './operator-feed.repo.ts';
import { createOperatorFeed, type OperatorFeedDeps } from './operator-feed.ts';
import { newSecret } from './signature.ts';
import { eventOf } from './told-facts.ts';
import { checkTypes, checkUrl, REPLAYED_MAX, WEBHOOKS_MAX } from './webhook-checks.ts';
import { chooses } from './webhook-types.ts';
import { toDelivery, toWebhook, type Webhook } from './webhook-views.ts';
import { webhooksFault } from './webhooks.faults.ts';
import { webhooksRepo } from './webhooks.repo.ts';
import type { DeliveryState, WebhookEndpointTable } from './webhooks.tables.ts';

export interface WebhooksDeps extends DispatchDeps, BoxWatchDeps {
  readonly clock: Clock;
  readonly warnings: Pick<WarningsService, 'raise' | 'closeEverywhere'> & BoxWatchDeps['warnings'];
  readonly targets: OutboundTargets;
  readonly changed?: NonNullable<OperatorFeedDeps['changed']>;
}
export type WebhooksService = ReturnType<typeof createWebhooksService>;

export interface WebhookFields {
  readonly url: string;
  readonly description: string;
  /** Types of events, or `access.*`; none for all. */
  readonly types: readonly string[];
}
/** From one place of the feed to another, both by time of recording. */
export interface ReplayRange {
  readonly from: number;
  readonly to: number;
}

/** For so long the secret before signs beside its successor. */
const OVERLAP = Hours(24);

/** What operators hear of: the feed of each organisation, and the webhooks that it is sent to. */
export const createWebhooksService = (deps: WebhooksDeps) => {
  const { clock, random, db } = deps;
  const dispatch = createDispatch(deps);
  const feed = createOperatorFeed(deps, dispatch.poke);

  /** What comes from now on: everything that is committed by now has its number, and lies before. */
  const fromNowOn = async (tx: Tx, orgId: OrgId): Promise<number> => {
    let last = await organisationFeed.numberWaiting(tx, orgId);
    while (await organisationFeed.hasWaiting(tx, orgId)) last = await organisationFeed.numberWaiting(tx, orgId);
    // With nobody to send to, nothing was sent; that is not made up for.
    if ((await webhooksRepo(tx).enabledOf(orgId)).length === 0) await operatorFeedRepo(tx).setSent(orgId, last);
    return last;
  };
  const found = async (tx: Tx, id: string): Promise<WebhookEndpointTable> => {
    const row = await webhooksRepo(tx).find(id);
    if (row === undefined) throw webhooksFault('webhook_unknown', 'There is no such webhook.');
    return row;
  };
  const after = async (tx: Tx, id: string): Promise<Webhook> => toWebhook(await found(tx, id));

  return {
    add: feed.add,
    page: feed.page,
    lastPlace: feed.lastPlace,
    passGivenPlaces: feed.passGivenPlaces,
    eventsOfMember: feed.eventsOfMember,
    membersAfter: feed.membersAfter,
    forgetMember: feed.forgetMember,
    forgetEventsBefore: feed.forgetBefore,
    forgetDeliveriesBefore: (tx: Tx, at: number, limit: number) => webhooksRepo(tx).deleteDeliveriesBefore(at, limit),

    /** Listens to the boxes' journals. */
    factStored: async (tx: Tx, boxId: BoxId, facilityId: FacilityId, fact: Fact): Promise<void> => {
      const event = eventOf(boxId, facilityId, fact);
      if (event !== undefined) await feed.add(tx, event);
    },

    watchBoxes: createBoxWatch(deps, feed.add),
    dispatchAll: dispatch.dispatchAll,
    deliverJob: () => deliverJob(deps),

    list: (orgId: OrgId): Promise<readonly Webhook[]> =>
      db.read(async (tx) => (await webhooksRepo(tx).listOf(orgId)).map(toWebhook)),

    find: async (tx: Tx, id: string): Promise<Webhook | undefined> => {
      const row = await webhooksRepo(tx).find(id);
      return row && toWebhook(row);
    },

    disabledAnywhere,
    outages: boxOutages,

    /** When boxes of a facility came and went as the watch over them saw it, in order: the first `most` of a period. */
    boxChanges: (
      tx: Tx,
      facilityId: FacilityId,
      period: { readonly from: number; readonly to: number },
      most: number,
    ) => operatorFeedRepo(tx).boxChanges(facilityId, period, most),

    /** With its secret, which is in no later answer. It is sent what is recorded from now on. */
    create: async (
      tx: Tx,
      orgId: OrgId,
      { url, description, types }: WebhookFields,
      by: string,
    ): Promise<{ webhook: Webhook; secret: string }> => {
      checkUrl(url, deps.targets);
      checkTypes(types);
      const fromSeq = await fromNowOn(tx, orgId);
      if ((await webhooksRepo(tx).listOf(orgId)).length >= WEBHOOKS_MAX)
        throw webhooksFault('webhook_refused', `An organisation has at most ${WEBHOOKS_MAX} webhooks.`);
      const id = randomId('whk', random, clock.wallMs());
      const secret = newSecret(random);
      await webhooksRepo(tx).insert({
        id,
        org_id: orgId,
        url,
        description,
        types: JSON.stringify(types),
        secret,
        old_secret: null,
        old_secret_until: null,
        from_seq: fromSeq,
        failing_since: null,
        disabled_at: null,
        disabled_why: null,
        created_at: clock.wallMs(),
        created_by: by,
      });
      return { webhook: await after(tx, id), secret };
    },

    /** What is not named stays as it is. One that is enabled again is sent what is recorded from now on. */
    update: async (
      tx: Tx,
      id: string,
      { url, types, description, enabled }: Partial<WebhookFields> & { readonly enabled?: boolean | undefined },
    ): Promise<Webhook> => {
      const row = await found(tx, id);
      if (url !== undefined) checkUrl(url, deps.targets);
      if (types !== undefined) checkTypes(types);
      const changed = {
        ...(url !== undefined && { url }),
        ...(description !== undefined && { description }),
        ...(types !== undefined && { types: JSON.stringify(types) }),
      };
      if (Object.keys(changed).length > 0) await webhooksRepo(tx).update(id, changed);
      if (enabled === true && row.disabled_at !== null) {
        const from_seq = await fromNowOn(tx, row.org_id);
        await webhooksRepo(tx).update(id, { disabled_at: null, disabled_why: null, failing_since: null, from_seq });
        await deps.warnings.closeEverywhere(tx, { kind: 'webhook_disabled', subject: id });
      }
      if (enabled === false) await webhooksRepo(tx).disable(id, clock.wallMs(), 'by hand');
      if (enabled === false || (url !== undefined && url !== row.url)) revoked(tx, { kind: 'webhook', subject: id });
      return after(tx, id);
    },

    /** After a restore: nothing is sent to where somebody had stopped it. Resolves with whether it was. */
    disableAgain: (tx: Tx, id: string): Promise<boolean> =>
      webhooksRepo(tx).disable(id, clock.wallMs(), 'the cloud was restored from a backup'),

    remove: async (tx: Tx, id: string): Promise<void> => {
      await found(tx, id);
      await webhooksRepo(tx).remove(id);
      revoked(tx, { kind: 'webhook', subject: id });
      await deps.warnings.closeEverywhere(tx, { kind: 'webhook_disabled', subject: id });
    },

    /** A new secret, in this answer only. For a day both sign, so that the receiver can change over without a gap. */
    rotateSecret: async (tx: Tx, id: string): Promise<{ webhook: Webhook; secret: string }> => {
      const row = await found(tx, id);
      const secret = newSecret(random);
      await webhooksRepo(tx).update(id, {
        secret,
        old_secret: row.secret,
        old_secret_until: clock.wallMs() + OVERLAP,
      });
      return { webhook: await after(tx, id), secret };
    },

    /** Sends again: one event, whatever the webhook wants, or those of a range that it does. Each keeps its id. */
    replay: async (tx: Tx, id: string, what: { readonly eventId: EventId } | ReplayRange) => {
      const row = await found(tx, id);
      const events = await eventsFor(tx, row, what);
      const deliveries: string[] = [];
      for (const event of events) deliveries.push(await addDelivery(tx, deps, id, event));
      return { deliveries: deliveries.length };
    },

    deliveries: (
      id: string,
      asked: {
        readonly state?: DeliveryState | undefined;
        readonly after?: string | undefined;
        readonly limit: number;
      },
    ) =>
      db.read(async (tx) => {
        await found(tx, id);
        const rows = await webhooksRepo(tx).deliveries(id, { ...asked, limit: asked.limit + 1 });
        const deliveries = rows.slice(0, asked.limit).map(toDelivery);
        return { deliveries, next: rows.length > asked.limit ? (deliveries.at(-1)?.id ?? null) : null };
      }),
  };
};

const eventsFor = async (tx: Tx, row: WebhookEndpointTable, what: { readonly eventId: EventId } | ReplayRange) => {
  const repo = operatorFeedRepo(tx);
  if ('eventId' in what) {
    const event = await repo.findEvent(row.org_id, what.eventId);
    if (event === undefined) throw webhooksFault('event_unknown', 'There is no such event in this organisation.');
    return [event];
  }
  const patterns: unknown = JSON.parse(row.types);
  if (!Array.isArray(patterns)) throw new Bug('the types of a webhook are no list');
  const events = await repo.recordedWithin(row.org_id, what, REPLAYED_MAX + 1);
  if (events.length > REPLAYED_MAX)
    throw webhooksFault('webhook_refused', `More than ${REPLAYED_MAX} events lie in this range: replay it in parts.`);
  return events.filter(({ type }) => chooses(patterns, type));
};
