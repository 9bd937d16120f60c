import { describe, expect, it } from 'vitest';
import { preferredJson } from './json-types.ts';

describe('the media type of an answer', () => {
  const TYPES = ['application/json', 'application/graphql-response+json'] as const;
  it.each([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['application/*', 'application/json'],
    ['text/html', 'application/json'],
    ['', 'application/json'],
    ['application/graphql-response+json', 'application/graphql-response+json'],
    ['Application/GraphQL-Response+JSON; charset=utf-8', 'application/graphql-response+json'],
    ['application/graphql-response+json, application/json;q=0.9', 'application/graphql-response+json'],
    ['application/json;q=0.9, application/graphql-response+json', 'application/graphql-response+json'],
    ['application/json, application/graphql-response+json', 'application/json'],
    ['application/graphql-response+json, application/json', 'application/graphql-response+json'],
    ['application/graphql-response+json;q=0.5, */*', 'application/json'],
    ['application/graphql-response+json;q=0, */*;q=0.1', 'application/json'],
    ['application/json;q=0.2, application/graphql-response+json;q=0.1, */*', 'application/json'],
    ['application/graphql-response+json;q=x', 'application/json'],
  ])('is what %s would rather have', (accept, type) => expect(preferredJson(TYPES, accept)).toBe(type));
});
