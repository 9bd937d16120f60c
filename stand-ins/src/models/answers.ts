import { createHash } from 'node:crypto';
import { type ChatAsked, imagesIn, textOf } from './asked.ts';

/** What a choice says: text, or that a tool is to be called. */
export interface Said {
  readonly pieces: readonly string[];
  readonly tool: { readonly id: string; readonly name: string } | undefined;
  readonly finish: 'stop' | 'length' | 'tool_calls';
}

const PIECE = /[\s\S]{1,4}/gu;
const WORDS = ['oak', 'river', 'lamp', 'north', 'copper', 'quiet', 'seven', 'harbour', 'glass', 'morning'];
const WORDS_SAID = 12;
const IMAGE_TOKENS = 85;
const SAY = 'say ';

/** A token is up to four characters here: easy to count, and never more than there are bytes. */
export const piecesOf = (text: string): string[] => text.match(PIECE) ?? [];

export const promptTokens = ({ messages }: ChatAsked): number =>
  messages.reduce(
    (sum, message) => sum + 4 + piecesOf(textOf(message)).length + IMAGE_TOKENS * imagesIn(message),
    messages.length === 0 ? 0 : 3,
  );

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The same request is answered the same: words by its hash. Whoever begins with `say ` hears the rest. */
const textFor = (asked: ChatAsked, index: number): string => {
  const last = asked.messages.findLast(({ role }) => role === 'user');
  const said = last === undefined ? '' : textOf(last);
  if (said.startsWith(SAY)) return said.slice(SAY.length);
  const bytes = digest(`${JSON.stringify(asked.messages)} ${index}`);
  const words = Array.from({ length: WORDS_SAID }, (_, at) => WORDS[(bytes[at] ?? 0) % WORDS.length]);
  return `You said ${said.length} characters: ${words.join(' ')}.`;
};

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/** Something that fits a schema, as far as that is plain. */
const exampleOf = (schema: Schema, name = 'answer'): unknown => {
  if (schema.enum !== undefined) return schema.enum[0];
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, property]) => [key, exampleOf(property, key)]),
      );
    case 'array':
      return [exampleOf(schema.items ?? {}, name)];
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return true;
    default:
      return name;
  }
};

const toolFor = ({ tools, tool_choice: choice, messages }: ChatAsked) => {
  if (tools == null || tools.length === 0 || choice === 'none' || messages.at(-1)?.role === 'tool') return undefined;
  const named = typeof choice === 'object' && choice !== null ? choice.function.name : undefined;
  return tools.find((tool) => named === undefined || tool.function.name === named);
};

const cut = (text: string, most: number): Pick<Said, 'pieces'> & { readonly finish: 'stop' | 'length' } => {
  const pieces = piecesOf(text);
  return pieces.length <= most ? { pieces, finish: 'stop' } : { pieces: pieces.slice(0, most), finish: 'length' };
};

/** What is answered, a choice each. */
export const answersTo = (asked: ChatAsked): Said[] => {
  const most = asked.max_completion_tokens ?? asked.max_tokens ?? Number.POSITIVE_INFINITY;
  return Array.from({ length: asked.n ?? 1 }, (_, index): Said => {
    const tool = toolFor(asked);
    if (tool !== undefined) {
      const { name, parameters } = tool.function;
      const id = `call_${digest(`${JSON.stringify(asked.messages)} ${name} ${index}`)
        .toString('hex')
        .slice(0, 12)}`;
      const { pieces, finish } = cut(JSON.stringify(exampleOf((parameters ?? { type: 'object' }) as Schema)), most);
      return { pieces, tool: { id, name }, finish: finish === 'stop' ? 'tool_calls' : finish };
    }
    const text = textFor(asked, index);
    const { response_format: format } = asked;
    if (format?.type === 'json_schema')
      return { tool: undefined, ...cut(JSON.stringify(exampleOf((format.json_schema?.schema ?? {}) as Schema)), most) };
    return { tool: undefined, ...cut(format?.type === 'json_object' ? JSON.stringify({ answer: text }) : text, most) };
  });
};

/** Numbers between -1 and 1 by the hash of a text. */
export const vectorOf = (text: string, dimensions: number): number[] => {
  const bytes = digest(text);
  return Array.from({ length: dimensions }, (_, at) => ((bytes[at % bytes.length] ?? 0) - 128) / 128);
};

interface Delta {
  readonly index: number;
  readonly delta: object;
  readonly finish: string | null;
  readonly isToken: boolean;
}

/** The choices piece by piece, as they are streamed: all begin, all go on by a token each, all end. */
export const deltasOf = (said: readonly Said[]): Delta[] => {
  const begun = said.map(({ tool }, index): Delta => {
    const called = tool && [{ index: 0, id: tool.id, type: 'function', function: { name: tool.name, arguments: '' } }];
    const delta = called === undefined ? { content: '' } : { content: null, tool_calls: called };
    return { index, delta: { role: 'assistant', ...delta }, finish: null, isToken: false };
  });
  const tokens = said.flatMap(({ pieces, tool }, index) =>
    pieces.map((piece, at) => {
      const delta =
        tool === undefined ? { content: piece } : { tool_calls: [{ index: 0, function: { arguments: piece } }] };
      return { at, index, delta, finish: null, isToken: true };
    }),
  );
  const ended = said.map(({ finish }, index): Delta => ({ index, delta: {}, finish, isToken: false }));
  return [...begun, ...tokens.toSorted((a, b) => a.at - b.at), ...ended];
};
