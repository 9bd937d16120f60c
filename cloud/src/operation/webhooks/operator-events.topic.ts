import { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { LivePage } from '../../kit/live/source.ts';
import { platformTopic } from '../../platform/live/live.ports.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import { facilityReads } from '../../platform/users/facility-surface.ts';
import { AN_EVENT, EventView, viewOf } from './operator-events.endpoints.ts';
import type { OperatorEvent } from './operator-feed.ts';
import type { WebhooksService } from './webhooks.service.ts';

interface Deps {
  readonly db: Pick<Database, 'read'>;
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
  readonly webhooks: Pick<WebhooksService, 'page' | 'lastPlace'>;
}

const organisationOf = async ({ db, organisations }: Deps, facilityId: string): Promise<OrgId | undefined> =>
  (await db.read((tx) => organisations.findFacility(tx, uncheckedId<FacilityId>(facilityId))))?.org_id;

/** What of an organisation's feed is told, and how. Its places are those of the feed, also past what is not told. */
const pageOf = async (
  { webhooks }: Deps,
  orgId: OrgId,
  { after, limit }: { readonly after: number; readonly limit: number },
  toldAs: (event: OperatorEvent) => object | undefined,
): Promise<LivePage> => {
  const { events, next, more, complete } = await webhooks.page(orgId, { after, limit });
  const messages = events.flatMap((event) => {
    const told = toldAs(event);
    return told === undefined ? [] : [{ seq: event.seq, changes: [told] }];
  });
  return { messages, next, more, complete };
};

/** The same at one of its facilities. */
const feedAt = (toldAs: (event: OperatorEvent) => object | undefined) => ({
  last: async (deps: Deps, facilityId: string): Promise<number> => {
    const orgId = await organisationOf(deps, facilityId);
    return orgId === undefined ? 0 : deps.webhooks.lastPlace(orgId);
  },
  page: async (deps: Deps, facilityId: string, asked: { after: number; limit: number }): Promise<LivePage> => {
    const orgId = await organisationOf(deps, facilityId);
    if (orgId === undefined) return { messages: [], next: asked.after, more: false, complete: true };
    return pageOf(deps, orgId, asked, (event) => (event.facilityId === facilityId ? toldAs(event) : undefined));
  },
});

const ONLY_TYPES = { of: 'type', description: 'Only events of these types, such as `door.forced_open`.' } as const;

export const eventsTopic = platformTopic<Deps>()({
  topic: 'events',
  summary: 'Watch what happens at a facility',
  description: 'Everything that operators hear of, as it is recorded: what `/api/events` tells of this facility.',
  gate: facilityReads,
  param: 'facilityId',
  key: FacilityId,
  schema: EventView,
  example: AN_EVENT,
  graph: { field: 'facilityEvents', own: 'event', filters: { types: ONLY_TYPES } },
  feed: feedAt(viewOf),
});

export const feedTopic = platformTopic<Deps>()({
  topic: 'feed',
  summary: 'Watch what happens in an organisation',
  description: 'Everything that operators hear of, as it is recorded: what `/api/events` tells.',
  gate: { needs: 'org-admin', in: 'organisation' },
  param: 'organisationId',
  key: OrgId,
  schema: EventView,
  example: AN_EVENT,
  graph: {
    field: 'events',
    own: 'event',
    filters: {
      types: ONLY_TYPES,
      facilityId: { of: 'facilityId', description: 'Only what happens at these facilities.' },
    },
  },
  feed: {
    last: ({ webhooks }, orgId) => webhooks.lastPlace(uncheckedId<OrgId>(orgId)),
    page: (deps, orgId, asked) => pageOf(deps, uncheckedId<OrgId>(orgId), asked, viewOf),
  },
});

const UnlockOutcome = z
  .object({
    eventId: z.string().describe('Of the unlock: the `event_id` of its answer.'),
    commandId: z.string().nullable().describe('What the box was sent; null where no command was made.'),
    doorId: z.string(),
    outcome: z.string().describe('`unlocked`, or why it was not: the error code of its answer.'),
    confirmedLate: z
      .boolean()
      .describe('The door moved, and the word of it came after the answer: the outcome is what the caller was told.'),
    confirmedAt: z.iso.datetime().nullable().describe('When the lock was seen to move (UTC).'),
    confirmedBy: z.string().nullable().describe('What saw it.'),
    by: z.enum(['partner', 'staff']).describe('Who asked.'),
    partnerId: z.string().nullable(),
    memberId: z.string().nullable().describe('For whom; null where staff asked.'),
    userId: z.string().nullable().describe('Who of the staff asked.'),
    startedAt: z.iso.datetime().nullable(),
    recordedAt: z.iso.datetime().describe('When the outcome was recorded (UTC).'),
  })
  .meta({ id: 'UnlockOutcome' });

const LATE = 'unlock.confirmed_late';
const OUTCOMES: ReadonlySet<string> = new Set(['unlock.finished', LATE]);

const outcomeOf = (event: OperatorEvent): z.input<typeof UnlockOutcome> | undefined => {
  if (!OUTCOMES.has(event.type)) return undefined;
  const text = (name: string): string | null => (typeof event.data[name] === 'string' ? event.data[name] : null);
  return {
    eventId: text('eventId') ?? '',
    commandId: text('commandId'),
    doorId: text('doorId') ?? '',
    outcome: text('outcome') ?? '',
    confirmedLate: event.type === LATE,
    confirmedAt: text('confirmedAt'),
    confirmedBy: text('confirmedBy'),
    by: text('by') === 'staff' ? 'staff' : 'partner',
    partnerId: text('partnerId'),
    memberId: text('memberId'),
    userId: text('userId'),
    startedAt: text('startedAt'),
    recordedAt: viewOf(event).recordedAt,
  };
};

export const unlocksTopic = platformTopic<Deps>()({
  topic: 'unlocks',
  summary: 'Watch the unlocks of a facility',
  description:
    'What came of each unlock that somebody asked for, as it is answered; once more where the word that the door moved comes late.',
  gate: facilityReads,
  param: 'facilityId',
  key: FacilityId,
  schema: UnlockOutcome,
  example: {
    eventId: 'evt_0123456789abcdef',
    commandId: 'cmd_0123456789abcdef',
    doorId: 'door_0123456789abcdef',
    outcome: 'unlocked',
    confirmedLate: false,
    confirmedAt: '2026-01-01T09:30:00.640Z',
    confirmedBy: 'lock_sense',
    by: 'partner',
    partnerId: 'ptn_0123456789abcdef',
    memberId: 'member-1',
    userId: null,
    startedAt: '2026-01-01T09:30:00.000Z',
    recordedAt: '2026-01-01T09:30:00.700Z',
  },
  graph: {
    field: 'unlockOutcomes',
    own: 'outcome',
    filters: { doorId: { of: 'doorId', description: 'Only unlocks of these doors.' } },
  },
  feed: feedAt(outcomeOf),
});
