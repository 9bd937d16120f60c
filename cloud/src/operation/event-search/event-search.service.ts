import type { DoorId, FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { AccessService } from '../../access/access/access.service.ts';
import type { MembersService, StoredMember } from '../../access/members/members.service.ts';
import { type ChangeKey, memberChangeKey, memberOf } from '../../access/scopes/scopes.module.ts';
import type { SnapshotsService } from '../../access/snapshots/snapshots.service.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Position } from '../../kit/http/position.ts';
import type { UnlocksService } from '../unlocks/unlocks.service.ts';
import { type DecisionsAfter, decisionsAfter } from './decisions.repo.ts';
import { keepDoorEvents } from './door-events.ts';
import { eventSearchRepo } from './event-search.repo.ts';
import { tally } from './tally.ts';

export interface EventSearchDeps {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly unlocks: Pick<UnlocksService, 'search'>;
  readonly snapshots: Pick<SnapshotsService, 'numbersOf' | 'changeKeysOf'>;
  readonly access: Pick<AccessService, 'personOf' | 'membersOf'>;
  readonly members: Pick<MembersService, 'findMany'>;
}
export type EventSearchService = ReturnType<typeof createEventSearchService>;

interface MemberName {
  readonly partnerId: PartnerId;
  readonly memberId: string;
}
/** What is looked for. Times in ms, `from` inclusive and `to` exclusive. */
export interface Search {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly doorId?: DoorId | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly outcome?: string | undefined;
  readonly member?: MemberName | undefined;
  readonly personId?: string | undefined;
  readonly userId?: string | undefined;
  readonly hint?: string | undefined;
}
/** Attempts by the API are searched by these kinds, beside the kinds of facts. */
export const ATTEMPT_KINDS = ['unlock.partner', 'unlock.staff'] as const;

/** A person at a door, as far as the cloud can identify them. */
export interface SomebodyThere {
  readonly personId: string | undefined;
  readonly members: readonly MemberName[];
  readonly name: string | undefined;
}
export interface FoundEvent {
  readonly id: string;
  readonly at: number;
  readonly kind: string;
  readonly doorId: DoorId | undefined;
  readonly outcome: string | undefined;
  readonly who: SomebodyThere | undefined;
  readonly userId: string | undefined;
  readonly clockTrusted: boolean;
  readonly entryId: string | undefined;
  readonly credentialHint: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Finds what happened at doors: unlocks by the API and what boxes told of doors and people. */
export const createEventSearchService = ({ clock, unlocks, snapshots, access, members }: EventSearchDeps) => {
  /** Resolves a search for a member or a person: to numbers, which facts have, and to members, which attempts have. */
  const meant = async (tx: Tx, facilityId: FacilityId, { member, personId }: Search) => {
    if (member === undefined && personId === undefined) return undefined;
    const linked = member && (await access.personOf(tx, { ...member, facilityId }))?.id;
    const person = personId ?? linked;
    const own =
      personId === undefined
        ? []
        : (await access.membersOf(tx, personId)).filter((one) => one.facilityId === facilityId);
    const names: readonly MemberName[] = member === undefined ? own : [member];
    const keys = [...names.map(memberChangeKey), ...(person === undefined ? [] : [`person:${person}`])];
    return { members: names, numbers: [...(await snapshots.numbersOf(tx, facilityId, keys)).values()] };
  };

  const attemptsOf = async (
    tx: Tx,
    facilityId: FacilityId,
    by: Search,
    who: Meant,
    page: Page,
  ): Promise<FoundEvent[]> => {
    const asked = by.kinds?.filter((kind) => (ATTEMPT_KINDS as readonly string[]).includes(kind));
    if (asked?.length === 0 || by.hint !== undefined || who?.members.length === 0) return [];
    const kind = asked?.length === 1 ? (asked[0] === 'unlock.staff' ? 'staff' : 'partner') : undefined;
    const { from, to, doorId, outcome, userId } = by;
    const search = { from, to, doorId, outcome, userId, by: kind, members: who?.members } as const;
    return (await unlocks.search(tx, facilityId, search, { before: page.after, limit: page.limit })).map((row) => ({
      id: row.event_id,
      at: row.started_at,
      kind: row.user_id === null ? 'unlock.partner' : 'unlock.staff',
      doorId: row.door_id,
      outcome: row.outcome ?? 'running',
      who:
        row.partner_id === null || row.member_id === null
          ? undefined
          : {
              personId: undefined,
              members: [{ partnerId: row.partner_id, memberId: row.member_id }],
              name: row.full_name ?? undefined,
            },
      userId: row.user_id ?? undefined,
      clockTrusted: true,
      entryId: undefined,
      credentialHint: undefined,
      details: {
        ...(row.reason !== null && { reason: row.reason }),
        ...(row.source !== null && { source: row.source }),
        ...(row.command_id !== null && { commandId: row.command_id }),
        ...(row.journal_confirmed_at !== null && { movedAt: isoOf(row.journal_confirmed_at) }),
      },
    }));
  };

  const factsOf = async (tx: Tx, facilityId: FacilityId, by: Search, who: Meant, page: Page): Promise<FoundEvent[]> => {
    const kinds = by.kinds?.filter((kind) => !(ATTEMPT_KINDS as readonly string[]).includes(kind));
    if (kinds?.length === 0 || by.userId !== undefined || who?.numbers.length === 0) return [];
    const { from, to, doorId, outcome, hint } = by;
    const search = { from, to, doorId, outcome, hint, kinds, persons: who?.numbers };
    const rows = await eventSearchRepo(tx).search(facilityId, search, page.after, page.limit);
    const people = await whoAre(
      tx,
      facilityId,
      rows.flatMap(({ person }) => person ?? []),
    );
    return rows.map((row) => ({
      id: row.id,
      at: row.at,
      kind: row.kind,
      doorId: row.door_id ?? undefined,
      outcome: row.outcome ?? undefined,
      who: row.person === null ? undefined : people.get(row.person),
      userId: undefined,
      clockTrusted: row.clock_trusted === 1,
      entryId: row.entry_id ?? undefined,
      credentialHint: row.hint ?? undefined,
      details: JSON.parse(row.data) as Record<string, unknown>,
    }));
  };

  /** Who has, or had, these numbers, and what a partner calls them now. */
  const whoAre = async (tx: Tx, facilityId: FacilityId, numbers: readonly number[]) => {
    const known = new Map<number, SomebodyThere>();
    for (const [number, key] of await snapshots.changeKeysOf(tx, facilityId, [...new Set(numbers)])) {
      const member = memberOf(key as ChangeKey);
      const personId = member === undefined ? key.slice('person:'.length) : undefined;
      const own = personId === undefined ? [] : await access.membersOf(tx, personId);
      const names = (member === undefined ? own : [member]).map(({ partnerId, memberId }) => ({ partnerId, memberId }));
      known.set(number, { personId, members: names, name: await nameOf(tx, facilityId, names) });
    }
    return known;
  };

  const nameOf = async (tx: Tx, facilityId: FacilityId, names: readonly MemberName[]): Promise<string | undefined> => {
    for (const { partnerId, memberId } of names) {
      const stored = (await members.findMany(tx, partnerId, facilityId, [memberId])).get(memberId);
      if (stored !== undefined) return fullName(stored);
    }
    return undefined;
  };

  return {
    /** For the journal's listeners. */
    factStored: keepDoorEvents(clock),

    tally,

    /** What boxes decided, in the order in which it happened, a piece at a time: for who counts it. */
    decisionsAfter: (tx: Tx, facilityId: FacilityId, asked: DecisionsAfter) => decisionsAfter(tx, facilityId, asked),

    /** Forgets up to `most` events that came before `time` (ms since 1970). Resolves with how many those were. */
    forgetBefore: (tx: Tx, time: number, most: number): Promise<number> => eventSearchRepo(tx).removeBefore(time, most),

    /** Up to `limit` of what happened, newest first, after a place. */
    search: async (tx: Tx, facilityId: FacilityId, by: Search, page: Page): Promise<readonly FoundEvent[]> => {
      const who = await meant(tx, facilityId, by);
      const attempts = await attemptsOf(tx, facilityId, by, who, page);
      const facts = await factsOf(tx, facilityId, by, who, page);
      return [...attempts, ...facts].sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)).slice(0, page.limit);
    },
  };
};

type Meant = { readonly members: readonly MemberName[]; readonly numbers: readonly number[] } | undefined;
interface Page {
  readonly after?: Position | undefined;
  readonly limit: number;
}

const fullName = ({ record }: StoredMember): string => `${record.first_name ?? ''} ${record.last_name ?? ''}`.trim();
