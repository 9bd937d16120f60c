import type { Publish } from './local-hub.ts';

/** What the box keeps on its broker for whoever subscribes later: its own state, and never an order. */
export interface Retained {
  /** Sets a topic's state, or takes it off with `undefined`. What did not change is not sent again. */
  set(topic: string, state: object | undefined): void;
  /** A topic that clients may still remember from before: whoever subscribes is told that it is empty. */
  forgotten(topic: string): void;
  /** A broker runs: all of it goes there. */
  attach(publish: Publish | undefined): void;
  forgottenTopics(): readonly string[];
}

export const createRetained = (): Retained => {
  const states = new Map<string, string>();
  const forgotten = new Set<string>();
  let publish: Publish | undefined;
  return {
    set: (topic, state) => {
      forgotten.delete(topic);
      if (state === undefined) {
        if (states.delete(topic)) publish?.(topic, '', true);
        return;
      }
      const text = JSON.stringify(state);
      if (states.get(topic) === text) return;
      states.set(topic, text);
      publish?.(topic, text, true);
    },
    forgotten: (topic) => {
      if (!states.has(topic)) forgotten.add(topic);
    },
    attach: (given) => {
      publish = given;
      for (const [topic, text] of states) publish?.(topic, text, true);
    },
    forgottenTopics: () => [...forgotten],
  };
};
