import { dirname, resolve } from 'node:path';
import { DoorConfig } from '@gatehouse/shared/door/door-config.ts';
import { type Document, isMap, isSeq, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { Building } from '../world/building.ts';
import type { Person } from './gym.ts';
import type { StepKind } from './step.ts';
import { STEP_KINDS } from './steps.ts';

/** The settings of a door that a scenario may choose, for all of its run. */
const Times = DoorConfig.pick({ holdSeconds: true, heldOpenSeconds: true, confirmationTimeoutSeconds: true }).partial();

const PersonOf = z.strictObject({
  card: z.string().min(1).max(128).optional(),
  shortId: z
    .string()
    .regex(/^\d{3,10}$/, 'must be 3 to 10 digits in quotes')
    .optional(),
  pin: z
    .string()
    .regex(/^\d{6,12}$/, 'must be 6 to 12 digits in quotes')
    .optional(),
  asksPin: z.boolean().default(false),
  access: z.enum(['always', 'none']).default('always'),
});

const Head = z.strictObject({
  title: z.string().min(1).max(160),
  /** What people at doors would say of it. */
  about: z.string().max(2_000).default(''),
  /** The demo building, a file beside the scenario, or the building itself. */
  building: z.union([z.string().min(1).max(300), z.record(z.string(), z.unknown())]).default('demo'),
  /** For every random choice of the simulator. */
  seed: z.coerce.string().min(1).max(64).default('1'),
  /** Of every door, for all of the run: short, so that nobody waits for long. */
  doors: Times.default({ holdSeconds: 2, heldOpenSeconds: 5 }),
  people: z.record(z.string().regex(/^[a-z][a-z0-9-]{0,39}$/), PersonOf).default({}),
  steps: z.array(z.record(z.string(), z.unknown())).min(1).max(200),
  /** Done at the end whatever happened, so that the next scenario finds the building at rest. */
  finally: z.array(z.record(z.string(), z.unknown())).max(50).default([]),
});

export interface Step {
  readonly kind: StepKind;
  /** As `kind.schema` made it. */
  readonly given: Readonly<Record<string, unknown>>;
}

export interface Scenario {
  readonly file: string;
  readonly title: string;
  readonly about: string;
  /** `undefined`: the demo building. */
  readonly building: Building | undefined;
  readonly seed: string;
  readonly doors: z.infer<typeof Times>;
  readonly people: Readonly<Record<string, Person>>;
  readonly steps: readonly Step[];
  readonly finally: readonly Step[];
  /** Whether cloud and agent have to run around the building. */
  readonly needsGym: boolean;
}

/** The file cannot be run: every problem with its line, its step and its field. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
}

const FILE_MAX = 200_000;

/** Reads a scenario. `read` gives the text of a file that it names. Throws a `ScenarioError`. */
export const parseScenario = (text: string, file: string, read: (path: string) => string): Scenario => {
  if (text.length > FILE_MAX) throw new ScenarioError(`${file}: longer than ${FILE_MAX} characters`);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, strict: true, stringKeys: true });
  const [broken] = [...document.errors, ...document.warnings];
  if (broken !== undefined)
    throw new ScenarioError(`${file}:${lines.linePos(broken.pos[0]).line}: ${firstLine(broken.message)}`);
  const raw = unfolded(document, file);
  const head = Head.safeParse(raw);
  if (!head.success)
    throw new ScenarioError(
      head.error.issues.map((issue) => `${file}: ${fieldOf(issue.path)}${issue.message}`).join('\n'),
    );

  const lineOf = (list: string, at: number): number => {
    const steps = isMap(document.contents) ? document.contents.get(list) : undefined;
    const node = isSeq(steps) ? (steps.items[at] as { range?: readonly number[] }) : undefined;
    return lines.linePos(node?.range?.[0] ?? 0).line;
  };
  const problems: string[] = [];
  const stepsOf = (list: 'steps' | 'finally'): Step[] =>
    head.data[list].flatMap((given, at) => {
      const step = readStep(given);
      if (Array.isArray(step))
        problems.push(
          ...step.map(
            (problem) => `${file}:${lineOf(list, at)}: ${list === 'steps' ? 'step' : 'finally'} ${at + 1}: ${problem}`,
          ),
        );
      return Array.isArray(step) ? [] : [step];
    });
  const { title, about, seed, doors, people } = head.data;
  const steps = stepsOf('steps');
  const last = stepsOf('finally');
  const building = problems.length > 0 ? undefined : buildingOf(head.data.building, file, read);
  if (problems.length > 0) throw new ScenarioError(problems.join('\n'));
  const needsGym = Object.keys(people).length > 0 || [...steps, ...last].some(({ kind }) => kind.needsGym);
  return { file, title, about, building, seed, doors, people, steps, finally: last, needsGym };
};

/** Aliases are followed a few times only: a file of some lines must not unfold to fill the memory. */
const ALIASES_MAX = 20;
const unfolded = (document: Document.Parsed, file: string): unknown => {
  try {
    return document.toJS({ maxAliasCount: ALIASES_MAX });
  } catch (error) {
    throw new ScenarioError(`${file}: ${firstLine((error as Error).message)}`);
  }
};

const firstLine = (text: string): string => text.split('\n')[0] ?? text;
const fieldOf = (path: readonly PropertyKey[]): string => (path.length === 0 ? '' : `${path.join('.')}: `);

/** The step, or what is wrong with it. */
const readStep = (given: Readonly<Record<string, unknown>>): Step | string[] => {
  const kinds = STEP_KINDS.filter(({ verb }) => verb in given);
  const [kind, another] = kinds;
  if (kind === undefined) return [`must begin with one of ${STEP_KINDS.map(({ verb }) => verb).join(', ')}`];
  if (another !== undefined) return [`names both ${kind.verb} and ${another.verb}`];
  const parsed = kind.schema.safeParse(given);
  if (parsed.success) return { kind, given: parsed.data };
  return parsed.error.issues.map((issue) => `${kind.verb}: ${fieldOf(issue.path)}${issue.message}`);
};

const buildingOf = (
  given: string | Readonly<Record<string, unknown>>,
  file: string,
  read: (path: string) => string,
): Building | undefined => {
  if (given === 'demo') return undefined;
  const path = typeof given === 'string' ? resolve(dirname(file), given) : file;
  let raw: unknown = given;
  if (typeof given === 'string') {
    try {
      const document = parseDocument(read(path), { strict: true, stringKeys: true });
      const [broken] = document.errors;
      if (broken !== undefined) throw broken;
      raw = document.toJS({ maxAliasCount: ALIASES_MAX });
    } catch (error) {
      throw new ScenarioError(`${file}: building: ${given} cannot be read: ${firstLine((error as Error).message)}`);
    }
  }
  const parsed = Building.safeParse(raw);
  if (parsed.success) return parsed.data;
  throw new ScenarioError(
    parsed.error.issues.map((issue) => `${file}: building: ${fieldOf(issue.path)}${issue.message}`).join('\n'),
  );
};
