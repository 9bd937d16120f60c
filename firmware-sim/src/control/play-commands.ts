import { Fault } from '@gatehouse/shared/fault/fault.ts';
import { z } from 'zod';
import type { Simulation } from '../simulation.ts';
import type { TimelineEntry } from '../timeline.ts';
import { type ChaosChoice, type ChaosStep, chaosSchedule } from './chaos.ts';
import { buildingCommand, type Command, type CommandOutcome, namesOf, TARGETS } from './command.ts';
import { partOf, valueAt } from './parts.ts';
import { perform } from './perform.ts';
import { stateOf } from './state.ts';
import { Recording, type Step, stepWords } from './step.ts';
import { wholeness } from './wholeness.ts';

const REPLAY_BYTES_MAX = 4_000_000;
/** The list is answered whole, and a recording holds a part of it only. */
const CHAOS_FAULTS_MAX = 20_000;

/** Chaos, replay and what ends them, over the commands in `table`. */
export const playCommands = (table: readonly Command[]): readonly Command[] => {
  const makeWhole: Command = buildingCommand({
    name: 'make-whole',
    words: 'make whole',
    help: 'Mend every wire, contact, relay, lock and line, plug all in, end what hangs, and bring power back.',
    button: { label: 'Mend everything' },
    run: (simulation) => {
      for (const step of wholeness(simulation, table)) commandOf(step)?.run(simulation, step.name, step.body);
      return { done: true, message: 'Everything is whole again.' };
    },
  });
  const commandOf = ({ target, command }: Pick<Step, 'target' | 'command'>) =>
    [...table, makeWhole].find((one) => one.target === target && one.name === command);

  /** Does a step and says what came of it. */
  const outcomeOf = (simulation: Simulation, step: Step): string => {
    const command = commandOf(step);
    if (command === undefined) return 'there is no such command';
    if (step.hidden !== undefined) return `left out, because its ${step.hidden.join(', ')} was not recorded`;
    try {
      return perform(simulation, command, step.name, step.body).message;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return error.message;
    }
  };
  const doStep = (simulation: Simulation, what: string, step: Step): void =>
    simulation.site.report(what, 'step', `${stepWords(step)}: ${outcomeOf(simulation, step)}`);
  const entries = (simulation: Simulation, what: string, steps: readonly ChaosStep[]): TimelineEntry[] =>
    steps.map((step) => ({ atMs: step.atMs, ends: step.ends, run: () => doStep(simulation, what, step) }));
  const play = (simulation: Simulation, what: string, steps: readonly ChaosStep[], message: string): CommandOutcome =>
    simulation.timeline.start(what, entries(simulation, what, steps))
      ? { done: true, message, steps }
      : { done: false, message: `${simulation.timeline.playing?.what ?? 'Something'} plays already: stop it first.` };

  return [
    buildingCommand({
      name: 'chaos',
      recorded: false,
      body: z
        .strictObject({
          seconds: z.int().min(1).max(3_600).default(60),
          everyMs: z.int().min(20).max(60_000).default(2_000),
          seed: z.coerce.string().min(1).max(64).optional(),
          only: z.enum(TARGETS).optional().describe('every part'),
        })
        .refine(({ seconds, everyMs }) => (seconds * 1_000) / everyMs <= CHAOS_FAULTS_MAX, {
          path: ['everyMs'],
          message: `in that many seconds this makes more than ${CHAOS_FAULTS_MAX} faults`,
        }),
      positional: ['seconds', 'seed'],
      help: 'Faults by chance over all parts for some seconds; equal seeds give equal lists, and all is whole again at the end.',
      run: (simulation, { seconds, everyMs, seed, only }) => {
        const drawn = seed ?? String(simulation.chaosSeeds.between(0, 999_999_999));
        const choices = choicesOf(simulation, table).filter(({ target }) => only === undefined || target === only);
        const steps = chaosSchedule({ seed: drawn, seconds, everyMs, choices });
        const message = `Chaos for ${seconds} s with seed ${drawn}: ${steps.length} steps.`;
        return play(simulation, 'chaos', steps, message);
      },
    }),
    buildingCommand({
      name: 'replay',
      recorded: false,
      bodyBytesMax: REPLAY_BYTES_MAX,
      body: z.strictObject({ recording: Recording, speed: z.number().min(0.1).max(20).default(1) }),
      positional: ['recording', 'speed'],
      help: 'Do again what a recording lists, at its times: "sim recording > run.json", then "sim replay @run.json".',
      run: (simulation, { recording, speed }) => {
        const firstMs = recording.steps[0]?.atMs ?? 0;
        const steps = [...recording.steps]
          .sort((a, b) => a.atMs - b.atMs)
          .map((step) => ({ ...step, atMs: Math.max(0, step.atMs - firstMs) / speed }));
        const notes = [`Replaying ${steps.length} steps.`, ...unlike(recording, simulation)];
        return play(simulation, 'replay', steps, notes.join(' '));
      },
    }),
    buildingCommand({
      name: 'stop',
      recorded: false,
      help: 'Stop chaos or replay, and end the faults that chaos began.',
      run: ({ timeline }) =>
        timeline.stop() ? { done: true, message: 'It is stopped.' } : { done: false, message: 'Nothing plays.' },
    }),
    makeWhole,
  ];
};

/** Why what is replayed may not come out as it was. */
const unlike = ({ seed, building, missed }: Recording, { seed: own, site }: Simulation): string[] => [
  ...(seed === own
    ? []
    : [`It was recorded with seed ${seed}: start a simulator with that one to have chance repeat as well.`]),
  ...(building === site.building.title ? [] : [`It was recorded in another building: ${building}.`]),
  ...(missed === 0 ? [] : [`${missed} steps before these were not kept.`]),
];

const choicesOf = (simulation: Simulation, table: readonly Command[]): ChaosChoice[] => {
  const state = stateOf(simulation);
  return table.flatMap(({ target, name: command, chaos: use, needs }) => {
    if (use === undefined) return [];
    const fitting = (name: string) => needs === undefined || valueAt(partOf(state, target, name), needs) !== null;
    return namesOf(simulation, target)
      .filter(fitting)
      .map((name) => ({ target, name, command, use }));
  });
};
