import { describe, expect, it } from 'vitest';
import { everyModule } from '../areas.ts';
import { renderReports } from '../kit/http/reports.ts';
import { type OpenApiDocument, operationsOf, successesOf } from './document.ts';
import { LIVE_DOCUMENT, liveDocument, topicsOf } from './live-document.ts';
import { publishedFiles } from './published-files.ts';

const reports: Readonly<Record<string, string>> = {
  ...renderReports(everyModule),
  [LIVE_DOCUMENT]: liveDocument(topicsOf(everyModule)),
};
const document = JSON.parse(reports['cloud/openapi/partner.json'] ?? '') as OpenApiDocument;
const operations = operationsOf(document);
const files = publishedFiles(reports);

interface Pair {
  readonly key: string;
  readonly value: string;
}
interface Item {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly url: { readonly raw: string; readonly path: readonly string[]; readonly variable?: readonly Pair[] };
    readonly body?: { readonly raw: string };
  };
  readonly response: readonly { readonly name: string }[];
}
interface Collection {
  readonly info: { readonly name: string; readonly schema: string };
  readonly auth: unknown;
  readonly variable: readonly Pair[];
  readonly item: readonly { readonly item: readonly Item[] }[];
}
const collection = JSON.parse(files['cloud/openapi/partner.postman.json'] ?? '') as Collection;

describe('the Postman collection', () => {
  const items = collection.item.flatMap((folder) => folder.item);

  it('is of format v2.1.0 and has a name, folders and a request for each operation', () => {
    expect(collection.info.schema).toBe('https://schema.getpostman.com/json/collection/v2.1.0/collection.json');
    expect(collection.info.name).toBe('Gatehouse partner API v1');
    expect(items.map(({ request }) => [request.method, request.url.path.join('/')])).toEqual(
      operations.map(({ method, path }) => [method.toUpperCase(), path.slice(1).replace(/\{(\w+)\}/g, ':$1')]),
    );
  });
  it('takes key and address from variables, and holds no secret', () => {
    expect(collection.auth).toMatchObject({ type: 'basic', basic: [{ value: '{{secret_key}}' }, { value: '' }] });
    const variables = new Map(collection.variable.map(({ key, value }) => [key, value]));
    expect(variables.get('secret_key')).toBe('');
    expect(JSON.stringify(collection)).not.toMatch(/sk_(live|dryrun|read-only)_[0-9A-Za-z]{43}/);
    const used = [...JSON.stringify(collection).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
    for (const name of used) expect([...variables.keys()]).toContain(name);
  });
  it('has only parts that the format knows, of the kinds it knows', () => {
    for (const { name, request, response } of items) {
      expect(name).toEqual(expect.any(String));
      expect(request.url.raw.startsWith('{{base_url}}/partner/v1/')).toBe(true);
      expect(request.url).toMatchObject({ host: ['{{base_url}}'], path: expect.any(Array) });
      if (request.body !== undefined) expect(JSON.parse(request.body.raw)).toEqual(expect.any(Object));
      for (const path of request.url.path.filter((part) => part.startsWith(':')))
        expect((request.url.variable ?? []).map(({ key }) => `:${key}`)).toContain(path);
      for (const example of response)
        expect(example).toMatchObject({ name: expect.any(String), code: expect.any(Number), body: expect.any(String) });
    }
  });
  it('shows every documented error of every request', () => {
    const documented = operations.flatMap(({ responses }) =>
      Object.entries(responses).flatMap(([status, { content }]) =>
        Object.keys(content['application/json'].examples ?? {}).map((code) => `${status} ${code}`),
      ),
    );
    const shown = items.flatMap(({ response }) => response.map((example) => example.name));
    expect(shown.filter((name) => !name.endsWith(' success'))).toEqual(documented);
  });
});

describe('the types of the client', () => {
  const text = files['partner-client/src/partner-api.gen.ts'] ?? '';
  it('say on their first line that they are generated, and how', () =>
    expect(text.split('\n')[0]).toBe('// Generated from the OpenAPI document of the partner API: npm run generate.'));
  it('have a method and a row for each operation', () => {
    for (const { operationId, path } of operations) {
      expect(text).toContain(`'${operationId}': {`);
      expect(text).toContain(`path: '${path}'`);
    }
  });
  it('know which operation moves something', () => {
    const keyed = [...text.matchAll(/'([\w.-]+)': \{(?:(?!keyed:)[\s\S])*keyed: true/g)].map(([, id]) => id);
    expect(keyed).toEqual(['doors.unlock']);
  });
});

describe('the types of the consoles', () => {
  const text = files['cloud/web/client/platform-api.gen.ts'] ?? '';
  const frames = files['cloud/web/client/live-frames.gen.ts'] ?? '';
  // What becomes a socket has no answer.
  const platform = operationsOf(JSON.parse(reports['cloud/openapi/platform.json'] ?? '') as OpenApiDocument).filter(
    (operation) => successesOf(operation).length > 0,
  );
  it('say on their first line that they are generated, and how', () =>
    expect(text.split('\n')[0]).toBe('// Generated from the OpenAPI document of the platform API: npm run generate.'));
  it('have every operation by its method and path, and all answers of one that may go well in two ways', () => {
    expect(platform.length).toBeGreaterThan(150);
    for (const { method, path } of platform) expect(text).toContain(`  '${method.toUpperCase()} ${path}': {`);
    expect(text.match(/^ {4}readonly answer: /gm)).toHaveLength(platform.length);
  });
  it('are types alone: nothing of them is loaded by a browser', () => {
    expect(text.match(/^export (?!interface |type )/gm)).toBeNull();
    expect(frames.match(/^export (?!interface |type )/gm)).toBeNull();
  });
  it('have every frame of the live socket, in both ways', () => {
    const found = (from: string, to: string) => [
      ...frames.slice(frames.indexOf(from), frames.indexOf(to)).matchAll(/readonly type: '(\w+)'/g),
    ];
    const names = new Set(found('export type FrameIn', 'export type FrameOut').map(([, name]) => name));
    expect([...names]).toEqual(['subscribe', 'unsubscribe', 'resume']);
    const told = new Set(found('export type FrameOut', '\u0000').map(([, name]) => name));
    expect([...told].toSorted()).toEqual(['beat', 'log', 'patch', 'refused', 'revoked', 'snapshot', 'welcome']);
  });
});
