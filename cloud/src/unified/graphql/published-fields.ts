import { type GraphQLSchema, isObjectType } from 'graphql';
import type { GraphField, GraphFields } from '../../../web/client/graph-fields.ts';
import type { AnyEndpoint } from '../../kit/http/endpoint.ts';
import type { FieldPlan } from './seen.ts';

/** The same endpoint at the other doors. */
export interface OtherDoors {
  /** Where the mirror has it, `/v1/rest/facilities/:facilityId`. */
  readonly pathOf: (endpoint: AnyEndpoint) => string | undefined;
  /** Which tool it is, if it is one. */
  readonly toolOf: (endpoint: AnyEndpoint) => string | undefined;
}

/** Which endpoint each field of the graph asks, and how it is asked at the other doors: all that a page needs beside the schema. */
export const fieldsIn = (schema: GraphQLSchema, doors: OtherDoors): GraphFields => {
  const found: Record<string, Record<string, GraphField>> = {};
  for (const [name, type] of Object.entries(schema.getTypeMap()).sort(byName)) {
    if (!isObjectType(type)) continue;
    const own = Object.entries(type.getFields()).sort(byName);
    const asked = own.flatMap(([field, { extensions }]) => {
      const plan = extensions.plan as FieldPlan | undefined;
      const told = plan && fieldOf(plan, extensions.oneByOne === true, doors);
      return told === undefined ? [] : [[field, told] as const];
    });
    if (asked.length > 0) found[name] = Object.fromEntries(asked);
  }
  return found;
};

const fieldOf = (
  { endpoint, params, query, from, bodyOf }: FieldPlan,
  oneByOne: boolean,
  { pathOf, toolOf }: OtherDoors,
): GraphField | undefined => {
  const [path, tool] = [pathOf(endpoint), toolOf(endpoint)];
  if (path === undefined) return undefined;
  return {
    operation: endpoint.id,
    ...(tool !== undefined && { tool }),
    method: endpoint.method,
    path: path.replace(/:(\w+)/g, '{$1}'),
    ...{ params, query, from },
    body: bodyOf !== undefined,
    oneByOne,
  };
};

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1;
