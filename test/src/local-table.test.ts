import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LOCAL_DOCUMENT, withLocalTable } from './local-table.ts';
import { ROOT } from './run-tool.ts';

it(`${LOCAL_DOCUMENT} shows the messages as they are (run: node bin/launch.mjs test/src/local-table.ts)`, () => {
  const document = readFileSync(join(ROOT, LOCAL_DOCUMENT), 'utf8');
  expect(withLocalTable(document)).toBe(document);
});
