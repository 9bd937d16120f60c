import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { listSchema } from '../../kit/http/paging.ts';
import { AT_FACILITY, DONE, Done, facilityParams, facilityReads } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import type { AlarmPush, QuietHours } from './alarm-pushes.repo.ts';
import { alarmsFault, alarmsFaults } from './alarms.faults.ts';
import type { AlarmsService } from './alarms.service.ts';

interface Deps {
  readonly alarms: Pick<AlarmsService, 'pushes' | 'kinds'>;
}

const { place_unknown } = usersFaults;
const { alarm_kind_unknown } = alarmsFaults;
const params = z.object(facilityParams);
const KINDS_MAX = 50;

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be hours and minutes, such as 22:30');
const Quiet = z
  .strictObject({
    from: clock.describe('When they begin, by the clocks of the facility.'),
    until: clock.describe('When they end, likewise; the next day where that is earlier.'),
  })
  .refine(({ from, until }) => from !== until, 'must begin and end at different times')
  .nullable()
  .describe('When you are told by e-mail instead. Null: at any time in your browsers.');
const kinds = z
  .array(z.string().min(1).max(60))
  .min(1)
  .max(KINDS_MAX)
  .describe('The kinds of alarms that you are told of, of those that `GET /api/alarm-kinds` lists.');

const AlarmPushView = z
  .object({
    facilityId: z.string(),
    kinds,
    quiet: Quiet,
    setAt: z.iso.datetime().describe('When you set it last (UTC).'),
  })
  .meta({ id: 'AlarmPush' });
const A_PUSH: z.input<typeof AlarmPushView> = {
  ...AT_FACILITY,
  kinds: ['door_forced_open', 'fire_raised'],
  quiet: { from: '22:00', until: '06:30' },
  setAt: '2026-01-01T09:30:00.000Z',
};

const minuteOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const hoursOf = (quiet: z.output<typeof Quiet>): QuietHours | null =>
  quiet && { from: minuteOf(quiet.from), until: minuteOf(quiet.until) };
const viewOf = ({ facilityId, kinds, quiet, setAt }: AlarmPush): z.input<typeof AlarmPushView> => ({
  facilityId,
  kinds: [...kinds],
  quiet: quiet && { from: clockOf(quiet.from), until: clockOf(quiet.until) },
  setAt: isoOf(setAt),
});

export const listAlarmPushes = platformEndpoint<Deps>()({
  id: 'alarm-pushes.list',
  method: 'GET',
  path: '/api/alarm-pushes',
  summary: 'List of which alarms you are told in your browsers',
  description: 'Your own choices, facility by facility. Where you have made none you are told by e-mail, if at all.',
  gate: { needs: 'facility-staff', in: 'anywhere' },
  success: { status: 200, description: 'All of them.', schema: listSchema(AlarmPushView) },
  examples: { success: { data: [A_PUSH] } },
  faults: {},
  handle: async ({ alarms }, _input, { caller, read }) => ({
    data: (await read((tx) => alarms.pushes.of(tx, caller.user.id))).map(viewOf),
  }),
});

export const putAlarmPush = platformEndpoint<Deps>()({
  id: 'alarm-pushes.put',
  method: 'PUT',
  path: '/api/alarm-pushes/:facilityId',
  summary: 'Be told of alarms of a facility in your browsers',
  description:
    'Of these kinds, in every browser that you have subscribed. It makes you one of those whom the usual plan tells first.',
  gate: facilityReads,
  params,
  body: z.strictObject({ kinds, quiet: Quiet }),
  success: { status: 200, description: 'Your choice.', schema: AlarmPushView },
  examples: { params: AT_FACILITY, body: { kinds: A_PUSH.kinds, quiet: A_PUSH.quiet }, success: A_PUSH },
  faults: { place_unknown, alarm_kind_unknown },
  audit: { event: 'alarm-push.put', target: ({ params }) => params.facilityId },
  handle: async ({ alarms }, { params: { facilityId }, body }, { tx, caller }) => {
    for (const [at, kind] of body.kinds.entries())
      if (alarms.kinds.find(kind) === undefined)
        throw alarmsFault('alarm_kind_unknown', `kinds.${at}: there is no such kind of alarm.`);
    const userId = caller.user.id;
    await alarms.pushes.put(tx, { userId, facilityId, kinds: [...new Set(body.kinds)], quiet: hoursOf(body.quiet) });
    const mine = (await alarms.pushes.of(tx, userId)).find((push) => push.facilityId === facilityId);
    return mine === undefined ? A_PUSH : viewOf(mine);
  },
});

export const deleteAlarmPush = platformEndpoint<Deps>()({
  id: 'alarm-pushes.delete',
  method: 'DELETE',
  path: '/api/alarm-pushes/:facilityId',
  summary: 'Be told of no alarm of a facility in your browsers',
  description: 'Whom the plan names is told by e-mail then.',
  gate: facilityReads,
  params,
  success: { status: 200, description: 'It is so.', schema: Done },
  examples: { params: AT_FACILITY, success: DONE },
  faults: { place_unknown },
  audit: { event: 'alarm-push.delete', target: ({ params }) => params.facilityId },
  handle: async ({ alarms }, { params: { facilityId } }, { tx, caller }) => {
    await alarms.pushes.remove(tx, caller.user.id, facilityId);
    return DONE;
  },
});
