import { describe, expect, it } from 'vitest';
import { everyModule } from '../areas.ts';
import { renderReports } from '../kit/http/reports.ts';
import type { AnySurface } from '../kit/http/surfaces.ts';
import {
  type MediaType,
  type OpenApiDocument,
  type Operation,
  operationsOf,
  resolved,
  type Schema,
} from './document.ts';
import { fitsSchema } from './testing/example-shape.ts';

const modules = everyModule;
const reports = renderReports(modules);
const surfaceOf = (name: string): AnySurface => {
  const surfaces = modules.flatMap(({ endpoints }) => endpoints.map(({ surface }) => surface));
  return surfaces.find((surface) => surface.name === name) as AnySurface;
};
/** Where words are shown as they are, and none of them is a property. */
const SHOWN = ['example', 'examples', 'const', 'enum', 'default'];

/** Every property within a part of a document, at any depth, with where it stands. */
function* propertiesIn(part: unknown, where = ''): Generator<readonly [string, Schema]> {
  if (typeof part !== 'object' || part === null) return;
  for (const [key, inner] of Object.entries(part)) {
    if (SHOWN.includes(key)) continue;
    if (key === 'properties')
      yield* Object.entries(inner as Record<string, Schema>).map(
        ([name, schema]) => [`${where}.${name}`, schema] as const,
      );
    yield* propertiesIn(inner, `${where}.${key}`);
  }
}
const SURFACES = ['partner', 'platform', 'device', 'agent', 'console'] as const;
const documentOf = (surface: string): OpenApiDocument => JSON.parse(reports[`cloud/openapi/${surface}.json`] ?? '');

describe('the documents', () => {
  it('Q4 name the header x-simulated-user at every operation of the platform API that somebody in particular calls', () => {
    const without = operationsOf(documentOf('platform')).filter(
      ({ security, parameters }) =>
        security === undefined &&
        !parameters.some(({ in: place, name }) => place === 'header' && name === 'x-simulated-user'),
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
      // What becomes a socket has none.
      for (const [status, { content }] of Object.entries(responses))
        checkMedia(`${operationId} ${status}`, content?.['application/json']);
    }
    expect(wrong).toEqual([]);
  });

  it.each(SURFACES)('D5 of the %s API say nothing that the usual tools refuse', (surface) => {
    expect(reports[`cloud/openapi/${surface}.json`]).not.toContain('prefixItems');
  });

  it.each(SURFACES)(
    'D5 of the %s API describe every property, parameter and tag, and say who answers for it',
    (surface) => {
      const document = documentOf(surface);
      const isDescribed = (schema: Schema) => !!(schema.description ?? resolved(document, schema).description);
      const plain = [...propertiesIn({ paths: document.paths, schemas: document.components.schemas })]
        .filter(([, schema]) => !isDescribed(schema))
        .map(([where]) => where);
      for (const { operationId, parameters } of operationsOf(document))
        for (const { name, description, schema } of parameters)
          if (!description && !isDescribed(schema)) plain.push(`${operationId} ${name}`);
      expect(plain, 'say it where it is declared, or once for the surface').toEqual([]);
      const { info, tags } = document as unknown as { info: object; tags: { name: string; description: string }[] };
      expect(info).toMatchObject({
        contact: { name: expect.stringMatching(/./) },
        license: { identifier: 'Apache-2.0' },
      });
      for (const { name, description } of tags) {
        expect(name).toMatch(/^[A-Z]/);
        expect(description).toMatch(/^[A-Z].+\.$/);
      }
    },
  );

  it.each(SURFACES)('D5 of the %s API use every word that is kept for properties and tags', (surface) => {
    const text = reports[`cloud/openapi/${surface}.json`] ?? '';
    const { words, tags } = surfaceOf(surface).document;
    const unused = Object.entries(words).filter(
      ([, said]) => !text.includes(JSON.stringify([said].flat()[0]).slice(1, -1)),
    );
    expect(unused.map(([name]) => name)).toEqual([]);
    expect(Object.values(tags).filter(({ name }) => !text.includes(`"name": "${name}"`))).toEqual([]);
  });

  it('D5 say of Prefer, of replays and of limits wherever the service takes or gives them', () => {
    const partner = new Map(operationsOf(documentOf('partner')).map((one) => [one.operationId, one]));
    const platform = new Map(operationsOf(documentOf('platform')).map((one) => [one.operationId, one]));
    const headersOf = (operation: Operation | undefined, status: string) =>
      Object.keys((operation?.responses[status] as { headers?: object } | undefined)?.headers ?? {});
    const takes = (operation: Operation | undefined) =>
      (operation?.parameters ?? []).filter(({ in: place }) => place === 'header').map(({ name }) => name);
    expect(takes(partner.get('doors.unlock'))).toEqual(['Prefer']);
    expect(takes(platform.get('unlocks.unlock'))).toEqual(['Idempotency-Key', 'Prefer', 'x-simulated-user']);
    expect(takes(platform.get('doors.set-maintenance'))).toContain('Prefer');
    for (const status of ['200', '409', '502', '503', '504']) {
      expect(headersOf(partner.get('doors.unlock'), status)).toContain('Idempotent-Replayed');
      expect(headersOf(platform.get('unlocks.unlock'), status)).toContain('Idempotent-Replayed');
    }
    expect(headersOf(partner.get('doors.read'), '200')).not.toContain('Idempotent-Replayed');
    for (const operation of [...partner.values(), ...platform.values()])
      for (const status of Object.keys(operation.responses)) {
        const limits = headersOf(operation, status).filter((name) => name.startsWith('RateLimit'));
        const known = status !== '401' && status !== '500';
        expect([operation.operationId, status, limits.includes('RateLimit-Policy')]).toEqual([
          operation.operationId,
          status,
          known,
        ]);
      }
    expect(headersOf(partner.get('doors.read'), '404')).toContain('RateLimit');
  });
});
