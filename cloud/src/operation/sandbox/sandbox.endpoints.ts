import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { BoxScenario } from '@gatehouse/shared/wire/simulate.ts';
import { z } from 'zod';
import { facilityLinkFields } from '../../partner/partners/partner-link.ts';
import { partnerEndpoint } from '../../partner/partners/partner-surface.ts';
import { partnersFaults } from '../../partner/partners/partners.faults.ts';
import { sandboxFaults } from './sandbox.faults.ts';
import { INTEGRATION_OFF } from './sandbox.repo.ts';
import type { SandboxService, Simulated } from './sandbox.service.ts';

interface Deps {
  readonly sandbox: Pick<SandboxService, 'simulate' | 'current'>;
}

const Simulation = z
  .object({
    door_id: z.string(),
    facility_id: z.string(),
    simulating: z
      .array(z.object({ scenario: z.string(), until: z.iso.datetime().describe('When it ends by itself.') }))
      .describe('What you meet at this door now. Empty when everything works.'),
    'dry-run': z
      .literal(true)
      .optional()
      .describe('Only for a dryrun key: its own unlocks are answered so, and nothing else.'),
  })
  .meta({ id: 'Simulation' });

/** The answer of every example. */
const A_SIMULATION: z.input<typeof Simulation> = {
  door_id: 'door_0123456789abcdef',
  facility_id: 'fac_0123456789abcdef',
  simulating: [{ scenario: 'jam', until: '2026-01-01T09:31:00.000Z' }],
};

const { not_found, integration_not_enabled } = partnersFaults;
const params = z.object({
  door_id: z.string().max(120).describe('The door, by the `door_id` of the list.').brand<'DoorId'>(),
});
const path = '/partner/v1/sandbox/doors/:door_id/simulate';

export const simulateFailure = partnerEndpoint<Deps>()({
  id: 'sandbox.simulate',
  method: 'POST',
  unit: 'own',
  path,
  summary: 'Simulate a failure',
  description:
    'At a sandbox facility, makes a door fail on purpose for a while, so that you can see what your software makes of it: the unlocks that follow answer as they would if it were so. One thing is simulated at a door at a time, beside `integration_not_enabled`; the next replaces it, `clear` ends all. Everything ends by itself. No lock is moved, but for a hold that `maintenance` ends. With a dryrun key it is rehearsed: the unlocks of that key at that door are answered so, at once, and neither a box nor anybody else meets it.',
  gate: { key: 'write' },
  params,
  body: z
    .object({
      ...facilityLinkFields,
      scenario: z
        .enum([...BoxScenario.exclude(['clear']).options, INTEGRATION_OFF, 'clear'])
        .describe(
          '`offline`: the box of the door loses its connection, so all its doors answer 503. `jam`: the lock does not move, 502. `slow_confirmation`: the lock moves and the word of it comes too late, 504. `maintenance`: staff have closed the door, 409. `integration_not_enabled`: your integration counts as disabled at the facility, 403. `clear`: nothing of it any more.',
        ),
      seconds: z.int().min(1).max(300).default(60).describe('How long. Of no account for `clear`.'),
    })
    .meta({ id: 'SimulationRequest' }),
  examples: {
    params: { door_id: A_SIMULATION.door_id },
    body: { facility_id: A_SIMULATION.facility_id, scenario: 'jam', seconds: 60 },
    success: A_SIMULATION,
  },
  success: { status: 200, description: 'What is simulated now.', schema: Simulation },
  faults: { not_found, integration_not_enabled, ...sandboxFaults },
  faultBodies: {
    simulation_refused: {
      schema: z.object({
        error: z.literal('simulation_refused'),
        message: z.string(),
        reason: z.string().describe('Why, in one word. More may be added.'),
        request_id: z.string(),
      }),
      example: {
        error: 'simulation_refused',
        message: 'The box of this door does not simulate this now: door_in_use.',
        reason: 'door_in_use',
        request_id: 'req_0123456789abcdef',
      },
    },
  },
  audit: { event: 'sandbox.simulate', target: ({ params: { door_id } }) => door_id },
  handle: async ({ sandbox }, { params: { door_id: doorId }, body }, call) => ({
    ...view(await sandbox.simulate({ ...body, doorId }, call)),
    ...(call.caller.keyType === 'dryrun' ? { 'dry-run': true as const } : {}),
  }),
});

export const readSimulation = partnerEndpoint<Deps>()({
  id: 'sandbox.read',
  method: 'GET',
  path,
  summary: 'Read what is simulated',
  description:
    'What you asked to have simulated at a door of a sandbox facility and is not over yet. A box that is restarted meanwhile may have ended it earlier.',
  gate: { key: 'read' },
  params,
  query: z.object(facilityLinkFields),
  examples: {
    params: { door_id: A_SIMULATION.door_id },
    query: { facility_id: A_SIMULATION.facility_id },
    success: A_SIMULATION,
  },
  success: { status: 200, description: 'What is simulated now.', schema: Simulation },
  faults: { not_found, integration_not_enabled, sandbox_only: sandboxFaults.sandbox_only },
  handle: async ({ sandbox }, { params: { door_id: doorId }, query }, { caller }) =>
    view(await sandbox.current({ ...query, doorId }, caller)),
});

const view = ({ doorId, facilityId, simulating }: Simulated): z.output<typeof Simulation> => ({
  door_id: doorId,
  facility_id: facilityId,
  simulating: simulating.map(({ scenario, untilMs }) => ({ scenario, until: isoOf(untilMs) })),
});
