import { describe, expect, it } from 'vitest';
import { renderReports } from '../http/reports.ts';
import { describeModules } from '../modules.ts';
import { type OpenApiDocument, operationsOf } from './document.ts';

const reports = renderReports(describeModules());
const documentOf = (surface: string): OpenApiDocument => JSON.parse(reports[`cloud/openapi/${surface}.json`] ?? '');

describe('the documents', () => {
  it('Q4 name the header x-simulated-user at every operation of the platform API', () => {
    const without = operationsOf(documentOf('platform')).filter(
      ({ parameters }) =>
        !parameters.some(({ in: where, name }) => String(where) === 'header' && name === 'x-simulated-user'),
    );
    expect(without.map(({ operationId }) => operationId)).toEqual([]);
  });
});
