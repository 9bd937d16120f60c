import { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import type { AccessService } from '../../access/access/access.service.ts';
import { Moment } from '../../kit/http/moment.ts';
import { nextPage, pageOf, pageQuery, pageSchema, pagesOf } from '../../kit/http/paging.ts';
import { noPosition, positionOf, positionText } from '../../kit/http/position.ts';
import { facilityParams } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { doorsFaults, noSuchDoor } from '../../sites/doors/doors.faults.ts';
import type { DoorsService } from '../../sites/doors/doors.service.ts';
import { FACT_KINDS } from './door-events.ts';
import { ATTEMPT_KINDS, type EventSearchService } from './event-search.service.ts';
import { AN_EVENT, EventView, Somebody, somebody, viewOfEvent } from './event-view.ts';

const EXAMPLE = { facilityId: 'fac_0123456789abcdef', doorId: 'door_0123456789abcdef' };

interface Deps {
  readonly doors: Pick<DoorsService, 'find'>;
  readonly access: Pick<AccessService, 'couldEnter'>;
  readonly eventSearch: Pick<EventSearchService, 'search'>;
}
const gate = { needs: 'facility-staff', in: 'facility' } as const;

const KINDS: readonly string[] = [...ATTEMPT_KINDS, ...FACT_KINDS];

export const searchEvents = platformEndpoint<Deps>()({
  id: 'events.search',
  method: 'GET',
  path: '/api/access-control/:facilityId/events',
  graph: { on: 'Facility', as: 'events', with: { facilityId: 'facilityId' } },
  summary: 'Search what happened at the doors',
  description:
    'Unlocks by the API, entries and denials that boxes decided, alarms, maintenance and lockdowns, newest first. `next` goes on where the page ended: what comes in meanwhile does not move it. What a box tells late stands at the time when it happened. Movements of locks are in the history of the door.',
  gate: { ...gate, atDesk: true },
  params: z.object(facilityParams),
  query: z
    .strictObject({
      from: Moment.optional().describe('Not before.'),
      to: Moment.optional().describe('Before.'),
      doorId: z.string().max(120).brand<'DoorId'>().optional().describe('What happened at this door.'),
      kind: z
        .string()
        .max(400)
        .refine((text) => text.split(',').every((kind) => kind === '' || KINDS.includes(kind)), {
          error: 'must be documented kinds of events, with commas between them, such as access.denied',
        })
        .optional()
        .describe(`One kind or several with commas: \`${KINDS.join('`, `')}\`.`),
      outcome: z.string().max(64).optional().describe('`granted`, a reason, or the outcome of an unlock.'),
      partnerId: PartnerId.optional().describe('With `memberId`.'),
      memberId: z.string().min(1).max(120).optional().describe('A member of `partnerId`.'),
      personId: z.string().max(64).optional().describe('A person, with all of their memberships.'),
      userId: z.string().max(64).optional().describe('Unlocks by this user.'),
      credentialHint: z
        .string()
        .regex(/^[A-Za-z0-9_-]{4,22}$/, 'must be 4 to 22 characters of a hash')
        .optional()
        .describe('Denials of an unknown credential: the start of its hash.'),
      ...pageQuery,
    })
    .refine(({ partnerId, memberId }) => (partnerId === undefined) === (memberId === undefined), {
      path: ['memberId'],
      error: 'goes with partnerId, and partnerId with it',
    }),
  examples: {
    params: { facilityId: EXAMPLE.facilityId },
    query: { doorId: EXAMPLE.doorId, kind: 'access.granted,access.denied' },
    success: { data: [AN_EVENT], next: null },
  },
  success: {
    status: 200,
    description: 'A page.',
    schema: pageSchema(EventView),
  },
  faults: { place_unknown: usersFaults.place_unknown },
  handle: ({ eventSearch }, { params, query }, { read }) => {
    const { from, to, kind, partnerId, memberId, limit, doorId, outcome, personId, userId, credentialHint } = query;
    const by = {
      from: from === undefined ? undefined : Date.parse(from),
      to: to === undefined ? undefined : Date.parse(to),
      kinds: kind?.split(',').filter((one) => one !== ''),
      member: partnerId === undefined || memberId === undefined ? undefined : { partnerId, memberId },
      doorId,
      outcome,
      personId,
      userId,
      hint: credentialHint,
    };
    return read(async (tx) => {
      const found = await eventSearch.search(tx, params.facilityId, by, {
        after: positionOf(query.after),
        limit: limit + 1,
      });
      const { page, next } = pageOf(found, limit, positionText);
      return { data: page.map(viewOfEvent), next };
    });
  },
});

/** Caveats of every answer: what today's data cannot tell about a past moment. */
const UNKNOWN = [
  'The decision is by what is stored now: windows, plans, grants, flags, mappings, hours and the facility’s policy. What was changed or removed since then is not known any more.',
  'Somebody who was removed since is not listed. Whether a box had the rules of that moment is not known either.',
  'The door is taken as neither in maintenance nor locked down, and the clock as right: look at the events around the moment.',
] as const;
const AROUND = Minutes(15);
const peopleQuery = pagesOf({ most: 500, usual: 200 });
/** The key that a page may end with: a member or a person. */
const SUBJECT = /^(member:ptr_[0-9a-z]{16}:|person:)./s;
const ENTERED = new Set(['granted', 'unlocked', 'commanded']);
/** Only these are looked for: other events of a door are far more frequent and would fill the page. */
const ENTRIES = ['access.granted', 'access.released', ...ATTEMPT_KINDS];
const ENTERED_MOST = 500;
const MORE_ENTERED = `There were more entries than the newest ${ENTERED_MOST} that are looked at: search the events.`;

const Could = z
  .object({
    who: Somebody,
    allowed: z.boolean(),
    reason: z.string().describe('`granted`, or why not.'),
    via: z.string().optional().describe('What opens: `permanent_grant`, `plan`, `grace`, `window`.'),
    source: z.object({ partnerId: z.string(), name: z.string() }).optional().describe('Whose plan or window it is.'),
  })
  .meta({ id: 'CouldEnter' });

export const readCouldEnter = platformEndpoint<Deps>()({
  id: 'events.could-enter',
  method: 'GET',
  path: '/api/access-control/:facilityId/doors/:doorId/could-enter',
  summary: 'Who could have entered',
  description:
    'For everybody known at the facility the decision at this door and moment, with what it rests on, page by page; and on the first page who did enter within a quarter of an hour of it. It goes by what is stored now: `unknown` says what therefore cannot be told.',
  gate,
  params: z.object({ ...facilityParams, doorId: z.string().max(120).describe('The door.').brand<'DoorId'>() }),
  query: z.strictObject({
    at: Moment.describe('The moment. ISO 8601 with `Z` or an offset (write its `+` as `%2B`).'),
    show: z.enum(['allowed', 'all']).default('allowed').describe('`all`: also those whom the door would not let in.'),
    ...peopleQuery,
    limit: peopleQuery.limit.describe('How many people are looked at: 1 to 500. Of those, `show` picks.'),
  }),
  examples: {
    params: EXAMPLE,
    query: { at: '2026-01-01T09:30:00Z' },
    success: {
      data: [
        {
          who: { members: [{ partnerId: 'ptr_0123456789abcdef', memberId: 'M-1001' }], name: 'Ada Byron' },
          allowed: true,
          reason: 'granted',
          via: 'window',
          source: { partnerId: 'ptr_0123456789abcdef', name: 'Acme Members' },
        },
      ],
      at: '2026-01-01T09:30:00.000Z',
      looked: 1,
      next: null,
      entered: [AN_EVENT],
      unknown: [...UNKNOWN],
    },
  },
  success: {
    status: 200,
    description: 'A page.',
    schema: z.object({
      data: z.array(Could),
      at: z.iso.datetime(),
      looked: z.int().describe('How many people this page is about.'),
      next: nextPage,
      entered: z.array(EventView).describe('Entries and unlocks at this door around the moment; on the first page.'),
      unknown: z.array(z.string()),
    }),
  },
  faults: { door_unknown: doorsFaults.door_unknown },
  handle: ({ doors, access, eventSearch }, { params, query }, { read }) =>
    read(async (tx) => {
      const door = await doors.find(tx, params.facilityId, params.doorId);
      if (door === undefined) throw noSuchDoor(params.doorId);
      const { after } = query;
      if (after !== undefined && !SUBJECT.test(after)) throw noPosition();
      const atMs = Date.parse(query.at);
      const page = await access.couldEnter(tx, params.facilityId, {
        doorId: door.id,
        atS: Math.floor(atMs / 1_000),
        after: after ?? '',
        limit: query.limit,
      });
      const around = { doorId: door.id, kinds: ENTRIES, from: atMs - AROUND, to: atMs + AROUND };
      const there =
        after === undefined ? await eventSearch.search(tx, params.facilityId, around, { limit: ENTERED_MOST + 1 }) : [];
      const looked = there.slice(0, ENTERED_MOST);
      return {
        data: page.people
          .filter(({ decision }) => query.show === 'all' || decision.allowed)
          .map(({ decision, source, ...who }) => ({
            who: somebody(who),
            allowed: decision.allowed,
            reason: decision.reason,
            ...(decision.allowed && { via: decision.via }),
            ...(source && { source: { partnerId: source.partnerId, name: source.name } }),
          })),
        at: isoOf(atMs),
        looked: page.looked,
        next: page.next ?? null,
        entered: looked.filter(({ outcome }) => outcome !== undefined && ENTERED.has(outcome)).map(viewOfEvent),
        unknown: [...UNKNOWN, ...(there.length > ENTERED_MOST ? [MORE_ENTERED] : [])],
      };
    }),
});
