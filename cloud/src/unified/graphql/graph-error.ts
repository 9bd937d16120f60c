import type { Fault } from '@gatehouse/shared/fault/fault.ts';
import { GraphQLError } from 'graphql';
import { problemsOf } from '../../kit/http/validate.ts';

/** A fault as GraphQL tells it: with the code and the status of REST, and the request that the audit knows it by. */
export const graphError = (fault: Fault, requestId: string): GraphQLError =>
  new GraphQLError(fault.message, {
    extensions: { code: fault.code, status: fault.spec.status, requestId, ...problemsOf(fault) },
  });
