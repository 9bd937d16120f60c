import type { Simulation } from '../simulation.ts';
import { type Command, namesOf } from './command.ts';
import { stateOf } from './state.ts';
import type { Step } from './step.ts';

/** What would end every fault that the building may have, in the order of `table`; restarts only what hangs. */
export const wholeness = (simulation: Simulation, table: readonly Command[]): readonly Omit<Step, 'atMs'>[] => {
  const { boards, controllers } = stateOf(simulation);
  const hung = [...boards, ...controllers].filter(({ state }) => state === 'hung').map(({ name }) => name);
  const seen = new Set<string>();
  return table.flatMap(({ target, chaos }) => {
    const undo = chaos?.undo;
    if (undo === undefined) return [];
    return namesOf(simulation, target)
      .map((name) => ({ target, name, command: undo.name, body: { ...undo.body } }))
      .filter(({ name, command }) => command !== 'reboot' || hung.includes(name))
      .filter((step) => {
        const key = JSON.stringify(step);
        return !seen.has(key) && seen.add(key);
      });
  });
};
