import type { KeyObject } from 'node:crypto';
import { BARRED, PERSON_FLAGS } from '@gatehouse/shared/access/layout.ts';
import { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { importPublicKey } from '@gatehouse/shared/wire/device-keys.ts';
import type { BoxStore } from '../store/box-store.ts';
import type { PresentedPass, Question } from './access.ts';
import type { Bans } from './bans.ts';
import type { Deciding } from './deciding.ts';
import type { Ground } from './ground.ts';
import { createPassCheck, type PassGround, type PassHolder, type PassVerdict } from './pass-check.ts';
import { passUses } from './pass-uses.ts';
import type { Finder } from './roster-finder.ts';
import type { Found } from './snapshot-reader.ts';

/** Judges outage passes by what the box knows now: its snapshot, its bans, its door, its time. */
export const createPassDesk = (deps: {
  readonly box: Pick<BoxStore, 'db' | 'write'>;
  readonly deciding: Deciding;
  readonly bans: Pick<Bans, 'has'>;
}): ((text: string, question: Question<PresentedPass>) => PassVerdict & { readonly revision: number }) => {
  const { deciding, bans } = deps;
  const keys = new WeakMap<Ground, Map<string, KeyObject>>();
  const keysOf = (ground: Ground): Map<string, KeyObject> => {
    const known = keys.get(ground);
    if (known !== undefined) return known;
    const made = new Map(ground.entry.passKeys.map(({ kid, publicKey }) => [kid, importPublicKey(publicKey)]));
    keys.set(ground, made);
    return made;
  };
  const holderOf = (found: Found | undefined): PassHolder | undefined => {
    if (found?.number == null || found.person === undefined) return undefined;
    const flags = found.person.words[2] as number;
    return { person: found.number, denyReason: bans.has(found.number) ? 'banned' : denyReasonOf(flags) };
  };
  const passGround = (finder: Finder, ground: Ground): PassGround => ({
    facilityId: FacilityId.parse(ground.facilityId),
    keyFor: (kid) => keysOf(ground).get(kid),
    isRevoked: finder.isRevoked,
    policy: ground.facility.policy,
    findMember: (hash) => holderOf(finder.byCredential(() => Buffer.from(hash, 'base64url'))),
  });
  const uses = passUses(deps.box);

  return (text, question) =>
    deciding.knowing((finder, isRoster) => {
      const ground = finder.ground();
      // The roster knows neither who is banned nor what was revoked.
      if (ground === undefined || isRoster) return WITHOUT_SNAPSHOT;
      const revision = finder.byCredential(() => undefined)?.revision ?? 0;
      const check = createPassCheck({ ground: () => passGround(finder, ground), uses });
      return { ...check(text, deciding.circumstances(ground, question)), revision };
    }) ?? WITHOUT_SNAPSHOT;
};

const WITHOUT_SNAPSHOT = { granted: false, reason: 'snapshot_too_old', person: null, revision: 0 } as const;

const denyReasonOf = (flags: number): PassHolder['denyReason'] => {
  if ((flags & BARRED) === 0) return undefined;
  if ((flags & PERSON_FLAGS.banned) !== 0) return 'banned';
  return (flags & PERSON_FLAGS.disabled) !== 0 ? 'member_disabled' : 'access_blocked';
};
