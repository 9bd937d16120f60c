import { z } from 'zod';
import type { BoardUnit } from '../board-unit.ts';
import type { PtyBus } from '../buses/pty/bus.ts';
import type { ControllerUnit } from '../controller-unit.ts';
import type { ReaderUnit } from '../reader-unit.ts';
import type { Simulation } from '../simulation.ts';
import type { Door, Outcome } from '../world/door.ts';
import type { Site } from '../world/site.ts';
import type { Wire } from '../world/wire.ts';
import { controlFault } from './control.faults.ts';
import type { Step } from './step.ts';

export const TARGETS = ['door', 'wire', 'bus', 'board', 'controller', 'reader', 'site'] as const;
export type Target = (typeof TARGETS)[number];

/** What became of a command, and the list of what it will do if it does more than one thing. */
export interface CommandOutcome extends Outcome {
  readonly steps?: readonly Step[];
}

/** One thing that can be done to the building. HTTP, the CLI's help and the page's buttons are all read off it. */
export interface Command {
  /** Last part of the path and, with hyphens as given, the words of the CLI. */
  readonly name: string;
  /** What a person types: `press rex`. */
  readonly words: string;
  readonly target: Target;
  readonly body: z.ZodObject;
  /** Members of the body that may be typed without their name, in order. */
  readonly positional: readonly string[];
  readonly help: string;
  readonly button: Button | undefined;
  /** A dotted path: without something there in the state of the target, the command makes no sense for it. */
  readonly needs: string | undefined;
  readonly chaos: ChaosUse | undefined;
  /** Whether a recording takes it down. */
  readonly recorded: boolean;
  /** The longest body that the API takes for it; the usual few kilobytes if undefined. */
  readonly bodyBytesMax: number | undefined;
  /** Throws a Fault where there is no `name` or `body` is wrong. */
  run(simulation: Simulation, name: string, body: unknown): CommandOutcome;
}

/** Shown on the page while the state of the target at the dotted path `when` equals `is`, or does not equal `isNot`. */
export interface Button {
  readonly label: string;
  /** Among those that one has to open a drawer for. */
  readonly tucked?: boolean;
  readonly when?: { readonly path: string } & ({ readonly is: unknown } | { readonly isNot: unknown });
}

/** That chaos may use a command: with one of these bodies, and what ends it again. Without `undo` it ends by itself. */
export interface ChaosUse {
  readonly bodies?: readonly object[];
  /** A command of the same target. */
  readonly undo?: { readonly name: string; readonly body?: object };
}

export interface Declaration<Subject, Body extends z.ZodObject> {
  readonly name: string;
  readonly words?: string;
  readonly body?: Body;
  readonly positional?: readonly (keyof z.output<Body> & string)[];
  readonly help: string;
  readonly button?: Button;
  readonly needs?: string;
  readonly chaos?: ChaosUse;
  readonly recorded?: boolean;
  readonly bodyBytesMax?: number;
  readonly run: (subject: Subject, body: z.output<Body>) => CommandOutcome;
}

const NOTHING = z.strictObject({});

const parsed = <Body extends z.ZodObject>(schema: Body, body: unknown): z.output<Body> => {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const problems = result.error.issues.map((i) => [i.path.join('.'), i.message].filter(Boolean).join(': '));
  throw controlFault('invalid_body', problems.join('; '));
};

const declaring =
  <Subject>(target: Target, find: (simulation: Simulation, name: string) => Subject) =>
  <Body extends z.ZodObject = typeof NOTHING>(d: Declaration<Subject, Body>): Command => {
    const body = d.body ?? NOTHING;
    return {
      name: d.name,
      words: d.words ?? d.name,
      target,
      body,
      positional: d.positional ?? [],
      help: d.help,
      button: d.button,
      needs: d.needs,
      chaos: d.chaos,
      recorded: d.recorded ?? true,
      bodyBytesMax: d.bodyBytesMax,
      // Without a body of its own the command's Body is NOTHING, so this is the schema of Body either way.
      run: (simulation, name, raw) => d.run(find(simulation, name), parsed(body as Body, raw)),
    };
  };

const pick = <T>(kind: string, all: ReadonlyMap<string, T>, name: string): T => {
  const found = all.get(name);
  if (found === undefined)
    throw controlFault('not_found', `There is no ${kind} "${name}". There is: ${[...all.keys()].join(', ')}.`);
  return found;
};

/** The parts of a building that each target names. */
const PARTS = {
  door: ({ site }: Simulation) => site.doors,
  wire: ({ site }: Simulation) => site.wires,
  bus: ({ buses }: Simulation) => buses,
  board: ({ boards }: Simulation) => boards,
  controller: ({ controllers }: Simulation) => controllers,
  reader: ({ readers }: Simulation) => readers,
} as const;

/** The names that a target can have here; the building itself has the empty one. */
export const namesOf = (simulation: Simulation, target: Target): readonly string[] =>
  target === 'site' ? [''] : [...PARTS[target](simulation).keys()];

export const doorCommand = declaring<Door>('door', (all, name) => pick('door', PARTS.door(all), name));
export const wireCommand = declaring<Wire>('wire', (all, name) => pick('wire', PARTS.wire(all), name));
export const busCommand = declaring<PtyBus>('bus', (all, name) => pick('bus', PARTS.bus(all), name));
export const boardCommand = declaring<BoardUnit>('board', (all, name) => pick('board', PARTS.board(all), name));
export const controllerCommand = declaring<ControllerUnit>('controller', (all, name) =>
  pick('controller', PARTS.controller(all), name),
);
export const readerCommand = declaring<ReaderUnit>('reader', (all, name) => pick('reader', PARTS.reader(all), name));
export const siteCommand = declaring<Site>('site', ({ site }) => site);
/** For what takes more than doors, mains and fire: chance, or every part. */
export const buildingCommand = declaring<Simulation>('site', (simulation) => simulation);

const FOLDERS: Readonly<Record<Target, string>> = {
  door: 'doors',
  wire: 'wires',
  bus: 'bus',
  board: 'boards',
  controller: 'controllers',
  reader: 'readers',
  site: 'site',
};

/** `/doors/:name/push`, `/site/cut-power`. */
export const pathOf = ({ target, name }: Command): string =>
  target === 'site' ? `/site/${name}` : `/${FOLDERS[target]}/:name/${name}`;
