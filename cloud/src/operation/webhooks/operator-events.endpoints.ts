import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { pagesOf } from '../../kit/http/paging.ts';
import { noPosition } from '../../kit/http/position.ts';
import { cursorOf, placeOf } from '../../partner/events/events.module.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import type { OperatorEvent } from './operator-feed.ts';
import { EVENT_TYPES } from './told-facts.ts';
import type { WebhooksService } from './webhooks.service.ts';

export const EventView = z
  .object({
    eventId: z.string().meta({ description: 'Unique. An event read again, or sent to a webhook, has the same id.' }),
    type: z.string().meta({ description: `What happened. More may be added. Now: ${EVENT_TYPES.join(', ')}.` }),
    facilityId: z.string(),
    occurredAt: z.iso.datetime(),
    recordedAt: z.iso.datetime().meta({ description: 'Later than it happened if a box was cut off.' }),
    data: z.looseObject({}).meta({ description: 'What the type tells.' }),
  })
  .meta({ id: 'OperatorEvent' });

export const viewOf = ({ id, seq: _place, ...event }: OperatorEvent): z.infer<typeof EventView> => ({
  eventId: id,
  ...event,
  occurredAt: isoOf(event.occurredAt),
  recordedAt: isoOf(event.recordedAt),
});

export const AN_EVENT: z.input<typeof EventView> = {
  eventId: 'oev_0123456789abcdef',
  type: 'door.held_open',
  facilityId: 'fac_0123456789abcdef',
  occurredAt: '2026-01-01T09:30:00.000Z',
  recordedAt: '2026-01-01T09:30:00.200Z',
  data: { boxId: '7b0e3f0e-6a52-4c7e-9f2b-0d9f6a1f7c11', doorId: 'door_0123456789abcdef', seconds: 60 },
};

export const listOperatorEvents = platformEndpoint<{ readonly webhooks: Pick<WebhooksService, 'page'> }>()({
  id: 'webhooks.events',
  method: 'GET',
  unit: 'own',
  path: '/api/events',
  graph: { on: 'Organisation', as: 'events', with: { organisationId: 'organisationId' } },
  summary: 'Read the event feed of an organisation',
  description:
    'Everything that happened at its facilities, in one lasting order: unlocks and what came of them, entries and denials that boxes decided, alarms of doors, boxes that came and went, maintenance and lockdown, configurations taken over, warnings, what was signed, payments that failed, and, without amounts, what whoever pays was told of their money. Keep `next` of each answer and send it as `after` of the next request: no event is missed and none comes twice. If `complete` is false, events that followed `after` are past their retention.',
  gate: { needs: 'org-admin', in: 'organisation' },
  query: z.strictObject({
    organisationId: z.string().min(1).max(60).describe('Whose feed it is.').brand<'OrgId'>(),
    ...pagesOf({ usual: 100 }),
    after: z.string().max(60).optional().describe('`next` of an earlier answer; without it the oldest events.'),
  }),
  success: {
    status: 200,
    description: 'The events after that place, the oldest first.',
    schema: z.object({
      data: z.array(EventView),
      next: z.string().meta({ description: 'Where the next request goes on, also when there is nothing new.' }),
      more: z.boolean().meta({ description: 'Whether there is more to read right now.' }),
      complete: z.boolean(),
    }),
  },
  examples: {
    query: { organisationId: 'org_0123456789abcdef' },
    success: {
      data: [AN_EVENT],
      next: 'MS40Mg',
      more: false,
      complete: true,
    },
  },
  faults: {},
  handle: async ({ webhooks }, { query: { organisationId, after, limit } }) => {
    const place = after === undefined || after === '' ? undefined : placeOf(after);
    if (after !== undefined && after !== '' && place === undefined) throw noPosition();
    const { events, next, more, complete } = await webhooks.page(organisationId, { after: place, limit });
    return { data: events.map(viewOf), next: cursorOf(next), more, complete };
  },
});
