import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { createAskedThread, type Failed } from '../../kit/http/asked-thread.ts';

export interface ToIntrospector {
  readonly asked: number;
  readonly source: string;
  readonly operationName: string | undefined;
  readonly variableValues: Readonly<Record<string, unknown>>;
  readonly mutations: boolean;
}
/** As GraphQL answers. */
export interface Told {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string }[];
}
export type FromIntrospector =
  | { readonly asked: number; readonly result: Told }
  | ({ readonly asked: number } & Failed);

/** Tools ask the same few things. */
const ANSWERS_KEPT = 20;

/** Answers what is asked of the schema itself, in a thread beside: a whole schema takes longer than others may wait. */
export const createIntrospection = (clock: Clock, mutations: boolean) => {
  const thread = createAskedThread<ToIntrospector, FromIntrospector>({
    clock,
    file: new URL('./introspect-worker.ts', import.meta.url),
    what: 'tells the schema',
    numberOf: (message) => (message as { readonly asked: number }).asked,
    answerWithin: Seconds(10),
    heapMegabytes: 256,
    youngMegabytes: 16,
  });
  const answers = new Map<string, Promise<Told>>();
  let asked = 0;
  return {
    answer: (question: Omit<ToIntrospector, 'asked' | 'mutations'>): Promise<Told> => {
      const key = JSON.stringify([question.source, question.operationName, question.variableValues]);
      const known = answers.get(key) ?? thread.ask({ ...question, asked: ++asked, mutations }).then(resultOf);
      answers.delete(key);
      answers.set(key, known);
      void known.catch(() => answers.delete(key));
      const [oldest] = answers.keys();
      if (answers.size > ANSWERS_KEPT && oldest !== undefined) answers.delete(oldest);
      return known;
    },
    close: () => thread.close(),
  };
};

const resultOf = ({ result }: { readonly result: Told }): Told => result;
