import type { BoxId, FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Fact, FactBody } from '@gatehouse/shared/journal/fact.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { AccessService } from '../../access/access/access.service.ts';
import type { OfflinePassesService } from '../../access/offline-passes/offline-passes.service.ts';
import type { ScopesService } from '../../access/scopes/scopes.service.ts';
import type { SnapshotsService } from '../../access/snapshots/snapshots.service.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { FactListener } from '../../link/link.ports.ts';
import type { EventsService, NewEvent } from '../../partner/events/events.service.ts';
import type { WarningsService } from '../../sites/warnings/warnings.service.ts';
import { entriesRepo } from './entries.repo.ts';
import { type DeniedFact, type GrantedFact, toldReason, toldVia } from './told.ts';
import { concernedBy, personOf } from './whose.ts';

export interface EntriesDeps {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly access: Pick<AccessService, 'banFromBox' | 'hasGrants' | 'membersOf' | 'personOf'>;
  readonly offlinePasses: Pick<OfflinePassesService, 'ownerOf'>;
  readonly scopes: Pick<ScopesService, 'sourcesOf'>;
  readonly snapshots: Pick<SnapshotsService, 'changeKeyOf'>;
  readonly events: Pick<EventsService, 'addAll'>;
  readonly warnings: Pick<WarningsService, 'raise'>;
}
export type EntriesService = ReturnType<typeof createEntriesService>;

type Data<Kind extends FactBody['kind']> = Extract<FactBody, { kind: Kind }>['data'];
/** Where and when a box says that something happened. */
interface At {
  readonly boxId: BoxId;
  readonly facilityId: FacilityId;
  readonly fact: Fact;
}
interface TheirMember {
  readonly partnerId: PartnerId;
  readonly memberId: string;
}

interface StoredMember extends TheirMember {
  readonly facilityId: FacilityId;
}
/** Of an entry that was stored before facilities were, any. */
type WaitingMember = TheirMember & Partial<StoredMember>;

const WAITING_AT_ONCE = 500;

/** What boxes tell of people at doors: to the partners whose members they are, and, of a ban, to the whole facility. */
export const createEntriesService = (deps: EntriesDeps) => {
  const { clock, access, events, warnings } = deps;

  /** A moment that the box did not believe in, or that is still to come here, is told as what it is. */
  const eventAt = (
    { facilityId, fact }: At,
    member: TheirMember,
    event: Pick<NewEvent, 'kind' | 'data'>,
  ): NewEvent => ({
    partnerId: member.partnerId,
    facilityId,
    kind: event.kind,
    occurredAt: fact.wallMs,
    data: { ...event.data, member_id: member.memberId, ...(fact.clockTrusted ? {} : { clock: 'uncertain' }) },
  });

  const tellReleased = (
    tx: Tx,
    at: At,
    members: readonly TheirMember[],
    { doorId, entryId, outcome }: Data<'access.released'>,
  ) =>
    events.addAll(
      tx,
      members.map((member) =>
        eventAt(at, member, { kind: 'access.released', data: { outcome, entry_id: entryId, door_id: doorId } }),
      ),
    );

  const granted = async (tx: Tx, at: At, data: GrantedFact): Promise<void> => {
    const concerned = await concernedBy(tx, deps, at.facilityId, data);
    if (concerned.length === 0) return;
    const place = { entry_id: data.entryId, door_id: data.doorId };
    await events.addAll(
      tx,
      concerned.map((one) =>
        eventAt(at, one, { kind: 'access.granted', data: { ...place, via: toldVia(data, one.standing) } }),
      ),
    );
    const { facilityId } = at;
    const members = concerned.map(({ partnerId, memberId }): WaitingMember => ({ partnerId, facilityId, memberId }));
    const known = await entriesRepo(tx).put(rowAt(at, data.entryId), { members: JSON.stringify(members) });
    // Facts may come in any order: the lock's may be here already.
    if (known.released === null) return;
    const { fact, data: released } = JSON.parse(known.released) as { fact: Fact; data: Data<'access.released'> };
    await tellReleased(tx, { ...at, fact }, members, released);
    await entriesRepo(tx).forgetMembers({ boxId: at.boxId, entryId: data.entryId });
  };

  const released = async (tx: Tx, at: At, data: Data<'access.released'>): Promise<void> => {
    const { wallMs, clockTrusted } = at.fact;
    const half = { released: JSON.stringify({ fact: { wallMs, clockTrusted }, data }) };
    const { members } = await entriesRepo(tx).put(rowAt(at, data.entryId), half);
    if (members === null) return;
    await tellReleased(tx, at, JSON.parse(members) as TheirMember[], data);
    await entriesRepo(tx).forgetMembers({ boxId: at.boxId, entryId: data.entryId });
  };

  const denied = async (tx: Tx, at: At, data: DeniedFact): Promise<void> => {
    const concerned = await concernedBy(tx, deps, at.facilityId, data);
    await events.addAll(
      tx,
      concerned.map((one) => {
        const reason = toldReason(data, one.standing);
        const nextOpen = reason === 'outside_hours' ? sayable(data.nextOpenS) : undefined;
        return eventAt(at, one, {
          kind: 'access.denied',
          data: { entry_id: data.entryId, door_id: data.doorId, reason, next_open: nextOpen },
        });
      }),
    );
  };

  /** Somebody banned a person at a box, which let nobody of them in from then on: from now on, nowhere here. */
  const banned = async (
    tx: Tx,
    { boxId, facilityId }: At,
    { person, by, reason }: Data<'person.banned'>,
  ): Promise<void> => {
    const who = await personOf(tx, deps, facilityId, person);
    if (who !== undefined) {
      await access.banFromBox(tx, facilityId, who, { by: `${by} at box ${boxId}`, reason });
      return;
    }
    await warnings.raise(tx, {
      kind: 'ban_of_nobody',
      facilityId,
      subject: `${boxId}/${person}`,
      message: `${by} banned person ${person} at box ${boxId}, and nobody here has or had that number.`,
    });
  };

  const rowAt = ({ boxId }: At, entryId: string) => ({ boxId, entryId, storedAt: clock.wallMs() });

  return {
    /** Listens to the boxes' journals, in the unit that stores a fact. */
    factStored: (async (tx, boxId, facilityId, fact) => {
      const at: At = { boxId, facilityId, fact };
      switch (fact.body.kind) {
        case 'access.granted':
          return granted(tx, at, fact.body.data);
        case 'access.denied':
          return denied(tx, at, fact.body.data);
        case 'access.released':
          return released(tx, at, fact.body.data);
        case 'person.banned':
          return banned(tx, at, fact.body.data);
        default:
          return;
      }
    }) satisfies FactListener,

    /** Takes a member out of what still waits for its other half. Resolves with how many entries that were. */
    forgetMember: async (tx: Tx, gone: StoredMember): Promise<number> => {
      const isGone = ({ partnerId, memberId, facilityId = gone.facilityId }: WaitingMember) =>
        partnerId === gone.partnerId && memberId === gone.memberId && facilityId === gone.facilityId;
      let forgotten = 0;
      let after = { boxId: uncheckedId<BoxId>(''), entryId: '' };
      for (;;) {
        const rows = await entriesRepo(tx).waiting(after, WAITING_AT_ONCE);
        for (const row of rows) {
          const members = JSON.parse(row.members ?? '[]') as WaitingMember[];
          if (!members.some(isGone)) continue;
          await entriesRepo(tx).setMembers(row, JSON.stringify(members.filter((member) => !isGone(member))));
          forgotten++;
        }
        const last = rows.at(-1);
        if (last === undefined || rows.length < WAITING_AT_ONCE) return forgotten;
        after = { boxId: last.box_id, entryId: last.entry_id };
      }
    },

    /** Forgets up to `most` entries that were stored before `time` (ms since 1970). Resolves with how many those were. */
    forgetBefore: (tx: Tx, time: number, most: number): Promise<number> => entriesRepo(tx).removeBefore(time, most),
  };
};

/** The last second of a date of four digits: feeds say no later one. */
const LAST_S = 253_402_300_799;
/** Boxes are not believed everything: a moment that no answer could say is left out, so that the fact is stored. */
const sayable = (atS: number | undefined): string | undefined =>
  atS === undefined || atS > LAST_S ? undefined : new Date(atS * 1_000).toISOString();
