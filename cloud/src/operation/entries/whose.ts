import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { type ChangeKey, memberOf } from '../../access/scopes/scopes.module.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { EntriesDeps } from './entries.service.ts';
import type { Standing } from './told.ts';

/** A member whom something at a door is about, and what their partner is to the person. */
export interface Concerned {
  readonly partnerId: PartnerId;
  readonly memberId: string;
  readonly standing: Standing;
}

type Deps = Pick<EntriesDeps, 'access' | 'offlinePasses' | 'scopes' | 'snapshots'>;
type Member = Omit<Concerned, 'standing'>;

/** Who a person's number is: a person of staff's, or a member of whom staff have nothing to say yet. */
export const personOf = async (tx: Tx, deps: Deps, facilityId: FacilityId, number: number) => {
  const key = await deps.snapshots.changeKeyOf(tx, facilityId, number);
  if (key === undefined) return undefined;
  const member = memberOf(key as ChangeKey);
  if (member === undefined) return { personId: key.slice('person:'.length) };
  const linked = await deps.access.personOf(tx, { ...member, facilityId });
  return linked === undefined ? { member: { ...member, facilityId } } : { personId: linked.id };
};

/**
 * The members whose partners hear of an entry: of the person whom the box named, and of the pass that was shown. Partners that
 * the facility has disabled hear of nobody.
 */
export const concernedBy = async (
  tx: Tx,
  deps: Deps,
  facilityId: FacilityId,
  { person, passId }: { readonly person: number | null; readonly passId?: string | undefined },
): Promise<readonly Concerned[]> => {
  const who = person === null ? undefined : await personOf(tx, deps, facilityId, person);
  const members: Member[] =
    who?.personId === undefined
      ? who?.member === undefined
        ? []
        : [who.member]
      : [...(await deps.access.membersOf(tx, who.personId))];
  const issued = passId === undefined ? undefined : await deps.offlinePasses.ownerOf(tx, facilityId, passId);
  const isIssued = ({ partnerId, memberId }: Member) => issued?.partnerId === partnerId && issued.memberId === memberId;
  if (issued !== undefined && !members.some(isIssued)) members.push(issued);
  if (members.length === 0) return [];
  const sources = new Map((await deps.scopes.sourcesOf(tx, facilityId)).map((one) => [one.partnerId, one]));
  const isAlone =
    new Set(members.map(({ partnerId }) => partnerId)).size === 1 &&
    !(who?.personId !== undefined && (await deps.access.hasGrants(tx, who.personId)));
  return members.flatMap((member): Concerned[] => {
    const { partnerId, memberId } = member;
    const source = sources.get(partnerId);
    if (source === undefined || source.suspended) return [];
    const issuedPass = issued?.partnerId === partnerId;
    return [{ partnerId, memberId, standing: { source: source.number, isAlone, issuedPass } }];
  });
};
