import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHECKS } from './checks.ts';

const check = (name: string) => {
  const found = CHECKS.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`no check ${name}`);
  return found;
};
const aFolder = () => mkdtempSync(join(tmpdir(), 'doctor-'));

describe('the doctor', () => {
  it.each(['Node', 'better-sqlite3', 'serialport', 'koffi', 'data folder', 'clock', 'pseudo terminals'])(
    'finds %s in order on a machine that runs these tests',
    async (name) => expect(await check(name).run(aFolder())).toMatchObject({ ok: true }),
  );

  it('makes the data folder for its owner only', async () => {
    const folder = join(aFolder(), 'new');
    await check('data folder').run(folder);
    expect(await check('secrets').run(folder)).toMatchObject({ ok: true });
  });

  it('names a secret that others can read', async () => {
    const folder = aFolder();
    mkdirSync(join(folder, 'secrets'));
    writeFileSync(join(folder, 'secrets', 'command-key.json'), '{}', { mode: 0o600 });
    expect(await check('secrets').run(folder)).toMatchObject({ ok: true });
    chmodSync(join(folder, 'secrets', 'command-key.json'), 0o644);
    expect(await check('secrets').run(folder)).toMatchObject({
      ok: false,
      says: expect.stringContaining('command-key.json'),
    });
  });
});
