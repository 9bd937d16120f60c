import { openName } from '@gatehouse/shared/snapshot/names.ts';
import type { Access } from '../access/access.ts';
import type { WhoIs } from './describe-fact.ts';

export interface PersonNames {
  /** The name of a person, where this sign-in may read it and the box has one. */
  nameOf(person: number): string | undefined;
  /** The name, or else the number. */
  whoIs: WhoIs;
}

/** Names of persons for one sign-in: opened with its key, one at a time, and kept nowhere. */
export const personNames = (access: Pick<Access, 'person'>, nameKey: Uint8Array | undefined): PersonNames => {
  const nameOf = (person: number): string | undefined => {
    if (nameKey === undefined) return undefined;
    const sealed = access.person(person)?.name;
    return sealed === undefined ? undefined : openName(nameKey, sealed);
  };
  return {
    nameOf,
    whoIs: (person) => (person === null ? 'somebody unknown' : (nameOf(person) ?? `person ${person}`)),
  };
};
