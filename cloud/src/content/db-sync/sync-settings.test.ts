import { expect, it } from 'vitest';
import { readSyncSource } from './sync-settings.ts';

it.each([
  [{}, undefined, []],
  [{ INSTALLATION: 'staging' }, undefined, []],
  [{ INSTALLATION: 'staging', SYNC_SOURCE_URL: 'sqlite:/var/tmp/masked.db' }, 'sqlite:/var/tmp/masked.db', []],
  [{ SYNC_SOURCE_URL: 'postgres://r@h/d' }, 'postgres://r@h/d', ['SYNC_SOURCE_URL: only with INSTALLATION=staging']],
  [{ INSTALLATION: 'test' }, undefined, ['INSTALLATION: must be production or staging']],
  [
    { INSTALLATION: 'staging', SYNC_SOURCE_URL: 'https://h' },
    'https://h',
    ['SYNC_SOURCE_URL: must be sqlite:<file> or postgres://…'],
  ],
])('an installation copies from elsewhere only where it says that it is a staging: %o', (given, url, problems) => {
  const found: string[] = [];
  expect([readSyncSource(given, found), found]).toEqual([url, problems]);
});
