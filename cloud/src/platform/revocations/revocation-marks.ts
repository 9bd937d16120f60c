import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days, Minutes } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import type { Revoked } from '../../kit/db/revoked.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { ObjectStore } from '../../kit/objects/object-store.ts';
import { revocationsRepo } from './revocations.repo.ts';

/** One thing that was revoked, as it is marked. Nobody is named: members are hashed, all else is an id that means nothing by itself. */
export const Mark = z.strictObject({
  kind: z.string(),
  facilityId: z.string().brand<'FacilityId'>().optional(),
  subject: z.string(),
  value: z.array(z.string()).optional(),
  /** `[partner, hash, revision]`; the revision may be left out. */
  members: z.array(z.tuple([z.string(), z.string()]).rest(z.int())).optional(),
});
export type Mark = z.infer<typeof Mark>;

const Entry = z.strictObject({ id: z.string(), at: z.int(), marks: z.array(Mark), seal: z.string() });
const Page = z.array(Entry);
const Pulse = z.strictObject({ beats: z.int(), seal: z.string() });
export type MarkedUnit = Omit<z.infer<typeof Entry>, 'seal'>;

export interface RevocationMarksDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly objects: ObjectStore;
  readonly log: { error(detail: unknown, message: string): void };
  /** Another key is derived of it. */
  readonly erasureKey: Uint8Array;
  readonly backupsKeptDays: number;
}

/** A page is written anew with every unit that revokes something: it must not grow for long. */
const PAGE = Minutes(10);
/** What other replicas wrote at the same moment may have been written over: until then a page is written again. */
const SETTLED_AFTER = Minutes(1);
/** Clocks of replicas differ. */
const AHEAD = Minutes(30);
const READ_AT_ONCE = 32;
const IDS_AT_ONCE = 1_000;
const PAGES_AT_ONCE = 50;
/** A row whose page is still read must be there, or it would count as missing. */
const ROWS_OUTLIVE_PAGES = Days(10);
const FOLDER = 'revocations';
const PULSE_KEY = `${FOLDER}/pulse.json`;

const pageOf = (at: number): number => Math.floor(at / PAGE) * PAGE;
const keyOf = (page: number): string => {
  const [day, time] = new Date(page).toISOString().slice(0, 16).split('T');
  return `${FOLDER}/${day}/${time?.replace(':', '')}.json`;
};
/** Keys of pages, and of damaged ones that were kept aside: they sort as the pages do. */
const OF_PAGE = /^revocations\/\d{4}-\d\d-\d\d\/\d{4}\.json(\.damaged)?$/;

/**
 * What was revoked, marked outside the database: in pages of ten minutes in the object store, each unit sealed under a key.
 * INVARIANT: whoever writes a page writes all that the database has of those minutes and all that was in it.
 */
export const createRevocationMarks = (deps: RevocationMarksDeps) => {
  const { db, clock, objects, log, backupsKeptDays } = deps;
  const key = createSecretKey(createHmac('sha256', deps.erasureKey).update('revocation marks').digest());
  const seal = (of: readonly unknown[]): string =>
    createHmac('sha256', key).update(JSON.stringify(of)).digest('base64url');
  const isSeal = (says: string, of: readonly unknown[]): boolean => {
    const [is, told] = [Buffer.from(seal(of)), Buffer.from(says)];
    return is.length === told.length && timingSafeEqual(is, told);
  };
  const partsOf = ({ id, at, marks }: MarkedUnit) => [id, at, marks];

  /** What a member is called in marks: half of a hash tells them apart as well. */
  const hashOf = (partnerId: string, facilityId: string, memberId: string): string =>
    seal([partnerId, facilityId, memberId]).slice(0, 22);

  const read = async (key: string): Promise<{ entries: z.infer<typeof Page>; damaged?: Uint8Array }> => {
    const bytes = await objects.get(key);
    if (bytes === undefined) return { entries: [] };
    try {
      return { entries: Page.parse(JSON.parse(Buffer.from(bytes).toString('utf8'))) };
    } catch {
      return { entries: [], damaged: bytes };
    }
  };

  const writePage = async (page: number): Promise<void> => {
    const rows = await db.read((tx) => revocationsRepo(tx).within(page, page + PAGE));
    const key = keyOf(page);
    const { entries, damaged } = await read(key);
    if (damaged !== undefined) {
      await objects.put(`${key}.damaged`, { bytes: damaged, type: 'application/octet-stream' });
      log.error({ key }, 'a page of revocations is damaged: it is kept aside, and written anew');
    }
    const all = new Map(entries.map((entry) => [entry.id, entry]));
    for (const { id, at, marks, state } of rows) {
      if (state === 'waiting') continue; // It came from there.
      const unit = { id, at: Number(at), marks: JSON.parse(marks) as Mark[] };
      all.set(id, { ...unit, seal: seal(partsOf(unit)) });
    }
    await objects.put(key, { bytes: Buffer.from(JSON.stringify([...all.values()])), type: 'application/json' });
  };

  /** The first page that a backup may be as old as. */
  const oldest = (): number => pageOf(clock.wallMs() - Days(backupsKeptDays + 1));
  const listed = async (): Promise<string[]> => (await objects.list(FOLDER)).filter((key) => OF_PAGE.test(key));

  /** How far the database had come once, as it is counted outside. */
  const furthest = async (): Promise<number> => {
    const bytes = await objects.get(PULSE_KEY);
    const pulse = bytes && Pulse.safeParse(jsonOf(bytes)).data;
    return pulse !== undefined && isSeal(pulse.seal, ['pulse', pulse.beats]) ? pulse.beats : 0;
  };

  const fellBack = async (): Promise<boolean> => {
    // What is outside first: another replica may be counting.
    const once = await furthest();
    return (await db.read((tx) => revocationsRepo(tx).beats())) < once;
  };

  return {
    hashOf,

    /** What is marked of something that was revoked. */
    markOf: ({ members, value, ...rest }: Revoked): Mark => ({
      ...rest,
      ...(value !== undefined && { value: [...value] }),
      ...(members !== undefined && {
        members: members.map(({ partnerId, memberId, revision }): NonNullable<Mark['members']>[number] => {
          const hash = hashOf(partnerId, rest.facilityId ?? '', memberId);
          return revision === undefined ? [partnerId, hash] : [partnerId, hash, revision];
        }),
      }),
    }),

    writePage: (at: number): Promise<void> => writePage(pageOf(at)),

    /** Writes the pages of what may not be in them yet. */
    writeUnmarked: async (): Promise<void> => {
      const settled = clock.wallMs() - SETTLED_AFTER;
      const pages = new Set((await db.read((tx) => revocationsRepo(tx).unmarked(IDS_AT_ONCE))).map(pageOf));
      for (const page of [...pages].slice(0, PAGES_AT_ONCE)) {
        await writePage(page);
        await db.write((tx) => revocationsRepo(tx).setMarked(page, Math.min(page + PAGE, settled)));
      }
    },

    /** Every unit in the pages that the database does not have: it is older. The earliest first. */
    missing: async (): Promise<{ readonly units: readonly MarkedUnit[]; readonly unusable: readonly string[] }> => {
      const units: MarkedUnit[] = [];
      const unusable: string[] = [];
      const [first, last] = [keyOf(oldest()), keyOf(pageOf(clock.wallMs() + AHEAD))];
      const kept = (await listed()).filter((key) => key.endsWith('.json') && key >= first && key <= last);
      for (let i = 0; i < kept.length; i += READ_AT_ONCE)
        await Promise.all(
          kept.slice(i, i + READ_AT_ONCE).map(async (key) => {
            const { entries, damaged } = await read(key);
            if (damaged !== undefined) unusable.push(`${key} is damaged`);
            const sealed = entries.filter((entry) => isSeal(entry.seal, partsOf(entry)));
            if (sealed.length < entries.length) unusable.push(`${key} is not of this erasure key`);
            units.push(...sealed.map(({ seal: _seal, ...unit }) => unit));
          }),
        );
      const known = new Set<string>();
      for (let i = 0; i < units.length; i += IDS_AT_ONCE) {
        const ids = units.slice(i, i + IDS_AT_ONCE).map(({ id }) => id);
        for (const id of await db.read((tx) => revocationsRepo(tx).known(ids))) known.add(id);
      }
      return { units: units.filter(({ id }) => !known.has(id)).sort((a, b) => a.at - b.at), unusable: unusable.sort() };
    },

    /** Counts how far the database has come, there and outside; not while that is further: it was restored, and not looked after yet. */
    beat: async (): Promise<void> => {
      if (await fellBack()) return;
      const beats = await db.write((tx) => revocationsRepo(tx).beat(0));
      const bytes = Buffer.from(JSON.stringify({ beats, seal: seal(['pulse', beats]) }));
      await objects.put(PULSE_KEY, { bytes, type: 'application/json' });
    },

    /** Whether the database has come less far than it had once. */
    fellBack,

    /** Whatever follows from that is done: the database is ahead of it from now on. */
    caughtUp: async (): Promise<void> => {
      const once = await furthest();
      await db.write((tx) => revocationsRepo(tx).beat(once));
    },

    /** Removes what no backup is as old as. */
    removeOld: async (): Promise<void> => {
      const first = keyOf(oldest());
      for (const key of await listed()) if (key < first) await objects.remove(key);
      await db.write((tx) => revocationsRepo(tx).removeBefore(oldest() - ROWS_OUTLIVE_PAGES));
    },
  };
};
export type RevocationMarks = ReturnType<typeof createRevocationMarks>;

const jsonOf = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
};
