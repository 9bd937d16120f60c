import { defineFaults, type Fault, faultsOf } from '@gatehouse/shared/fault/fault.ts';
import { problemsOf } from '../../kit/http/validate.ts';

export const graphFaults = defineFaults({
  document_invalid: {
    status: 400,
    blame: 'caller',
    retry: 'never',
    title: 'The GraphQL document is not one that is answered here',
    help: 'The message says what is wrong: its syntax, a field or an argument that the schema does not have, or more of something than a document may have: 4,000 tokens, 10 levels, 30 aliases, 20 fields at its root, 50 fragments, 20 directives. Nothing was carried out.',
  },
  document_too_costly: {
    status: 400,
    blame: 'caller',
    retry: 'never',
    title: 'The worst case of the GraphQL document costs too much',
    help: 'Every object costs one, a page as many times what is in it as its `limit` allows, a mutation a hundred; what has to be asked one by one costs five times as much. The message names the path that costs most: ask it for less, or in pieces. `extensions.cost` of every answer says what it was reckoned at, and what it came to.',
  },
  deadline: {
    status: 504,
    blame: 'caller',
    retry: 'after-delay',
    title: 'The GraphQL operation took longer than 5 seconds',
    help: 'What it still had to read was not read. Ask for less at once. A mutation may have been carried out: send it again with the same `idempotencyKey`, and it is answered as it was.',
  },
});

export const graphFault = faultsOf(graphFaults);

/** What programs go by in an error: code and status of REST, and the request that the audit knows it by. */
export const errorExtensions = (fault: Fault, requestId: string) => ({
  code: fault.code,
  status: fault.spec.status,
  requestId,
  ...problemsOf(fault),
});
