import type { Simulation } from '../simulation.ts';
import type { Command, CommandOutcome } from './command.ts';

/** Members that are never kept: a recording is a file that people hand around. */
const SECRET_MEMBERS: readonly string[] = ['password', 'key'];

/** Runs a command and records it, if it is one that a replay should do again. Throws the command's Fault, recording nothing. */
export const perform = (simulation: Simulation, command: Command, name: string, body: unknown): CommandOutcome => {
  const outcome = command.run(simulation, name, body);
  if (!command.recorded) return outcome;
  const members = Object.entries((body ?? {}) as Record<string, unknown>);
  const hidden = members.map(([member]) => member).filter((member) => SECRET_MEMBERS.includes(member));
  simulation.recorder.add({
    target: command.target,
    name,
    command: command.name,
    body: Object.fromEntries(members.filter(([member]) => !hidden.includes(member))),
    ...(hidden.length > 0 && { hidden }),
  });
  return outcome;
};
