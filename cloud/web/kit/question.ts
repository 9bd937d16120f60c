import { type ReadonlySignal, signal } from '@preact/signals';

/** Something that only whoever sits there can settle. Everything that waits for it waits for the same answer. */
export interface Question {
  /** Whether somebody waits for an answer: then it is asked on the page. */
  readonly isOpen: ReadonlySignal<boolean>;
  /** Resolves to whether what was asked for is there now; never rejects. */
  ask(): Promise<boolean>;
  /** Answers all who wait; where nobody does, nothing happens. */
  settle(isGiven: boolean): void;
}

export const createQuestion = (): Question => {
  const isOpen = signal(false);
  let answer: PromiseWithResolvers<boolean> | undefined;
  return {
    isOpen,
    ask: () => {
      answer ??= Promise.withResolvers();
      isOpen.value = true;
      return answer.promise;
    },
    settle: (isGiven) => {
      answer?.resolve(isGiven);
      answer = undefined;
      isOpen.value = false;
    },
  };
};
