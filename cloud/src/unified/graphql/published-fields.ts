import { type GraphQLSchema, isObjectType } from 'graphql';
import type { GraphField, GraphFields } from '../../../web/client/graph-fields.ts';
import type { FieldPlan } from './seen.ts';

/**
 * Which endpoint each field of the graph asks, and how the REST mirror is asked the same: all that a page needs beside the schema.
 * `pathOf`: where the mirror has an endpoint, `/v1/rest/facilities/:facilityId`, by its id.
 */
export const fieldsIn = (schema: GraphQLSchema, pathOf: (endpointId: string) => string | undefined): GraphFields => {
  const found: Record<string, Record<string, GraphField>> = {};
  for (const [name, type] of Object.entries(schema.getTypeMap()).sort(byName)) {
    if (!isObjectType(type)) continue;
    const own = Object.entries(type.getFields()).sort(byName);
    const asked = own.flatMap(([field, { extensions }]) => {
      const plan = extensions.plan as FieldPlan | undefined;
      const path = plan && pathOf(plan.endpoint.id);
      const oneByOne = extensions.oneByOne === true;
      return plan === undefined || path === undefined ? [] : [[field, fieldOf(plan, path, oneByOne)] as const];
    });
    if (asked.length > 0) found[name] = Object.fromEntries(asked);
  }
  return found;
};

const fieldOf = (
  { endpoint, params, query, from, bodyOf }: FieldPlan,
  path: string,
  oneByOne: boolean,
): GraphField => ({
  operation: endpoint.id,
  method: endpoint.method,
  path: path.replace(/:(\w+)/g, '{$1}'),
  ...{ params, query, from },
  body: bodyOf !== undefined,
  oneByOne,
});

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1;
