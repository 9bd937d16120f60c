import { type GraphQLObjectType, GraphQLUnionType } from 'graphql';
import { toldApartBy } from './told-apart.ts';

interface Member {
  readonly words: readonly unknown[];
  readonly type: GraphQLObjectType;
}

/** A union of objects, told apart by the constant that each of them has in one property. */
export const unionType = (name: string, members: readonly Member[], discriminator: string): GraphQLUnionType => {
  const typeOfWord = new Map(
    members.flatMap(({ words, type }) => words.map((word) => [String(word), type.name] as const)),
  );
  return new GraphQLUnionType({
    name,
    types: members.map(({ type }) => type),
    ...toldApartBy(({ value }) => typeOfWord.get(String(value[discriminator]))),
  });
};
