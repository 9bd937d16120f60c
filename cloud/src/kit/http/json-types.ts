import type { AnySurface } from './surfaces.ts';

/** Media types of JSON: the first is for whoever does not say, or takes anything. */
export type JsonTypes = readonly [byDefault: string, ...others: readonly string[]];

/** The one that an `Accept` header would rather have (RFC 9110 section 12.5.1): the default, where it names none of them. */
export const preferredJson = ([byDefault, ...others]: JsonTypes, accept = '*/*'): string => {
  const ranges = accept
    .toLowerCase()
    .split(',')
    .map((item) => {
      const [range = '', ...parameters] = item.split(';').map((part) => part.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { range, weight: weight === undefined ? 1 : Number(weight) || 0 };
    });
  const named = (type: string) => ranges.findIndex(({ range, weight }) => range === type && weight > 0);
  const wildcard = ranges.findIndex(({ range, weight }) => /^(?:application|\*)\/\*$/.test(range) && weight > 0);
  const placeOf = (type: string, at: number) => ({ type, at, weight: ranges[at]?.weight ?? 0 });
  const ofDefault = named(byDefault) === -1 ? wildcard : named(byDefault);
  const [best] = [placeOf(byDefault, ofDefault), ...others.map((type) => placeOf(type, named(type)))]
    .filter(({ at }) => at !== -1)
    .sort((a, b) => b.weight - a.weight || a.at - b.at);
  return best?.type ?? byDefault;
};

/** The header that says so, where the surface calls its JSON something else. */
export const jsonTypeHeader = (
  surface: Pick<AnySurface, 'jsonTypes'> | undefined,
  accept: string | undefined,
): { readonly 'Content-Type'?: string } =>
  surface?.jsonTypes === undefined
    ? {}
    : { 'Content-Type': `${preferredJson(surface.jsonTypes, accept)}; charset=utf-8` };
