// @module-tag long
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Site, startSite } from '../kit/site.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Partners have other versions than ours: the one that runs npm is whatever the machine came with. */
const NODES = [...new Set([process.execPath, process.env.npm_node_execpath ?? process.execPath])];
const GUIDE = readFileSync(join(ROOT, 'docs/partner/client.md'), 'utf8');
/** Every TypeScript block of the guide, as one file of a partner's, with the names that the guide leaves to the reader. */
const EXAMPLES = [
  'declare const readMembers: () => AsyncIterable<import("@gatehouse/partner-client").Member>;',
  'declare const bookings: { windowsOf(id: string): Promise<{ windows: import("@gatehouse/partner-client").AccessTimeWindow[]; revision: number }> };',
  'declare const alarm: (what: unknown) => void;',
  'declare const loadCursor: () => Promise<string>, storeCursor: (cursor: string) => Promise<void>, dealWith: (events: unknown) => Promise<void>;',
  ...[...GUIDE.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, code = '']) => code),
].join('\n');
const PROGRAM = `import { createPartnerClient } from '@gatehouse/partner-client';
const { URL_OF_API, KEY, DOOR, FACILITY } = process.env;
const client = createPartnerClient({ baseUrl: URL_OF_API, key: KEY });
const opened = await client.doors.unlock({
  door_id: DOOR, facility_id: FACILITY, member_id: 'M-1', first_name: 'Ada', last_name: 'Byron', idempotency_key: process.version,
});
process.stdout.write(JSON.stringify(opened));
`;
const TSCONFIG = {
  compilerOptions: { strict: true, module: 'nodenext', target: 'es2022', noEmit: true, types: ['node'] },
};

/** Without what npm tells the scripts that it runs: told of our folder, an npm of the test's would install into it. */
const OUTSIDE = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));

let site: Site;
let folder: string;
const run = (program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}, cwd = folder) => {
  const done = spawnSync(program, args, { cwd, env: { ...OUTSIDE, ...env }, encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`${program} ${args.join(' ')}: ${done.stdout}${done.stderr}`);
  return done.stdout;
};
beforeAll(async () => {
  site = await startSite();
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-packed-'));
  // Of a copy: other tests read the source tree meanwhile.
  cpSync(join(ROOT, 'partner-client'), join(folder, 'partner-client'), { recursive: true });
  for (const name of ['bin', 'node_modules', 'tsconfig.json']) symlinkSync(join(ROOT, name), join(folder, name));
  run('npm', ['pack', '--ignore-scripts=false', '--pack-destination', folder], {}, join(folder, 'partner-client'));
  mkdirSync(join(folder, 'app'));
  folder = join(folder, 'app');
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'a-partner', private: true, type: 'module' }));
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', '../gatehouse-partner-client-0.1.0.tgz']);
});
afterAll(async () => {
  rmSync(join(folder, '..'), { recursive: true, force: true });
  await site.close();
});

describe('D2 the packed client, installed in an empty folder', () => {
  it.each(NODES)('unlocks a door on %s', (node) => {
    writeFileSync(join(folder, 'unlock.js'), PROGRAM);
    const authority = join(folder, 'ca.pem');
    writeFileSync(authority, site.ca);
    const { front } = site.doorIds;
    const answer = run(node, ['unlock.js'], {
      URL_OF_API: site.processes.cloud.ready.partnerUrl,
      KEY: site.demo.direct.keys.live,
      DOOR: front,
      FACILITY: site.demo.facilityId,
      NODE_EXTRA_CA_CERTS: authority,
      NODE_OPTIONS: '',
    });
    expect(JSON.parse(answer)).toMatchObject({ status: 'unlocked', door_id: front });
  });

  it('and its types, and every example of the guide, are right for a strict compiler', () => {
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...TSCONFIG, include: ['examples.ts'] }));
    writeFileSync(join(folder, 'examples.ts'), EXAMPLES);
    run(process.execPath, [
      join(ROOT, 'node_modules/typescript/bin/tsc'),
      '-p',
      '.',
      '--typeRoots',
      join(ROOT, 'node_modules/@types'),
    ]);
  });
});
