import { callOf } from '../client-of.ts';
import type { Operation, Parameter } from '../document.ts';

/** The example of an operation with the typed client of partners. */
export const partnerExample = (operation: Operation): string => {
  const { operationId, parameters, body } = operation;
  const named = parameters.filter(({ in: place }) => place !== 'header');
  const input = {
    ...Object.fromEntries(named.filter(isShown).map(({ name, example }) => [name, example])),
    ...(body?.example as object | undefined),
  };
  const given = named.length === 0 && body === undefined ? '' : literalOf(input);
  return `import { createPartnerClient } from '@gatehouse/partner-client';

const client = createPartnerClient({
  baseUrl: process.env.API ?? '',
  key: process.env.KEY ?? '',
});

const answer = await client.${callOf(operationId)}(${given});
console.log(answer);
`;
};

/** The example of an operation with what every runtime brings: by a key. */
export const fetchExample = (operation: Operation): string => fetched(operation, "'x-api-key': process.env.KEY ?? ''");

/** The same by a token. */
export const tokenExample = (operation: Operation): string =>
  fetched(operation, `authorization: \`Bearer \${process.env.TOKEN ?? ''}\``);

const fetched = ({ method, path, parameters, body }: Operation, credentials: string): string => {
  const exampleOf = (name: string) => parameters.find((parameter) => parameter.name === name)?.example;
  const filled = path.replace(/\{(\w+)\}/g, (all, name: string) => encodeURIComponent(String(exampleOf(name) ?? all)));
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && isShown(parameter))
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`);
  const address = `${filled}${query.length === 0 ? '' : `?${query.join('&')}`}`;
  const sent = body?.example === undefined ? undefined : indented(literalOf(body.example));
  return `const answer = await fetch(new URL(${quoted(address)}, process.env.API), {
  method: '${method.toUpperCase()}',
  headers: {
    ${credentials},${sent === undefined ? '' : "\n    'content-type': 'application/json',"}
  },${sent === undefined ? '' : `\n  body: JSON.stringify(${sent}),`}
});
if (!answer.ok) throw new Error(await answer.text());
console.log(await answer.json());
`;
};

const isShown = ({ example }: Parameter): boolean => example !== undefined;
const indented = (text: string): string => text.replaceAll('\n', '\n  ');
const quoted = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;

/** A value of JSON as people write it in TypeScript. */
const literalOf = (value: unknown): string => {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return listOf('[]', value.map(literalOf));
  return listOf(
    '{}',
    Object.entries(value).map(
      ([name, inner]) => `${/^[A-Za-z_]\w*$/.test(name) ? name : quoted(name)}: ${literalOf(inner)}`,
    ),
  );
};

const LINE_MAX = 60;

/** On one line where that is short. */
const listOf = (brackets: '[]' | '{}', members: readonly string[]): string => {
  const [open, close] = brackets;
  if (members.length === 0) return brackets;
  const line = members.join(', ');
  if (line.length <= LINE_MAX && !line.includes('\n')) return brackets === '[]' ? `[${line}]` : `{ ${line} }`;
  return `${open}\n${members.map((member) => `  ${indented(member)},\n`).join('')}${close}`;
};
