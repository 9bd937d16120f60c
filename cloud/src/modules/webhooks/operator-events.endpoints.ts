import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { kitFault } from '../../http/kit-faults.ts';
import { cursorOf, placeOf } from '../events/events.module.ts';
import { platformEndpoint } from '../users/platform-surface.ts';
import type { OperatorEvent } from './operator-feed.ts';
import { EVENT_TYPES } from './told-facts.ts';
import type { WebhooksService } from './webhooks.service.ts';

const EventView = z
  .object({
    id: z.string().meta({ description: 'Unique. An event read again, or sent to a webhook, has the same id.' }),
    type: z.string().meta({ description: `What happened. More may be added. Now: ${EVENT_TYPES.join(', ')}.` }),
    facilityId: z.string(),
    occurredAt: z.iso.datetime(),
    recordedAt: z.iso.datetime().meta({ description: 'Later than it happened if a box was cut off.' }),
    data: z.looseObject({}).meta({ description: 'What the type tells.' }),
  })
  .meta({ id: 'OperatorEvent' });

const viewOf = (event: OperatorEvent): z.infer<typeof EventView> => ({
  ...event,
  occurredAt: isoOf(event.occurredAt),
  recordedAt: isoOf(event.recordedAt),
});

export const listOperatorEvents = platformEndpoint<{ readonly webhooks: Pick<WebhooksService, 'page'> }>()({
  id: 'webhooks.events',
  method: 'GET',
  path: '/api/events',
  summary: 'Read the event feed of an organisation',
  description:
    'Everything that happened at its facilities, in one lasting order: unlocks and what came of them, entries and denials that boxes decided, alarms of doors, boxes that came and went, maintenance and lockdown, configurations taken over, warnings. Keep `next` of each answer and send it as `after` of the next request: no event is missed and none comes twice. If `complete` is false, events that followed your cursor are past their retention.',
  gate: { needs: 'org-admin', in: 'organisation' },
  query: z.strictObject({
    organisationId: z.string().min(1).max(60),
    after: z
      .string()
      .max(60)
      .optional()
      .meta({ description: '`next` of an earlier answer; without it the oldest events.' }),
    limit: z.coerce.number().int().min(1).max(200).default(100),
  }),
  success: {
    status: 200,
    description: 'The events after the cursor, oldest first.',
    schema: z.object({
      events: z.array(EventView),
      next: z.string().meta({ description: 'The cursor for the next request, also when there is nothing new.' }),
      more: z.boolean().meta({ description: 'Whether there is more to read right now.' }),
      complete: z.boolean(),
    }),
  },
  faults: {},
  handle: async ({ webhooks }, { query: { organisationId, after, limit } }) => {
    const place = after === undefined || after === '' ? undefined : placeOf(after);
    if (after !== undefined && after !== '' && place === undefined)
      throw kitFault('invalid_request', 'after: must be the next of an earlier answer.');
    const { events, next, more, complete } = await webhooks.page(organisationId, { after: place, limit });
    return { events: events.map(viewOf), next: cursorOf(next), more, complete };
  },
});
