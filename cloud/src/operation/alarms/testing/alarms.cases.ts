import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';

const anAlarm = async ({ world }: PlatformApi, facilityId: FacilityId): Promise<string> => {
  const subject = { kind: 'door_forced_open', facilityId, subject: randomId('door', systemRandom) } as const;
  await world.db.write((tx) => world.warnings.raise(tx, { ...subject, message: 'A door opened.' }));
  await world.alarms.follow(subject);
  const open = await world.db.read((tx) => world.alarms.openAt(tx, facilityId));
  return open.find((alarm) => alarm.subject === subject.subject)?.id ?? '';
};

const ofOne = async (api: PlatformApi) => ({
  params: { facilityId: api.world.facilityId, alarmId: await anAlarm(api, api.world.facilityId) },
  foreign: { alarmId: await anAlarm(api, api.otherFacilityId) },
  missing: { alarmId: 'alm_0000000000000000' },
});
const ofFacility = async ({ world }: PlatformApi) => ({ params: { facilityId: world.facilityId } });

export const alarmsCases: PlatformCases = {
  'alarms.list': async ({ world }) => ({
    params: { facilityId: world.facilityId },
    query: { state: 'all', after: '1767225600000.alm_zzzzzzzzzzzzzzzz', limit: '10' },
  }),
  'alarms.read': ofOne,
  'alarms.acknowledge': ofOne,
  'alarms.hand-over': async (api) => ({ ...(await ofOne(api)), body: { userId: api.callers.staff.user.id } }),
  'alarms.give-back': ofOne,
  'alarms.note': async (api) => ({ ...(await ofOne(api)), body: { note: 'The latch had not caught.' } }),
  'alarms.resolve': async (api) => ({ ...(await ofOne(api)), body: { note: 'The latch had not caught.' } }),
  'alarms.anywhere': async () => ({ query: { after: 'fac_0000000000000000', limit: '20' } }),
  'alarms.kinds': async () => ({}),
  'alarm-plan.read': ofFacility,
  'alarm-plan.put': async (api) => ({
    ...(await ofFacility(api)),
    body: { steps: [{ afterMinutes: 0, tell: ['managers'], userIds: [api.callers.staff.user.id] }] },
  }),
  'alarm-plan.delete': ofFacility,
  'alarm-plan.people': ofFacility,
  'alarm-pushes.list': async () => ({}),
  'alarm-pushes.put': async (api) => ({
    ...(await ofFacility(api)),
    body: { kinds: ['door_forced_open'], quiet: { from: '22:00', until: '06:00' } },
  }),
  'alarm-pushes.delete': ofFacility,
};
