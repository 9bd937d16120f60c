import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHECKS, findLines } from './checks.ts';

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

  it.each(['identity.json', 'panel-pin', 'panel-tls.json', 'box.db', 'box.db-wal', 'cloud.db'])(
    'names %s where others can read it',
    async (name) => {
      const folder = aFolder();
      writeFileSync(join(folder, name), '');
      chmodSync(join(folder, name), 0o640);
      expect(await check('secrets').run(folder)).toMatchObject({ ok: false, says: expect.stringContaining(name) });
      chmodSync(join(folder, name), 0o600);
      expect(await check('secrets').run(folder)).toMatchObject({ ok: true });
    },
  );

  it('lists serial ports, GPIO chips and keyboards by the names that stay, and says which this user may not open', () => {
    const dev = aFolder();
    expect(findLines(dev)).toEqual({ ok: 'note', says: expect.stringContaining('no USB serial adapter') });
    for (const folder of ['serial/by-id', 'input/by-id']) mkdirSync(join(dev, folder), { recursive: true });
    const lines = ['serial/by-id/usb-relays', 'gpiochip0', 'input/by-id/usb-reader-event-kbd'];
    for (const name of [...lines, 'ttyUSB0', 'input/by-id/usb-mouse-event-mouse']) writeFileSync(join(dev, name), '');
    const paths = lines.map((name) => join(dev, name));
    expect(findLines(dev, () => true).says).toBe(paths.join(', '));
    expect(findLines(dev, (path) => !path.endsWith('gpiochip0')).says).toBe(
      `${paths[0]}, ${paths[1]} (this user may not open it: see its group), ${paths[2]}`,
    );
  });
});
