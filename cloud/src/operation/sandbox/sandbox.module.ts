import { defineModule } from '../../kit/modules/module.ts';
import { answer } from '../../kit/modules/ports.ts';
import { linkModule } from '../../link/link.module.ts';
import { partnersModule } from '../../partner/partners/partners.module.ts';
import { integrationOff } from '../../partner/partners/partners.ports.ts';
import { doorsModule } from '../../sites/doors/doors.module.ts';
import { dryRunFailure } from '../unlocks/unlocks.ports.ts';
import { sandboxCommands } from './sandbox.control.ts';
import { readSimulation, simulateFailure } from './sandbox.endpoints.ts';
import { sandboxFaults } from './sandbox.faults.ts';
import { createSandboxService } from './sandbox.service.ts';

export const sandboxModule = defineModule('sandbox', {
  needs: [linkModule, doorsModule, partnersModule],
  owns: {
    sandbox_facility: 'never',
    sandbox_simulation: 'never',
    sandbox_rehearsal: 'never',
  },
  faults: sandboxFaults,
  create: ({ db, clock, random, link, doors, partners }) => ({
    sandbox: createSandboxService({ db, clock, random, link, doors, partners }),
  }),
})({
  endpoints: [simulateFailure, readSimulation],
  answers: ({ sandbox }) => [
    answer(integrationOff, sandbox.integrationOff),
    answer(dryRunFailure, sandbox.dryRunFailure),
  ],
  operator: sandboxCommands,
});
