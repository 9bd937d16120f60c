import { createHash } from 'node:crypto';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'graphql';
import { threadCpuMs } from '../../kit/thread-cpu.ts';
import { type Asks, BOUNDS, requireBounded, requireFlat } from './bounds.ts';
import { graphFault } from './graph.faults.ts';

/** A document that may be carried out. */
export interface Known {
  /** SHA-256 of its text, hex. */
  readonly hash: string;
  readonly document: DocumentNode;
  readonly asks: (operation: OperationDefinitionNode) => Asks;
}

const KEPT = 1_000;
/** What parsed documents take goes by their text: so much of it is kept, whatever their number. */
const TEXT_KEPT = 4_000_000;
/** Of processor time: on a busy machine the clock goes on while a document waits for its turn. */
const LOOK_MS = 50;
/** Between two looks at how long it took: each costs about a µs. */
const LOOKED_AT = 32;
const ERRORS_TOLD = 5;

/** Parses documents, holds them against the schema, and remembers the newest that were well. `usedMs`: the time that this thread has worked. */
export const createDocuments = (schema: GraphQLSchema, usedMs: () => number = threadCpuMs) => {
  const known = new Map<string, Known & { readonly size: number }>();
  let size = 0;

  const remember = (one: Known, text: string): void => {
    known.set(one.hash, { ...one, size: text.length });
    size += text.length;
    for (const [hash, oldest] of known) {
      if (known.size <= KEPT && size <= TEXT_KEPT) break;
      known.delete(hash);
      size -= oldest.size;
    }
  };

  return {
    /** Throws `document_invalid`. */
    read: (text: string): Known => {
      const hash = hashOf(text);
      const found = known.get(hash);
      if (found !== undefined) {
        known.delete(hash);
        known.set(hash, found);
        return found;
      }
      const started = usedMs();
      requireFlat(text);
      const document = parsed(text);
      const asks = requireBounded(document);
      const errors = validate(schema, document, [withinTime(usedMs, started), ...specifiedRules], {
        maxErrors: ERRORS_TOLD,
        hideSuggestions: true,
      });
      if (errors.length > 0) throw new Invalid(errors);
      const one = { hash, document, asks };
      remember(one, text);
      return one;
    },
    kept: (): number => known.size,
  };
};

/** What a document is called in the audit: SHA-256 of its text, hex. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What is wrong with a document, each with its place in it. */
export class Invalid extends Error {
  readonly errors: readonly GraphQLError[];
  constructor(errors: readonly GraphQLError[]) {
    super('the document is invalid');
    this.errors = errors;
  }
}

const parsed = (text: string): DocumentNode => {
  try {
    return parse(text, { maxTokens: BOUNDS.tokens });
  } catch (error) {
    if (error instanceof GraphQLError) throw new Invalid([error]);
    throw error;
  }
};

const withinTime = (usedMs: () => number, started: number): ValidationRule => {
  let seen = 0;
  return () => ({
    enter: () => {
      if (seen++ % LOOKED_AT === 0 && usedMs() - started > LOOK_MS)
        throw graphFault('document_invalid', 'It takes too long to look at.');
    },
  });
};
