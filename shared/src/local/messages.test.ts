import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LOCAL_MESSAGES } from './messages.ts';
import { clientTopic, parseClientTopic } from './topics.ts';

describe('the messages of the local broker', () => {
  it.each(LOCAL_MESSAGES.map((message) => [`${message.kind} ${message.name}`, message] as const))(
    '%s parses its own vectors and nothing with a member too many',
    (_, { payload, vectors }) => {
      expect(vectors.length).toBeGreaterThan(0);
      for (const vector of vectors) {
        expect(payload.safeParse(vector).success).toBe(true);
        expect(payload.safeParse({ ...vector, open: true }).success).toBe(false);
        expect(payload.safeParse({ ...vector, v: 2 }).success).toBe(false);
      }
    },
  );

  it('reads the topics that it makes, and no others', () => {
    for (const { name, direction } of LOCAL_MESSAGES)
      expect(parseClientTopic(clientTopic('front-1', direction, name))).toEqual({
        client: 'front-1',
        direction,
        message: name,
      });
    for (const other of [
      'gh/v1/x/up/beacon',
      'gh/local/v1/client/a/up',
      'gh/local/v1/client/a/side/x',
      'gh/local/v1/client/a/up/b/c',
    ])
      expect(parseClientTopic(other)).toBeUndefined();
    fc.assert(fc.property(fc.string(), (topic) => void parseClientTopic(topic)));
  });
});
