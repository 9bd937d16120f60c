/** A list of those who want to hear of one kind of thing. */
export interface Listeners<T> {
  /** Returns the function that takes the listener off again. */
  add(listener: (value: T) => void): () => void;
  emit(value: T): void;
}

export const createListeners = <T>(): Listeners<T> => {
  const all = new Set<(value: T) => void>();
  return {
    add: (listener) => {
      all.add(listener);
      return () => void all.delete(listener);
    },
    emit: (value) => {
      for (const listener of [...all]) listener(value);
    },
  };
};
