import type { Schema } from './document.ts';
import { commentOf, membersOf, type TypeStyle, typeOf } from './typescript-of.ts';

/** What of the AsyncAPI document of the live socket is read here. */
export interface LiveDocument {
  readonly channels: { readonly live: { readonly address: string; readonly bindings: { readonly ws: Binding } } };
  readonly operations: Readonly<
    Record<string, { readonly action: 'send' | 'receive'; readonly messages: readonly Ref[] }>
  >;
  readonly components: {
    readonly messages: Readonly<Record<string, { readonly payload: Schema }>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}
interface Binding {
  readonly headers: { readonly properties: Readonly<Record<string, Schema>> };
}
interface Ref {
  readonly $ref: string;
}

/** A console is served by the cloud that it watches: it knows every word that may come. */
const STYLE: TypeStyle = { openEnums: false };

/** The frames of the live socket, and what its topics show, as the text of a TypeScript module without code. */
export const liveTypesOf = ({ channels: { live }, operations, components }: LiveDocument): string => {
  const named = (action: 'send' | 'receive') =>
    Object.values(operations)
      .filter((operation) => operation.action === action)
      .flatMap(({ messages }) => messages.map(({ $ref }) => $ref.slice($ref.lastIndexOf('/') + 1)));
  const frames = (name: string, action: 'send' | 'receive') =>
    `export type ${name} =${named(action)
      .map((message) => `\n  | ${typeOf(components.messages[message]?.payload ?? {}, STYLE, '  ')}`)
      .join('')};\n`;
  const protocol = live.bindings.ws.headers.properties['Sec-WebSocket-Protocol'] ?? {};
  return [
    '// Generated from the AsyncAPI document of the live socket: npm run generate.\n',
    ...Object.entries(components.schemas).map(
      ([name, schema]) =>
        `${commentOf(schema.description, '')}export interface ${name} {\n${membersOf(schema, STYLE, '  ')}}\n`,
    ),
    `/** What is spoken, and where. */\nexport type LiveProtocol = ${typeOf(protocol, STYLE)};`,
    `export type LivePath = '${live.address}';\n`,
    `/** What a page sends. */\n${frames('FrameIn', 'receive')}`,
    `/** What it is sent. */\n${frames('FrameOut', 'send')}`,
  ].join('\n');
};
