import type { Answer as AnswerOf } from '@gatehouse/cloud/web/client/client.ts';
import type { Operations } from '@gatehouse/cloud/web/client/platform-api.gen.ts';
import type { Answer, Asked } from './ops-account.kit.ts';

/** An answer as the document has it. */
export const answer = <Name extends keyof Operations>(_name: Name, body: AnswerOf<Name>): Answer => [
  200,
  body as object,
];

/** What is answered, by method and path; the first that fits does. */
export type Pages = readonly (readonly [asked: RegExp, answer: (asked: Asked) => Answer])[];
