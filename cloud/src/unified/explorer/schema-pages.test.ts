import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { withoutMutations } from './schema-pages.ts';

const PUBLISHED = readFileSync(new URL('../../../graphql/schema.graphql', import.meta.url), 'utf8');

describe('the schema that the explorer shows where nothing may be changed', () => {
  it('is the published one without its mutations', () => {
    const whole = buildSchema(PUBLISHED);
    const reading = buildSchema(withoutMutations(PUBLISHED));
    expect(Object.keys(whole.getMutationType()?.getFields() ?? {}).length).toBeGreaterThan(50);
    expect(reading.getMutationType()).toBeUndefined();
    expect(Object.keys(reading.getQueryType()?.getFields() ?? {})).toEqual(
      Object.keys(whole.getQueryType()?.getFields() ?? {}),
    );
  });
});
