import { describe, expect, it } from 'vitest';
import { renderReports } from '../http/reports.ts';
import { describeModules } from '../modules.ts';
import { type MediaType, type OpenApiDocument, operationsOf, type Schema } from './document.ts';
import { fitsSchema } from './testing/example-shape.ts';

const reports = renderReports(describeModules());
const SURFACES = ['partner', 'platform', 'device', 'agent'] as const;
const documentOf = (surface: string): OpenApiDocument => JSON.parse(reports[`cloud/openapi/${surface}.json`] ?? '');

describe('the documents', () => {
  it('Q4 name the header x-simulated-user at every operation of the platform API', () => {
    const without = operationsOf(documentOf('platform')).filter(
      ({ parameters }) =>
        !parameters.some(({ in: where, name }) => String(where) === 'header' && name === 'x-simulated-user'),
    );
    expect(without.map(({ operationId }) => operationId)).toEqual([]);
  });

  it.each(SURFACES)('D5 of the %s API have examples that fit their schemas, all of them', (surface) => {
    const document = documentOf(surface);
    const wrong: string[] = [];
    const check = (where: string, schema: Schema, example: unknown) => {
      if (example !== undefined && !fitsSchema(document, schema, example)) wrong.push(where);
    };
    const checkMedia = (where: string, media: MediaType | undefined) => {
      if (media === undefined) return;
      check(where, media.schema, media.example);
      for (const [name, { value }] of Object.entries(media.examples ?? {}))
        check(`${where} ${name}`, media.schema, value);
    };
    for (const { operationId, parameters, body, responses } of operationsOf(document)) {
      for (const { name, schema, example } of parameters) check(`${operationId} ${name}`, schema, example);
      checkMedia(`${operationId} body`, body);
      for (const [status, { content }] of Object.entries(responses))
        checkMedia(`${operationId} ${status}`, content['application/json']);
    }
    expect(wrong).toEqual([]);
  });

  it.each(SURFACES)('D5 of the %s API say nothing that the usual tools refuse', (surface) => {
    expect(reports[`cloud/openapi/${surface}.json`]).not.toContain('prefixItems');
  });
});
