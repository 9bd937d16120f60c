import type { Location } from './ask.ts';
import type { Geofence } from './facility-facts.ts';

const EARTH_RADIUS_M = 6_371_008.8;
/** A fix vaguer than the fence proves nothing; one as good as phones get indoors does. */
const ACCURACY_M = 100;

/**
 * Whether a phone may count as being at the facility: the point it reports lies in the circle, and it is sure of it to the
 * circle's radius, or to 100 m where that is less. No place, or one that is none, is outside.
 */
export const isInside = (fence: Geofence, place: Location | undefined): boolean =>
  place !== undefined &&
  place.accuracyM >= 0 &&
  place.accuracyM <= Math.max(fence.radiusM, ACCURACY_M) &&
  Math.abs(place.latitude) <= 90 &&
  Math.abs(place.longitude) <= 180 &&
  distanceM(fence, place) <= fence.radiusM;

/** Along the great circle (haversine), on a sphere: 0.5 % off at worst. */
const distanceM = (a: { latitude: number; longitude: number }, b: { latitude: number; longitude: number }): number => {
  const half = haversine(a.latitude - b.latitude);
  const across = haversine(a.longitude - b.longitude);
  return (
    2 * EARTH_RADIUS_M * Math.asin(Math.sqrt(Math.min(1, half + cosine(a.latitude) * cosine(b.latitude) * across)))
  );
};
const haversine = (degrees: number): number => Math.sin((degrees * Math.PI) / 360) ** 2;
const cosine = (degrees: number): number => Math.cos((degrees * Math.PI) / 180);
