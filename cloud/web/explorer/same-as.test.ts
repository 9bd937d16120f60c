import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { GraphFields } from '../client/graph-fields.ts';
import { look, type Read } from './document.ts';
import { graphOf } from './graph.ts';
import { asCurl, asMcp, asRest } from './same-as.ts';

const published = (name: string): string => readFileSync(new URL(`../../graphql/${name}`, import.meta.url), 'utf8');
const graph = graphOf(published('schema.graphql'), JSON.parse(published('fields.json')) as GraphFields);
const ORIGIN = 'https://unified.example';

const looked = (text: string, variables: object = {}) =>
  look(graph, { text, variables: JSON.stringify(variables), operationName: undefined });
const read = (text: string, variables: object = {}): Read => {
  const found = looked(text, variables);
  if (found.is !== 'read') throw new TypeError(`it is ${found.is}`);
  return found;
};

describe('what a document costs at worst', () => {
  it('is known as soon as it can be read', () => {
    expect(read('{ clubsList(limit: 5) { data { name } } }').worst.cost).toBe(6);
    expect(read('query ($n: Int) { clubsList(limit: $n) { data { name } } }', { n: 7 }).worst.cost).toBe(8);
  });

  it('is told with what costs most, also beyond what it may', () => {
    const { worst, limit } = read('{ clubsList(limit: 200) { data { members(limit: 100) { data { memberId } } } } }');
    expect(worst.cost).toBeGreaterThan(limit);
    expect(worst.path).toEqual(['clubsList', 'data', 'members', 'data']);
  });

  it.each([
    ['', 'empty'],
    ['# nothing yet', 'empty'],
    ['{ clubsList(', 'unreadable'],
    ['{ __schema { types { name } } }', 'schema'],
  ])('is no number for %j', (text, is) => expect(looked(text).is).toBe(is));

  it('is no number while the variables cannot be read', () => {
    expect(look(graph, { text: '{ me { version } }', variables: '{', operationName: undefined }).is).toBe('unreadable');
  });
});

describe('a document as curl', () => {
  it('is one line for a shell, without the token, and safe from quotes in it', () => {
    const { text } = asCurl(read(`query Look { door(doorId: "it's") { name } }`, {}), ORIGIN);
    expect(text).toContain(`curl -sS ${ORIGIN}/graphql`);
    expect(text).toContain('-H "Authorization: Bearer $TOKEN"');
    expect(text).toContain(`it'\\''s`);
    expect(text).toContain('"operationName":"Look"');
  });
});

describe('a document as REST', () => {
  it('is one request where one route answers all of it', () => {
    const { says, text } = asRest(
      graph,
      read('query ($id: String!) { facility(facilityId: $id) { name } }', { id: 'fac_1' }),
      ORIGIN,
    );
    expect(says).toMatch(/^One route/);
    expect(text).toMatch(
      /^curl -sS -H "Authorization: Bearer \$TOKEN" 'https:\/\/unified\.example\/v1\/rest\/\S*fac_1'$/,
    );
  });

  it('has its arguments in the path and in the query string, encoded', () => {
    const { text } = asRest(graph, read('{ clubsList(limit: 5, q: "a&b c") { data { name } } }'), ORIGIN);
    expect(text).toContain("'https://unified.example/v1/rest/facilities?q=a%26b%20c&limit=5'");
  });

  it('is several where several routes answer it, and says what is taken from which answer', () => {
    const { says, text } = asRest(
      graph,
      read('{ clubsList(limit: 2) { data { ...Own } } } fragment Own on Facility { doors { data { name } } }'),
      ORIGIN,
    );
    expect(says).toMatch(/^Several routes/);
    expect(text?.split('\n').slice(1)).toEqual([
      '# for each of clubsList: GET /v1/rest/devices/doors/{facilityId}',
      '#   {facilityId} is its facilityId',
    ]);
  });

  it('is none where a field asks for whatever has an id', () => {
    expect(asRest(graph, read('{ node(id: "fac_1") { id } }'), ORIGIN)).toMatchObject({ text: undefined });
  });
});

describe('a document as MCP', () => {
  it('is the call of one tool, or none', () => {
    const { text } = asMcp(graph, read('{ clubsList(limit: 5) { data { name } } }'));
    expect(JSON.parse(text ?? '')).toMatchObject({
      method: 'tools/call',
      params: { name: 'clubs_list', arguments: { limit: 5 } },
    });
    expect(asMcp(graph, read('{ me { version } clubsList { next } }')).text).toBeUndefined();
  });
});
