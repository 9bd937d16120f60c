import { RefusedError, UnreachableError } from './request-errors.ts';

/** A JSON file of this host that is the same for everybody. Throws as the client does. */
export const readJson = async <Shape>(address: string, signal?: AbortSignal): Promise<Shape> => {
  const answer = await fetch(address, signal === undefined ? {} : { signal }).catch((error: unknown) => {
    if (signal?.aborted === true) throw error;
    throw new UnreachableError({ cause: error });
  });
  if (answer.ok) return (await answer.json()) as Shape;
  throw new RefusedError({
    ...{ status: answer.status, code: 'unexpected_answer', message: '', fields: [], body: {} },
    requestId: answer.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: Number(answer.headers.get('retry-after')) || undefined,
  });
};
