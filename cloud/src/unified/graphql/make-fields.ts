import {
  type GraphQLNamedType,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { yieldToEventLoop } from '../../kit/yield-to-event-loop.ts';

/** So many types have their fields made before others have their turn: some ms. */
const AT_ONCE = 20;

/**
 * Has the fields of these types made, and those of all that they lead to. Types make them when they are first looked at: a schema
 * looks at all of them at once, which takes longer than others may wait.
 */
export const makeFields = async (types: readonly GraphQLNamedType[]): Promise<void> => {
  const found = new Set(types);
  let made = 0;
  for (const type of found) {
    for (const inner of leadsTo(type)) found.add(inner);
    if (++made % AT_ONCE === 0) await yieldToEventLoop();
  }
};

const leadsTo = (type: GraphQLNamedType): readonly GraphQLNamedType[] => {
  if (isUnionType(type)) return type.getTypes();
  if (isInputObjectType(type)) return Object.values(type.getFields()).map((field) => getNamedType(field.type));
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap((field) => [
    getNamedType(field.type),
    ...field.args.map((argument) => getNamedType(argument.type)),
  ]);
};
