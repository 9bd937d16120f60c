import { randomUUID } from 'node:crypto';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { ADMITS_TOPIC, ADMITTED_TOPIC } from './broker.ts';
import { answerTo, createReplicaQuestions } from './replica-questions.ts';

const known = randomUUID();
const dismissed = randomUUID();

/** A broker's questions, and replicas that answer once they are told to. */
const aBroker = () => {
  const clock = new ManualClock();
  const asked: Buffer[] = [];
  const ended: string[] = [];
  const questions = createReplicaQuestions({
    clock,
    publish: (topic, payload) => void (topic === ADMITS_TOPIC && asked.push(Buffer.from(payload))),
    endSession: async (boxId) => void ended.push(boxId),
  });
  const answer = async () => {
    for (const payload of asked.splice(0)) {
      const said = await answerTo({ payload }, async (boxId) => boxId === known);
      questions.heard({ topic: ADMITTED_TOPIC, payload: Buffer.from(said ?? ''), retained: false });
    }
    await clock.advance(Seconds(0));
  };
  return { clock, asked, ended, questions, answer };
};

describe('a separate broker’s questions to its replicas', () => {
  it('N10 a box is let in if a replica knows it, refused if it was decommissioned, and refused if nobody says', async () => {
    const { clock, questions, answer } = aBroker();
    questions.replicas(1);
    const asked = [questions.admits(known), questions.admits(dismissed)];
    await answer();
    expect(await Promise.all(asked)).toEqual([true, false]);
    const unanswered = questions.admits(known);
    await clock.advance(Seconds(2));
    expect(await unanswered).toBe(false);
  });

  it('N10 who came while no replica was there is asked about when one comes, until there is an answer', async () => {
    const { clock, asked, ended, questions, answer } = aBroker();
    expect(await questions.admits(known)).toBe(true);
    expect(await questions.admits(dismissed)).toBe(true);
    questions.replicas(1);
    expect(asked).toHaveLength(2);
    asked.splice(0); // The replica died.
    await clock.advance(Seconds(2));
    expect(ended).toEqual([]);
    questions.replicas(0);
    questions.replicas(1);
    await answer();
    expect(ended).toEqual([dismissed]);
    questions.replicas(2);
    expect(asked).toHaveLength(0);
  });

  it('garbage is no question and no answer', async () => {
    const { questions } = aBroker();
    for (const text of ['', '{', '[]', '{"id":1}', `{"id":"${randomUUID()}","boxId":"x"}`]) {
      const payload = Buffer.from(text);
      expect(await answerTo({ payload }, async () => true)).toBeUndefined();
      questions.heard({ topic: ADMITTED_TOPIC, payload, retained: false });
    }
  });
});
