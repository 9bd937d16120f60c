import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { everyModule } from '../areas.ts';
import { liveDocument, topicsOf } from './live-document.ts';

type Json = Readonly<Record<string, unknown>>;
interface Message {
  readonly payload: Json;
  readonly examples?: readonly { readonly payload: unknown }[];
}

const topics = topicsOf(everyModule);
const document = JSON.parse(liveDocument(topics));
const messages = document.components.messages as Readonly<Record<string, Message>>;

/** Every reference within a part of the document. */
const referencesIn = (part: unknown): readonly string[] => {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : referencesIn(inner),
  );
};
const resolve = (reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>((part, name) => (part as Json | undefined)?.[name], document);

describe('the AsyncAPI document of the live socket', () => {
  it('has the parts of AsyncAPI 3, and names that it allows', () => {
    expect(document).toMatchObject({
      asyncapi: '3.0.0',
      info: { title: expect.any(String), version: expect.any(String) },
      channels: { live: { address: '/api/live' } },
    });
    const allowed = ['asyncapi', 'id', 'info', 'servers', 'defaultContentType', 'channels', 'operations', 'components'];
    expect(allowed).toEqual(expect.arrayContaining(Object.keys(document)));
    for (const part of [document.operations, document.channels.live.messages, messages, document.components.schemas])
      for (const name of Object.keys(part)) expect(name).toMatch(/^[A-Za-z0-9._-]+$/);
  });

  it('refers to nothing that it does not have', () => {
    const references = new Set(referencesIn(document));
    expect(references.size).toBeGreaterThan(20);
    for (const reference of references) expect(resolve(reference), reference).toBeTypeOf('object');
  });

  it('has every message in its channel, and in an operation that says who sends it', () => {
    const operations = Object.values(document.operations) as readonly {
      readonly action: string;
      readonly channel: Json;
      readonly messages: readonly { readonly $ref: string }[];
    }[];
    const used = operations.flatMap((operation) => operation.messages.map(({ $ref }) => $ref));
    expect(used.toSorted()).toEqual(
      Object.keys(messages)
        .map((name) => `#/channels/live/messages/${name}`)
        .toSorted(),
    );
    for (const { action, channel } of operations) {
      expect(['send', 'receive']).toContain(action);
      expect(channel).toEqual({ $ref: '#/channels/live' });
    }
    expect(Object.keys(document.channels.live.messages)).toEqual(Object.keys(messages));
  });

  it('has every topic that a module declares, and is the same in whatever order they come', () => {
    expect(topics.map(({ topic }) => topic)).toEqual([
      ...['alarms', 'devices', 'events', 'facility', 'feed', 'job', 'jobs', 'organisation', 'unlocks', 'warnings'],
    ]);
    for (const { topic } of topics) expect(document.operations).toHaveProperty(topic);
    expect(liveDocument(topicsOf(everyModule.toReversed()))).toBe(liveDocument(topics));
  });

  it.each(Object.keys(messages))('describes %s by a schema that its examples fit', (name) => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const { payload, examples = [] } = messages[name] as Message;
    const validate = ajv.compile({ ...payload, components: document.components });
    for (const example of examples) {
      validate(example.payload);
      expect(validate.errors).toBeNull();
    }
    expect(validate({ type: 'nothing' })).toBe(false);
  });
});
