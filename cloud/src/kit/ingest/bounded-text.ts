import { z } from 'zod';

const within = (text: string, min: number, max: number): boolean => {
  if (text.length < min || text.length > max * 2) return false;
  if (text.length <= max) return true;
  let codePoints = 0;
  for (const _ of text) codePoints++;
  return codePoints <= max;
};

/** Text of so many code points: what JSON Schema counts, where zod's own `min` and `max` count UTF-16 units. */
export const boundedText = (min: number, max: number) =>
  z
    .string()
    .refine((text) => within(text, min, max), { error: `must have ${min} to ${max} characters` })
    .meta({ minLength: min, maxLength: max });
