import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readSecret } from './read-secret.ts';

const terminal = () => {
  const modes: boolean[] = [];
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (mode: boolean) => void modes.push(mode) });
  const prompts = new PassThrough();
  return { input, prompts, modes, shown: () => String(prompts.read() ?? '') };
};

describe('a secret for a command', () => {
  it('is the first line of what is piped in', async () => {
    const input = new PassThrough();
    input.end(' 190283 \nmore\n');
    expect(await readSecret('PIN', { input, prompts: new PassThrough() })).toBe('190283');
  });

  it.each(['', '\n', 'x'.repeat(201)])('%j is none', async (given) => {
    const input = new PassThrough();
    input.end(given);
    await expect(readSecret('PIN', { input, prompts: new PassThrough() })).rejects.toThrow(/PIN: nothing usable/);
  });

  it('is asked for at a terminal, and does not show there', async () => {
    const at = terminal();
    const secret = readSecret('PIN', at);
    for (const keys of ['19', '9', '\x7f', '0283', '\r']) at.input.write(keys);
    expect(await secret).toBe('190283');
    expect(at.shown()).toBe('PIN: \n');
    expect(at.modes).toEqual([true, false]);
  });

  it('can be refused with control-C, which leaves the terminal as it was', async () => {
    const at = terminal();
    const secret = readSecret('PIN', at);
    at.input.write('19\x03');
    await expect(secret).rejects.toThrow(/Nothing was done/);
    expect(at.modes).toEqual([true, false]);
  });
});
