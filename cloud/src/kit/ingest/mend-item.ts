import type { z } from 'zod';
import { NOT_AN_INTEGER } from '../http/integer-fields.ts';
import type { FieldFault, Mend, RawItem } from './batch-kind.ts';
import { validatorOf } from './compile-kind.ts';
import { explain } from './explain.ts';
import { itemPath } from './item-path.ts';
import { isUnder, type Spots, spotUnder } from './spotted-json.ts';

/** A place in an item, and what is known of the item beside its values. */
export interface FieldPlace {
  readonly item: RawItem;
  readonly path: readonly (string | number)[];
  readonly spots: Spots;
  /** See `ItemContext`. */
  readonly notIntegers: ReadonlySet<string>;
  /** Whether somebody will read what is wrong. */
  readonly explained: boolean;
}

/** The members of an object that are good, and what is wrong with the others. */
export interface Mended {
  readonly kept: Readonly<Record<string, unknown>>;
  readonly faults: readonly FieldFault[];
}

/** Of one list so many faults are told of: whoever mends the first ones looks again. */
const FAULTS_TOLD = 20;

/** Takes note of what is wrong in a list, as far as somebody will read it. */
export const createFaults = () => {
  const faults: FieldFault[] = [];
  return {
    faults,
    add: (more: readonly FieldFault[]): void => {
      for (const fault of more) if (faults.length < FAULTS_TOLD) faults.push(fault);
    },
    /** Whether the next one will be read. */
    wanted: (): boolean => faults.length < FAULTS_TOLD,
  };
};

export const placeIn = (at: FieldPlace, ...path: readonly (string | number)[]): FieldPlace => ({
  ...at,
  path: [...at.path, ...path],
});

/** Takes those members of an object that a shape knows, each for itself: one that is not as it should be spoils no other. */
export const mendMembers = (
  shape: Readonly<Record<string, z.ZodType>>,
  value: RawItem,
  at: FieldPlace,
  mends: Readonly<Record<string, Mend>> = {},
): Mended => {
  const kept: Record<string, unknown> = {};
  const faults: FieldFault[] = [];
  for (const [name, schema] of Object.entries(shape)) {
    const place = placeIn(at, name);
    const sent = Object.hasOwn(value, name) ? value[name] : undefined;
    const fault = faultIn(schema, sent, place);
    if (fault === undefined) {
      if (sent !== undefined) kept[name] = sent;
      continue;
    }
    const mended = sent === undefined ? undefined : mends[name]?.(sent, place);
    if (mended !== undefined) kept[name] = mended.value;
    faults.push(...(mended?.faults ?? [fault]));
  }
  return { kept, faults };
};

/** What is wrong with a value that stands at that place; nothing, if it is good. */
export const faultIn = (schema: z.ZodType, value: unknown, at: FieldPlace): FieldFault | undefined => {
  const path = itemPath(at.path);
  const told = spotUnder(at.spots, path) ?? notIntegerUnder(at.notIntegers, path);
  if (told !== undefined) return { path, reason: told };
  const validator = validatorOf(schema);
  if (value === undefined ? schema.safeParse(undefined).success : validator(value)) return undefined;
  const first = validator.errors?.[0];
  return { path, reason: at.explained ? explain(schema, at.item, { path: at.path, first }) : 'not as documented' };
};

const notIntegerUnder = (notIntegers: ReadonlySet<string>, field: string): string | undefined => {
  const path = notIntegers.values().find((one) => isUnder(one, field));
  return path === undefined ? undefined : `${path}: ${NOT_AN_INTEGER}`;
};
