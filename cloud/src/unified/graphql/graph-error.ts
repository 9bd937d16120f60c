import type { Fault } from '@gatehouse/shared/fault/fault.ts';
import { GraphQLError } from 'graphql';
import { errorExtensions } from './graph.faults.ts';

/** A fault as GraphQL tells it. */
export const graphError = (fault: Fault, requestId: string): GraphQLError =>
  new GraphQLError(fault.message, { extensions: errorExtensions(fault, requestId) });
