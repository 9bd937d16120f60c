import { checkKey, type ObjectStore, type StoredObject } from '../object-store.ts';

/** Objects in memory, for tests: they can look at what is there, and let the next call fail. */
export const memoryObjectStore = () => {
  const objects = new Map<string, StoredObject>();
  const failures: Error[] = [];
  const called = async (): Promise<void> => {
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
  };
  const store: ObjectStore = {
    put: async (key, object) => {
      await called();
      objects.set(checkKey(key), object);
    },
    get: async (key) => {
      await called();
      return objects.get(checkKey(key))?.bytes;
    },
    remove: async (key) => {
      await called();
      objects.delete(checkKey(key));
    },
    list: async (folder) => {
      await called();
      return [...objects.keys()].filter((key) => key.startsWith(`${checkKey(folder)}/`));
    },
  };
  return { store, objects, failures };
};
