import type { ErrorBody } from './platform-api.gen.ts';

interface Refusal {
  readonly status: number;
  /** Stable, in one word: go by it. */
  readonly code: string;
  /** In words, for people. Empty where the answer was none of ours. */
  readonly message: string;
  /** Names the request in the logs. */
  readonly requestId: string | undefined;
  readonly fields: NonNullable<ErrorBody['errors']>;
  readonly retryAfterSeconds: number | undefined;
  /** The whole answer: some refusals say more. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** The cloud has answered, and it is not what was asked for. */
export class RefusedError extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.message || refusal.code);
    this.name = 'RefusedError';
    this.refusal = refusal;
  }
}

/** Refused, by word that came another way than as an answer. */
export const refusedAs = (status: number, code: string, message = ''): RefusedError =>
  new RefusedError({
    ...{ status, code, message },
    ...{ requestId: undefined, fields: [], retryAfterSeconds: undefined, body: {} },
  });

/** No answer came: what was asked for may have happened all the same. */
export class UnreachableError extends Error {
  constructor(options?: ErrorOptions) {
    super('no answer came', options);
    this.name = 'UnreachableError';
  }
}
