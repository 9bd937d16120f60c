import { describe, expect, it } from 'vitest';
import type { Schema } from './document.ts';
import { commentOf, typeOf } from './typescript-of.ts';

const closed = { openEnums: false };
const open = { openEnums: true };

describe('the TypeScript type of a JSON Schema', () => {
  it.each<[string, Schema]>([
    ['string', { type: 'string' }],
    ['number', { type: 'integer' }],
    ['boolean', { type: 'boolean' }],
    ['unknown', {}],
    ["'unlocked'", { const: 'unlocked' }],
    ['true', { const: true }],
    ["'a' | 'b'", { type: 'string', enum: ['a', 'b'] }],
    ["'it\\'s'", { enum: ["it's"] }],
    ['string | null', { type: ['string', 'null'] }],
    ['string | null', { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    ['Door', { $ref: '#/components/schemas/Door' }],
    ['ErrorBody', { $ref: '#/components/schemas/Error' }],
    ['A & B', { allOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] }],
    ['readonly string[]', { type: 'array', items: { type: 'string' } }],
    ['readonly (string | null)[]', { type: 'array', items: { type: ['string', 'null'] } }],
    [
      'readonly (readonly [string])[]',
      { type: 'array', items: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 1 } },
    ],
    ['readonly [string, string]', { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 }],
    [
      'readonly ({ readonly [name: string]: number } | { readonly [name: string]: string })[]',
      {
        type: 'array',
        items: {
          anyOf: [
            { type: 'object', additionalProperties: { type: 'number' } },
            { type: 'object', additionalProperties: { type: 'string' } },
          ],
        },
      },
    ],
    ['{ readonly [name: string]: number }', { type: 'object', additionalProperties: { type: 'number' } }],
    ['{ readonly [name: string]: unknown }', { type: 'object' }],
  ])('%s', (type, schema) => expect(typeOf(schema, closed)).toBe(type));

  it('has members that may be missing, names that need quotes, and their descriptions', () => {
    const schema: Schema = {
      type: 'object',
      properties: { 'dry-run': { const: true }, name: { type: 'string', description: 'What it is called.' } },
      required: ['name'],
    };
    expect(typeOf(schema, closed)).toBe(
      "{\n  readonly 'dry-run'?: true | undefined;\n  /** What it is called. */\n  readonly name: string;\n}",
    );
  });
  it('admits words that are not in the list, where they come from the server', () =>
    expect(typeOf({ type: 'string', enum: ['on', 'off'] }, open)).toBe("Open<'on' | 'off'>"));
  it('is a bug where the schema says something that the writer does not know', () =>
    expect(() => typeOf({ type: 'date' }, closed)).toThrow(/no TypeScript type/));
});

describe('a description as a comment', () => {
  it('is wrapped at the width of the page and cannot end the comment', () => {
    const text = `${'word '.repeat(60)}*/ alert()`;
    const comment = commentOf(text, '  ');
    for (const line of comment.split('\n')) expect(line.length).toBeLessThanOrEqual(120);
    expect(comment.match(/\*\//g)).toHaveLength(1);
  });
  it('is nothing where there is none', () => expect(commentOf(undefined, '')).toBe(''));
});
