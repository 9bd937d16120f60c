import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { OutagePass, signPass } from '@gatehouse/shared/pass/outage-pass.ts';
import { memberText, presentedHash } from '@gatehouse/shared/snapshot/presented.ts';
import { Hours } from '@gatehouse/shared/time/duration.ts';
import type { Selectable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Call } from '../../kit/http/endpoint.ts';
import { partnerFault } from '../../partner/partners/partners.faults.ts';
import type { LinkFields, PartnerCaller } from '../../partner/partners/partners.service.ts';
import type { PassRoom } from '../access/access.module.ts';
import { offlinePassesFault } from './offline-passes.faults.ts';
import { offlinePassesRepo, type PassOwner } from './offline-passes.repo.ts';
import type { OfflinePassesDeps } from './offline-passes.service.ts';
import type { OutagePassTable } from './offline-passes.tables.ts';
import type { Revoke } from './revoke-passes.ts';

export interface PassAsked extends LinkFields {
  readonly member_id: string;
  readonly phone_key: string;
  readonly hours: number;
  readonly uses: number;
}

export interface IssuedPass {
  readonly passId: string;
  /** What the phone shows with its codes. Absent in a dry run. */
  readonly pass?: string;
  readonly memberId: string;
  readonly facilityId: FacilityId;
  readonly linkingIdentifier: string | null;
  readonly doors: readonly { readonly doorId: string; readonly name: string }[];
  /** Unix seconds. */
  readonly fromS: number;
  readonly untilS: number;
  readonly uses: number;
}

/** Issues passes. A pass opens no more than the rules already allow its member, and is bound to one phone. */
export const createIssue = (deps: OfflinePassesDeps, revoke: Revoke) => {
  const { clock, random, partners, doors, access, scopes, credentials, passKey } = deps;

  const roomFor = async (tx: Tx, caller: PartnerCaller, asked: PassAsked) => {
    const facility = await partners.facilityOf(tx, caller, asked);
    if (!facility.enabled)
      throw partnerFault('integration_not_enabled', 'The facility has not enabled this integration.');
    const owner: PassOwner = { partnerId: caller.partnerId, facilityId: facility.id, memberId: asked.member_id };
    const fromS = Math.floor(clock.wallMs() / 1_000);
    const room = await access.passRoom(tx, owner, {
      doors: await doors.listForPartner(tx, facility.id),
      fromS,
      untilS: fromS + Hours(asked.hours) / 1_000,
    });
    if (room === 'unknown_member') throw partnerFault('not_found', 'There is no such member for this integration.');
    if (room?.source === undefined)
      throw offlinePassesFault(
        'outage_pass_refused',
        'The member would not get in at any door within the pass’s time.',
      );
    return { owner, facility, room, source: room.source };
  };

  const signed = (row: Selectable<OutagePassTable>): string => {
    const { id, facility_id, member_hash, doors: indexes, phone, from_s, until_s, uses } = row;
    const pass = OutagePass.parse({
      v: 1,
      is: 'outage-pass',
      passId: id,
      facilityId: facility_id,
      member: member_hash,
      doors: JSON.parse(indexes),
      phone,
      fromS: from_s,
      untilS: until_s,
      uses,
    });
    return signPass(pass, passKey);
  };

  /** The member's valid pass, if it is as good as a new one. Revokes the member's other passes. */
  const settle = async (tx: Tx, { room, owner }: { room: PassRoom; owner: PassOwner }, asked: PassAsked) => {
    const atS = Math.floor(clock.wallMs() / 1_000);
    const standing = await offlinePassesRepo(tx).standing(owner, atS);
    const indexes = JSON.stringify(room.doors.map(({ index }) => index));
    const kept = standing.find(
      ({ phone, uses, doors: others, from_s, until_s }) =>
        phone === asked.phone_key &&
        uses === asked.uses &&
        others === indexes &&
        from_s <= room.fromS &&
        until_s <= room.untilS &&
        isFresh(until_s, atS, room),
    );
    const over = standing.filter(({ id, phone, doors: others, until_s }) => {
      const isOfPhone = phone === asked.phone_key;
      return id !== kept?.id && !(isOfPhone && others === indexes && until_s <= room.untilS);
    });
    await revoke(
      tx,
      owner.facilityId,
      over.map(({ id }) => id),
      'Another pass was issued.',
    );
    return kept;
  };

  const insert = async (tx: Tx, found: Awaited<ReturnType<typeof roomFor>>, asked: PassAsked, by: string) => {
    const { room, owner, source } = found;
    const { credentialKey } = await credentials.keysOf(tx, owner.facilityId);
    const row: Selectable<OutagePassTable> = {
      id: randomId('pass', random),
      facility_id: owner.facilityId,
      partner_id: owner.partnerId,
      member_id: owner.memberId,
      member_hash: presentedHash(credentialKey, 'member', memberText(source, owner.memberId)),
      doors: JSON.stringify(room.doors.map(({ index }) => index)),
      phone: asked.phone_key,
      from_s: room.fromS,
      until_s: room.untilS,
      uses: asked.uses,
      issued_at: clock.wallMs(),
      issued_by: by,
      revoked_at: null,
      revoked_why: null,
      forgotten: 0,
      checked_version: await scopes.versionOf(tx, owner.facilityId),
    };
    await offlinePassesRepo(tx).insert(row);
    return row;
  };

  const dryRun = async (tx: Tx, caller: PartnerCaller, asked: PassAsked): Promise<IssuedPass> => {
    const { room, facility } = await roomFor(tx, caller, asked);
    const { fromS, untilS } = room;
    return { passId: randomId('dry', random), ...viewOf(asked, facility, room), fromS, untilS, uses: asked.uses };
  };

  return {
    /**
     * Issues a pass to a member's phone, or answers with the one that it has. Throws 404 for what is not the partner's, and
     * 403 where the integration is not enabled or the member would not get in. Two concurrent requests get the same pass.
     */
    issue: async (tx: Tx, caller: PartnerCaller, asked: PassAsked, at?: Call['at']): Promise<IssuedPass> => {
      if (caller.keyType === 'dryrun') return dryRun(tx, caller, asked);
      const { id, place } = await partners.facilityOf(tx, caller, asked);
      at?.(place);
      await scopes.recordChanges(tx, id, []); // The facility's lock: requests at once come one after the other.
      const found = await roomFor(tx, caller, asked);
      const row = (await settle(tx, found, asked)) ?? (await insert(tx, found, asked, caller.actor));
      const view = viewOf(asked, found.facility, found.room);
      return { passId: row.id, pass: signed(row), ...view, fromS: row.from_s, untilS: row.until_s, uses: row.uses };
    },
  };
};

/** Whether what is left of a pass is at least half of what a new one would have. */
const isFresh = (untilS: number, atS: number, room: PassRoom): boolean => (untilS - atS) * 2 >= room.untilS - atS;

const viewOf = (
  { member_id: memberId }: PassAsked,
  { id: facilityId, linkingIdentifier }: { id: FacilityId; linkingIdentifier: string | null },
  room: PassRoom,
) => ({
  memberId,
  facilityId,
  linkingIdentifier,
  doors: room.doors.map(({ door }) => ({ doorId: door.id, name: door.name })),
});
