import { DatabaseError } from './errors.ts';

const refuse = (why: string): never => {
  throw new DatabaseError('value', why, { code: 'GATEHOUSE_PARAMETER' });
};

/**
 * Refuses what only one engine would take or what would come back changed: NUL and lone surrogates in text, integers
 * that a JavaScript number does not hold exactly, booleans, dates and objects. Booleans are 0 or 1, times integer
 * milliseconds, JSON is text.
 */
export const checkParameters = (parameters: readonly unknown[]): void => {
  for (const value of parameters)
    if (typeof value === 'string') checkText(value);
    else if (typeof value === 'number') checkNumber(value);
    else if (value !== null && !(value instanceof Uint8Array)) refuse(`a ${typeof value} cannot be stored`);
};

const checkText = (text: string): void => {
  if (text.includes('\u0000')) refuse('text with a NUL character cannot be stored');
  if (!text.isWellFormed()) refuse('text with a lone surrogate cannot be stored');
};

const checkNumber = (value: number): void => {
  if (!Number.isFinite(value)) refuse('a number that is not finite cannot be stored');
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) refuse('an integer beyond 2^53 - 1 cannot be stored');
};
