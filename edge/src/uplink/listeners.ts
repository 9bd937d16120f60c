/** Who wants to hear of something, and how to tell them all. */
export const listeners = () => {
  const all = new Set<() => void>();
  return {
    add: (listener: () => void) => {
      all.add(listener);
      return () => void all.delete(listener);
    },
    call: () => {
      for (const listener of all) listener();
    },
  };
};
