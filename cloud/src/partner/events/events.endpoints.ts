import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { kitFault } from '../../kit/http/kit-faults.ts';
import { withheld } from '../../kit/http/shown-fields.ts';
import { partnerEndpoint } from '../partners/partner-surface.ts';
import { cursorOf, placeOf } from './cursor.ts';
import type { EventsService, FeedEvent } from './events.service.ts';

interface Deps {
  readonly events: Pick<EventsService, 'page'>;
}

const text = z.string().optional();

/** One object for all kinds: each kind has some of its members, and more may be added. */
const EventData = z
  .looseObject({
    outcome: text.describe(
      'Of an unlock: `unlocked`, or the reason of its failure. Of `access.released`: what became of the lock, such as `unlocked`, `commanded` (nothing can see that lock), `open_already`, `relay_fault` or `maintenance`.',
    ),
    event_id: text.describe('Of an unlock: the `event_id` of its answer.'),
    command_id: text,
    door_id: text,
    member_id: withheld(z.string()).optional().describe('Your identifier of the person.'),
    check_in_id: withheld(z.string()).optional(),
    source: withheld(z.string()).optional(),
    started_at: z.iso.datetime().optional(),
    finished_at: z.iso.datetime().optional(),
    confirmed_at: z.iso.datetime().optional(),
    confirmed_by: text,
    request_id: text,
    state: z.enum(['open', 'closed']).optional().describe('Of a warning: whether it still stands.'),
    message: text.describe('Of a warning: what it says, in words.'),
    scope_key: text,
    entry_id: text.describe(
      'Of `access.…`: one question at a door. `access.released` has that of its `access.granted`.',
    ),
    via: text.describe(
      'Of `access.granted`: what opened the door: `plan`, `grace`, `window`, `pass` (an outage pass of yours), `maintenance_open`, or `other`: something that is not of your data.',
    ),
    reason: text.describe(
      'Of `access.denied`: why, by the words of the access check, or of an outage pass of yours; `other` where something decided that is not of your data.',
    ),
    next_open: z.iso.datetime().optional().describe('Of `access.denied` with `outside_hours`.'),
    clock: text.describe('`uncertain`: the box did not know the time well when it happened.'),
  })
  .meta({ id: 'EventData' });

const EventView = z
  .object({
    id: z.string().describe('Unique. An event read again has the same id.'),
    kind: z
      .string()
      .describe(
        '`unlock`: an unlock request of yours has ended. `unlock.confirmed_late`: a door moved after all for an unlock that was answered with a timeout. `warning.…`: something about your data at a facility needs a look, or no longer does. `access.granted`, `access.denied`: a door has let a member of yours in by itself, or not; `access.released`: what became of its lock then. More may be added: pass over kinds that you do not know.',
      ),
    facility_id: z.string(),
    linking_identifier: z.string().optional(),
    occurred_at: z.iso.datetime().describe('When it happened.'),
    recorded_at: z.iso.datetime().describe('When it was recorded here; later than it happened if a box was cut off.'),
    data: EventData,
  })
  .meta({ id: 'Event' });

export const listEvents = partnerEndpoint<Deps>()({
  id: 'events.list',
  method: 'GET',
  unit: 'own',
  path: '/partner/v1/events',
  summary: 'Read the event feed',
  description:
    'Everything that happened to your unlocks, windows and members, over all facilities that your key reaches, in one lasting order. Keep `next` of each answer and send it as `after` of the next request: no event is missed and none comes twice, whatever happens meanwhile. Events are kept for 30 days. If `complete` is false, events that followed your cursor were already gone.',
  gate: { key: 'read' },
  query: z.object({
    after: z
      .string()
      .max(60)
      .optional()
      .describe('`next` of an earlier answer. Without it, or empty: the oldest events.'),
    limit: z.coerce.number<string | number>().int().min(1).max(200).default(100).describe('How many at most.'),
  }),
  success: {
    status: 200,
    description: 'The events after the cursor, oldest first.',
    schema: z.object({
      data: z.array(EventView),
      next: z.string().describe('The cursor for the next request, also when there is nothing new.'),
      has_more: z.boolean().describe('True if there is more to read right now.'),
      complete: z
        .boolean()
        .describe('False if events after the cursor are gone: past their 30 days, or lost in a restore from a backup.'),
    }),
  },
  examples: {
    success: {
      data: [
        {
          id: 'fev_0123456789abcdef',
          kind: 'unlock',
          facility_id: 'fac_0123456789abcdef',
          occurred_at: '2026-01-01T09:30:00.412Z',
          recorded_at: '2026-01-01T09:30:00.412Z',
          data: {
            outcome: 'unlocked',
            event_id: 'evt_0123456789abcdef',
            command_id: 'cmd_0123456789abcdef',
            door_id: 'door_0123456789abcdef',
            member_id: 'M-1001',
          },
        },
      ],
      next: 'MS4x',
      has_more: false,
      complete: true,
    },
  },
  faults: {},
  handle: async ({ events }, { query }, { caller }) => {
    const after = query.after ? placeOf(query.after) : undefined;
    if (query.after && after === undefined) throw kitFault('invalid_request', 'after: is not a cursor of this feed.');
    const page = await events.page(caller.partnerId, { after, limit: query.limit, keyId: caller.keyId });
    return {
      data: page.events.map(view),
      next: cursorOf(page.next),
      has_more: page.more,
      complete: page.complete,
    };
  },
});

const view = (event: FeedEvent): z.output<typeof EventView> => ({
  id: event.id,
  kind: event.kind,
  facility_id: event.facilityId,
  ...(event.linkingIdentifier === null ? {} : { linking_identifier: event.linkingIdentifier }),
  occurred_at: isoOf(event.occurredAt),
  recorded_at: isoOf(event.recordedAt),
  data: event.data,
});
