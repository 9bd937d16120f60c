import { Command } from 'commander';
import { adminCommand } from './commands/admin.ts';
import { cloudCommand } from './commands/cloud.ts';
import { demoCommand } from './commands/demo.ts';
import { doctorCommand } from './commands/doctor.ts';
import { edgeCommand } from './commands/edge.ts';
import { fleetCommand } from './commands/fleet.ts';
import { ledgerCommand } from './commands/ledger.ts';
import { scenarioCommand } from './commands/scenario.ts';
import { simCommand } from './commands/sim.ts';
import { tokenCommand } from './commands/token.ts';
import { readableFailure } from './readable-failure.ts';

const program = new Command('gatehouse')
  .description('Physical access control for fitness facilities.')
  .showHelpAfterError('(add --help to see what there is)')
  .addHelpText(
    'after',
    `
Start here:
  gatehouse demo             a gym with three doors on this machine, and lines to try
  gatehouse demo --smoke     the same, checked from end to end, then stopped
  gatehouse doctor           what this machine has, and what is missing

In production each of the first two runs under pm2 (ecosystem.config.cjs) or systemd:
  gatehouse cloud run        the control plane; configured by its environment
  gatehouse edge run         the agent on a facility's box

And then:
  gatehouse admin first-key  the key of the first super admin, for the platform API`,
  );

for (const command of [
  demoCommand,
  cloudCommand,
  adminCommand,
  tokenCommand,
  ledgerCommand,
  edgeCommand,
  simCommand,
  scenarioCommand,
  fleetCommand,
  doctorCommand,
])
  program.addCommand(command());

try {
  await program.parseAsync();
} catch (error) {
  console.error(readableFailure(error));
  process.exitCode = 1;
  // Whoever listens for the end of the launcher would keep a program that has failed.
  process.channel?.unref();
}
