import { callControl } from '@gatehouse/shared/control/control-client.ts';
import { z } from 'zod';
import type { CloudReady } from '../demo/ready.ts';

const Facility = z.object({ facilityId: z.string() });
const Door = z.object({ doorId: z.string() });
/** Settings of doors by their name in a building, as the simulator gives them. */
const Settings = z.record(z.string(), z.looseObject({ name: z.string() }));
/** Scenarios ask faster than partners may: the limit itself is tested where it lives. */
const REQUESTS_PER_SECOND = 1_000;
const LIMITED = ['doors.unlock', 'doors.read', 'doors.list', 'members.push'];

export interface GymFacility {
  readonly facilityId: string;
  /** The id of each door, by its name in the building. */
  readonly doors: Readonly<Record<string, string>>;
}

/** Makes a facility of its own for a simulated building in the demo's cloud: its doors, and the direct partner that may open them all. */
export const createGymFacility = async (
  cloudData: string,
  demo: z.infer<typeof CloudReady>['demo'],
  building: { readonly simulatorUrl: string; readonly doors: Readonly<Record<string, number>> },
): Promise<GymFacility> => {
  const order = (command: string, body: object) => callControl(cloudData, command, body);
  const { facilityId } = Facility.parse(
    await order('create-facility', {
      of: demo.facilityId,
      name: 'Simulated gym',
      timezone: 'Australia/Brisbane',
    }),
  );
  const partnerId = demo.direct.id;
  await order('integration', { partnerId, facilityId, enabled: true });
  await order('rate-limits', {
    partnerId,
    limits: Object.fromEntries(LIMITED.map((endpoint) => [endpoint, REQUESTS_PER_SECOND])),
  });
  await order('map-scope-key', { partnerId, facilityId, key: 'default', target: { to: 'facility' } });
  const answer = await fetch(new URL('/door-settings', building.simulatorUrl));
  const doors: Record<string, string> = {};
  for (const [name, settings] of Object.entries(Settings.parse(await answer.json()))) {
    const door = { ...settings, ...building.doors };
    doors[name] = Door.parse(await order('create-door', { facilityId, door })).doorId;
  }
  return { facilityId, doors };
};
