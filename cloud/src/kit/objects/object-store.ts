import { Bug } from '@gatehouse/shared/fault/fault.ts';

/**
 * Where bytes lie that are too large for a row, by key. No database is behind it, so nothing here takes part in a unit of
 * work: an object is put before the row that names it is committed, and removed after the commit that let go of it.
 */
export interface ObjectStore {
  /** Stores the bytes durably, whole or not at all. The same key again replaces what is there. */
  put(key: string, object: StoredObject): Promise<void>;
  /** The bytes, or `undefined` where there is no such object. */
  get(key: string): Promise<Uint8Array | undefined>;
  /** Removes the object; one that is not there is no error. */
  remove(key: string): Promise<void>;
  /** The keys of all objects below a folder, which is the first parts of a key; in no order. */
  list(folder: string): Promise<string[]>;
}

export interface StoredObject {
  readonly bytes: Uint8Array;
  /** The media type, such as `image/jpeg`: for stores that serve it. */
  readonly type: string;
}

/** The store could not be reached, or did not do what it was asked. Trying again later may help. */
export class ObjectStoreError extends Error {
  override readonly name = 'ObjectStoreError';
}

const KEY = /^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*$/;
const KEY_LENGTH_MAX = 200;

/**
 * Keys are our own and of few characters: parts that begin with a letter or a digit, joined by slashes. So no key names
 * a hidden file, a folder above, or anything that a URL would have to escape. Throws a `Bug` for any other.
 */
export const checkKey = (key: string): string => {
  if (key.length > KEY_LENGTH_MAX || !KEY.test(key)) throw new Bug('not a key of an object');
  return key;
};
