import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { Hours } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { AccessChangeLog } from './access-change-log.ts';
import { memberChangeKey } from './change-key.ts';
import { scopesRepo } from './scopes.repo.ts';
import type { ScopesDeps } from './scopes.service.ts';
import type { Source, SourceReports } from './source-reports.ts';
import { sourcesRepo } from './sources.repo.ts';

/** A partner as a source of access at a facility, as staff see it. */
export interface ListedSource {
  readonly partnerId: PartnerId;
  readonly partnerName: string;
  readonly number: number;
  /** Its integration is not enabled here: nothing of it opens anything. */
  readonly suspended: boolean;
  /** When its data was last taken. */
  readonly lastPushAt: number | undefined;
  readonly refusedSince: number | undefined;
}

/** A refusal that lasts longer is somebody's business. */
const REFUSED_TOO_LONG = Hours(1);
/** A refusal that is not repeated for so long is over: the partner no longer sends what was wrong. Longer than from one nightly sync to the next. */
const REFUSAL_FORGOTTEN = Hours(48);
/** More refused members than that tell nobody anything new. */
const REFUSED_MAX = 1_000;
/** Stands for a member nobody could name. */
const NOBODY = '';

export const sourcesOf = async (tx: Tx, facilityId: FacilityId): Promise<ListedSource[]> =>
  (await sourcesRepo(tx).listOf(facilityId)).map((row) => ({
    partnerId: row.partner_id,
    partnerName: row.partner_name,
    number: row.number,
    suspended: row.enabled !== 1,
    lastPushAt: row.last_push_at ?? undefined,
    refusedSince: row.refused_since ?? undefined,
  }));

/** How fresh each partner's data is at a facility, and whether some of it is being refused. */
export const createSources = (
  { db, clock, warnings }: Pick<ScopesDeps, 'db' | 'clock' | 'warnings'>,
  { recordChanges, recordUnderLock }: Pick<AccessChangeLog, 'recordChanges' | 'recordUnderLock'>,
) => {
  /** Takes the facility's row lock and sees that the source has a row. */
  const lock = async (tx: Tx, source: Source): Promise<void> => {
    await recordChanges(tx, source.facilityId, []);
    if (await sourcesRepo(tx).ensure(source)) await recordUnderLock(tx, source.facilityId, ['facility', 'all']);
  };

  /** Looks at what is still refused, and closes the warning if that is nothing. */
  const settle = async (tx: Tx, source: Source, warned: boolean): Promise<void> => {
    const oldest = await sourcesRepo(tx).refusalOf(source);
    const late = oldest !== undefined && (oldest.urgent === 1 || clock.wallMs() - oldest.since >= REFUSED_TOO_LONG);
    await sourcesRepo(tx).setRefusal(source, { refused_since: oldest?.since ?? null, refusal_warned: late ? 1 : 0 });
    if (late && !warned) await warnings.keep(tx, [refusalWarning(source, oldest, await nameOf(tx, source))]);
    if (!late && warned) await warnings.close(tx, [endedRefusal(source)]);
  };

  const pushed: SourceReports['pushed'] = async (tx, { memberIds, ...source }) => {
    const repo = sourcesRepo(tx);
    const at = clock.wallMs();
    let row = await repo.pushed(source, at);
    if (row === undefined) {
      await lock(tx, source);
      row = await repo.pushed(source, at);
    }
    if (row === undefined || row.refused_since === null) return;
    const taken = new Set(memberIds);
    const over = (await repo.refusedMembers(source)).filter((id) => id === NOBODY || taken.has(id));
    if (over.length === 0) return;
    await repo.removeRefused(source, over);
    await settle(tx, source, row.refusal_warned === 1);
  };

  const refused: SourceReports['refused'] = async (tx, { memberIds, reason, urgent = false, ...source }) => {
    const repo = sourcesRepo(tx);
    await lock(tx, source);
    const listed = new Set(await repo.refusedMembers(source));
    const named = [...new Set(memberIds.length === 0 ? [NOBODY] : memberIds)];
    const fresh = named.filter((id) => !listed.has(id)).slice(0, REFUSED_MAX - listed.size);
    const kept = [...named.filter((id) => listed.has(id)), ...fresh];
    if (kept.length > 0) await repo.putRefused(source, kept, { at: clock.wallMs(), reason, urgent });
    const before = await repo.find(source);
    await settle(tx, source, before?.refusal_warned === 1);
  };

  return {
    pushed,
    refused,

    membersStored: async (
      tx: Tx,
      { memberIds, fresh, ...source }: Parameters<SourceReports['membersStored']>[1],
    ): Promise<void> => {
      const { facilityId, partnerId } = source;
      if (fresh && (await sourcesRepo(tx).ensure(source))) await recordUnderLock(tx, facilityId, ['facility', 'all']);
      await recordUnderLock(
        tx,
        facilityId,
        memberIds.map((memberId) => memberChangeKey({ partnerId, memberId })),
      );
    },

    /** Forgets that a member's data was refused, under the facility's row lock. */
    forgetMember: async (tx: Tx, { memberId, ...source }: Source & { readonly memberId: string }): Promise<void> => {
      const row = await sourcesRepo(tx).find(source);
      if (row?.refused_since == null) return;
      await sourcesRepo(tx).removeRefused(source, [memberId]);
      await settle(tx, source, row.refusal_warned === 1);
    },

    /** Forgets refusals that are over, and warns of those that last. Resolves with how many sources were looked at. */
    sweepRefusals: async (): Promise<number> => {
      const sources = await db.read((tx) => sourcesRepo(tx).refused());
      if (sources.length === 0) return 0;
      await db.write((tx) => sourcesRepo(tx).removeStale(clock.wallMs() - REFUSAL_FORGOTTEN));
      for (const source of sources)
        await db.write(async (tx) => {
          await lock(tx, source);
          const now = await sourcesRepo(tx).find(source);
          if (now?.refused_since != null) await settle(tx, source, now.refusal_warned === 1);
        });
      return sources.length;
    },

    listSources: (facilityId: FacilityId): Promise<ListedSource[]> => db.read((tx) => sourcesOf(tx, facilityId)),
  };
};

const nameOf = async (tx: Tx, { facilityId, partnerId }: Source): Promise<string> =>
  (await scopesRepo(tx).findIntegration(facilityId, partnerId))?.name ?? partnerId;

const refusal = ({ facilityId, partnerId }: Source) => ({
  kind: 'sync_refused' as const,
  facilityId,
  subject: partnerId,
});

const refusalWarning = (source: Source, { since, member_id, reason }: Refusal, partnerName: string) => {
  const whose = member_id === NOBODY ? 'Data' : `Data of member ${member_id}`;
  const words = `has been refused since ${isoOf(since)}: ${reason}`;
  return {
    ...refusal(source),
    message: `${whose} from ${partnerName} ${words}`,
    partner: {
      id: source.partnerId,
      message: `${whose} ${words}`,
      fields: member_id === NOBODY ? {} : { member_id },
    },
  };
};
type Refusal = NonNullable<Awaited<ReturnType<ReturnType<typeof sourcesRepo>['refusalOf']>>>;

const endedRefusal = (source: Source) => ({
  ...refusal(source),
  partner: { id: source.partnerId, message: 'Nothing of your data for this facility is refused any more.' },
});
