import { z } from 'zod';
import type { AnyEndpoint } from '../endpoint.ts';
import type { Contract, Part, Rule } from './contract-run.ts';

/** What a body may not be, whatever its schema says, and what it may not lack. */
export const bodyShapes = (
  endpoint: AnyEndpoint,
  { send, expectRefusal, current, world }: Contract,
  limit: { readonly bytes: number },
): readonly Rule[] => {
  const schema = endpoint.body ?? endpoint.rawBody;
  if (schema === undefined) return [];
  const validBody = () => current().body ?? {};
  const refuses = (name: string, part: Part, bodies: () => readonly unknown[], status = 400): Rule => ({
    name,
    part,
    keep: async () => {
      for (const body of bodies()) expectRefusal(await send(world().allowed, { body }), status);
    },
  });
  // A raw body is parsed by its handler: each has to be asked.
  const part = endpoint.rawBody === undefined ? 'kit' : 'input';
  const without = (name: string) => {
    const { [name]: _gone, ...rest } = validBody();
    return rest;
  };
  return [
    ...requiredIn(schema).flatMap((name) => [
      refuses(`answers 400 without the body's ${name}, and does nothing`, 'input', () => [without(name)]),
      refuses(`answers 400 where the body's ${name} is of another kind`, 'input', () =>
        wrongKinds(schema, name).map((wrong) => ({ ...validBody(), [name]: wrong })),
      ),
    ]),
    refuses('answers 400 to a body that is no JSON', 'input', () => ['{"half":']),
    refuses('answers 400 to a body that is an array or a text', part, () => ['[]', '"text"']),
    refuses('answers 400 to a body that is valid but for a member that is nested too deep', part, () => [
      withMember(validBody(), `"x":${'['.repeat(40)}${']'.repeat(40)}`),
    ]),
    // A raw body's handler judges its items one by one, and takes any name for data.
    ...(endpoint.rawBody === undefined
      ? [
          refuses('answers 400 to a body that is valid but for a reserved key', part, () => [
            withMember(validBody(), '"__proto__":{}'),
          ]),
        ]
      : []),
    ...(schema.safeParse(undefined).success
      ? []
      : [refuses('answers 400 to a body that is nothing', 'input', () => [''])]),
    refuses('answers 413 to a body beyond its limit', 'kit', () => [Buffer.alloc(limit.bytes + 1, ' ')], 413),
  ];
};

/** Members that a schema cannot do without, one at a time; a rule over several members is the endpoint's own test. */
export const requiredIn = (schema: z.ZodType | undefined): string[] =>
  schema instanceof z.ZodObject
    ? Object.keys(schema.shape).filter((name) => !(schema.shape[name] as z.ZodType).safeParse(undefined).success)
    : [];

/** The body as JSON with one more member, which `JSON.stringify` would not write. */
const withMember = (body: object, member: string): string =>
  `${JSON.stringify({ ...body, x_last: 0 }).slice(0, -1)},${member}}`;

const wrongKinds = (schema: z.ZodType | undefined, name: string): unknown[] => {
  const member = schema instanceof z.ZodObject ? (schema.shape[name] as z.ZodType) : undefined;
  return [17.5, true, { a: 1 }, null].filter((value) => member?.safeParse(value).success === false);
};
