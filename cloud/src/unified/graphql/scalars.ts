import { GraphQLError, GraphQLScalarType, valueFromASTUntyped } from 'graphql';

/** Whatever JSON has: records, and objects of which not every member is known. */
export const Json = new GraphQLScalarType({
  name: 'JSON',
  description: 'Any JSON value.',
  coerceOutputValue: (value) => value,
  coerceInputValue: (value) => value,
  coerceInputLiteral: (literal) => valueFromASTUntyped(literal),
});

const longOf = (value: unknown): number => {
  if (typeof value !== 'number' || !Number.isSafeInteger(value))
    throw new GraphQLError('Long: must be an integer between −(2^53 − 1) and 2^53 − 1');
  return value;
};
/** `Int` has 32 bits. */
export const Long = new GraphQLScalarType<number, number>({
  name: 'Long',
  description: 'An integer between −(2^53 − 1) and 2^53 − 1.',
  coerceOutputValue: longOf,
  coerceInputValue: longOf,
  coerceInputLiteral: (literal) => longOf(literal.kind === 'IntValue' ? Number(literal.value) : undefined),
});

const textOf = (value: unknown): string => {
  if (typeof value !== 'string') throw new GraphQLError('DateTime: must be a text, such as 2026-01-01T09:30:00Z');
  return value;
};
/** What a time looks like is the endpoint's to say, and its schema refuses any other. */
export const DateTime = new GraphQLScalarType<string, string>({
  name: 'DateTime',
  description: 'A time by ISO 8601, such as 2026-01-01T09:30:00.000Z.',
  coerceOutputValue: textOf,
  coerceInputValue: textOf,
  coerceInputLiteral: (literal) => textOf(literal.kind === 'StringValue' ? literal.value : undefined),
});

const CURSOR = /^\d{1,15}$/;
const cursorOf = (value: unknown): number => {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !CURSOR.test(text)) throw new GraphQLError('Cursor: must be one that a message had');
  return Number(text);
};
/** The number of a message. As text: nobody is to reckon with it. */
export const Cursor = new GraphQLScalarType<number, string>({
  name: 'Cursor',
  description: 'The place of a message among those of its subscription.',
  coerceOutputValue: String,
  coerceInputValue: cursorOf,
  coerceInputLiteral: (literal) =>
    cursorOf(literal.kind === 'StringValue' || literal.kind === 'IntValue' ? literal.value : undefined),
});
