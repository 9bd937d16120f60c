import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
    ['sense front stuck unlocked', 0, 'The lock sense is stuck unlocked.'],
    ['sense front normal', 0, 'The lock sense is set to normal.'],
    ['rex car-park bounce', 1, 'This door has no exit button wired.'],
    ['cut front.sense', 0, 'front.sense is cut.'],
    ['cut front.sense', 1, 'front.sense is cut already.'],
    ['mend front.sense', 0, 'front.sense is whole again.'],
    ['slow relay front 250', 0, 'The relay follows its coil after 250 ms.'],
    ['slow relay front 0', 0, 'The relay follows at once.'],
    ['weld front open', 0, 'The relay contact never closes.'],
    ['make whole', 0, 'Everything is whole again.'],
    ['brown-out 50 none', 0, 'The supply dips for 50 ms: board-1 rides through.'],
    ['stop', 1, 'Nothing plays.'],
    ['replay @/nowhere/run.json', 1, expect.stringMatching(/^\/nowhere\/run\.json cannot be read as JSON: /)],
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

  it('lets chaos loose by a seed, lists what it will do, and stops it', async () => {
    const { code, text } = await sim('chaos 60 storm --every-ms 500 --only wire');
    expect(code).toBe(0);
    const lines = text.split('\n');
    expect(lines.pop()).toBe(`Chaos for 60 s with seed storm: ${lines.length} steps.`);
    for (const line of lines)
      expect(line).toMatch(/^ +\d+\.\d{3} s {2}(cut|short|mend) [a-z0-9-]+\.(lock|sense|contact|rex|line)$/);
    expect((await sim('state')).text).toMatch(/^chaos: step \d+ of \d+$/m);
    expect(await sim('chaos')).toEqual({ code: 1, text: 'chaos plays already: stop it first.' });
    expect(await sim('stop')).toEqual({ code: 0, text: 'It is stopped.' });
  });

  it('prints what was done as a recording, and does it again from a file', async () => {
    const fresh = mkdtempSync(join(tmpdir(), 'sim-'));
    const second = await startSimulator({ dir: fresh, port: 0, seed: 'recorded' });
    await sim('cut studio.lock', second.url);
    const { text } = await sim('recording', second.url);
    const file = join(fresh, 'run.json');
    writeFileSync(file, text);
    await sim('mend studio.lock', second.url);
    expect(await sim(`replay @${file} 20`, second.url)).toEqual({
      code: 0,
      text: '    0.000 s  cut studio.lock\nReplaying 1 steps.',
    });
    expect((await sim('state', second.url)).text).toContain('studio.lock CUT');
    await second.close();
    rmSync(fresh, { recursive: true });
  });

  it('plays a scenario, step by step, and ends with its verdict', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'sim-scenario-'));
    const file = join(dir, 'a.yaml');
    const play = (steps: string) => {
      writeFileSync(file, `title: A\nsteps:\n${steps}`);
      return sim(`scenario ${file}`);
    };
    const good = await play('  - do: press rex studio\n  - expect: { doors.studio.lock.position: unlocked }\n');
    expect(good).toMatchObject({ code: 0, text: expect.stringMatching(/ok +2 {2}expect .*\n +PASSED: 3 steps/) });
    const bad = await play('  - expect: { site.fire: true }\n    within: 50 ms\n');
    expect(bad).toMatchObject({ code: 1, text: expect.stringMatching(/site\.fire is false, not true/) });
    expect(await play('  - unlock: front\n')).toMatchObject({ code: 1, text: expect.stringMatching(/whole gym/) });
    expect(await play('  - jump: front\n')).toMatchObject({
      code: 1,
      text: expect.stringMatching(/a\.yaml:3: step 1/),
    });
    expect(await sim('scenario')).toMatchObject({ code: 1, text: expect.stringMatching(/Usage/) });
    rmSync(dir, { recursive: true });
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
