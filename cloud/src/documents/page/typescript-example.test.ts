import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { type OpenApiDocument, type Operation, operationsOf } from '../document.ts';
import { fetchExample, partnerExample } from './typescript-example.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const operationsFrom = (surface: string): Operation[] => {
  const document: OpenApiDocument = JSON.parse(readFileSync(join(ROOT, `cloud/openapi/${surface}.json`), 'utf8'));
  return operationsOf(document);
};
const CONFIG = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'esnext',
    lib: ['esnext'],
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    paths: { '@gatehouse/partner-client': [join(ROOT, 'partner-client/src/partner-client.ts')] },
  },
  include: ['*.ts'],
};

it('every example in TypeScript, of both APIs, is right for a strict compiler', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-examples-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(CONFIG));
    for (const operation of operationsFrom('partner'))
      writeFileSync(join(folder, `partner-${operation.operationId}.ts`), partnerExample(operation));
    for (const operation of operationsFrom('platform'))
      writeFileSync(join(folder, `platform-${operation.operationId}.ts`), `${fetchExample(operation)}export {};\n`);
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    const { stdout, status } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
    expect(stdout).toBe('');
    expect(status).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
