import { expect, it } from 'vitest';
import { withNeeded, withoutNeeding } from './needed-tables.ts';

const TABLES = [
  { table: 'organisation', dependsOn: [] },
  { table: 'facility', dependsOn: ['organisation'] },
  { table: 'note', dependsOn: ['facility'] },
  { table: 'user', dependsOn: [] },
];

it('adds whatever a chosen table refers to, and takes off whatever refers to one that is not', () => {
  expect([...withNeeded(TABLES, new Set(['note']))].sort()).toEqual(['facility', 'note', 'organisation']);
  expect([...withoutNeeding(TABLES, new Set(['note', 'facility', 'organisation', 'user']), 'facility')]).toEqual([
    'organisation',
    'user',
  ]);
});
