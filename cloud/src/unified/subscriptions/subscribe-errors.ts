import { asFault } from '../../kit/http/fault-response.ts';
import { errorExtensions } from '../graphql/graph.faults.ts';
import { Refused } from '../graphql/graphql.module.ts';

/** Why a subscription did not begin, or is over. */
export class SubscriptionOver extends Error {
  readonly requestId: string;
  constructor(cause: unknown, requestId: string) {
    super('the subscription is over', { cause });
    this.requestId = requestId;
  }
}

/** The same in the shape of GraphQL. */
export const errorsOf = (
  { cause, requestId }: SubscriptionOver,
  log: { error(detail: unknown, message: string): void },
): readonly { readonly message: string }[] => {
  if (cause instanceof Refused) return (cause.answer.errors ?? []) as readonly { readonly message: string }[];
  const fault = asFault(cause);
  if (fault.spec.blame === 'us') log.error({ err: cause, request_id: requestId }, 'a subscription failed');
  return [{ message: fault.message, extensions: errorExtensions(fault, requestId) } as { readonly message: string }];
};
