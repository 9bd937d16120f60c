import { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { facilityParams } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import type { SmsService } from './sms.service.ts';

const endpoint = platformEndpoint<{ readonly smsMessages: Pick<SmsService, 'quietHours' | 'setQuietHours'> }>();
const path = '/api/admin/sms/quiet-hours/:facilityId';
const params = z.object(facilityParams);
const time = z
  .string()
  .max(5)
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a minute of the day such as 20:00');
const hours = {
  from: time.describe('When they begin, where the facility is: `HH:mm`.'),
  until: time.describe('When they end, on the next day where that is the earlier one: `HH:mm`.'),
};
const QuietHours = z
  .object({
    facilityId: FacilityId,
    ...hours,
    isUsual: z.boolean().describe('Nobody has set them: 20:00 to 08:00.'),
  })
  .meta({ id: 'SmsQuietHours' });
const OF_FACILITY = { facilityId: 'fac_0123456789abcdef' };

const minuteOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
const textOf = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

const faults = { place_unknown: usersFaults.place_unknown };

export const readQuietHours = endpoint({
  id: 'sms.read-quiet-hours',
  method: 'GET',
  path,
  graph: { on: 'Facility', as: 'smsQuietHours', with: { facilityId: 'facilityId' } },
  summary: 'Show the quiet hours of a facility',
  description: 'When nobody gets marketing by text, by the clocks of the facility.',
  gate: { needs: ['facility-staff', 'admin'], in: 'facility' },
  params,
  success: { status: 200, description: 'The hours.', schema: QuietHours },
  examples: { params: OF_FACILITY, success: { ...OF_FACILITY, from: '20:00', until: '08:00', isUsual: true } },
  faults,
  handle: ({ smsMessages }, { params: { facilityId } }, { read }) =>
    read(async (tx) => {
      const { fromMinute, untilMinute, isUsual } = await smsMessages.quietHours(tx, facilityId);
      return { facilityId, from: textOf(fromMinute), until: textOf(untilMinute), isUsual };
    }),
});

export const putQuietHours = endpoint({
  id: 'sms.put-quiet-hours',
  method: 'PUT',
  path,
  summary: 'Set the quiet hours of a facility',
  description: 'From now on, also for what is scheduled already. There always are some.',
  gate: { needs: 'admin', in: 'facility' },
  params,
  body: z
    .strictObject(hours)
    .refine(({ from, until }) => from !== until, { error: 'must be another minute than from', path: ['until'] }),
  success: { status: 200, description: 'They are set.', schema: QuietHours },
  examples: {
    params: OF_FACILITY,
    body: { from: '21:00', until: '07:30' },
    success: { ...OF_FACILITY, from: '21:00', until: '07:30', isUsual: false },
  },
  faults,
  audit: { event: 'sms.quiet-hours', target: ({ params: of }) => of.facilityId },
  handle: async ({ smsMessages }, { params: { facilityId }, body: { from, until } }, { tx, caller }) => {
    const quiet = { fromMinute: minuteOf(from), untilMinute: minuteOf(until) };
    await smsMessages.setQuietHours(tx, facilityId, quiet, `user:${caller.user.id}`);
    return { facilityId, from, until, isUsual: false };
  },
});
