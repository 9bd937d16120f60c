import { spawn } from 'node:child_process';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { Command } from 'commander';
import { hostGyms } from '../gym/gym-host.ts';
import { PROGRAMS } from '../process-files.ts';

/** `gatehouse scenario …`: plays scenario files, each in a gym that is started for it and its like. */
export const scenarioCommand = (): Command =>
  new Command('scenario')
    .description('Play scenario files against a whole gym of their own: cloud, agent, and simulated hardware.')
    .argument('<file...>', 'YAML or JSON; see docs/testing-with-the-simulator.md')
    .option('--check', 'only say whether the files make sense')
    .option('--json', 'the verdicts as JSON')
    .option('--at-once <n>', 'how many gyms at a time', '1')
    .action(async (files: string[], options: { check?: true; json?: true; atOnce: string }) => {
      const flags = [
        ...(options.check ? ['--check'] : []),
        ...(options.json ? ['--json'] : []),
        `--at-once=${options.atOnce}`,
      ];
      const child = spawn(process.execPath, [...process.execArgv, PROGRAMS.scenario, ...flags, ...files], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      const gyms = hostGyms(child, systemClock);
      const stop = (): void => void child.kill('SIGTERM');
      process.once('SIGINT', stop).once('SIGTERM', stop);
      const ended = await new Promise<number>((resolve, reject) => {
        child.once('error', reject);
        child.once('exit', (code) => resolve(code ?? 1));
      });
      await gyms.close();
      process.exitCode = ended;
    });
