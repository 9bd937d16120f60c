import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type OpenApiDocument, operationsOf } from '../document.ts';
import { inTaskOrder, PARTNER_CHAPTERS } from './task-order.ts';
import { tryContents, tryForm } from './try-form.ts';

const document: OpenApiDocument = JSON.parse(
  readFileSync(new URL('../../../openapi/partner.json', import.meta.url), 'utf8'),
);
const formOf = (id: string) =>
  operationsOf(document)
    .filter(({ operationId }) => operationId === id)
    .map((operation) => tryForm(document, operation))[0];
const fieldOf = (id: string, name: string) => formOf(id)?.fields.find((field) => field.name === name);

describe('the form that tries an endpoint', () => {
  it('has a field for each parameter and each member of the body, with the example of the document', () => {
    expect(fieldOf('doors.unlock', 'door_id')).toMatchObject({
      ...{ place: 'path', kind: 'text', required: true },
      value: 'door_0123456789abcdef',
    });
    expect(fieldOf('doors.unlock', 'Prefer')).toMatchObject({ place: 'header', required: false });
    expect(fieldOf('doors.unlock', 'member_id')).toMatchObject({ place: 'body', required: true, value: 'M-1001' });
    expect(fieldOf('doors.unlock', 'metadata')).toMatchObject({ place: 'body', kind: 'json', required: false });
    expect(fieldOf('events.list', 'limit')).toMatchObject({ place: 'query', kind: 'number' });
    expect(JSON.parse(fieldOf('members.push', 'members')?.value ?? '')).toHaveLength(1);
  });

  it('offers the words where there is a closed list of them', () => {
    const { kind, choices = [] } = fieldOf('sandbox.simulate', 'scenario') ?? {};
    expect(kind).toBe('choice');
    expect(choices.length).toBeGreaterThan(2);
  });

  it('is there for every endpoint, in the order of tasks', () => {
    const contents = tryContents(inTaskOrder(document, PARTNER_CHAPTERS));
    const ids = contents.flatMap(({ groups }) => groups.flatMap(({ endpoints }) => endpoints.map(({ id }) => id)));
    expect(ids.toSorted()).toEqual(
      operationsOf(document)
        .map(({ operationId }) => operationId)
        .sort(),
    );
    for (const { fields } of operationsOf(document).map((operation) => tryForm(document, operation)))
      expect(new Set(fields.map(({ place, name }) => `${place} ${name}`)).size).toBe(fields.length);
  });
});
