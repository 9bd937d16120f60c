/**
 * What is said to other processes on the same database: that something has changed, by its name alone. A word may be lost: whoever
 * listens also looks by themselves.
 */
export interface Words {
  say(word: string): void;
  /** Hears what the other processes say. Returns how to stop that. */
  hear(listener: (word: string) => void): () => void;
  close(): Promise<void>;
}

/** Of a process that has its database for itself. */
export const noWords: Words = { say: () => undefined, hear: () => () => undefined, close: async () => undefined };
