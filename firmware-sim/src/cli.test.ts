import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSimCommand } from './cli.ts';
import { usageOf } from './cli-arguments.ts';
import { COMMANDS } from './control/commands.ts';
import { type Simulator, startSimulator } from './simulator.ts';

let dir: string;
let simulator: Simulator;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sim-'));
  simulator = await startSimulator({ dir, port: 0 });
});
afterAll(async () => {
  await simulator.close();
  rmSync(dir, { recursive: true });
});
const sim = async (line: string, baseUrl = simulator.url) => {
  const lines: string[] = [];
  const code = await runSimCommand(line.split(' '), { baseUrl, out: (text) => lines.push(text) });
  return { code, text: lines.join('\n') };
};

describe('the sim command', () => {
  it('explains every command of the table', async () => {
    const { code, text } = await sim('help');
    expect(code).toBe(0);
    for (const command of COMMANDS) expect(text).toContain(usageOf(command));
  });

  it.each([
    ['press rex studio', 0, 'The exit button is held for 500 ms.'],
    ['press rex studio 50', 0, 'The exit button is held for 50 ms.'],
    ['press rex studio --hold-ms=70', 0, 'The exit button is held for 70 ms.'],
    ['contact front stuck open', 0, 'The contact is stuck open.'],
    ['contact front normal', 0, 'The contact is set to normal.'],
    ['cut-power', 0, 'The power is out: boards are silent, magnets let go.'],
    ['restore-power', 0, 'The power is back: boards start with every coil at rest.'],
    ['push front', 1, 'The lock holds; the door did not move.'],
    ['press rex attic', 1, 'There is no door "attic". There is: front, studio, car-park.'],
    ['press rex', 1, 'Which door? Usage: sim press rex <door> [hold-ms]'],
    ['push front 1 2', 1, 'Too many words. Usage: sim push <door> [hold-ms]'],
    ['push front --colour red', 1, '"push" has no option --colour.'],
    ['push front --hold-ms', 1, '--hold-ms needs a value.'],
  ])('"%s" ends %i and says so', async (line, code, text) => expect(await sim(line)).toEqual({ code, text }));

  it('names what is wrong with a body, and how to type it', async () =>
    expect((await sim('delay rs485-1 soon')).text).toMatch(/^ms: .*Usage: sim delay <bus> <ms> \[count\]$/));

  it('points to the help on a command that is not there', async () =>
    expect(await sim('jamm front')).toEqual({
      code: 1,
      text: 'There is no command "jamm front".\n"sim help" lists the commands.',
    }));

  it('says plainly that no simulator answers', async () =>
    expect(await sim('state', 'http://127.0.0.1:9')).toEqual({
      code: 1,
      text: 'No simulator answers at http://127.0.0.1:9.',
    }));

  it('shows the building in words and as JSON', async () => {
    expect((await sim('state')).text).toContain('  lock     strike: locked');
    expect(JSON.parse((await sim('state --json')).text).doors).toHaveLength(3);
  });

  it('prints what an agent is to be told of the building', async () => {
    const { code, text } = await sim('edge-config');
    expect(code).toBe(0);
    expect(JSON.parse(text).buses['rs485-1']).toMatchObject({ kind: 'modbus-rtu', path: simulator.buses['rs485-1'] });
  });

  it('follows what happens until it is stopped', async () => {
    const stop = new AbortController();
    const lines: string[] = [];
    const out = (line: string) => {
      lines.push(line);
      if (line.includes('lock jammed')) stop.abort();
    };
    const watching = runSimCommand(['watch'], { baseUrl: simulator.url, out, signal: stop.signal });
    await sim('jam car-park');
    expect(await watching).toBe(0);
    expect(lines.filter((line) => line.includes('car-park: lock jammed locked'))).toHaveLength(1);
  });
});
