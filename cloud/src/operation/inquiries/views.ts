import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { facilityParams } from '../../platform/users/club-surface.ts';
import type { FoundEvent, SomebodyThere } from './inquiries.service.ts';

export const secondOf = (epochS: number): string => isoOf(epochS * 1_000);

/** The years that an answer can say. */
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');
export const Moment = z.iso
  .datetime({ offset: true, abort: true })
  .max(40)
  .refine((text) => Date.parse(text) >= 0 && Date.parse(text) <= LAST_MS, {
    error: 'must be in the years 1970 to 9999 of UTC',
  })
  .describe('ISO 8601 with `Z` or an offset (write its `+` as `%2B`).');

export const Somebody = z
  .object({
    personId: z.string().optional().describe('Where staff know the person.'),
    members: z.array(z.object({ partnerId: z.string(), memberId: z.string() })),
    name: z.string().optional().describe('What a partner calls them now.'),
  })
  .meta({ id: 'SomebodyAtADoor' });

export const EventView = z
  .object({
    eventId: z.string(),
    at: z.iso.datetime().describe('When it happened by the box’s clock, and not later than it came.'),
    clockTrusted: z.boolean().describe('Whether the box believed its own clock.'),
    kind: z
      .string()
      .describe('`unlock.partner` and `unlock.staff` for unlocks by the API, else the kind of the box’s fact.'),
    doorId: z.string().optional(),
    outcome: z
      .string()
      .optional()
      .describe(
        '`granted` or the reason of a denial, what became of the lock, the outcome of an unlock, or that a door was `forced` or `held_open`.',
      ),
    who: Somebody.optional(),
    userId: z.string().optional().describe('Who of staff unlocked.'),
    entryId: z.string().optional().describe('Binds what became of the lock to the grant.'),
    credentialHint: z.string().optional().describe('The start of the keyed hash of a credential that nobody has.'),
    details: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'DoorEvent' });

export const somebody = ({ personId, members, name }: SomebodyThere): z.output<typeof Somebody> => ({
  ...(personId !== undefined && { personId }),
  members: members.map(({ partnerId, memberId }) => ({ partnerId, memberId })),
  ...(name !== undefined && { name }),
});

export const viewOfEvent = (event: FoundEvent): z.output<typeof EventView> => ({
  eventId: event.id,
  at: isoOf(event.at),
  clockTrusted: event.clockTrusted,
  kind: event.kind,
  ...(event.doorId !== undefined && { doorId: event.doorId }),
  ...(event.outcome !== undefined && { outcome: event.outcome }),
  ...(event.who !== undefined && { who: somebody(event.who) }),
  ...(event.userId !== undefined && { userId: event.userId }),
  ...(event.entryId !== undefined && { entryId: event.entryId }),
  ...(event.credentialHint !== undefined && { credentialHint: event.credentialHint }),
  details: event.details,
});

export const AN_EVENT: z.input<typeof EventView> = {
  eventId: 'dev_0123456789abcdef0123456789abcdef',
  at: '2026-01-01T09:30:00.000Z',
  clockTrusted: true,
  kind: 'access.granted',
  doorId: 'door_0123456789abcdef',
  outcome: 'granted',
  who: { members: [{ partnerId: 'ptr_0123456789abcdef', memberId: 'M-1001' }], name: 'Ada Byron' },
  entryId: 'evt_0123456789abcdef',
  details: {
    doorId: 'door_0123456789abcdef',
    entryId: 'evt_0123456789abcdef',
    person: 17,
    by: 'card',
    revision: 120,
    via: 'window',
    source: 1,
    clock: 'trusted',
    stale: false,
  },
};
/** A door of a facility, as paths name it: whatever it is, it is looked for, and not found. */
export const doorParams = z.object({
  ...facilityParams,
  doorId: z.string().max(120).describe('The door.').brand<'DoorId'>(),
});
export const EXAMPLE = { facilityId: 'fac_0123456789abcdef', doorId: 'door_0123456789abcdef' };
