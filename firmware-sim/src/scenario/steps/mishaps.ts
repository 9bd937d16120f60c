import { z } from 'zod';
import { FILES, HARMS } from '../lost-files.ts';
import { gymOf } from '../stage.ts';
import { type StepKind, stepKind } from '../step.ts';

const agentStep = stepKind({
  verb: 'agent',
  schema: z
    .strictObject({
      agent: z.enum(['kill', 'stop', 'start']),
      clock: z
        .string()
        .regex(
          /^(?:[+-]\d{1,3}[ydhms]|@\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)$/,
          'must be such as -20y, +90d or @1970-01-02 00:00:00',
        )
        .optional(),
    })
    .refine(({ agent, clock }) => clock === undefined || agent === 'start', 'clock: goes with `agent: start` only'),
  needsGym: true,
  help: 'The agent is killed (kill -9), stopped, or started again. `clock`: its machine lives so far from now, or at that time (needs Debian’s faketime).',
  says: ({ agent, clock }) => (clock === undefined ? agent : `${agent} at ${clock}`),
  run: (stage, { agent, clock }) => gymOf(stage).process('agent', agent, clock),
});

const cloudStep = stepKind({
  verb: 'cloud',
  schema: z.strictObject({ cloud: z.enum(['kill', 'stop', 'start', 'copy', 'restore']) }),
  needsGym: true,
  help: 'The cloud is killed (kill -9), stopped, or started again; its database is copied, or put back as it was copied last (both restart it).',
  says: ({ cloud }) => cloud,
  run: (stage, { cloud }) =>
    cloud === 'copy' || cloud === 'restore' ? gymOf(stage).database(cloud) : gymOf(stage).process('cloud', cloud),
});

const loseStep = stepKind({
  verb: 'lose',
  schema: z.strictObject({ lose: z.array(z.enum(FILES)).min(1), how: z.enum(HARMS) }),
  needsGym: true,
  help: 'Files of the agent are emptied, overwritten with nonsense, or deleted, with what belongs to them. It finds out at its next start.',
  says: ({ lose, how }) => `${lose.join(', ')}: ${how}`,
  run: async (stage, { lose, how }) => gymOf(stage).lose(lose, how),
});

const diskStep = stepKind({
  verb: 'disk',
  schema: z.strictObject({ disk: z.enum(['full', 'room']) }),
  needsGym: true,
  help: 'The agent’s disk takes nothing more, also after a start, until there is room again (needs util-linux).',
  says: ({ disk }) => disk,
  run: (stage, { disk }) => gymOf(stage).disk(disk),
});

/** What befalls the box and its cloud. */
export const MISHAP_STEPS: readonly StepKind[] = [agentStep, cloudStep, loseStep, diskStep];
