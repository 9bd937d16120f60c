import type { SearchHit } from '../../client/platform-api.gen.ts';
import { labels } from '../../words/labels-en.ts';
import { addressOf } from '../routes.ts';

/** Something that one can go to. */
export interface Place {
  readonly address: string;
  /** What it is called, and where it is or what it is. */
  readonly name: string;
  readonly of: string;
}

/** The facility that an address is of. */
export const facilityIn = (path: string): string | undefined => /^\/ops\/facilities\/([^/]+)/.exec(path)?.[1];

/** The pages there are from here that need nothing to be chosen. */
export const pagesFrom = (facilityId: string | undefined): readonly Place[] => {
  const { frame, find, lockdown } = labels;
  const ofFacility = (name: 'doors' | 'members' | 'lockdown', called: string): readonly Place[] =>
    facilityId === undefined ? [] : [{ address: addressOf(name, { facilityId }), name: called, of: find.here }];
  return [
    ...ofFacility('doors', frame.doors),
    ...ofFacility('members', frame.members),
    ...ofFacility('lockdown', lockdown.title),
    { address: addressOf('home', {}), name: labels.home.title, of: find.page },
    { address: addressOf('account', {}), name: labels.account.title, of: find.page },
  ];
};

/** Those whose names have every word of a text in them, whatever its capitals. */
export const fitting = (places: readonly Place[], typed: string): readonly Place[] => {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return places.filter(({ name }) => wanted.every((word) => name.toLowerCase().includes(word)));
};

/** Where a hit is shown; undefined while the console has no page of its kind. */
export const placeOf = (hit: SearchHit): Place | undefined => {
  const { kind, facilityId, facilityName = '', doorId, partnerId, memberId } = hit;
  if (facilityId === undefined) return undefined;
  const of = `${labels.find.kinds[kind]} · ${facilityName}`;
  const name = hit.name ?? labels.find.unnamed;
  if (kind === 'facility') return { address: addressOf('doors', { facilityId }), name, of: labels.find.kinds[kind] };
  if (doorId !== undefined) return { address: addressOf('door', { facilityId, doorId }), name, of };
  if (partnerId !== undefined && memberId !== undefined)
    return { address: addressOf('member', { facilityId, partnerId, memberId }), name, of };
  return undefined;
};
