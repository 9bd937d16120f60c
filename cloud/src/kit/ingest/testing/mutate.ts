type Json = unknown;

/** One change of an item: where and what, as numbers that stand for one of the possibilities there are. */
export interface Mutation {
  readonly place: number;
  readonly change: number;
  readonly value: number;
}

/** What has gone wrong in clients before, and what trips a careless validator. */
const ODD_VALUES: readonly Json[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1,
  1.5,
  1e300,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 1,
  '',
  ' ',
  '0',
  '1.0',
  'AUD',
  'aud',
  'XXXX',
  '2026-02-29',
  '2024-02-29',
  '2026-1-1',
  '2026-01-05T06:30:00Z',
  '2026-01-05 06:30',
  '24:00',
  '9:00',
  '25:00',
  [],
  {},
  [[]],
  [null],
  { length: 1 },
];

/** A copy of the item with the changes made, one after the other. */
export const mutate = (item: Json, mutations: readonly Mutation[], edges: readonly unknown[]): Json =>
  mutations.reduce((value, mutation) => mutated(value, mutation, [...ODD_VALUES, ...edges]), structuredClone(item));

const mutated = (item: Json, { place, change, value }: Mutation, values: readonly unknown[]): Json => {
  const places = placesIn(item);
  const at = places[place % places.length];
  const odd = values[value % values.length];
  if (at === undefined) return odd;
  const { holder, key } = at;
  const held = holder as Record<string | number, Json>;
  switch (change % 6) {
    case 0:
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else delete held[key];
      break;
    case 1:
      if (Array.isArray(holder)) for (let n = 0; n < 1 + (value % 250); n++) holder.push(structuredClone(held[key]));
      else held[`x_${value}`] = odd;
      break;
    default:
      held[key] = structuredClone(odd);
  }
  return item;
};

interface Place {
  readonly holder: object;
  readonly key: string | number;
}

const placesIn = (value: Json): readonly Place[] => {
  if (typeof value !== 'object' || value === null) return [];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return keys.flatMap((key) => [{ holder: value, key }, ...placesIn((value as Record<string | number, Json>)[key])]);
};
