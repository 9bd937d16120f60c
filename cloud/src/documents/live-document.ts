import { Components, type JsonObject } from '../kit/http/json-schema.ts';
import { describer } from '../kit/http/property-words.ts';
import { OPENAPI_FOLDER } from '../kit/http/reports.ts';
import type { AnyTopic } from '../kit/live/topic.ts';
import type { Module } from '../kit/modules/module.ts';
import { CLOSES, FRAMES_IN, FRAMES_OUT, PROTOCOL, topicFrames } from '../platform/live/live.module.ts';
import { platformSurface } from '../platform/users/platform-surface.ts';
import { unusable } from './unusable.ts';

export const LIVE_DOCUMENT = `${OPENAPI_FOLDER}/live.json`;

/** Every topic that modules declare. Makes none of them. */
export const topicsOf = (modules: readonly Module[]): readonly AnyTopic[] =>
  modules
    .flatMap(({ parts: { topics } }) => (topics?.(unusable) ?? []) as readonly { readonly declaration: AnyTopic }[])
    .map(({ declaration }) => declaration)
    .toSorted((one, other) => (one.topic < other.topic ? -1 : 1));

const CHANNEL = '#/channels/live';
const EXAMPLE_SEQ = 1_767_225_600_000;

/** The AsyncAPI 3 document of the live socket, read off its frames and the topics of all modules. */
export const liveDocument = (topics: readonly AnyTopic[]): string => {
  const components = new Components();
  const messages: Record<string, JsonObject> = {};
  const operations: Record<string, JsonObject> = {};
  const operation = (
    id: string,
    of: { action: 'send' | 'receive'; summary: string; description?: string; names: string[] },
  ) => {
    const { names, ...said } = of;
    operations[id] = {
      ...said,
      channel: { $ref: CHANNEL },
      messages: names.map((name) => ({ $ref: `${CHANNEL}/messages/${name}` })),
    };
  };
  for (const [name, frame] of Object.entries(FRAMES_IN)) {
    messages[name] = { name, payload: components.schemaOf(frame, 'input') };
    operation(name, { action: 'receive', summary: SUMMARIES[name as keyof typeof FRAMES_IN], names: [name] });
  }
  for (const [name, frame] of Object.entries(FRAMES_OUT))
    messages[name] = { name, payload: components.schemaOf(frame, 'output') };
  operation('tell', { action: 'send', summary: 'What belongs to no topic.', names: Object.keys(FRAMES_OUT) });
  for (const topic of topics) {
    const { snapshot, patch } = topicFrames(topic.schema, topic.entryId !== undefined);
    const name = `${topic.topic}:${exampleKeyOf(topic)}`;
    const names = [`${topic.topic}.snapshot`, `${topic.topic}.patch`];
    messages[names[0] as string] = {
      name: 'snapshot',
      title: `snapshot of ${topic.topic}:<id>`,
      payload: components.schemaOf(snapshot, 'output'),
      examples: [{ payload: { type: 'snapshot', topic: name, seq: EXAMPLE_SEQ, reset: false, data: dataOf(topic) } }],
    };
    messages[names[1] as string] = {
      name: 'patch',
      title: `patch of ${topic.topic}:<id>`,
      payload: components.schemaOf(patch, 'output'),
      examples: [{ payload: { type: 'patch', topic: name, seq: EXAMPLE_SEQ + 1, changes: [changeOf(topic)] } }],
    };
    operation(topic.topic, { action: 'send', summary: topic.summary, description: topic.description, names });
  }
  const schemas = components.toJSON() as Record<string, JsonObject>;
  const describe = describer(platformSurface.document.words, () => false);
  const described = (of: Record<string, JsonObject>) =>
    Object.fromEntries(Object.entries(of).map(([name, part]) => [name, describe(part, name)]));
  return `${JSON.stringify(
    {
      asyncapi: '3.0.0',
      info: INFO,
      defaultContentType: 'application/json',
      channels: {
        live: {
          address: '/api/live',
          title: 'The live socket',
          description: DESCRIPTION,
          messages: Object.fromEntries(
            Object.keys(messages).map((name) => [name, { $ref: `#/components/messages/${name}` }]),
          ),
          bindings: { ws: { method: 'GET', headers: HEADERS, bindingVersion: '0.1.0' } },
        },
      },
      operations,
      components: { messages: described(messages), schemas: described(schemas) },
    },
    null,
    2,
  )}\n`;
};

const INFO = {
  title: 'Gatehouse live socket',
  version: 'v1',
  description:
    'One WebSocket for everything that changes, on the listener of the platform API. Actions are seen from the server: it receives what clients send.',
  license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
};
const DESCRIPTION = [
  `Subprotocol \`${PROTOCOL}\`; the key of a user as \`x-api-key\`. Every message is a JSON text.`,
  'Keep the `seq` of the last message of each topic and send it as `after` when you come back, to whichever server: nothing is missed, and nothing comes twice. `reset` says that the place was older than a day, or unknown.',
  'Who does not read is sent nothing more once 256 kB wait, keeps its place, and is closed after a minute. Codes that it is closed with:',
  Object.entries(CLOSES)
    .map(([code, why]) => `- \`${code}\`: ${why}`)
    .join('\n'),
].join('\n\n');
const HEADERS = {
  type: 'object',
  required: ['Sec-WebSocket-Protocol'],
  properties: {
    'Sec-WebSocket-Protocol': { type: 'string', const: PROTOCOL, description: 'What is spoken.' },
    'x-api-key': { type: 'string', description: 'A key of a user (`ghk_…`).' },
  },
};
const SUMMARIES: Readonly<Record<keyof typeof FRAMES_IN, string>> = {
  subscribe: 'Begin to watch a topic, or go on after a message.',
  unsubscribe: 'End that.',
  resume: 'Follow what a service does, after a line.',
};

const exampleKeyOf = ({ example, param }: AnyTopic): string => {
  const known = (example as Record<string, unknown>)[param];
  return typeof known === 'string' ? known : 'org_0123456789abcdef';
};
const dataOf = ({ entryId, example }: AnyTopic): readonly object[] => (entryId === undefined ? [] : [example]);
const changeOf = ({ entryId, example }: AnyTopic): object =>
  entryId === undefined ? example : { id: (example as Record<string, unknown>)[entryId], entry: example };
