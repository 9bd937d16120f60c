import { join } from 'node:path';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { ClockTrust } from '../clock/clock-trust.ts';
import type { Doors } from '../door/doors.ts';
import type { CloudHttps } from '../identity/cloud-https.ts';
import type { Tokens } from '../identity/tokens.ts';
import type { Journal } from '../journal/journal.ts';
import type { Log } from '../log.ts';
import type { BoxStore } from '../store/box-store.ts';
import { isDamage } from '../store/database.ts';
import { accessFault } from './access.faults.ts';
import type { Access, KnownPerson } from './access.ts';
import { type BannedNow, createBans } from './bans.ts';
import { bannedBySnapshot, createDeciding, type DoorStanding } from './deciding.ts';
import { createEntry } from './entry.ts';
import { AgeMs, ConfirmedAt, createFreshness } from './freshness.ts';
import { createPassDesk } from './pass-desk.ts';
import { createPinCheck } from './pin-check.ts';
import { createPinTries } from './pin-tries.ts';
import { createPulling } from './pulling.ts';
import { standingOf } from './standing.ts';
import { openStoreAccess, type StoreAccessDeps } from './store-access.ts';

/** Decision 18, where no facility has said anything yet. */
const LONGEST_OUTAGE = Seconds(72 * 3_600);

export interface AccessDeps {
  readonly dataDir: string;
  /** Whether there was nothing yet in the folder. */
  readonly isFirst: boolean;
  readonly bootId: string;
  readonly box: BoxStore;
  readonly cloud: Pick<CloudHttps, 'fetch'>;
  readonly tokens: Pick<Tokens, 'current' | 'drop'>;
  /** Whose box it is; nobody gets in by the snapshot of another facility. */
  readonly facilityId: () => FacilityId | undefined;
  readonly doors: Pick<Doors, 'grant' | 'report'>;
  readonly journal: Pick<Journal, 'record'>;
  readonly trust: Pick<ClockTrust, 'interval'>;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: Log;
  readonly createWriter?: StoreAccessDeps['createWriter'];
}

/** Opens what the box knows of who may enter. It decides at once, by what it last had; `start` brings it up to date. */
export const createAccess = (deps: AccessDeps): Access => {
  const { dataDir, bootId, box, facilityId, doors, journal, trust, clock, log } = deps;
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const record = (fact: FactBody) =>
    void journal
      .record(fact)
      .catch((error: unknown) => log.error({ err: error, kind: fact.kind }, 'A fact could not be journalled.'));

  const store = openStoreAccess({
    path: join(dataDir, 'access.db'),
    rosterPath: join(dataDir, 'access-roster.json'),
    isFirst: deps.isFirst,
    clock,
    log,
    ...(deps.createWriter !== undefined && { createWriter: deps.createWriter }),
    onRebuilt: (why) => {
      rebuilt(why);
      void pulling.pull();
    },
  });
  const rebuilt = (why: string) => {
    record({ kind: 'store.rebuilt', data: { store: 'access', why: why.slice(0, 200) } });
    freshness.forget();
    changed();
  };
  const finder = () => {
    const own = facilityId();
    const now = store.finder();
    return own !== undefined && now?.facilityId === own ? now : undefined;
  };
  const ground = () => deciding.knowing((known) => known.ground());
  const longestOutage = () => {
    const entry = ground()?.entry;
    return entry === undefined ? LONGEST_OUTAGE : Seconds(entry.longestOutageS);
  };
  const freshness = createFreshness({
    clock,
    trust,
    slot: box.slot('access_confirmed', ConfirmedAt),
    ageSlot: box.slot('access_age', AgeMs),
    longestOutage,
  });
  const bans = createBans(box);
  const door = (doorId: string): DoorStanding => {
    const report = doors.report().find((one) => one.doorId === doorId);
    return { lockdown: report?.lockdown?.active ?? false, maintenance: report?.maintenance.mode ?? 'off' };
  };
  const deciding = createDeciding({
    finder,
    lost: store.lost,
    time: trust.interval,
    ageMs: freshness.ageMs,
    door,
    bans,
  });
  const byNumber = (person: number) => deciding.knowing((known) => known.byNumber(person))?.person;
  const bannedNow: BannedNow = {
    isThere: (person) => byNumber(person) !== undefined,
    saysBanned: (person) => bannedBySnapshot(byNumber(person)),
    personOf: (member) =>
      deciding.knowing((known) => known.byCredential(() => Buffer.from(member, 'base64url')))?.number ?? undefined,
  };
  const membersOf = (person: number): string[] =>
    (deciding.knowing((known) => known.rest(person)?.keys) ?? []).flatMap(({ kind, hash }) =>
      kind === 'member' ? [hash] : [],
    );

  const pulling = createPulling({
    ...deps,
    writer: store.writer,
    head: store.head,
    cursor: store.cursor,
    onSwitched: (head, whole) => {
      const { epoch, revision, hash, entries } = head;
      record({ kind: 'snapshot.applied', data: { epoch, revision, hash, entries, whole } });
      log.info({ revision, entries, whole }, 'The snapshot was applied.');
      bans.settle(bannedNow);
      if (whole) void store.tidy().catch((error: unknown) => log.warn({ err: error }, 'The log was not cut.'));
      changed();
    },
    onWritten: store.refresh,
    onNewest: freshness.confirmed,
    onRefused: (revision, why) => record({ kind: 'snapshot.refused', data: { revision, why } }),
    onDamage: (error) => {
      if (isDamage(error)) store.lost(error);
    },
    onChange: changed,
  });
  /** What the doors enforce: nothing, while only the roster is there. */
  const enforced = () => (finder()?.isRoster === false ? store.head() : undefined);
  let newest: { readonly epoch: string; readonly revision: number } | undefined;
  const entry = createEntry({
    ...deps,
    deciding,
    grant: doors.grant,
    inLockdown: (doorId) => door(doorId).lockdown,
    checkPin: createPinCheck(createPinTries({ box, bootId, clock })),
    judgePass: createPassDesk({ box, deciding, bans }),
  });
  const person = (number: number): KnownPerson | undefined =>
    deciding.knowing((known) => {
      const found = known.byNumber(number);
      const rest = found?.person === undefined ? undefined : known.rest(number);
      return rest === undefined
        ? undefined
        : {
            person: number,
            name: rest.name,
            credentials: [...new Set(rest.keys.map(({ kind }) => kind))],
            hasPin: rest.pin !== undefined,
            banned: bans.has(number) || bannedBySnapshot(found?.person),
          };
    });

  if (store.damagedAtOpen !== undefined) rebuilt(store.damagedAtOpen);
  return {
    decideAt: deciding.decideAt,
    explainAt: deciding.explainAt,
    present: entry,
    standing: () =>
      standingOf({
        head: enforced(),
        ground: ground(),
        ageMs: freshness.ageMs(),
        clock: trust.interval(longestOutage()).trusted ? 'trusted' : 'uncertain',
        newest,
        pulling: pulling.standing(),
        bans: bans.count(),
      }),
    possibleTime: () => trust.interval(longestOutage()),
    mark: () => {
      const head = enforced();
      if (head === undefined) return undefined;
      const { epoch, revision, hash } = head;
      return { epoch, revision, hash, ageMs: Math.min(freshness.ageMs(), Number.MAX_SAFE_INTEGER) };
    },
    confirm: (mark, sentMonoMs) => {
      if (mark === undefined) return;
      newest = mark;
      const head = store.head();
      if (head?.epoch === mark.epoch && head.revision === mark.revision) freshness.confirmed(sentMonoMs);
      else if (head?.epoch !== mark.epoch || head.revision < mark.revision) void pulling.pull();
    },
    nudged: (revision) => {
      const head = store.head();
      if (head === undefined || revision !== head.revision) void pulling.pull();
    },
    pull: pulling.pull,
    sources: () => ground()?.entry.sources ?? [],
    staff: () => deciding.knowing((known) => known.staff()) ?? [],
    person,
    ban: async ({ person: number, by, reason }) => {
      const fact: FactBody = { kind: 'person.banned', data: { person: number, by, reason } };
      const atMs = Math.round(clock.wallMs());
      bans.add({ person: number, by, reason, atMs, members: membersOf(number) });
      changed();
      await box.doorsKept.kept();
      await journal.record(fact).catch((error: unknown) => {
        throw accessFault('access.ban_not_told', 'The ban counts at this box, and the cloud is not told of it.', {
          internal: { error },
        });
      });
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start: () => {
      store.start();
      pulling.start();
    },
    forget: () => {
      store.forget();
      freshness.forget();
      bans.forgetAll();
      newest = undefined;
      void store.writer
        .ask({ do: 'clear' })
        .catch((error: unknown) => log.error({ err: error }, 'The snapshot of another facility could not be deleted.'));
      changed();
    },
    close: async () => {
      pulling.close();
      freshness.close();
      await store.close();
    },
  };
};
