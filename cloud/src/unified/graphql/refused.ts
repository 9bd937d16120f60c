import type { GraphAnswer } from './execute.ts';

/** Why nothing is told, in the shape of an answer. */
export class Refused extends Error {
  readonly answer: GraphAnswer;
  constructor(answer: GraphAnswer) {
    super('the subscription is refused');
    this.answer = answer;
  }
}
