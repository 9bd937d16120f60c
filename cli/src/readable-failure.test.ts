import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callControl } from '@gatehouse/shared/control/control-client.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readableFailure } from './readable-failure.ts';

let folder: string;
const before = process.cwd();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orders-'));
  process.chdir(folder);
});
afterEach(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

const failureOf = () => callControl('data/cloud', 'boxes').catch(readableFailure);

it('D6 names --data where nothing runs with the folder that an order is for, and the demo’s where that runs', async () => {
  expect(await failureOf()).toMatch(/data\/cloud.*\(not_running\)\nName .*--data\.$/);
  mkdirSync('data/demo/cloud', { recursive: true });
  writeFileSync('data/demo/cloud/control.sock', '');
  expect(await failureOf()).toMatch(/\nA demo runs here: --data data\/demo\/cloud$/);
});
