import type { z } from 'zod';
import type { Stage } from './stage.ts';

/** One thing that a scenario can do or look for. Its first member names it. */
export interface StepKind {
  readonly verb: string;
  /** Its members, `verb` the first of them. */
  readonly schema: z.ZodObject;
  /** Whether it needs cloud and agent around the building. */
  readonly needsGym: boolean;
  /** One line for the guide. */
  readonly help: string;
  /** What it is about, in a few words, for people. */
  says(step: Readonly<Record<string, unknown>>): string;
  /** Throws a `StepFailure` where it does not go as the scenario says. */
  run(stage: Stage, step: Readonly<Record<string, unknown>>): Promise<void>;
}

interface Declaration<Schema extends z.ZodObject> {
  readonly verb: keyof z.output<Schema> & string;
  readonly schema: Schema;
  readonly needsGym: boolean;
  readonly help: string;
  readonly says: (step: z.output<Schema>) => string;
  readonly run: (stage: Stage, step: z.output<Schema>) => Promise<void>;
}

/** Declares a step; `says` and `run` are only ever given what `schema` made. */
export const stepKind = <Schema extends z.ZodObject>(declaration: Declaration<Schema>): StepKind =>
  declaration as unknown as StepKind;
