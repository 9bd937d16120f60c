import type { Answer, Input } from '../../client/client.ts';
import { policyWords } from '../../words/settings-en.ts';

type Policy = Answer<'GET /api/access-control/{facilityId}/policy'>;
type Body = Input<'PUT /api/access-control/{facilityId}/policy'>['body'];
type Name = 'graceHours' | 'offlineDays' | 'longestOutageHours' | 'latitude' | 'longitude' | 'radiusM';

/** A policy as it stands in a form. */
export interface TypedPolicy extends Readonly<Record<Name, string>> {
  readonly uncertainClock: Policy['uncertainClock'];
  readonly fence: 'anywhere' | 'near';
}

/** A figure of a policy, and between which it may lie. */
export interface PolicyField {
  readonly name: Name;
  readonly label: string;
  readonly least: number;
  readonly most: number;
  readonly ofFence?: boolean;
  readonly isWhole: boolean;
}
export const FIELDS: readonly PolicyField[] = [
  { name: 'graceHours', label: policyWords.grace, least: 0, most: 168, isWhole: true },
  { name: 'offlineDays', label: policyWords.offline, least: 1, most: 365, isWhole: true },
  { name: 'longestOutageHours', label: policyWords.outage, least: 1, most: 720, isWhole: true },
  { name: 'latitude', label: policyWords.latitude, least: -90, most: 90, isWhole: false, ofFence: true },
  { name: 'longitude', label: policyWords.longitude, least: -180, most: 180, isWhole: false, ofFence: true },
  { name: 'radiusM', label: policyWords.radius, least: 10, most: 100_000, isWhole: true, ofFence: true },
];

const RADIUS = '200';

export const typedOf = ({ graceHours, offlineDays, longestOutageHours, uncertainClock, geofence }: Policy) => ({
  ...{ graceHours: String(graceHours), offlineDays: String(offlineDays) },
  ...{ longestOutageHours: String(longestOutageHours), uncertainClock },
  fence: geofence === undefined ? ('anywhere' as const) : ('near' as const),
  latitude: String(geofence?.latitude ?? ''),
  longitude: String(geofence?.longitude ?? ''),
  radiusM: String(geofence?.radiusM ?? RADIUS),
});

/** The names of the figures that are none, or lie beyond what they may be. */
export const wrongIn = (typed: TypedPolicy): readonly Name[] =>
  FIELDS.filter(({ ofFence = false }) => typed.fence === 'near' || !ofFence)
    .filter(({ name, least, most, isWhole }) => {
      const text = typed[name].trim();
      const figure = Number(text);
      return text === '' || !(figure >= least && figure <= most) || (isWhole && !Number.isInteger(figure));
    })
    .map(({ name }) => name);

/** The policy that a form means; undefined where something in it is wrong. */
export const policyOf = (typed: TypedPolicy): Body | undefined => {
  if (wrongIn(typed).length > 0) return undefined;
  const figure = (name: Name): number => Number(typed[name].trim());
  return {
    graceHours: figure('graceHours'),
    offlineDays: figure('offlineDays'),
    longestOutageHours: figure('longestOutageHours'),
    uncertainClock: typed.uncertainClock,
    ...(typed.fence === 'near' && {
      geofence: { latitude: figure('latitude'), longitude: figure('longitude'), radiusM: figure('radiusM') },
    }),
  };
};
