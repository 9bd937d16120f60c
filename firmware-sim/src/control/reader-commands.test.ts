import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { expect, it } from 'vitest';
import { createSimulation } from '../simulation.ts';
import { Building } from '../world/building.ts';
import { COMMANDS } from './commands.ts';
import { perform } from './perform.ts';
import { stateOf } from './state.ts';

it('pulls a reader that is a keyboard out of its socket and plugs it in again, and no other reader', () => {
  const file = new URL('../../buildings/everything.json', import.meta.url);
  const building = Building.parse(JSON.parse(readFileSync(file, 'utf8')));
  const dir = mkdtempSync(join(tmpdir(), 'sim-'));
  const simulation = createSimulation({ clock: new ManualClock(), seed: 'a', building, dir });
  try {
    const run = (name: string, verb: string) => {
      const command = COMMANDS.find((one) => one.target === 'reader' && one.name === verb);
      if (command === undefined) throw new TypeError(`no command ${verb}`);
      return perform(simulation, command, name, {}).done;
    };
    const plugged = () => stateOf(simulation).readers.flatMap((one) => (one.kind === 'keyboard' ? [one.plugged] : []));
    expect(plugged()).toEqual([true]);
    expect([run('office-wedge', 'pull-out'), run('office-wedge', 'pull-out'), plugged()]).toEqual([
      true,
      false,
      [false],
    ]);
    expect([run('office-wedge', 'plug-in'), run('office-wedge', 'plug-in'), plugged()]).toEqual([true, false, [true]]);
    for (const other of ['front-reader', 'studio-scanner', 'annexe-reader']) expect(run(other, 'pull-out')).toBe(false);
  } finally {
    simulation.close();
    rmSync(dir, { recursive: true });
  }
});
