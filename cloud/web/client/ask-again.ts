import type { Client } from './client.ts';
import { RefusedError } from './request-errors.ts';

/**
 * Asks, and where a refusal is one that whoever sits there can lift, waits for that and sends the same again, with the same
 * idempotency key. `lift` answers undefined for every other refusal, otherwise whether the way is free now; where it is not,
 * the refusal is thrown.
 */
export const askingAgain =
  <Api>(
    ask: Client<Api>['ask'],
    lift: (refusal: RefusedError['refusal']) => Promise<boolean> | undefined,
  ): Client<Api>['ask'] =>
  async (name, input, options) => {
    for (;;) {
      try {
        return await ask(name, input, options);
      } catch (error) {
        const lifted = error instanceof RefusedError ? lift(error.refusal) : undefined;
        if (lifted === undefined || !(await lifted)) throw error;
      }
    }
  };
