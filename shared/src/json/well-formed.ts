import type { Json } from './canonical.ts';

/** The same value with U+FFFD in the place of every lone surrogate: what people type or send must not be unspeakable later. */
export const wellFormed = (value: Json): Json => {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, member === undefined ? undefined : wellFormed(member)]),
  );
};
