import { chmodSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineFaults, faultsOf } from '../fault/fault.ts';
import { callControl } from './control-client.ts';
import { controlCommand, serveControl } from './control-server.ts';
import { controlSocketPath } from './control-socket.ts';

const fault = faultsOf(
  defineFaults({ 'door.unknown': { status: 404, blame: 'caller', retry: 'never', title: 'No such door', help: '' } }),
);
const commands = {
  greet: controlCommand({
    body: z.strictObject({ name: z.string().max(20) }),
    run: async ({ name }) => ({ hello: name }),
  }),
  refuse: controlCommand({
    body: z.strictObject({}),
    run: async () => {
      throw fault('door.unknown', 'There is no such door.');
    },
  }),
};

describe('the control socket', () => {
  let dir: string;
  let server: Awaited<ReturnType<typeof serveControl>>;
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'control-'));
    server = await serveControl(dir, commands);
  });
  afterEach(() => server.close());

  it('carries an order and its answer', async () =>
    expect(await callControl(dir, 'greet', { name: 'Ada' })).toEqual({ hello: 'Ada' }));
  it('is open to its owner only', () => expect(statSync(controlSocketPath(dir)).mode & 0o777).toBe(0o600));
  it('names the field that is wrong', async () =>
    await expect(callControl(dir, 'greet', { name: 7 })).rejects.toThrow(/name/));
  it('passes a refusal on with its code', async () =>
    await expect(callControl(dir, 'refuse')).rejects.toMatchObject({ code: 'door.unknown' }));
  it.each(['nope', '__proto__', 'constructor'])(
    'refuses the unknown command %s',
    async (name) => await expect(callControl(dir, name)).rejects.toMatchObject({ code: 'unknown_command' }),
  );
  it('is not taken from a process that is alive, and is from one that was killed', async () => {
    await expect(serveControl(dir, commands)).rejects.toThrow(/Another process/);
    const { rename } = await import('node:fs/promises');
    await rename(controlSocketPath(dir), `${controlSocketPath(dir)}.kept`);
    await server.close();
    await rename(`${controlSocketPath(dir)}.kept`, controlSocketPath(dir));
    server = await serveControl(dir, commands);
    expect(await callControl(dir, 'greet', { name: 'Ada' })).toEqual({ hello: 'Ada' });
  });
  it('says plainly that nothing is running', async () => {
    await server.close();
    await expect(callControl(dir, 'greet', { name: 'Ada' })).rejects.toMatchObject({ code: 'not_running' });
  });
  it('N11 takes no orders in a folder that others may enter, or that a link leads to', () => {
    const long = `/tmp/${'x'.repeat(150)}`;
    const folder = dirname(controlSocketPath(long));
    const tmp = mkdtempSync(join(tmpdir(), 'control-tmp-'));
    const mine = join(tmp, basename(folder));
    const before = process.env.TMPDIR;
    process.env.TMPDIR = tmp;
    try {
      expect(dirname(controlSocketPath(long))).toBe(mine);
      chmodSync(mine, 0o755);
      expect(() => controlSocketPath(long)).toThrow(/0700/);
      rmSync(mine, { recursive: true });
      symlinkSync(folder, mine);
      expect(() => controlSocketPath(long)).toThrow(/no link/);
    } finally {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    }
  });
  it('finds a place for a data folder whose path is too long for a socket', () =>
    expect(Buffer.byteLength(controlSocketPath(`/tmp/${'x'.repeat(150)}`))).toBeLessThan(107));
});
