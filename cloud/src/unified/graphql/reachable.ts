import { Bug } from '@gatehouse/shared/fault/fault.ts';
import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  isUnionType,
} from 'graphql';
import type { FieldPlan } from './seen.ts';

const planOf = ({ extensions }: GraphQLField<unknown, unknown>): FieldPlan | undefined =>
  extensions.plan as FieldPlan | undefined;

/** Throws a `Bug` unless every edge finds what it asks for, in its node or in what whoever answered that was asked with. */
export const requireReachable = (
  schema: GraphQLSchema,
  edges: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
): void => {
  for (const name of edges.keys())
    if (!isObjectType(schema.getType(name))) throw new Bug(`there is no ${name} in the graph`);
  const roots = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {}),
  );
  const ofEdges = [...edges.keys()].flatMap((name) => fieldsOf(schema.getType(name)));
  for (const field of [...roots, ...ofEdges]) {
    const plan = planOf(field);
    if (plan !== undefined) requireAt(field, plan);
  }
};

const fieldsOf = (type: GraphQLNamedType | undefined) => (isObjectType(type) ? Object.values(type.getFields()) : []);

/** What one endpoint answers: its objects, as deep as they go without asking another. */
const requireAt = (answered: GraphQLField<unknown, unknown>, { endpoint, params, query, from }: FieldPlan): void => {
  const asked: ReadonlySet<unknown> = new Set([
    ...Object.values(params),
    ...Object.values(query),
    ...Object.keys(from),
  ]);
  const seen = new Set<string>();
  const look = (type: GraphQLNamedType): void => {
    if (seen.has(type.name)) return;
    seen.add(type.name);
    if (isUnionType(type)) for (const member of type.getTypes()) look(member);
    const fields = fieldsOf(type);
    const has = new Set([...asked, ...fields.map(({ extensions }) => extensions.property)]);
    for (const field of fields) {
      const plan = planOf(field);
      if (plan === undefined) look(getNamedType(field.type));
      const missing = Object.values(plan?.from ?? {}).find((property) => !has.has(property));
      if (missing !== undefined)
        throw new Bug(`${endpoint.id} answers ${type.name}, and its edge ${field.name} finds no ${missing} there`);
    }
  };
  look(getNamedType(answered.type));
};
