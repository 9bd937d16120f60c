import { cardText, memberText, presentedHash, shortIdText } from '@gatehouse/shared/snapshot/presented.ts';
import type { Presented } from './access.ts';
import type { Ground } from './ground.ts';
import type { Finder } from './roster-finder.ts';
import type { Found } from './snapshot-reader.ts';

/** The keyed hash of what was presented; undefined for a text that is no such number at all. */
export const hashOf = (presented: Presented, { credentialKey }: Ground, source = 0): string | undefined => {
  if (presented.kind === 'member')
    return presentedHash(credentialKey, 'member', memberText(source, presented.memberId));
  const text = presented.kind === 'card' ? cardText(presented.text) : shortIdText(presented.text);
  return text === undefined ? undefined : presentedHash(credentialKey, presented.kind, text);
};

/**
 * Whoever is known by what was presented. A member whose partner is not named is looked for with every one: found, if all of
 * them mean the same person. Undefined before there is a snapshot.
 */
export const findPerson = (finder: Finder, presented: Presented): Found | undefined => {
  const bySource = (source?: number) =>
    finder.byCredential((ground) => {
      const hash = hashOf(presented, ground, source);
      return hash === undefined ? undefined : Buffer.from(hash, 'base64url');
    });
  if (presented.kind !== 'member') return bySource();
  const ground = finder.ground();
  if (ground === undefined) return undefined;
  const { partnerId } = presented;
  const sources = partnerId === undefined ? [...ground.sources.values()] : [ground.sources.get(partnerId)];
  const found = sources.flatMap((source) => (source === undefined ? [] : (bySource(source) ?? [])));
  const known = found.filter(({ number }) => number !== null);
  const [first] = known;
  if (first !== undefined && known.every(({ number }) => number === first.number)) return first;
  return nobody(finder);
};

/** What the newest revision says of somebody whom it does not know. */
const nobody = (finder: Finder): Found | undefined => finder.byCredential(() => undefined);
