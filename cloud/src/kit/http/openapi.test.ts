import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineFaults } from '@gatehouse/shared/fault/fault.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpointsFor } from './endpoint.ts';
import { openApiOf } from './openapi.ts';
import { outdatedReports, writeReports } from './report-files.ts';
import { type DescribedModule, renderReports } from './reports.ts';
import { health, listThings, moveThing, moveThingHot, sampleSurface, thingFaults } from './testing/sample-surface.ts';

const endpoints = [moveThing, moveThingHot, listThings, health];
const modules: DescribedModule[] = [{ name: 'things', faults: thingFaults, endpoints }];
// biome-ignore lint/suspicious/noExplicitAny: a document is looked into at every depth.
const document: any = openApiOf(sampleSurface, endpoints);
const move = document.paths['/sample/v1/cold/{door_id}/move'].post;

describe('the OpenAPI document of a surface', () => {
  it('names what each operation takes, by references to named schemas', () => {
    expect(move).toMatchObject({
      operationId: 'things.move',
      'x-gate': { scope: 'move' },
      'x-audit': 'thing.moved',
      parameters: [
        { name: 'door_id', in: 'path', required: true, schema: { $ref: '#/components/schemas/DoorId' } },
        { name: 'speed', in: 'query', required: false, schema: { enum: ['slow', 'fast'] } },
      ],
      requestBody: { required: true, content: { 'application/json': { example: { to: 3, note: 'tidying' } } } },
    });
    expect(move.responses[200].content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Moved' });
    expect(document.components.schemas.Moved.properties.door_id).toEqual({ $ref: '#/components/schemas/DoorId' });
  });
  it('is not made where a query has a name of its own, behind which its parameters would be lost', () => {
    const query = z.strictObject({ from: z.string().optional() }).meta({ id: 'LostQuery' });
    const lost = endpointsFor(sampleSurface)<object>()({
      ...{ id: 'things.lost', method: 'GET', path: '/sample/v1/lost', summary: '', description: '', query },
      ...{ gate: { scope: 'look' }, success: { status: 200, schema: z.object({}), description: '' }, faults: {} },
      handle: async () => ({}),
    });
    expect(() => openApiOf(sampleSurface, [lost])).toThrow(/things\.lost: its query/);
  });
  it('groups refusals by status, with an example of each code in the shape of the surface', () => {
    expect(Object.keys(move.responses)).toEqual(['200', '400', '401', '403', '409', '413', '415', '429', '500', '503']);
    expect(Object.keys(move.responses[401].content['application/json'].examples)).toEqual([
      'https_required',
      'unauthenticated',
    ]);
    expect(move.responses[409].content['application/json']).toMatchObject({
      schema: { $ref: '#/components/schemas/Error' },
      examples: { thing_stuck: { value: { error: 'thing_stuck', request_id: expect.any(String) } } },
    });
    expect(Object.keys(move.responses[429].headers)).toContain('Retry-After');
  });
  it('asks for a key everywhere but where the gate is public, and shows the reason there', () => {
    expect(document.security).toEqual([{ key: [] }]);
    const { get } = document.paths['/sample/v1/health'];
    expect(get).toMatchObject({ security: [], 'x-gate': { public: 'Load balancers have no key.' } });
    expect(Object.keys(get.responses)).toEqual(['200', '401', '429', '500']);
  });
  it('lets answers grow, and shows bodies of their own where faults have them', () => {
    const declare = endpointsFor(sampleSurface)<object>();
    const endpoint = declare({
      id: 'things.odd',
      method: 'GET',
      path: '/sample/v1/odd',
      summary: '',
      description: '',
      gate: { scope: 'look' },
      success: { status: 200, description: '', schema: z.object({ a: z.object({ b: z.string() }) }) },
      faults: thingFaults,
      faultBodies: {
        thing_stuck: { schema: z.object({ status: z.literal('failed') }), example: { status: 'failed' } },
      },
      handle: async () => ({ a: { b: '' } }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    const { responses } = (openApiOf(sampleSurface, [endpoint]) as any).paths['/sample/v1/odd'].get;
    expect(JSON.stringify(responses[200])).not.toContain('additionalProperties');
    expect(responses[409].content['application/json']).toMatchObject({
      schema: { allOf: [{ properties: { status: { const: 'failed' } } }, { required: ['request_id'] }] },
      examples: { thing_stuck: { value: { status: 'failed', request_id: expect.any(String) } } },
    });
  });
  it('has a target for every reference', () => {
    const references = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g);
    for (const [, pointer = ''] of references)
      expect(
        pointer.split('/').reduce((value, key) => value[key], document),
        pointer,
      ).toBeDefined();
  });
  it('is the same text in whatever order the declarations come', () => {
    expect(JSON.stringify(openApiOf(sampleSurface, endpoints.toReversed()))).toBe(JSON.stringify(document));
  });
});

describe('the reports of all modules', () => {
  it('are a document a surface, a page a code, and a list of the codes', () => {
    const reports = renderReports(modules);
    expect(Object.keys(reports)).toEqual(
      expect.arrayContaining(['cloud/openapi/sample.json', 'docs/errors/thing_stuck.md', 'docs/errors/README.md']),
    );
    expect(reports['docs/errors/thing_away.md']).toMatch(
      /503[\s\S]*looks after the device[\s\S]*Retry-After[\s\S]*Wait\./,
    );
  });
  it('cannot be made while a code or an id stands for two things', () => {
    const otherFaults = defineFaults({ thing_stuck: { ...thingFaults.thing_stuck, status: 410 } });
    expect(() => renderReports([...modules, { name: 'other', faults: otherFaults, endpoints: [] }])).toThrow(
      'thing_stuck',
    );
    expect(() => renderReports([...modules, ...modules])).toThrow('things.move');
  });
});

describe('the files of the reports', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'reports-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('are up to date once written, and not after an edit or when their subject is gone', () => {
    const reports = renderReports(modules);
    expect(outdatedReports(root, reports)).toEqual(Object.keys(reports));
    writeReports(root, reports);
    expect(outdatedReports(root, reports)).toEqual([]);
    writeFileSync(join(root, 'docs/errors/thing_stuck.md'), 'edited');
    writeFileSync(join(root, 'docs/errors/thing_gone.md'), 'gone');
    expect(outdatedReports(root, reports)).toEqual(['docs/errors/thing_stuck.md', 'docs/errors/thing_gone.md']);
    writeReports(root, reports);
    expect(outdatedReports(root, reports)).toEqual([]);
  });
});
