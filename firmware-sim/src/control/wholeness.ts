import type { Simulation } from '../simulation.ts';
import { type Command, namesOf, type Target } from './command.ts';
import { partOf, valueAt } from './parts.ts';
import { stateOf } from './state.ts';
import type { Step } from './step.ts';

/** What would end every fault that the building may have, in the order of `table`; restarts only what hangs. */
export const wholeness = (simulation: Simulation, table: readonly Command[]): readonly Omit<Step, 'atMs'>[] => {
  const state = stateOf(simulation);
  const hangs = (target: Target, name: string) => valueAt(partOf(state, target, name), 'state') === 'hung';
  const seen = new Set<string>();
  return table.flatMap(({ target, chaos, needs }) => {
    const undo = chaos?.undo;
    if (undo === undefined) return [];
    return namesOf(simulation, target)
      .filter((name) => needs === undefined || valueAt(partOf(state, target, name), needs) !== null)
      .map((name) => ({ target, name, command: undo.name, body: { ...undo.body } }))
      .filter(({ name, command }) => command !== 'reboot' || hangs(target, name))
      .filter((step) => {
        const key = JSON.stringify(step);
        return !seen.has(key) && seen.add(key);
      });
  });
};
