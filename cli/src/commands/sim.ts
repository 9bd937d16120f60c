import { Command } from 'commander';
import { PROGRAMS } from '../process-files.ts';
import { runProgram } from '../run-program.ts';

/** `gatehouse sim …`: runs the simulator, or moves the doors of the one that runs. */
export const simCommand = (): Command =>
  new Command('sim')
    .description('The simulated door hardware: run it, or move its doors ("sim help" lists all that can happen).')
    .argument('[words...]', '"run", or what is to happen, such as: press rex front, jam front, cut-power')
    .allowUnknownOption()
    .helpOption(false)
    .action((_words: string[], _options: unknown, command: Command) => {
      const words = command.args;
      const [first, ...rest] = words;
      return first === 'run' ? runProgram(PROGRAMS.sim, rest) : runProgram(PROGRAMS.simControl, words);
    });
