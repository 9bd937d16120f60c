import type { Caller } from './call.ts';
import { kitFault } from './kit-faults.ts';
import { changes, type MethodOf } from './method-rules.ts';

/**
 * What a call does, as tokens that are narrower than their holder name it: `write` is whatever changes something that is neither
 * about locks, nor rights, nor money. What is graver than that is named by the declaration.
 */
export type Act = 'read' | 'write' | 'unlock' | 'money' | `grave:${string}`;

/** Which act a call is, where only its input says so; `among`: those that it may be. */
export interface ActByInput<Input> {
  readonly among: readonly [Act, ...(readonly Act[])];
  readonly of: (input: Input) => Act;
}

/** What a caller's token lets through of what they may do. */
export interface Narrowing {
  readonly acts: ReadonlySet<Act>;
}

interface Acting extends MethodOf {
  readonly act?: Act | ActByInput<never>;
}

/** The acts that a call of this endpoint may be, before its input is known: of what only reads, `read`. */
export const actsOf = (endpoint: Acting): readonly [Act, ...(readonly Act[])] => {
  const { act } = endpoint;
  if (act === undefined) return [changes(endpoint) ? 'write' : 'read'];
  return typeof act === 'string' ? [act] : act.among;
};

/**
 * Throws where the caller's token is narrower than what they ask: without an input, where no input would do. The one place that
 * asks; callers without a token are not narrowed.
 */
export const requireAct = (
  { narrowing }: Pick<Caller, 'narrowing'>,
  endpoint: Acting,
  ...[input]: readonly [] | readonly [input: unknown]
): void => {
  if (narrowing === undefined) return;
  const { act } = endpoint;
  const isKnown = input !== undefined && typeof act === 'object';
  const wanted = isKnown ? [act.of(input as never)] : actsOf(endpoint);
  if (wanted.some((one) => narrowing.acts.has(one))) return;
  throw kitFault(
    'insufficient_scope',
    `The token does not let this through: it takes the scope ${wanted.join(' or ')}.`,
    {
      headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${wanted[0]}"` },
    },
  );
};
