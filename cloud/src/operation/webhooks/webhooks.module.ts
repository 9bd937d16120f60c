import { inBlocks } from '@gatehouse/shared/ids/random.ts';
import { serveTopic } from '../../kit/live/topic.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { hear } from '../../kit/modules/ports.ts';
import type { OutboundTargets } from '../../kit/outbound/guarded-request.ts';
import { factStored } from '../../link/link.ports.ts';
import { paymentFailed } from '../../platform/failed-payments/failed-payments.ports.ts';
import { jobsModule } from '../../platform/jobs/jobs.module.ts';
import { onSchedule } from '../../platform/jobs/jobs.ports.ts';
import { liveChanged } from '../../platform/live/live.ports.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { NOBODY } from '../../platform/retention/personal-data.ports.ts';
import { retentionPolicy, YEAR } from '../../platform/retention/retention.ports.ts';
import { usersModule } from '../../platform/users/users.module.ts';
import { boxesModule } from '../../sites/boxes/boxes.module.ts';
import { doorsModule } from '../../sites/doors/doors.module.ts';
import { warningsModule } from '../../sites/warnings/warnings.module.ts';
import { warningChanged } from '../../sites/warnings/warnings.ports.ts';
import { BOX_ALARMS } from './away-boxes.ts';
import { listDeliveries, replayEvents } from './deliveries.endpoints.ts';
import { listOperatorEvents } from './operator-events.endpoints.ts';
import { eventsTopic, feedTopic, unlocksTopic } from './operator-events.topic.ts';
import {
  createWebhook,
  listWebhooks,
  readWebhook,
  removeWebhook,
  rotateSecret,
  updateWebhook,
} from './webhooks.endpoints.ts';
import { webhooksFaults } from './webhooks.faults.ts';
import { createWebhooksService } from './webhooks.service.ts';

declare module '../../kit/modules/module.ts' {
  interface Environment {
    /** Where webhooks may lead; to addresses of the internet unless given. */
    readonly webhookTargets?: OutboundTargets | undefined;
  }
}

export type { WebhooksService } from './webhooks.service.ts';

export const webhooksModule = defineModule('webhooks', {
  needs: [usersModule, organisationsModule, jobsModule, boxesModule, warningsModule, doorsModule],
  owns: {
    operator_event: 'never',
    operator_feed: 'never',
    box_watch: 'never',
    webhook_endpoint: 'never',
    webhook_delivery: 'never',
  },
  faults: webhooksFaults,
  asks: { liveChanged },
  create: ({ db, clock, random, log, jobs, boxes, warnings, doors, webhookTargets, liveChanged }) => ({
    webhooks: createWebhooksService({
      db,
      clock,
      random: inBlocks(random),
      log,
      jobs,
      boxes,
      warnings,
      doors,
      targets: webhookTargets ?? { addresses: 'public' },
      changed: liveChanged,
    }),
  }),
})({
  endpoints: [
    listOperatorEvents,
    listWebhooks,
    createWebhook,
    readWebhook,
    updateWebhook,
    removeWebhook,
    rotateSecret,
    replayEvents,
    listDeliveries,
  ],
  topics: (deps) => [eventsTopic, feedTopic, unlocksTopic].map((topic) => serveTopic(topic, deps)),
  on: ({ webhooks }) => [
    hear(warningChanged, webhooks.add),
    hear(paymentFailed, webhooks.add),
    hear(factStored, webhooks.factStored),
  ],
  alarms: () => BOX_ALARMS,
  jobs: ({ webhooks }) => [
    webhooks.deliverJob(),
    onSchedule('webhooks.dispatch', '* * * * *', webhooks.dispatchAll),
    onSchedule('webhooks.watch-boxes', '* * * * *', webhooks.watchBoxes),
  ],
  retention: ({ webhooks }) => [
    retentionPolicy(
      'operator_event',
      'the event feeds of organisations',
      [7, 90, 10 * YEAR],
      webhooks.forgetEventsBefore,
    ),
    retentionPolicy('webhook_delivery', 'what was sent to webhooks', [7, 30, YEAR], webhooks.forgetDeliveriesBefore),
  ],
  personalData: ({ webhooks }) => [
    {
      name: 'operator_event',
      read: (tx, ref, limit) => webhooks.eventsOfMember(tx, ref, limit),
      erase: (tx, ref, what) => webhooks.forgetMember(tx, ref, { ...what, nobody: NOBODY }),
      idsAfter: (tx, { facilityId }, after, limit) => webhooks.membersAfter(tx, facilityId, after, limit),
    },
  ],
});
