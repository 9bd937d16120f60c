import { Command } from 'commander';
import { agentFile, CHECKS } from '../doctor/checks.ts';
import { CommandFailure } from '../readable-failure.ts';

/** `gatehouse doctor`: what this machine has, and what is missing. */
export const doctorCommand = (): Command =>
  new Command('doctor')
    .description('Look at this machine: runtime, native parts, clock, disk, ports, lines of hardware.')
    .option('--data <dir>', 'the data folder to look at', 'data')
    .option('--config <file>', 'also whether this machine has what an agent’s file names')
    .action(async (options: { data: string; config?: string }) => {
      let failed = 0;
      const checks = options.config === undefined ? CHECKS : [...CHECKS, agentFile(options.config)];
      for (const check of checks) {
        const { ok, says } = await check.run(options.data).catch((error: unknown) => ({
          ok: false as const,
          says: error instanceof Error ? error.message : String(error),
        }));
        if (ok === false) failed += 1;
        console.log(`${ok === true ? 'ok  ' : ok === 'note' ? 'note' : 'FAIL'}  ${check.name.padEnd(18)} ${says}`);
      }
      if (failed > 0) throw new CommandFailure(`${failed} of ${checks.length} checks failed.`);
    });
