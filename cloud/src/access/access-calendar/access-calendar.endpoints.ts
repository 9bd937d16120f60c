import type { DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import {
  AT_FACILITY,
  facilityParams,
  facilityReads,
  memberParams,
  personParams,
} from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { doorsFault, doorsFaults } from '../../sites/doors/doors.faults.ts';
import type { DoorsService } from '../../sites/doors/doors.service.ts';
import { accessFault, accessFaults, noSuchMember } from '../access/access.faults.ts';
import type { AccessService } from '../access/access.service.ts';
import { calendarDays } from './calendar-days.ts';
import { A_CALENDAR, CalendarView, DOORS_MAX, viewOfCalendar } from './calendar-view.ts';

interface Deps {
  readonly doors: Pick<DoorsService, 'find' | 'list'>;
  readonly access: Pick<AccessService, 'calendarOf'>;
}

const DAYS_MAX = 31;
const success = { status: 200, description: 'The calendar.', schema: CalendarView };
const { door_unknown } = doorsFaults;
const A_CALENDAR_QUERY = { from: '2026-10-25', days: '1', doorId: 'door_0123456789abcdef' };
const WHAT_IT_SAYS =
  'Every stretch says whether the door opens, why, and by whose data, as boxes decide it by what the cloud knows now. Doors count as in no lockdown and no maintenance. Days are those of the facility’s clock, of 23 and 25 hours where it changes.';

const query = z.strictObject({
  from: z.iso
    .date()
    .refine((date) => date >= '1970-01-02' && date <= '9998-12-31', { error: 'must be in the years 1970 to 9998' })
    .optional()
    .describe('The first day, as a date of the facility’s clock. Today, unless given.'),
  days: z.coerce.number().int().min(1).max(DAYS_MAX).default(7).describe(`How many days: 1 to ${DAYS_MAX}.`),
  doorId: z
    .string()
    .max(120)
    .brand<'DoorId'>()
    .optional()
    .describe('One door. Without it: the doors of the facility, by name.'),
});

type Who = Parameters<AccessService['calendarOf']>[1];

/** What is read at once, in one transaction; what is made of it takes its time outside. */
const asked = async (
  tx: Tx,
  { doors, access }: Deps,
  {
    facilityId,
    doorId,
    who,
  }: { readonly facilityId: FacilityId; readonly doorId: DoorId | undefined; readonly who: Who },
) => {
  const one = doorId === undefined ? undefined : await doors.find(tx, facilityId, doorId);
  if (doorId !== undefined && one === undefined)
    throw doorsFault('door_unknown', `There is no door ${doorId} at this facility.`);
  const all = one === undefined ? (await doors.list(tx, facilityId)).slice(0, DOORS_MAX + 1) : [one];
  return { doors: all, calendar: await access.calendarOf(tx, who) };
};

export const readMemberCalendar = platformEndpoint<Deps>()({
  id: 'access-calendar.member',
  method: 'GET',
  path: '/api/access-control/:facilityId/members/:partnerId/:memberId/calendar',
  graph: {
    on: 'Member',
    as: 'calendar',
    with: { facilityId: 'facilityId', partnerId: 'partnerId', memberId: 'memberId' },
  },
  summary: 'Read when doors open to a member',
  description: `For a member of a source, with everything that staff and other sources say of the same person. ${WHAT_IT_SAYS}`,
  gate: facilityReads,
  params: z.object({ ...facilityParams, ...memberParams }),
  query,
  examples: {
    params: { ...AT_FACILITY, partnerId: 'ptr_0123456789abcdef', memberId: 'M-1001' },
    query: A_CALENDAR_QUERY,
    success: A_CALENDAR,
  },
  success,
  faults: { door_unknown, member_unknown: accessFaults.member_unknown },
  handle: async (deps, { params: { facilityId, partnerId, memberId }, query: { doorId, ...period } }, { read }) => {
    const who = { member: { partnerId, memberId, facilityId } };
    const { doors, calendar } = await read((tx) => asked(tx, deps, { facilityId, doorId, who }));
    if (calendar === undefined) throw noSuchMember(memberId);
    return viewOfCalendar(calendar, calendarDays(calendar, period), doors);
  },
});

export const readPersonCalendar = platformEndpoint<Deps>()({
  id: 'access-calendar.person',
  method: 'GET',
  path: '/api/access-control/:facilityId/people/:personId/calendar',
  graph: { on: 'Person', as: 'calendar', with: { facilityId: 'facilityId', personId: 'personId' } },
  summary: 'Read when doors open to a person',
  description: `For a person whom staff know, whichever memberships they have. ${WHAT_IT_SAYS}`,
  gate: facilityReads,
  params: z.object({ ...facilityParams, ...personParams }),
  query,
  examples: {
    params: { ...AT_FACILITY, personId: 'per_0123456789abcdef' },
    query: A_CALENDAR_QUERY,
    success: A_CALENDAR,
  },
  success,
  faults: { door_unknown, person_unknown: accessFaults.person_unknown },
  handle: async (deps, { params: { facilityId, personId }, query: { doorId, ...period } }, { read }) => {
    const who = { personId, facilityId };
    const { doors, calendar } = await read((tx) => asked(tx, deps, { facilityId, doorId, who }));
    if (calendar === undefined) throw accessFault('person_unknown', `There is no person ${personId} at this facility.`);
    return viewOfCalendar(calendar, calendarDays(calendar, period), doors);
  },
});
