import { keyPrefix } from '../../kit/secrets/key-text.ts';

const KEY_TYPES = ['live', 'dryrun', 'read-only'] as const;
export type KeyType = (typeof KEY_TYPES)[number];

/** How a partner's key begins. */
export const kindOf = (type: KeyType): string => `sk_${type}`;

/** The type and the look-up prefix of a key, or `undefined` when the text is not a key at all. */
export const parseKeyText = (text: string): { readonly type: KeyType; readonly prefix: string } | undefined => {
  for (const type of KEY_TYPES) {
    const prefix = keyPrefix(kindOf(type), text);
    if (prefix !== undefined) return { type, prefix };
  }
  return undefined;
};
