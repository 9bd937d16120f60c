import { z } from 'zod';

/** One valid input with one member that breaks a bound that the schema declares. */
export interface BrokenInput {
  readonly path: readonly string[];
  readonly rule: string;
  readonly input: unknown;
}

/** JSON Schema, as far as bounds are read off it. */
interface Node {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}
type Path = readonly string[];
type Visit = (node: Node, at: { readonly path: Path; readonly value: unknown }) => void;

/** Every declared bound of a schema exceeded by the least, one at a time, in an input that is valid but for that. */
export const brokenInputs = (schema: z.ZodType, valid: unknown): BrokenInput[] => {
  const broken: BrokenInput[] = [];
  walk(schema, valid, (node, { path, value }) => {
    for (const [rule, bad] of breaches(node, value)) broken.push({ path, rule, input: withMember(valid, path, bad) });
  });
  return broken;
};

/** Members that a caller could make as long or as large as they like. */
export const unboundedMembers = (schema: z.ZodType, valid: unknown): string[] => {
  const unbounded: string[] = [];
  walk(schema, valid, (node, { path }) => {
    if (isUnbounded(node)) unbounded.push(path.join('.'));
  });
  return unbounded;
};

/** Formats whose pattern takes texts of any length. */
const OPEN_FORMATS = new Set(['email', 'uri', 'hostname']);

const isUnbounded = (node: Node): boolean => {
  if (node.enum !== undefined || node.const !== undefined) return false;
  if (node.type === 'array') return node.maxItems === undefined;
  if (node.type === 'number' || node.type === 'integer')
    return (
      (node.maximum ?? node.exclusiveMaximum) === undefined || (node.minimum ?? node.exclusiveMinimum) === undefined
    );
  if (node.type !== 'string' || node.maxLength !== undefined) return false;
  return node.format === undefined ? node.pattern === undefined : OPEN_FORMATS.has(node.format);
};

type Breach = readonly [rule: string, value: unknown];

const breaches = (node: Node, value: unknown): readonly Breach[] => {
  const listed = node.enum !== undefined || node.const !== undefined;
  if (listed) return [['a value of the list', 'x_not_in_the_list']];
  if (node.type === 'string') return textBreaches(node);
  if (node.type === 'array') return listBreaches(node, value);
  return node.type === 'number' || node.type === 'integer' ? numberBreaches(node) : [];
};

const textBreaches = ({ minLength = 0, maxLength }: Node): readonly Breach[] => [
  ...(maxLength === undefined ? [] : [[`at most ${maxLength} characters`, 'x'.repeat(maxLength + 1)] as const]),
  ...(minLength === 0 ? [] : [[`at least ${minLength} characters`, 'x'.repeat(minLength - 1)] as const]),
];

const listBreaches = ({ minItems = 0, maxItems }: Node, value: unknown): readonly Breach[] => {
  const [item = null] = Array.isArray(value) ? value : [];
  return [
    ...(maxItems === undefined ? [] : [[`at most ${maxItems} items`, Array(maxItems + 1).fill(item)] as const]),
    ...(minItems === 0 ? [] : [[`at least ${minItems} items`, Array(minItems - 1).fill(item)] as const]),
  ];
};

const numberBreaches = ({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Node): readonly Breach[] => {
  const above = exclusiveMaximum ?? (maximum === undefined ? undefined : maximum + 1);
  const below = exclusiveMinimum ?? (minimum === undefined ? undefined : minimum - 1);
  const breaking = [
    ['the largest number', above],
    ['the smallest number', below],
  ] as const;
  return breaking.filter(([, number]) => number !== undefined && Math.abs(number) <= Number.MAX_SAFE_INTEGER);
};

const walk = (schema: z.ZodType, valid: unknown, visit: Visit): void => {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node & {
    $defs?: Readonly<Record<string, Node>>;
  };
  const step = (node: Node, path: Path, value: unknown): void => {
    const name = node.$ref?.replace('#/$defs/', '');
    const branches = node.anyOf ?? node.oneOf;
    const meant = name === undefined ? branches && onlyBranch(branches, value) : root.$defs?.[name];
    if (meant !== undefined) step(meant, path, value);
    if (name !== undefined || branches !== undefined) return;
    if (path.length > 0) visit(node, { path, value });
    for (const [key, member] of Object.entries(node.properties ?? {}))
      step(member, [...path, key], (value as Readonly<Record<string, unknown>> | null | undefined)?.[key]);
    if (node.items !== undefined && Array.isArray(value) && value.length > 0)
      step(node.items, [...path, '0'], value[0]);
  };
  step(root, [], valid);
};

/** The branch that the value takes by its constants; `undefined` where several could be meant. */
const onlyBranch = (branches: readonly Node[], value: unknown): Node | undefined => {
  const meant = branches.filter(
    ({ type, properties = {} }) =>
      type !== 'null' &&
      Object.entries(properties).every(
        ([key, member]) =>
          member.const === undefined || (value as Record<string, unknown> | null)?.[key] === member.const,
      ),
  );
  return meant.length === 1 ? meant[0] : undefined;
};

const withMember = (root: unknown, [key, ...rest]: Path, value: unknown): unknown => {
  if (key === undefined) return value;
  if (Array.isArray(root)) return root.map((item, i) => (String(i) === key ? withMember(item, rest, value) : item));
  const object = (root ?? {}) as Readonly<Record<string, unknown>>;
  return { ...object, [key]: withMember(object[key], rest, value) };
};
