import { randomUUID } from 'node:crypto';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import { ADMITS_TOPIC, ADMITTED_TOPIC, type BrokerMessage } from './broker.ts';

/** Well below the time that a box waits for its login. */
const ANSWER_WITHIN = Seconds(2);
const Question = z.strictObject({ id: z.uuid(), subject: z.string().min(1).max(100) });
const Answer = z.strictObject({ id: z.uuid(), admits: z.boolean() });

/** Behind the dot is which secret a device's token was traded for. */
const clientIdOf = (subject: string): string => subject.replace(/\..*$/, '');

const parse = <T>(schema: z.ZodType<T>, { payload }: Pick<BrokerMessage, 'payload'>): T | undefined => {
  try {
    return schema.safeParse(JSON.parse(payload.toString('utf8'))).data;
  } catch {
    return undefined;
  }
};

/** What a separate broker asks its replicas, which have the database that it has not. */
export interface ReplicaQuestions {
  /** Whether whom a token names is known. */
  admits(subject: string): Promise<boolean>;
  heard(message: BrokerMessage): void;
  /** So many replicas answer now. */
  replicas(count: number): void;
}

/**
 * A token outlives its box, or its device's secret, by up to ten minutes, and a broker that was restarted has forgotten whom it was told to refuse:
 * so it asks at each login, and the first answer counts. While no replica is there, nobody hears what a box says: boxes
 * wait inside instead of backing off, and are asked about as soon as a replica comes.
 */
export const createReplicaQuestions = (deps: {
  readonly clock: Pick<Clock, 'after'>;
  readonly publish: (topic: string, payload: string) => void;
  readonly endSession: (clientId: string) => Promise<void>;
}): ReplicaQuestions => {
  const open = new Map<string, (admits: boolean | undefined) => void>();
  const unasked = new Set<string>();
  let answering = 0;

  const ask = (subject: string): Promise<boolean | undefined> =>
    new Promise((resolve) => {
      const id = randomUUID();
      const close = (admits: boolean | undefined) => {
        late.cancel();
        open.delete(id);
        resolve(admits);
      };
      const late = deps.clock.after(ANSWER_WITHIN, () => close(undefined));
      open.set(id, close);
      deps.publish(ADMITS_TOPIC, JSON.stringify({ id, subject }));
    });
  const askLate = async (subject: string) => {
    const admits = await ask(subject);
    if (admits === undefined) unasked.add(subject);
    if (admits === false) await deps.endSession(clientIdOf(subject));
  };

  return {
    admits: async (subject) => {
      if (answering > 0) return (await ask(subject)) === true;
      unasked.add(subject);
      return true;
    },
    heard: (message) => {
      const answer = message.topic === ADMITTED_TOPIC ? parse(Answer, message) : undefined;
      if (answer !== undefined) open.get(answer.id)?.(answer.admits);
    },
    replicas: (count) => {
      const came = count > answering;
      answering = count;
      if (!came) return;
      const late = [...unasked];
      unasked.clear();
      for (const subject of late) void askLate(subject);
    },
  };
};

/** What a replica says to such a question; nothing where it cannot know. */
export const answerTo = async (
  message: Pick<BrokerMessage, 'payload'>,
  admits: (subject: string) => Promise<boolean>,
): Promise<string | undefined> => {
  const question = parse(Question, message);
  return question && JSON.stringify({ id: question.id, admits: await admits(question.subject) });
};
